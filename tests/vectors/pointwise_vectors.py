"""Element-wise ops: every op of the unary, binary and ternary tables, over dtypes, broadcasting and special values."""

import math

import number_formats as nf
import torch
import torch.nn.functional as F
from torch_bridge import COMPLEX_POOL, from_torch, integer_pool, made, real_pool, to_torch
from vector_file import ABSENT, Scalar, Tensor

FLOATS = ["Float", "Double"]
NARROW = ["Half", "BFloat16", "Float8_e4m3fn", "Float8_e5m2"]
COMPLEXES = ["ComplexFloat", "ComplexDouble"]
INTS = ["Int", "Int32"]

# Ops whose float64 result PyTorch and we must agree on to the last bit, signed zeros included (but for the parts of
# complex numbers, and relu, which gives 0 for -0 here).
EXACT_UNARY = {"abs", "ceil", "floor", "round", "trunc", "frac", "neg", "real", "imag", "sqrt", "reciprocal", "signbit",
               "isfinite", "isinf", "isnan", "isneginf", "isposinf", "isreal"}

REAL_UNARY = {
    "acos": torch.acos, "acosh": torch.acosh, "asin": torch.asin, "asinh": torch.asinh, "atan": torch.atan,
    "atanh": torch.atanh, "cos": torch.cos, "cosh": torch.cosh, "sin": torch.sin, "sinh": torch.sinh, "tan": torch.tan,
    "tanh": torch.tanh, "exp": torch.exp, "exp2": torch.exp2, "expm1": torch.expm1, "log": torch.log,
    "log10": torch.log10, "log1p": torch.log1p, "log2": torch.log2, "sqrt": torch.sqrt, "rsqrt": torch.rsqrt,
    "reciprocal": torch.reciprocal, "sigmoid": torch.sigmoid, "lgamma": torch.lgamma, "erf": torch.erf,
    "erfc": torch.erfc, "erfinv": torch.erfinv, "neg": torch.neg,
}
KEEP_UNARY = {"abs": torch.abs, "ceil": torch.ceil, "floor": torch.floor, "round": torch.round, "trunc": torch.trunc,
              "frac": torch.frac, "relu": torch.relu, "silu": F.silu, "real": lambda x: x}
COMPLEX_UNARY = {name: REAL_UNARY[name] for name in
                 ["acos", "acosh", "asin", "asinh", "atan", "atanh", "cos", "cosh", "sin", "sinh", "tan", "tanh", "exp",
                  "log",
                  "log2", "sqrt", "rsqrt", "reciprocal", "sigmoid", "neg"]}
PREDICATES = {"signbit": torch.signbit, "isfinite": torch.isfinite, "isinf": torch.isinf, "isnan": torch.isnan,
              "isneginf": torch.isneginf, "isposinf": torch.isposinf, "isreal": torch.isreal}


# Where PyTorch's vectorised float64 is wrong: tan and log1p of the smallest subnormal are not 0, log1p of the largest
# is not infinite.
WRONG = {"tan": {-5e-324}, "log1p": {-5e-324, 1.7976931348623157e308}}


def unary(file, name, function, dtype, pool, result_dtype=None):
    x = made(dtype, [len(pool)], pool)
    result = from_torch(result_dtype or dtype, function(to_torch(x)))
    file.case(name, dtype, [x], [result],
              exact=name in EXACT_UNARY and (not nf.is_complex(dtype) or name in ("real", "imag")))


def unary_vectors(file):
    for name, function in REAL_UNARY.items():
        for dtype in FLOATS:
            unary(file, name, function, dtype, [x for x in real_pool(dtype) if x not in WRONG.get(name, ())])
    for name, function in KEEP_UNARY.items():
        for dtype in FLOATS + NARROW:
            unary(file, name, function, dtype, real_pool(dtype))
    for name, function in COMPLEX_UNARY.items():
        for dtype in COMPLEXES:
            unary(file, name, function, dtype, COMPLEX_POOL)
    for dtype in COMPLEXES:
        unary(file, "abs", torch.abs, dtype, COMPLEX_POOL, nf.REAL_OF[dtype])
        unary(file, "real", lambda z: z.real, dtype, COMPLEX_POOL, nf.REAL_OF[dtype])
        unary(file, "imag", lambda z: z.imag, dtype, COMPLEX_POOL, nf.REAL_OF[dtype])
    for dtype in INTS:
        for name in ["abs", "neg", "relu"]:
            unary(file, name, getattr(torch, name), dtype, integer_pool(dtype))
        unary(file, "bitwise_not", torch.bitwise_not, dtype, integer_pool(dtype))
    unary(file, "bitwise_not", torch.bitwise_not, "Bool", [True, False])
    unary(file, "logical_not", torch.logical_not, "Bool", [True, False])
    predicate_vectors(file)


