"""Reductions, welford, scans, sorts."""

import math
from fractions import Fraction

import number_formats as nf
import torch
from torch_bridge import from_torch, made, noise, to_torch
from vector_file import Scalar, Tensor

FLOATS = ["Double", "Float", "Half", "BFloat16"]
COMPLEXES = ["ComplexFloat", "ComplexDouble"]
SPECIAL = [1.0, -2.5, math.inf, 3.0, math.nan, -0.0, 0.5, -math.inf]


def product(x, dims):
    for dim in sorted((d % x.dim() for d in dims), reverse=True):
        x = torch.prod(x, dim)
    return x


REDUCTIONS = {"sum": lambda x, dims: torch.sum(x, dims), "prod": product, "max": torch.amax, "min": torch.amin}


def reduction_vectors(file):
    for dtype in FLOATS + COMPLEXES + ["Int"]:
        for name, function in REDUCTIONS.items():
            if nf.is_complex(dtype) and name in ("max", "min"):
                continue
            for number, dims in enumerate([[1], [0, 2], [-1], [0, 1, 2]]):
                x = noise(dtype, [3, 5, 4], seed=number, scale=1.5)
                count = math.prod(x.extents[d] for d in dims)
                file.case(name, f"{dtype}_{'_'.join(map(str, dims))}", [x],
                          [from_torch(dtype, function(to_torch(x), dims))],
                          {"dims": dims}, exact=name in ("max", "min"), reduced=count)
    for dtype in FLOATS:
        x = made(dtype, [8, 8], SPECIAL + [0.25 * i for i in range(56)])
        for name, function in REDUCTIONS.items():
            file.case(name, f"{dtype}_special", [x], [from_torch(dtype, function(to_torch(x), [1]))], {"dims": [1]},
                      reduced=8)
    x = noise("Float", [3, 300], seed=9)
    file.case("sum", "Float_long", [x], [from_torch("Float", to_torch(x).sum(1))], {"dims": [1]}, reduced=300)
    truth = noise("Bool", [4, 6], seed=5)
    file.case("sum", "Bool", [truth], [from_torch("Int", to_torch(truth).sum(1))], {"dims": [1], "dtype": "Int"},
              exact=True)
    file.case("max", "Bool", [truth], [from_torch("Bool", to_torch(truth).any(1))], {"dims": [1]}, exact=True)
    file.case("min", "Bool", [truth], [from_torch("Bool", to_torch(truth).all(1))], {"dims": [1]}, exact=True)
    narrow = Tensor("Int32", [2, 2], [2**31 - 1, 1, -5, -6])
    file.case("sum", "Int32_wraps", [narrow], [from_torch("Int32", to_torch(narrow).sum(1, dtype=torch.int32))],
              {"dims": [1]}, exact=True)
    empty = Tensor("Float", [2, 0, 3], [])
    for name in ["sum", "prod"]:
        file.case(name, "empty", [empty], [from_torch("Float", REDUCTIONS[name](to_torch(empty), [1]))], {"dims": [1]},
                  exact=True)


def welford_vectors(file):
    for dtype in FLOATS:
        for dims in ([1], [0, 2], [-1], [0, 1, 2]):
            x = noise(dtype, [3, 6, 4], seed=len(dims) + 3)
            count = math.prod(x.extents[d] for d in dims)
            variance, mean = torch.var_mean(to_torch(x), dims, unbiased=False)
            counts = Tensor("Index", mean.shape, [count] * mean.numel())
            file.case("welford", f"{dtype}_{'_'.join(map(str, dims))}", [x],
                      [from_torch(dtype, mean), from_torch(dtype, variance * count),
                       counts], {"dims": dims}, reduced=count)
    shifted = Tensor("Double", [5], [1e6 + x for x in (0.25, -0.5, 1.0, 0.125, 3.0)])
    exact = [Fraction(x) for x in shifted.elements]
    mean = sum(exact) / 5
    deviations = sum((x - mean) ** 2 for x in exact)
    file.case("welford", "Double_far_from_0", [shifted],
              [Tensor("Double", [], [nf.round_to("Double", mean)]),
               Tensor("Double", [], [nf.round_to("Double", deviations)]),
               Tensor("Index", [], [5])], {"dims": [0]}, reduced=5)


