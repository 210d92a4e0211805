"""matmul and linear."""

import torch
import torch.nn.functional as F
from torch_bridge import from_torch, noise, to_torch

SHAPES = [([4], [4]), ([3, 4], [4]), ([4], [4, 5]), ([3, 4], [4, 5]), ([2, 3, 4], [4]), ([4], [2, 4, 5]),
          ([2, 3, 4], [4, 5]), ([3, 4], [2, 4, 5]), ([2, 3, 4], [2, 4, 5]), ([2, 1, 3, 4], [3, 4, 5]),
          ([1, 3, 4], [2, 4, 1]), ([3, 0], [0, 2]), ([0, 4], [4, 2])]


def product_vectors(make_file):
    file = make_file("product")
    for dtype in ("Double", "Float", "Half", "BFloat16", "ComplexFloat", "Int"):
        for number, (a, b) in enumerate(SHAPES if dtype in ("Double", "BFloat16") else SHAPES[3:4] + SHAPES[8:10]):
            left, right = noise(dtype, a, seed=number), noise(dtype, b, seed=number + 50)
            result = torch.matmul(to_torch(left), to_torch(right))
            file.case("matmul", f"{dtype}_{number}", [left, right], [from_torch(dtype, result)], reduced=max(a[-1], 1))
    for dtype in ("Double", "Float", "Half", "BFloat16"):
        for number, extents in enumerate([[4], [3, 4], [2, 3, 4], [0, 4]]):
            x, weight, bias = noise(dtype, extents, seed=number), noise(dtype, [5, 4], seed=70), noise(dtype, [5],
                                                                                                       seed=71)
            file.case("linear", f"{dtype}_{number}", [x, weight],
                      [from_torch(dtype, F.linear(to_torch(x), to_torch(weight)))], reduced=4)
            result = F.linear(to_torch(x), to_torch(weight), to_torch(bias))
            file.case("linear", f"{dtype}_{number}_bias", [x, weight, bias], [from_torch(dtype, result)], reduced=5)
    x, weight, bias = noise("Float", [3, 4], seed=80), noise("Float", [2, 5, 4], seed=81), noise("Float", [2, 5],
                                                                                                 seed=82)
    result = torch.einsum("xk,wnk->wxn", to_torch(x), to_torch(weight))
    file.case("linear", "batched_weight", [x, weight], [from_torch("Float", result)], reduced=4)
    file.case("linear", "batched_weight_bias", [x, weight, bias],
              [from_torch("Float", result + to_torch(bias)[:, None, :])], reduced=5)
    file.write()