def predicate_vectors(file):
    odd = [complex(1, 0), complex(1, 2), complex(math.nan, 0), complex(0, math.inf), complex(-math.inf, math.nan)]
    for name, function in PREDICATES.items():
        for dtype in FLOATS + NARROW[:2]:
            unary(file, name, function, dtype, real_pool(dtype), "Bool")
        unary(file, name, function, "Int", integer_pool("Int"), "Bool")
        if name not in ("signbit", "isneginf", "isposinf"):
            unary(file, name, function, "ComplexFloat", odd, "Bool")


BINARY_POOL = [0.0, -0.0, 1.0, -1.0, 0.5, -2.5, 3.0, -7.0, 1e-3, math.inf, -math.inf, math.nan]
EXACT_BINARY = {"add", "sub", "mul", "div", "fmod", "mod", "remainder", "nextafter", "eq", "ne", "lt", "le", "gt", "ge"}
REAL_BINARY = {"add": torch.add, "sub": torch.sub, "mul": torch.mul, "div": torch.div, "mod": torch.fmod,
               "fmod": torch.fmod,
               "remainder": torch.remainder, "pow": torch.pow, "atan2": torch.atan2, "maximum": torch.maximum,
               "minimum": torch.minimum}
COMPARISONS = {"eq": torch.eq, "ne": torch.ne, "lt": torch.lt, "le": torch.le, "gt": torch.gt, "ge": torch.ge}


def table(file, name, function, dtype, rows, columns, result_dtype=None, exact=True, label=None):
    """A column against a row: every pair, and broadcasting both ways."""
    a, b = made(dtype, [len(rows), 1], rows), made(dtype, [1, len(columns)], columns)
    result = from_torch(result_dtype or dtype, function(to_torch(a), to_torch(b)))
    file.case(name, label or dtype, [a, b], [result], exact=exact)


def truncating_div(a, b):
    return torch.div(a, b, rounding_mode="trunc")


def binary_vectors(file):
    for name, function in REAL_BINARY.items():
        for dtype in FLOATS:
            table(file, name, function, dtype, BINARY_POOL, BINARY_POOL, exact=name in EXACT_BINARY)
    for name, function in COMPARISONS.items():
        for dtype in FLOATS:
            table(file, name, function, dtype, BINARY_POOL, BINARY_POOL, "Bool")
        for dtype in INTS:
            table(file, name, function, dtype, integer_pool(dtype), integer_pool(dtype), "Bool")
    for dtype in COMPLEXES:
        for name in ["add", "sub", "mul", "div", "pow"]:
            table(file, name, REAL_BINARY[name], dtype, COMPLEX_POOL, COMPLEX_POOL, exact=name in ("add", "sub"))
        for name in ["eq", "ne"]:
            table(file, name, COMPARISONS[name], dtype, COMPLEX_POOL, COMPLEX_POOL, "Bool")
    integer_binary_vectors(file)
    for dtype in FLOATS:
        nextafter_vectors(file, dtype)
    for real, whole in [("Float", "ComplexFloat"), ("Double", "ComplexDouble")]:
        table(file, "complex", torch.complex, real, [1.5, -0.0, math.inf], [2.0, -0.5, 0.0], whole)


def integer_binary_vectors(file):
    for dtype in INTS:
        pool = integer_pool(dtype)
        ordinary = [0, 1, -1, 2, -3, 7, -7, 1000, -12345]
        divisors = [1, -1, 2, -2, 3, -7, 1000]
        width = nf.INTEGERS[dtype]
        for name in ["add", "sub", "mul", "maximum", "minimum"]:
            table(file, name, REAL_BINARY[name], dtype, pool, pool)
        for name, function in [("div", truncating_div), ("mod", torch.fmod), ("fmod", torch.fmod),
                               ("remainder", torch.remainder)]:
            table(file, name, function, dtype, ordinary, divisors)
        table(file, "pow", torch.pow, dtype, ordinary, [0, 1, 2, 3, 5])
        table(file, "gcd", torch.gcd, dtype, ordinary, ordinary)
        for name in ["bitwise_and", "bitwise_or", "bitwise_xor"]:
            table(file, name, getattr(torch, name), dtype, pool, pool)
        for name in ["bitwise_left_shift", "bitwise_right_shift"]:
            table(file, name, getattr(torch, name), dtype, pool, [0, 1, 3, width - 1])
        file.case("logical_right_shift", dtype, [made(dtype, [len(pool)], pool), made(dtype, [len(pool)], [3])],
                  [Tensor(dtype, [len(pool)], [nf.wrap(dtype, (x % 2**width) >> 3) for x in pool])], exact=True)
    truth = [True, False]
    for name in ["bitwise_and", "bitwise_or", "bitwise_xor", "logical_and", "logical_or"]:
        table(file, name, getattr(torch, name), "Bool", truth, truth)
    table(file, "mul", torch.mul, "Bool", truth, truth)
    table(file, "add", torch.logical_or, "Bool", truth, truth)


