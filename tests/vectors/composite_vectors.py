"""Ops that are decomposed before anything runs, and what the language does to the operands of others on the way: type
promotion, broadcasting of ranks, kept axes. tests/core/plan/composite_vectors_test.cpp takes these through the
decomposition."""

import torch
from random_vectors import normal, uniform
from torch_bridge import from_torch, made, noise, to_torch
from vector_file import Scalar, Tensor, Vector


def promotion_vectors(file):
    """The result types of the language, several of which are not PyTorch's."""
    for left, right, result in [("Half", "Half", "Float"), ("Half", "BFloat16", "Float"), ("Float", "Double", "Double"),
                                ("Int32", "Int", "Int"), ("Int", "Float", "Float"), ("Bool", "Int32", "Int32"),
                                ("BFloat16", "ComplexFloat", "ComplexFloat")]:
        a, b = noise(left, [2, 3], seed=1), noise(right, [2, 3], seed=2)
        file.case("add", f"{left}_{right}", [a, b], [from_torch(result, to_torch(a) + to_torch(b))])
    for left, scalar, value, result in [("Half", "Double", 0.1, "Float"), ("Float", "Double", 0.1, "Float"),
                                        ("Int", "Double", 2.5, "Double"),
                                        ("Int32", "Int", 7, "Int32"), ("Bool", "Int", 3, "Int")]:
        a = noise(left, [2, 3], seed=3)
        file.case("mul", f"{left}_{scalar}", [a, Scalar(scalar, value)], [from_torch(result, to_torch(a) * value)])
    a, b = noise("Float", [2, 1, 4], seed=4), noise("Float", [3, 1], seed=5)
    file.case("sub", "ranks", [a, b], [from_torch("Float", to_torch(a) - to_torch(b))])
    whole = noise("Int", [4], seed=6)
    file.case("exp", "Int", [whole], [from_torch("Float", torch.exp(to_torch(whole)))])
    narrow = noise("BFloat16", [4], seed=7)
    file.case("exp", "BFloat16", [narrow], [from_torch("Float", torch.exp(to_torch(narrow)))])


def arithmetic_vectors(file):
    for dtype in ("Int", "Int32", "Float"):
        a, b = made(dtype, [6], [-7, 7, 1, 0, 5, -9]), made(dtype, [6], [2, -2, 3, 5, 4, 8])
        file.case("truediv", dtype, [a, b], [from_torch("Float", to_torch(a).double() / to_torch(b))])
    for dtype in ("Float", "Double"):
        a, b, c = (noise(dtype, [3, 4], seed=s) for s in (1, 2, 3))
        result = torch.addcmul(to_torch(a), to_torch(b), to_torch(c), value=0.5)
        file.case("addcmul", dtype, [a, b, c, Scalar("Double", 0.5)], [from_torch(dtype, result)], reduced=2)
        file.case("add_alpha", dtype, [a, b, Scalar("Double", 2.0)], [from_torch(dtype, to_torch(a) + 2 * to_torch(b))])
        file.case("sub_alpha", dtype, [a, b, Scalar("Double", 2.0)], [from_torch(dtype, to_torch(a) - 2 * to_torch(b))])
        signs = made(dtype, [7], [1.5, -2.0, 0.0, -0.0, float("inf"), float("-inf"), float("nan")])
        # The sign of NaN is 0, as torch.sign says too.
        file.case("sign", dtype, [signs], [from_torch(dtype, torch.sign(to_torch(signs)))])
    for diagonal in (-1, 0, 2):
        x = noise("Float", [2, 4, 3], seed=8)
        file.case("triu", str(diagonal), [x, Scalar("Int", diagonal)],
                  [from_torch("Float", torch.triu(to_torch(x), diagonal))])


def variance_vectors(file):
    for dtype in ("Float", "Double"):
        for dims, correction, keepdim in [([1], 1, False), ([0, 2], 0, True), ([-1], 2, False), ([0, 1, 2], 1, True)]:
            x = noise(dtype, [3, 5, 4], seed=len(dims))
            count = torch.tensor([x.extents[d] for d in dims]).prod().item()
            mean = to_torch(x).mean(dims, keepdim=keepdim)
            deviations = (to_torch(x) - to_torch(x).mean(dims, keepdim=True)) ** 2
            variance = deviations.sum(dims, keepdim=keepdim) / (count - correction)
            attributes = {"dims": dims, "correction": correction, "keepdim": keepdim}
            file.case("var", f"{dtype}_{correction}", [x], [from_torch(dtype, variance)], attributes, reduced=count)
            file.case("var_mean", f"{dtype}_{correction}", [x], [from_torch(dtype, variance), from_torch(dtype, mean)],
                      attributes, reduced=count)
    x = Tensor("Float", [2, 3], [1.0, 2.0, 4.0, 5.0, 5.0, 5.0])
    # As many as the correction, or more: the divisor is held at 0.
    for correction in (3, 5):
        infinite = Tensor("Float", [2], [float("inf"), float("nan")])
        file.case("var", f"held_{correction}", [x], [infinite], {"dims": [1], "correction": correction}, reduced=3)
    for dtype in ("Float", "Int"):
        y = noise(dtype, [3, 1, 4], seed=9)
        for name in ("sum", "max"):
            function = torch.sum if name == "sum" else torch.amax
            for dims in ([1], [0, 1], [-1]):
                file.case(name, f"{dtype}_kept", [y], [from_torch(dtype, function(to_torch(y), dims, keepdim=True))],
                          {"dims": dims, "keepdim": True}, reduced=12)


def shape_vectors(file):
    x = noise("Float", [3, 1], seed=10)
    file.case("broadcast_in_dim", "both", [x, Vector(2, 3, 4)],
              [from_torch("Float", to_torch(x)[None].expand(2, 3, 4))],
              {"broadcast_dims": [1, 2]}, exact=True)
    y = noise("BFloat16", [4], seed=11)
    file.case("broadcast_in_dim", "first", [y, Vector(4, 2)],
              [from_torch("BFloat16", to_torch(y)[:, None].expand(4, 2))],
              {"broadcast_dims": [0]}, exact=True)
    z = noise("Float", [5, 4], seed=12)
    seed = [Scalar("Int", 9), Scalar("Int", 4)]
    file.case("rand_like", "seeded", [z, *seed], [Tensor("Float", [5, 4], uniform("Float", 0.0, 1.0, 9, 4, 20))])
    file.case("randn_like", "seeded", [z, *seed], [Tensor("Float", [5, 4], normal("Float", 0.0, 1.0, 9, 4, 20))])
    file.case("slice", "past_the_end", [z, Vector(1, 0), Vector(9, 2), Vector(1, 1)],
              [from_torch("Float", to_torch(z)[1:9, 0:2])], exact=True)
    file.case("reshape", "inferred", [z, Vector(2, -1)], [from_torch("Float", to_torch(z).reshape(2, -1))], exact=True)


def composite_vectors(make_file):
    file = make_file("composite/composite")
    promotion_vectors(file)
    arithmetic_vectors(file)
    variance_vectors(file)
    shape_vectors(file)
    file.write()
