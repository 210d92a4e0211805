"""Casts between all pairs of types, by exact rational arithmetic; checked against PyTorch and numpy where they have the
pair and define it."""

import math

import number_formats as nf
import numpy
import torch
from torch_bridge import integer_pool, largest, real_pool, smallest
from vector_file import Scalar, Tensor

TYPES = ["Double", "Float", "Half", "BFloat16", "Float8_e4m3fn", "Float8_e5m2", "Float8_e8m0fnu", "Float4_e2m1fn",
         "Int", "Int32",
         "Index", "Bool", "ComplexFloat", "ComplexDouble"]


def edges(dtype):
    """Values of Double around the roundings of `dtype`: ties both ways, just off the ties, overflow, underflow."""
    if dtype not in nf.FORMATS or dtype == "Double":
        return []
    unit = 2.0 ** -nf.FORMATS[dtype][0]
    top, tiny = largest(dtype), smallest(dtype)
    half_step = top * unit / (4 - 2 * unit)
    just_above = math.nextafter(tiny / 2, 1)
    ones = [1 + unit / 2, 1 + 3 * unit / 2, 1 + unit / 2 + 2.0**-50, -(1 + unit / 2), 1 + unit]
    tops = [top + half_step * 0.99, top + half_step, top * 2, -top * 4]
    return ones + tops + [tiny / 2, just_above, tiny * 1.5, tiny * 2.5, -tiny / 4]


def pool(source, target):
    if source == "Bool":
        return [True, False]
    if source in nf.INTEGERS:
        near_float = [2**24 + 1, -(2**24) - 3, 2**31 - 1]
        if source != "Int32":
            near_float += [2**53 + 1, 2**62 + 2**38 + 1, -(2**60) - 2**36 - 1]
        return integer_pool(source) + near_float
    if nf.is_complex(source):
        return [nf.round_complex(source, z) for z in (complex(1.25, -3.5), complex(0, 2), complex(-0.0, 0),
                                                      complex(2049, 1), complex(math.nan, 1))]
    if source == "Float8_e8m0fnu":
        return [2.0**-127, 0.5, 1.0, 2.0, 2.0**16, 2.0**127, math.nan]
    base = real_pool(source)[:16] + real_pool(source)[-7:]
    if source == "Double":
        base = [0.0, -0.0, 1.0, -1.5, 0.75, 3.9, -3.9, 1e10]
    numbers = base + edges(target) + [2.0**31, -(2.0**31) - 1, 2.0**63, -(2.0**63), 1e-300, math.inf, -math.inf,
                                      math.nan]
    if source == "Float4_e2m1fn":
        numbers = [x for x in numbers if not math.isnan(x)]
    kept = []
    for x in (nf.round_to(source, n) for n in numbers):
        if not any(x == k and math.copysign(1, x) == math.copysign(1, k) or (x != x and k != k) for k in kept):
            kept.append(x)
    return kept


def check_with_numpy(source, target, elements, results):
    """numpy rounds float64 to float16 and float32 once; PyTorch rounds float32 to bfloat16 once."""
    if source == "Double" and target in ("Half", "Float"):
        with numpy.errstate(over="ignore"):
            narrow = numpy.float16 if target == "Half" else numpy.float32
            theirs = numpy.array(elements, dtype=numpy.float64).astype(narrow)
        assert numpy.array_equal(theirs.astype(numpy.float64), numpy.array(results), equal_nan=True), (source, target)
    if source == "Float" and target == "BFloat16":
        theirs = torch.tensor(elements, dtype=torch.float32).to(torch.bfloat16).double().tolist()
        assert numpy.array_equal(theirs, results, equal_nan=True), (source, target)


def cast_vectors(make_file):
    file = make_file("cast")
    for source in TYPES:
        for target in TYPES:
            elements = pool(source, target)
            results = [nf.convert(target, x) for x in elements]
            check_with_numpy(source, target, elements, results)
            file.case("cast", f"{source}_{target}", [Tensor(source, [len(elements)], elements)],
                      [Tensor(target, [len(elements)], results)], {"dtype": target}, exact=True)
    file.case("cast", "scalar", [Scalar("Double", 2.75)], [Scalar("Int", 2)], {"dtype": "Int"}, exact=True)
    file.write()