def nextafter_vectors(file, dtype):
    from_values = [0.0, 1.0, -1.0, 1e30, math.inf, math.nan]
    toward = [math.inf, -math.inf, 0.0, 1.0]
    native = torch.float32 if dtype == "Float" else torch.float64
    table(file, "nextafter", lambda a, b: torch.nextafter(a.to(native), b.to(native)), dtype, from_values, toward)


def ternary_vectors(file):
    condition = Tensor("Bool", [2, 1], [True, False])
    for dtype in FLOATS + NARROW[:2] + INTS + ["Bool"] + COMPLEXES:
        pool = COMPLEX_POOL if nf.is_complex(dtype) else [1, 0] if dtype == "Bool" else [1, -2, 3]
        a, b = made(dtype, [2, 3], pool), made(dtype, [1, 3], pool[1:] + pool[:1])
        result = from_torch(dtype, torch.where(to_torch(condition), to_torch(a), to_torch(b)))
        file.case("where", dtype, [condition, a, b], [result], exact=True)
    for dtype in FLOATS:
        start, end = made(dtype, [4, 1], [0.0, -1.5, 3.25, math.nan]), made(dtype, [4, 1], [1.0, 2.0, -4.0, 1.0])
        weight = made(dtype, [1, 6], [0.0, 0.25, 0.5, 0.75, 1.0, -2.0])
        result = from_torch(dtype, torch.lerp(to_torch(start), to_torch(end).expand(4, 6),
                                              to_torch(weight).expand(4, 6)))
        file.case("lerp", dtype, [start, end, weight], [result])
    bound_vectors(file)


def bound_vectors(file):
    for dtype in FLOATS + NARROW:
        x = made(dtype, [25], real_pool(dtype))
        for low, high in [(-1.0, 2.0), (2.0, -1.0), (math.nan, 1.0)]:
            result = from_torch(dtype, torch.clamp(to_torch(x), low, high))
            file.case("clamp", f"{dtype}_{low}_{high}", [x, Scalar("Double", low), Scalar("Double", high)], [result])
        file.case("clamp", f"{dtype}_below", [x, Scalar("Double", -0.5), ABSENT],
                  [from_torch(dtype, torch.clamp(to_torch(x), min=-0.5))])
        file.case("clamp", f"{dtype}_above", [x, ABSENT, Scalar("Double", 0.5)],
                  [from_torch(dtype, torch.clamp(to_torch(x), max=0.5))])
        result = from_torch(dtype, F.threshold(to_torch(x), 0.5, -20.0))
        file.case("threshold", dtype, [x, Scalar("Double", 0.5), Scalar("Double", -20.0)], [result], exact=True)
    x = made("Int", [14], integer_pool("Int"))
    file.case("clamp", "Int", [x, Scalar("Int", -2), Scalar("Int", 7)],
              [from_torch("Int", torch.clamp(to_torch(x), -2, 7))], exact=True)
    file.case("clamp", "Int_below", [x, Scalar("Int", -2), ABSENT],
              [from_torch("Int", torch.clamp(to_torch(x), min=-2))], exact=True)
    file.case("clamp", "Int_above", [x, ABSENT, Scalar("Int", 7)], [from_torch("Int", torch.clamp(to_torch(x), max=7))],
              exact=True)


def scalar_operand_vectors(file):
    """Scalars beside tensors keep their own precision; only the result is rounded."""
    for dtype in FLOATS + NARROW:
        x = made(dtype, [2, 3], [0.1, -2.0, 3.5, 0.0, -0.0, 7.0])
        for name in ["add", "mul", "sub", "div"]:
            result = from_torch(dtype, REAL_BINARY[name](to_torch(x), 0.1))
            file.case(name, f"{dtype}_scalar_right", [x, Scalar("Double", 0.1)], [result], exact=True)
    x = made("Int32", [3], [2**31 - 1, 5, -7])
    file.case("add", "Int32_scalar_left", [Scalar("Int", 1), x], [Tensor("Int32", [3], [-(2**31), 6, -6])], exact=True)
    file.case("add", "scalars", [Scalar("Int", 2), Scalar("Int", 40)], [Scalar("Int", 42)], exact=True)
    file.case("mul", "scalars", [Scalar("Double", 2.5), Scalar("Double", -3.0)], [Scalar("Double", -7.5)], exact=True)
    file.case("lt", "scalars", [Scalar("Double", 2.5), Scalar("Double", 3.0)], [Scalar("Bool", True)], exact=True)
    empty = Tensor("Float", [0, 3], [])
    file.case("add", "empty", [empty, Tensor("Float", [1, 3], [1.0, 2.0, 3.0])], [empty], exact=True)
    file.case("add", "rank_0", [Tensor("Float", [], [1.5]), Tensor("Float", [], [2.0])], [Tensor("Float", [], [3.5])],
              exact=True)


def pointwise_vectors(make_file):
    for name, fill in [("unary", unary_vectors), ("binary", binary_vectors), ("ternary", ternary_vectors)]:
        file = make_file(name)
        fill(file)
        if name == "ternary":
            scalar_operand_vectors(file)
        file.write()


