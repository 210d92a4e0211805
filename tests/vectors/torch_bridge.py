"""Between the language's element types and PyTorch's. Expected values are computed by PyTorch in the widest type of
the category (float64, complex128, the integer type itself) and rounded once by number_formats, so that they do not
depend on how PyTorch computes in narrow types (and PyTorch 1.13 has no 8-bit types at all)."""

import math

import number_formats as nf
import torch
from vector_file import Tensor

EXACT_TORCH = {"Int": torch.int64, "Index": torch.int64, "Int32": torch.int32, "Bool": torch.bool}


def wide(dtype):
    """The torch dtype that expected values are computed in."""
    if nf.is_floating(dtype):
        return torch.float64
    if nf.is_complex(dtype):
        return torch.complex128
    return EXACT_TORCH[dtype]


def to_torch(tensor):
    return torch.tensor(tensor.elements, dtype=wide(tensor.dtype)).reshape(tensor.extents)


def from_torch(dtype, value):
    return Tensor(dtype, value.shape, [nf.convert(dtype, x) for x in value.reshape(-1).tolist()])


def made(dtype, extents, numbers):
    """The numbers rounded to dtype, repeated until the extents are full."""
    count = math.prod(extents)
    return Tensor(dtype, extents, [nf.convert(dtype, numbers[i % len(numbers)]) for i in range(count)])


def noise(dtype, extents, seed=0, scale=3.0):
    """Ordinary numbers of either sign."""
    generator = torch.Generator().manual_seed(seed)
    count = math.prod(extents)
    if dtype == "Bool":
        numbers = torch.randint(0, 2, (count,), generator=generator).tolist()
        return Tensor(dtype, extents, [bool(x) for x in numbers])
    if dtype in nf.INTEGERS:
        return Tensor(dtype, extents, torch.randint(-9, 10, (count,), generator=generator).tolist())
    reals = [round(x, 3) for x in (scale * torch.randn(count, generator=generator, dtype=torch.float64)).tolist()]
    if nf.is_complex(dtype):
        imaginaries = [round(x, 3) for x in torch.randn(count, generator=generator, dtype=torch.float64).tolist()]
        return Tensor(dtype, extents, [nf.round_complex(dtype, complex(a, b)) for a, b in zip(reals, imaginaries)])
    return Tensor(dtype, extents, [nf.round_to(dtype, x) for x in reals])


def largest(dtype):
    return float(nf.FORMATS[dtype][3])


def smallest_normal(dtype):
    return 2.0 ** nf.FORMATS[dtype][1]


def smallest(dtype):
    mantissa_bits, lowest = nf.FORMATS[dtype][:2]
    return math.ldexp(1.0, lowest - mantissa_bits)


def real_pool(dtype):
    """Ordinary, odd and extremal values."""
    ordinary = [0.0, -0.0, 1.0, -1.0, 0.5, -0.5, 1.5, -1.5, 2.5, -2.5, 0.1, -0.3, 3.7, -7.0, 12.75, 0.001, -0.02, 100.0]
    extremal = [largest(dtype), -largest(dtype), smallest_normal(dtype), -smallest(dtype), math.inf, -math.inf,
                math.nan]
    return [nf.round_to(dtype, x) for x in ordinary + extremal]


def integer_pool(dtype):
    bits = nf.INTEGERS[dtype]
    return [0, 1, -1, 2, -2, 3, 7, -7, 12, 100, -1000, 2**20 + 1, 2 ** (bits - 1) - 1, -(2 ** (bits - 1))]


COMPLEX_POOL = [complex(0.5, 0.25), complex(-1.5, 2.0), complex(3.0, -0.75), complex(-0.25, -0.5), complex(1.0, 1.0),
                complex(2.0, 0.0), complex(0.0, -1.25), complex(-0.125, 4.0), complex(0.9, 0.1)]
