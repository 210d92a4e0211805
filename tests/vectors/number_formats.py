"""Exact rounding of numbers to the language's element types, in rational arithmetic.

Independent of the project's own conversions: a value is a Fraction or a special, its neighbours in a format are
computed, and the nearer one is taken, the even one in the middle. Saturation follows the rules of the language
(overflow to infinity for Half and BFloat16, to the largest finite value for the 8-bit and 4-bit formats)."""

import math
from fractions import Fraction

# name: (mantissa bits, lowest exponent of a normal, highest exponent, largest finite value, saturates)
FORMATS = {
    "Double": (52, -1022, 1023, Fraction(2) ** 1024 - Fraction(2) ** 971, False),
    "Float": (23, -126, 127, Fraction(2) ** 128 - Fraction(2) ** 104, False),
    "Half": (10, -14, 15, Fraction(65504), False),
    "BFloat16": (7, -126, 127, Fraction(2) ** 128 - Fraction(2) ** 120, False),
    "Float8_e4m3fn": (3, -6, 8, Fraction(448), True),
    "Float8_e5m2": (2, -14, 15, Fraction(57344), True),
    "Float4_e2m1fn": (1, 0, 2, Fraction(6), True),
}
INTEGERS = {"Int": 64, "Int32": 32, "Index": 64}
REAL_OF = {"ComplexFloat": "Float", "ComplexDouble": "Double"}


def is_floating(dtype):
    return dtype in FORMATS or dtype == "Float8_e8m0fnu"


def is_complex(dtype):
    return dtype in REAL_OF


def round_e8m0(x):
    if math.isnan(x):
        return x
    if math.isinf(x):
        return 2.0**127
    magnitude = abs(Fraction(x))
    powers = [Fraction(2) ** e for e in range(-127, 128)]
    # The larger power where the value is halfway.
    return float(min(reversed(powers), key=lambda p: abs(p - magnitude)))


def round_to(dtype, x):
    """The float of `dtype` nearest to the number `x` (int, float or Fraction)."""
    if dtype == "Float8_e8m0fnu":
        return round_e8m0(x)
    mantissa_bits, lowest, _, largest, saturates = FORMATS[dtype]
    if isinstance(x, float):
        if math.isnan(x):
            return float(largest) if dtype == "Float4_e2m1fn" else x
        if math.isinf(x):
            return math.copysign(float(largest), x) if saturates else x
        if x == 0:
            return x
    negative = x < 0
    magnitude = abs(Fraction(x))
    if magnitude == 0:
        return 0.0
    exponent = magnitude.numerator.bit_length() - magnitude.denominator.bit_length()
    if Fraction(2) ** exponent > magnitude:
        exponent -= 1
    step = Fraction(2) ** (max(exponent, lowest) - mantissa_bits)
    # Python's round of a Fraction is to nearest, ties to even.
    rounded = round(magnitude / step) * step
    if rounded > largest:
        result = float(largest) if saturates else math.inf
    else:
        result = float(rounded)
    return -result if negative else result


def round_complex(dtype, z):
    real = REAL_OF[dtype]
    return complex(round_to(real, z.real), round_to(real, z.imag))


def wrap(dtype, n):
    bits = INTEGERS[dtype]
    return (n + (1 << (bits - 1))) % (1 << bits) - (1 << (bits - 1))


def saturate(dtype, x):
    """Truncation toward zero as a GPU converts: NaN gives 0, what does not fit the nearest end."""
    bits = INTEGERS[dtype]
    low, high = -(1 << (bits - 1)), (1 << (bits - 1)) - 1
    if math.isnan(x):
        return 0
    if math.isinf(x):
        return high if x > 0 else low
    return max(low, min(high, math.trunc(x)))


def convert(dtype, x):
    """Any number (bool, int, float, complex) as an element of `dtype`."""
    if dtype == "Bool":
        return bool(x != 0)
    if is_complex(dtype):
        # Integers are rounded once, straight to the parts' format.
        number = round_to(REAL_OF[dtype], int(x)) if isinstance(x, (bool, int)) else x
        return round_complex(dtype, complex(number))
    if isinstance(x, complex):
        x = x.real
    if dtype in INTEGERS:
        return wrap(dtype, int(x)) if isinstance(x, (bool, int)) else saturate(dtype, x)
    return round_to(dtype, int(x) if isinstance(x, bool) else x)


def text_of_float(dtype, x):
    """The shortest decimal that reads back as `x` in `dtype`."""
    if math.isnan(x):
        return "nan"
    if math.isinf(x):
        return "inf" if x > 0 else "-inf"
    for digits in range(1, 18):
        text = "%.*g" % (digits, x)
        if float(text) == x or (dtype in FORMATS and not math.isinf(float(text)) and round_to(dtype, float(text)) == x):
            return text
    raise AssertionError(x)


def text_of(dtype, x):
    if dtype == "Bool":
        return "1" if x else "0"
    if is_complex(dtype):
        real = REAL_OF[dtype]
        return text_of_float(real, x.real) + "," + text_of_float(real, x.imag)
    if dtype in INTEGERS:
        return str(int(x))
    return text_of_float(dtype, float(x))