SCANS = {"cumsum": torch.cumsum, "cumprod": torch.cumprod, "cummax": lambda x, dim: torch.cummax(x, dim).values,
         "cummin": lambda x, dim: torch.cummin(x, dim).values}


def scan_vectors(file):
    for dtype in FLOATS + COMPLEXES + ["Int"]:
        for name, function in SCANS.items():
            if nf.is_complex(dtype) and name in ("cummax", "cummin"):
                continue
            for dim in (0, -1):
                x = noise(dtype, [4, 5], seed=dim + 2, scale=1.25)
                result = from_torch(dtype, function(to_torch(x), dim))
                file.case(name, f"{dtype}_{dim}", [x], [result], {"dim": dim}, exact=name in ("cummax", "cummin"),
                          reduced=5)
    for name, function in SCANS.items():
        x = made("Float", [8], SPECIAL)
        file.case(name, "special", [x], [from_torch("Float", function(to_torch(x), 0))], {"dim": 0}, reduced=8)
        empty = Tensor("Float", [0, 3], [])
        file.case(name, "empty", [empty], [empty], {"dim": 0}, exact=True)


def sort_vectors(file):
    ties = [2.0, -0.0, math.nan, 2.0, 0.0, -math.inf, 1.5, math.nan, math.inf, -3.0, 2.0, 0.0]
    inputs = [made(dtype, [12], ties) for dtype in FLOATS] + [made("Int", [12], [3, 1, 3, -2, 1, 0, 3, 9, -2, 1, 0, 3])]
    inputs += [noise("Float", [3, 7, 2], seed=1), noise("Bool", [9], seed=2), Tensor("Float", [0, 2], [])]
    for number, x in enumerate(inputs):
        for descending in (False, True):
            for dim in range(len(x.extents)):
                order = torch.sort(to_torch(x), dim=dim, descending=descending, stable=True).indices
                file.case("argsort", f"{x.dtype}_{number}", [x], [from_torch("Int", order)],
                          {"dim": dim, "descending": descending, "stable": True}, exact=True)
    for dtype in FLOATS + ["Int"]:
        distinct = torch.randperm(30, generator=torch.Generator().manual_seed(4)).reshape(3, 5, 2)
        x = Tensor(dtype, [3, 5, 2], [nf.convert(dtype, n) for n in distinct.reshape(-1).tolist()])
        for largest in (False, True):
            for dim, k in ((1, 3), (-1, 1), (0, 3), (1, 0)):
                values, indices = torch.topk(to_torch(x), k, dim, largest, sorted=True)
                file.case("topk", f"{dtype}_{dim}_{k}", [x, Scalar("Int", k)],
                          [from_torch(dtype, values), from_torch("Int", indices)],
                          {"dim": dim, "largest": largest, "sorted": True}, exact=True)
    x = Tensor("Float", [4], [1.0, math.nan, math.inf, -1.0])
    for largest in (False, True):
        values, indices = torch.topk(to_torch(x), 2, 0, largest, sorted=True)
        file.case("topk", "nan", [x, Scalar("Int", 2)], [from_torch("Float", values), from_torch("Int", indices)],
                  {"dim": 0, "largest": largest}, exact=True)
    file.case("topk", "rank_0", [Tensor("Float", [], [4.0]), Scalar("Int", 1)],
              [Tensor("Float", [], [4.0]), Tensor("Int", [], [0])],
              {"dim": 0}, exact=True)


def reduction_file_vectors(make_file):
    for name, fill in [("reduction", reduction_vectors), ("welford", welford_vectors), ("scan", scan_vectors),
                       ("sort", sort_vectors)]:
        file = make_file(name)
        fill(file)
        file.write()
