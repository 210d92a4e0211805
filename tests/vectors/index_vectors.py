"""Selection, gathering, scattering."""

import numpy
import torch
from torch_bridge import from_torch, noise, to_torch
from vector_file import Scalar, Tensor


def indices(dtype, extents, bound, seed):
    generator = torch.Generator().manual_seed(seed)
    values = torch.randint(0, bound, extents or [1], generator=generator)
    return Tensor(dtype, extents, values.reshape(-1).tolist())


def select_vectors(file):
    for dtype in ("Float", "BFloat16", "Int", "Bool", "ComplexFloat"):
        x = noise(dtype, [4, 3, 5], seed=1)
        for dim, bound in ((0, 4), (1, 3), (-1, 5)):
            for index_dtype in ("Int", "Int32"):
                index = indices(index_dtype, [6], bound, dim + 3)
                result = torch.index_select(to_torch(x), dim, to_torch(index).long())
                file.case("index_select", f"{dtype}_{dim}_{index_dtype}", [x, index], [from_torch(dtype, result)],
                          {"dim": dim}, exact=True)
            for place in (0, bound - 1):
                file.case("select", f"{dtype}_{dim}_{place}", [x, Scalar("Int", place)],
                          [from_torch(dtype, torch.select(to_torch(x), dim, place))], {"dim": dim}, exact=True)
    x = noise("Float", [4, 3], seed=2)
    one = Tensor("Int", [], [2])
    file.case("index_select", "rank_0_index", [x, one], [from_torch("Float", to_torch(x)[2:3])], {"dim": 0}, exact=True)
    listed = Tensor("Int", [1, 4], [2, 0, 1, 1])
    file.case("index_select", "broadcast_index", [x, listed], [from_torch("Float", to_torch(x)[:, [2, 0, 1, 1]])],
              {"dim": 1}, exact=True)
    empty = Tensor("Float", [1, 0, 3], [])
    file.case("index_select", "empty_elsewhere", [empty, Tensor("Int", [2], [0, 2])], [Tensor("Float", [1, 0, 2], [])],
              {"dim": 2}, exact=True)


def gather_vectors(file):
    for dtype in ("Float", "Half", "Int", "Bool"):
        x = noise(dtype, [4, 5, 3], seed=3)
        for dim, extents in ((0, [6, 5, 3]), (1, [2, 7, 3]), (2, [4, 1, 2]), (-1, [1, 1, 1])):
            index = indices("Int", extents, x.extents[dim], seed=dim + 5)
            result = torch.gather(to_torch(x), dim, to_torch(index))
            file.case("gather", f"{dtype}_{dim}", [x, index], [from_torch(dtype, result)], {"dim": dim}, exact=True)
        for dim, extents in ((0, [6, 5, 3]), (1, [4, 7, 1]), (1, [1, 2, 3]), (-1, [4, 5, 8]), (2, [1, 1, 2])):
            index = indices("Int32" if dim == 0 else "Int", extents, x.extents[dim], seed=dim + 7)
            result = numpy.take_along_axis(to_torch(x).numpy(), to_torch(index).long().numpy(), dim)
            file.case("take_along_axis", f"{dtype}_{dim}", [x, index],
                      [from_torch(dtype, torch.from_numpy(result.copy()))],
                      {"dim": dim}, exact=True)
    narrow = noise("Float", [1, 4], seed=4)
    index = indices("Int", [3, 2], 4, seed=11)
    result = numpy.take_along_axis(to_torch(narrow).numpy(), to_torch(index).numpy(), 1)
    file.case("take_along_axis", "operand_repeats", [narrow, index],
              [from_torch("Float", torch.from_numpy(result.copy()))], {"dim": 1}, exact=True)


def scatter_vectors(file):
    for dtype in ("Float", "BFloat16", "Int", "Bool"):
        x = noise(dtype, [4, 5], seed=5)
        for dim, extents in ((0, [3, 5]), (1, [4, 2]), (-1, [2, 3])):
            # No place is named twice, which the language leaves open.
            count = x.extents[dim]
            lines = [torch.randperm(count, generator=torch.Generator().manual_seed(i)) for i in range(max(extents))]
            index = torch.stack([line[:extents[dim]] for line in lines[:extents[1 - dim % 2]]], 1 - dim % 2)
            named = Tensor("Int", extents, index.reshape(-1).tolist())
            source = noise(dtype, [4, 5], seed=6)
            file.case("scatter", f"{dtype}_{dim}", [x, named, source],
                      [from_torch(dtype, torch.scatter(to_torch(x), dim, index,
                                                       to_torch(source)))], {"dim": dim}, exact=True)
            value = {"Int": Scalar("Int", 77), "Bool": Scalar("Bool", True)}.get(dtype, Scalar("Double", 77.5))
            file.case("scatter", f"{dtype}_{dim}_scalar", [x, named, value],
                      [from_torch(dtype, torch.scatter(to_torch(x), dim, index,
                                                       value.value))], {"dim": dim}, exact=True)


def index_vectors(make_file):
    for name, fill in [("select", select_vectors), ("gather", gather_vectors), ("scatter", scatter_vectors)]:
        file = make_file(name)
        fill(file)
        file.write()
