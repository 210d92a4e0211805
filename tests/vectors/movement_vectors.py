"""Ops that move elements, and factories: copies, broadcasts, reshapes, slices, pads, cats, full, iota, size."""

import torch
import torch.nn.functional as F
from torch_bridge import from_torch, noise, to_torch
from vector_file import ABSENT, Scalar, Tensor, Vector

TYPES = ["Float", "BFloat16", "Float4_e2m1fn", "Int", "Int32", "Bool", "ComplexDouble"]


def moved(file, op, label, x, result, attributes=None, extra=()):
    file.case(op, label, [x, *extra], [from_torch(x.dtype, result)], attributes, exact=True)


def renaming_vectors(file):
    for dtype in TYPES:
        x = noise(dtype, [2, 3, 4])
        t = to_torch(x)
        for op, attributes in [("set", None), ("segment_set", None), ("stride_order", {"stride_order": [0, 2, 1]})]:
            moved(file, op, dtype, x, t, attributes)
        moved(file, "broadcast", dtype, x, t[None, :, :, None, :],
              {"is_broadcast_dim": [True, False, False, True, False]})
        ones = noise(dtype, [1, 3, 1])
        moved(file, "squeeze", dtype, ones, to_torch(ones)[0, :, 0], {"dims": [0, -1]})
        moved(file, "expand", dtype, ones, to_torch(ones).expand(5, 3, 2), extra=[Vector(5, 3, 2)])
        moved(file, "reshape", dtype, x, t.reshape(6, 4), extra=[Vector(6, 4)])
        moved(file, "permute", dtype, x, t.permute(2, 0, 1), {"dims": [2, 0, -2]})
    x = noise("Float", [2, 3, 4], seed=1)
    t = to_torch(x)
    for dims in ([0, 1, 2], [1, 0, 2], [2, 1, 0], [-2, -1, 0]):
        moved(file, "permute", "_".join(map(str, dims)), x, t.permute(*[d % 3 for d in dims]), {"dims": dims})
    moved(file, "permute", "empty_list", Tensor("Float", [], [2.5]), torch.tensor(2.5, dtype=torch.float64),
          {"dims": []})
    repeated = from_torch("Float", t[:1].expand(3, 3, 4))
    moved(file, "squeeze", "expanded", repeated, t[0], {"dims": [0], "squeeze_expanded": True})
    nothing = noise("Float", [1, 3])
    moved(file, "expand", "to_0", nothing, to_torch(nothing).expand(0, 3), extra=[Vector(0, 3)])
    empty = Tensor("Float", [0, 1, 2], [])
    moved(file, "reshape", "empty", empty, torch.zeros(5, 0), extra=[Vector(5, 0)])
    rank_0 = Tensor("Float", [], [7.0])
    moved(file, "reshape", "rank_0", rank_0, torch.tensor([[7.0]]), extra=[Vector(1, 1)])
    file.case("set", "scalar", [Scalar("Double", 2.5)], [Scalar("Double", 2.5)], exact=True)
    file.case("size", "last", [x], [Scalar("Int", 4)], {"dim": -1}, exact=True)
    file.case("size", "first", [x], [Scalar("Int", 2)], {"dim": 0}, exact=True)


def slice_vectors(file):
    for dtype in TYPES:
        x = noise(dtype, [5, 4, 3], seed=2)
        for starts, ends in [([1, 0, 2], [4, 4, 3]), ([0, 0, 0], [5, 4, 3]), ([2, 1, 1], [2, 3, 2]),
                             ([4, 3, 2], [5, 4, 3])]:
            part = to_torch(x)[starts[0]:ends[0], starts[1]:ends[1], starts[2]:ends[2]]
            moved(file, "slice", f"{dtype}_{starts[0]}", x, part, extra=[Vector(*starts), Vector(*ends), ABSENT])
    x = noise("Float", [6], seed=3)
    moved(file, "slice", "strides_given", x, to_torch(x)[1:5], extra=[Vector(1), Vector(5), Vector(1)])


