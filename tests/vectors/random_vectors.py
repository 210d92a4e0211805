"""uniform and normal, by the language's rule, with Philox written anew here and checked with Random123's published
answers."""

import math

import number_formats as nf
import numpy
from vector_file import Scalar, Tensor, Vector

MASK = 0xFFFFFFFF


def philox(counter, key):
    c, k = list(counter), list(key)
    for step in range(10):
        if step:
            k = [(k[0] + 0x9E3779B9) & MASK, (k[1] + 0xBB67AE85) & MASK]
        p, q = 0xD2511F53 * c[0], 0xCD9E8D57 * c[2]
        c = [(q >> 32) ^ c[1] ^ k[0], q & MASK, (p >> 32) ^ c[3] ^ k[1], p & MASK]
    return c


assert philox([0] * 4, [0] * 2) == [0x6627E8D5, 0xE169C58D, 0xBC57AC4C, 0x9B00DBD8]
assert philox([MASK] * 4, [MASK] * 2) == [0x408F276D, 0x41C83B0E, 0xA20BC7C6, 0x6D5451FD]
assert philox([0x243F6A88, 0x85A308D3, 0x13198A2E, 0x03707344], [0xA4093822, 0x299F31D0]) == \
    [0xD16CFE09, 0x94FDCCEB, 0x5001E420, 0x24126EA1]


def words(seed, offset, subsequence):
    return philox([offset & MASK, offset >> 32, subsequence & MASK, subsequence >> 32], [seed & MASK, seed >> 32])


def unit_float(word):
    return numpy.float32(word) * numpy.float32(2.0**-32) + numpy.float32(2.0**-33)


def unit_double(low, high):
    return float(low ^ (high << 21)) * 2.0**-53 + 2.0**-54


def below_one(unit):
    return 0 * unit if unit == 1 else unit


def components(dtype):
    return 2 if dtype == "Double" else 4


def uniform(dtype, start, end, seed, offset, count):
    out = []
    for i in range(count):
        w, c = words(seed, offset, i // components(dtype)), i % components(dtype)
        if dtype == "Double":
            value = start + (end - start) * below_one(unit_double(w[2 * c], w[2 * c + 1]))
            out.append(start if value == end else value)
            continue
        low = numpy.float32(start)
        value = nf.round_to(dtype, float(low + (numpy.float32(end) - low) * below_one(unit_float(w[c]))))
        out.append(nf.round_to(dtype, start) if value == nf.round_to(dtype, end) else value)
    return out


def normal(dtype, mean, deviation, seed, offset, count):
    out = []
    for i in range(count):
        w, c = words(seed, offset, i // components(dtype)), i % components(dtype)
        pair = c // 2 * 2
        u, v = (unit_double(w[0], w[1]), unit_double(w[2], w[3])) if dtype == "Double" else (unit_float(w[pair]),
                                                                                             unit_float(w[pair + 1]))
        radius = math.sqrt(-2 * math.log(float(u)))
        angle = 2 * math.pi * float(below_one(v))
        out.append(nf.round_to(dtype, radius * (math.sin(angle) if c % 2 == 0 else math.cos(angle)) * deviation + mean))
    return out


def random_vectors(make_file):
    file = make_file("random")
    for dtype in ("Float", "Double", "Half", "BFloat16"):
        for seed, offset, extents in [(0, 0, [3, 5]), (1234567890123, 7, [9]), (42, 2**33 + 1, [2, 2, 3])]:
            count = math.prod(extents)
            tail = [Vector(*extents), Scalar("Int", seed), Scalar("Int", offset)]
            for start, end in ((0.0, 1.0), (-2.5, 4.0)):
                file.case("uniform", f"{dtype}_{seed}", [Scalar("Double", start), Scalar("Double", end), *tail],
                          [Tensor(dtype, extents,
                                  uniform(dtype, start, end, seed, offset, count))], {"dtype": dtype}, exact=True)
            for mean, deviation in ((0.0, 1.0), (3.0, 0.5)):
                file.case("normal", f"{dtype}_{seed}", [Scalar("Double", mean), Scalar("Double", deviation), *tail],
                          [Tensor(dtype, extents,
                                  normal(dtype, mean, deviation, seed, offset, count))], {"dtype": dtype})
    many = uniform("BFloat16", 0.0, 1.0, 5, 0, 1200)
    assert 0.0 in many and 1.0 not in many, "the vector shows that 1 becomes 0"
    file.case("uniform", "BFloat16_never_1",
              [Scalar("Double", 0.0), Scalar("Double", 1.0), Vector(1200), Scalar("Int", 5), Scalar("Int", 0)],
              [Tensor("BFloat16", [1200], many)], {"dtype": "BFloat16"}, exact=True)
    file.write()