def pad_vectors(file):
    x = noise("Float", [2, 3, 4], seed=4)
    for widths in ([1, 2], [0, 0], [0, 1, 2, 0], [-1, -1], [-1, 2, 3, -2, 0, 1], [2, -3], [1, 1, -2, 0], [-3, 0]):
        label = "_".join(str(w).replace("-", "m") for w in widths)
        moved(file, "pad", label, x, F.pad(to_torch(x), widths), extra=[Vector(*widths), ABSENT])
        moved(file, "pad", label + "_value", x, F.pad(to_torch(x), widths, value=-2.5),
              extra=[Vector(*widths), Scalar("Double", -2.5)])
    for dtype, value in [("BFloat16", Scalar("Double", 1.5)), ("Int", Scalar("Int", -3)), ("Int32", Scalar("Int", 4))]:
        y = noise(dtype, [3, 2], seed=5)
        moved(file, "pad", dtype, y, F.pad(to_torch(y), [1, 0, 0, 2], value=value.value),
              extra=[Vector(1, 0, 0, 2), value])
    empty = Tensor("Float", [2, 0], [])
    moved(file, "pad", "empty", empty, F.pad(to_torch(empty), [2, 1]), extra=[Vector(2, 1), ABSENT])


def cat_vectors(file):
    for dtype in TYPES:
        parts = [noise(dtype, [2, n, 3], seed=n) for n in (1, 0, 4, 2)]
        joined = torch.cat([to_torch(p) for p in parts], 1)
        file.case("cat", dtype, parts, [from_torch(dtype, joined)], {"dim": 1}, exact=True)
        padded = [from_torch(dtype, F.pad(to_torch(p).to(joined.dtype), [0, 0, left, 7 - left - p.extents[1]]))
                  for p, left in zip(parts, (0, 1, 1, 5))]
        file.case("cat", dtype + "_manual", padded, [from_torch(dtype, joined)], {"dim": 1, "manual_padding": True},
                  exact=True)
    a, b = noise("Float", [2, 3], seed=8), noise("Float", [4, 3], seed=9)
    file.case("cat", "first_axis", [a, b], [from_torch("Float", torch.cat([to_torch(a), to_torch(b)], 0))], {"dim": -2},
              exact=True)
    file.case("cat", "one", [a], [a], {"dim": 0}, exact=True)


def factory_vectors(file):
    for dtype, value, scalar in [("Float", 0.1, "Double"), ("BFloat16", -3.3, "Double"), ("Int32", 7, "Int"),
                                 ("Bool", True, "Bool"),
                                 ("ComplexFloat", complex(1, -2), "ComplexDouble"), ("Half", float("nan"), "Double")]:
        result = from_torch(dtype, torch.full((2, 3), value,
                                              dtype=torch.complex128 if isinstance(value, complex) else None))
        if dtype not in ("ComplexFloat", "Bool", "Int32"):
            result = from_torch(dtype, torch.full((2, 3), value, dtype=torch.float64))
        file.case("full", dtype, [Vector(2, 3), Scalar(scalar, value)], [result], {"dtype": dtype}, exact=True)
    file.case("full", "rank_0", [Vector(), Scalar("Double", 2.0)], [Tensor("Float", [], [2.0])], {"dtype": "Float"},
              exact=True)
    for start, step, count in [(0, 1, 5), (3, 2, 4), (10, -3, 4), (-2, 1, 0)]:
        values = torch.arange(start, start + step * count, step)
        for dtype in ("Int", "Int32"):
            file.case("iota", f"{dtype}_{start}_{step}",
                      [Scalar("Int", count), Scalar("Int", start), Scalar("Int", step)],
                      [from_torch(dtype, values)], {"dtype": dtype}, exact=True)
    file.case("iota", "defaults", [Scalar("Int", 4), ABSENT, ABSENT], [Tensor("Int", [4], [0, 1, 2, 3])],
              {"dtype": "Int"}, exact=True)
    halves = torch.arange(0.5, 2.6, 0.25, dtype=torch.float64)
    file.case("iota", "Float", [Scalar("Int", 9), Scalar("Double", 0.5), Scalar("Double", 0.25)],
              [from_torch("Float", halves)],
              {"dtype": "Float"}, exact=True)


def movement_vectors(make_file):
    for name, fill in [("renaming", renaming_vectors), ("slice", slice_vectors), ("pad", pad_vectors),
                       ("cat", cat_vectors),
                       ("factory", factory_vectors)]:
        file = make_file(name)
        fill(file)
        file.write()
