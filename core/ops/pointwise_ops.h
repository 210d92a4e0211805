// Rows of the element-wise ops: unary, binary, ternary, comparisons, predicates. Meanings of ops with a story (NaN, signed
// zero, integer powers) are named functions in pointwise_meaning.h; the rest stand in their row.
#pragma once

#include <array>
#include <cmath>

#include "core/ops/op_rows.h"
#include "core/ops/pointwise_meaning.h"

namespace cleave::rows {

using enum DTypeRule;

inline constexpr std::array kUnaryOps{
    of_complex("hypot({0}.re, {0}.im)", spelled(unary("abs", kRealOf, all([](double x) { return std::fabs(x); }, [](int64_t x) { return wrapping_abs(x); },
                              [](Complex x) { return Complex(std::abs(x)); }), "Absolute value; of a complex number its modulus."), "fabs({0})", "absolute({0})")),
    unary("acos", kFloat, analytic([](double x) { return std::acos(x); }, [](Complex x) { return std::acos(x); }), "Arc cosine.", 15),
    unary("acosh", kFloat, analytic([](double x) { return std::acosh(x); }, [](Complex x) { return std::acosh(x); }), "Inverse hyperbolic cosine.", 15),
    unary("asin", kFloat, analytic([](double x) { return std::asin(x); }, [](Complex x) { return std::asin(x); }), "Arc sine.", 15),
    unary("asinh", kFloat, analytic([](double x) { return std::asinh(x); }, [](Complex x) { return std::asinh(x); }), "Inverse hyperbolic sine.", 15),
    unary("atan", kFloat, analytic([](double x) { return std::atan(x); }, [](Complex x) { return std::atan(x); }), "Arc tangent.", 15),
    unary("atanh", kFloat, analytic([](double x) { return std::atanh(x); }, [](Complex x) { return std::atanh(x); }), "Inverse hyperbolic tangent.", 15),
    unary("cos", kFloat, analytic([](double x) { return std::cos(x); }, [](Complex x) { return std::cos(x); }), "Cosine.", 15),
    unary("cosh", kFloat, analytic([](double x) { return std::cosh(x); }, [](Complex x) { return std::cosh(x); }), "Hyperbolic cosine.", 15),
    unary("sin", kFloat, analytic([](double x) { return std::sin(x); }, [](Complex x) { return std::sin(x); }), "Sine.", 15),
    unary("sinh", kFloat, analytic([](double x) { return std::sinh(x); }, [](Complex x) { return std::sinh(x); }), "Hyperbolic sine.", 15),
    unary("tan", kFloat, analytic([](double x) { return std::tan(x); }, [](Complex x) { return std::tan(x); }), "Tangent.", 15),
    unary("tanh", kFloat, analytic([](double x) { return std::tanh(x); }, [](Complex x) { return std::tanh(x); }), "Hyperbolic tangent.", 10),
    unary("exp", kFloat, analytic([](double x) { return std::exp(x); }, [](Complex x) { return std::exp(x); }), "e to the power x.", 5),
    unary("exp2", kFloat, real([](double x) { return std::exp2(x); }), "2 to the power x.", 4),
    unary("expm1", kFloat, real([](double x) { return std::expm1(x); }), "exp(x) - 1, exact near 0.", 10),
    unary("log", kFloat, analytic([](double x) { return std::log(x); }, [](Complex x) { return std::log(x); }), "Natural logarithm.", 5),
    unary("log10", kFloat, real([](double x) { return std::log10(x); }), "Logarithm to base 10.", 5),
    unary("log1p", kFloat, real([](double x) { return std::log1p(x); }), "log(1 + x), exact near 0.", 10),
    unary("log2", kFloat, analytic([](double x) { return std::log2(x); }, [](Complex x) { return std::log(x) / std::log(2.0); }), "Logarithm to base 2.", 4),
    unary("sqrt", kFloat, analytic([](double x) { return std::sqrt(x); }, [](Complex x) { return std::sqrt(x); }), "Square root.", 4),
    unary("rsqrt", kFloat, analytic([](double x) { return 1.0 / std::sqrt(x); }, [](Complex x) { return 1.0 / std::sqrt(x); }), "1 / sqrt(x).", 4),
    spelled(unary("reciprocal", kFloat, analytic([](double x) { return 1.0 / x; }, [](Complex x) { return 1.0 / x; }), "1 / x.", 4), "1 / {0}"),
    spelled(unary("sigmoid", kFloat, analytic([](double x) { return 1.0 / (1.0 + std::exp(-x)); }, [](Complex x) { return 1.0 / (1.0 + std::exp(-x)); }), "1 / (1 + exp(-x)).", 10), "1 / (1 + exp(-{0}))"),
    unary("lgamma", kFloat, real([](double x) { return std::lgamma(x); }), "Logarithm of the absolute gamma function.", 20),
    unary("erf", kFloat, real([](double x) { return std::erf(x); }), "Error function.", 10),
    unary("erfc", kFloat, real([](double x) { return std::erfc(x); }), "1 - erf(x).", 10),
    spelled(unary("erfinv", kFloat, real([](double x) { return erfinv(x); }), "Inverse error function.", 20), "inverse_erf({0})", ""),
    spelled(unary("erfcinv", kFloat, real([](double x) { return erfcinv(x); }), "Inverse complementary error function.", 20), "inverse_erfc({0})", ""),
    spelled(unary("ceil", kKeep, number([](double x) { return std::ceil(x); }, [](int64_t x) { return x; }), "Smallest integer not below x."), "ceil({0})", "{0}"),
    spelled(unary("floor", kKeep, number([](double x) { return std::floor(x); }, [](int64_t x) { return x; }), "Largest integer not above x."), "floor({0})", "{0}"),
    spelled(unary("round", kKeep, number([](double x) { return round_half_even(x); }, [](int64_t x) { return x; }), "Nearest integer, ties to even."), "rint({0})", "{0}"),
    spelled(unary("trunc", kKeep, number([](double x) { return std::trunc(x); }, [](int64_t x) { return x; }), "Integer part, toward zero."), "trunc({0})", "{0}"),
    spelled(unary("frac", kKeep, number([](double x) { return x - std::trunc(x); }, [](int64_t) { return int64_t{0}; }), "x - trunc(x)."), "{0} - trunc({0})", "0"),
    spelled(unary("relu", kKeep, number([](double x) { return x <= 0 ? 0.0 : x; }, [](int64_t x) { return x <= 0 ? 0 : x; }), "x where positive, else 0; NaN stays."), "{0} <= 0 ? 0 : {0}"),
    spelled(unary("silu", kKeep, real([](double x) { return x / (1.0 + std::exp(-x)); }), "x * sigmoid(x).", 10), "{0} / (1 + exp(-{0}))"),
    of_complex("-{0}", spelled(unary("neg", kArithmetic, all([](double x) { return -x; }, [](int64_t x) { return wrapping_neg(x); }, [](Complex x) { return -x; }), "-x."), "-{0}")),
    spelled(unary("logical_not", kLogical, integer([](int64_t x) { return x == 0 ? 1 : 0; }), "True where x is 0."), "!{0}"),
    spelled(unary("bitwise_not", kIntegerOrBool, integer([](int64_t x, int64_t, int64_t, int bits) { return bits == 1 ? int64_t{x == 0} : ~x; }), "Bits inverted; of a Bool its negation."), "", "bits_inverted({0})"),
    spelled(unary("signbit", kPredicate, number([](double x) { return std::signbit(x) ? 1.0 : 0.0; }, [](int64_t x) { return x < 0 ? 1 : 0; }), "True where the sign bit is set, also for -0.0."), "signbit({0}) != 0", "{0} < 0"),
    of_complex("isfinite({0}.re) && isfinite({0}.im)", spelled(unary("isfinite", kPredicate, all([](double x) { return std::isfinite(x) ? 1.0 : 0.0; }, [](int64_t) { return int64_t{1}; },
                                      [](Complex x) { return std::isfinite(x.real()) && std::isfinite(x.imag()) ? 1.0 : 0.0; }), "True where neither infinite nor NaN."), "isfinite({0}) != 0", "true")),
    of_complex("isinf({0}.re) || isinf({0}.im)", spelled(unary("isinf", kPredicate, all([](double x) { return std::isinf(x) ? 1.0 : 0.0; }, [](int64_t) { return int64_t{0}; },
                                   [](Complex x) { return std::isinf(x.real()) || std::isinf(x.imag()) ? 1.0 : 0.0; }), "True where infinite."), "isinf({0}) != 0", "false")),
    of_complex("isnan({0}.re) || isnan({0}.im)", spelled(unary("isnan", kPredicate, all([](double x) { return std::isnan(x) ? 1.0 : 0.0; }, [](int64_t) { return int64_t{0}; },
                                   [](Complex x) { return std::isnan(x.real()) || std::isnan(x.imag()) ? 1.0 : 0.0; }), "True where NaN."), "isnan({0}) != 0", "false")),
    spelled(unary("isneginf", kPredicate, number([](double x) { return std::isinf(x) && x < 0 ? 1.0 : 0.0; }, [](int64_t) { return int64_t{0}; }), "True where -inf."), "isinf({0}) && {0} < 0", "false"),
    spelled(unary("isposinf", kPredicate, number([](double x) { return std::isinf(x) && x > 0 ? 1.0 : 0.0; }, [](int64_t) { return int64_t{0}; }), "True where +inf."), "isinf({0}) && {0} > 0", "false"),
    of_complex("{0}.im == 0", spelled(unary("isreal", kPredicate, all([](double) { return 1.0; }, [](int64_t) { return int64_t{1}; }, [](Complex x) { return x.imag() == 0 ? 1.0 : 0.0; }), "True where the imaginary part is 0."), "true")),
    of_complex("{0}.re", spelled(unary("real", kRealOf, all([](double x) { return x; }, [](int64_t x) { return x; }, [](Complex x) { return Complex(x.real()); }), "Real part."), "{0}")),
    of_complex("{0}.im", unary("imag", kRealOf, Meaning{.complex = complex_meaning([](Complex x) { return Complex(x.imag()); })}, "Imaginary part of a complex tensor.")),
};

inline constexpr std::array kBinaryOps{
    of_complex("{0} + {1}", spelled(binary("add", kArithmetic, all([](double a, double b) { return a + b; }, [](int64_t a, int64_t b) { return wrapping_add(a, b); }, [](Complex a, Complex b) { return a + b; }), "a + b; of Bools their or."), "{0} + {1}")),
    of_complex("{0} - {1}", spelled(binary("sub", kArithmetic, all([](double a, double b) { return a - b; }, [](int64_t a, int64_t b) { return wrapping_add(a, wrapping_neg(b)); }, [](Complex a, Complex b) { return a - b; }), "a - b."), "{0} - {1}")),
    of_complex("{0} * {1}", spelled(binary("mul", kArithmetic, all([](double a, double b) { return a * b; }, [](int64_t a, int64_t b) { return wrapping_mul(a, b); }, [](Complex a, Complex b) { return a * b; }), "a * b."), "{0} * {1}")),
    of_complex("{0} / {1}", spelled(binary("div", kArithmetic, all([](double a, double b) { return a / b; }, [](int64_t a, int64_t b) { return truncating_div(a, b); }, [](Complex a, Complex b) { return a / b; }), "a / b; integers truncate toward zero.", 4), "{0} / {1}", "truncated_div({0}, {1})")),
    composite(binary("truediv", kFloat, {}, "a / b with integers as Float.", 4)),
    spelled(binary("mod", kArithmetic, number([](double a, double b) { return std::fmod(a, b); }, [](int64_t a, int64_t b) { return truncating_mod(a, b); }), "Remainder with the dividend's sign.", 4), "fmod({0}, {1})", "truncated_mod({0}, {1})"),
    spelled(binary("fmod", kArithmetic, number([](double a, double b) { return std::fmod(a, b); }, [](int64_t a, int64_t b) { return truncating_mod(a, b); }), "C fmod.", 10), "fmod({0}, {1})", "truncated_mod({0}, {1})"),
    spelled(binary("remainder", kArithmetic, number([](double a, double b) { return floor_mod(a, b); }, [](int64_t a, int64_t b) { return floor_mod(a, b); }), "Remainder with the divisor's sign, as Python's %.", 10), "floored_mod({0}, {1})"),
    spelled(binary("pow", kArithmetic, all([](double a, double b) { return std::pow(a, b); }, [](int64_t a, int64_t b) { return integer_pow(a, b); }, [](Complex a, Complex b) { return std::pow(a, b); }), "a to the power b.", 20), "pow({0}, {1})", "integer_pow({0}, {1})"),
    binary("atan2", kFloat, real([](double a, double b) { return std::atan2(a, b); }), "Angle of the point (b, a).", 15),
    binary("nextafter", kFloatOnly, Meaning{}, "The next representable value after a toward b.", 2),
    binary("maximum", kArithmetic, number([](double a, double b) { return nan_maximum(a, b); }, [](int64_t a, int64_t b) { return a > b ? a : b; }), "The larger; NaN where either is NaN."),
    binary("minimum", kArithmetic, number([](double a, double b) { return nan_minimum(a, b); }, [](int64_t a, int64_t b) { return a < b ? a : b; }), "The smaller; NaN where either is NaN."),
    of_complex("{0} == {1}", spelled(binary("eq", kCompare, all([](double a, double b) { return a == b; }, [](int64_t a, int64_t b) { return a == b; }, [](Complex a, Complex b) { return a == b ? 1.0 : 0.0; }), "Equal."), "{0} == {1}")),
    of_complex("{0} != {1}", spelled(binary("ne", kCompare, all([](double a, double b) { return a != b; }, [](int64_t a, int64_t b) { return a != b; }, [](Complex a, Complex b) { return a != b ? 1.0 : 0.0; }), "Not equal; True where either is NaN."), "{0} != {1}")),
    spelled(binary("lt", kCompare, number([](double a, double b) { return a < b; }, [](int64_t a, int64_t b) { return a < b; }), "Less than."), "{0} < {1}"),
    spelled(binary("le", kCompare, number([](double a, double b) { return a <= b; }, [](int64_t a, int64_t b) { return a <= b; }), "Less than or equal."), "{0} <= {1}"),
    spelled(binary("gt", kCompare, number([](double a, double b) { return a > b; }, [](int64_t a, int64_t b) { return a > b; }), "Greater than."), "{0} > {1}"),
    spelled(binary("ge", kCompare, number([](double a, double b) { return a >= b; }, [](int64_t a, int64_t b) { return a >= b; }), "Greater than or equal."), "{0} >= {1}"),
    spelled(binary("logical_and", kLogical, integer([](int64_t a, int64_t b) { return a != 0 && b != 0; }), "Both not 0."), "{0} && {1}"),
    spelled(binary("logical_or", kLogical, integer([](int64_t a, int64_t b) { return a != 0 || b != 0; }), "Either not 0."), "{0} || {1}"),
    spelled(binary("bitwise_and", kIntegerOrBool, integer([](int64_t a, int64_t b) { return a & b; }), "Bitwise and."), "{0} & {1}"),
    spelled(binary("bitwise_or", kIntegerOrBool, integer([](int64_t a, int64_t b) { return a | b; }), "Bitwise or."), "{0} | {1}"),
    spelled(binary("bitwise_xor", kIntegerOrBool, integer([](int64_t a, int64_t b) { return a ^ b; }), "Bitwise exclusive or."), "{0} ^ {1}"),
    spelled(binary("bitwise_left_shift", kInteger, integer([](int64_t a, int64_t b, int64_t, int bits) { return shift_left(a, b, bits); }), "a shifted left by b bits."), "", "shifted_left({0}, {1})"),
    spelled(binary("bitwise_right_shift", kInteger, integer([](int64_t a, int64_t b, int64_t, int bits) { return shift_right_arithmetic(a, b, bits); }), "a shifted right by b bits, sign filling."), "", "shifted_right({0}, {1})"),
    spelled(binary("logical_right_shift", kInteger, integer([](int64_t a, int64_t b, int64_t, int bits) { return shift_right_logical(a, b, bits); }), "a shifted right by b bits, zero filling."), "", "shifted_right_unsigned({0}, {1})"),
    spelled(binary("gcd", kInteger, integer([](int64_t a, int64_t b) { return greatest_common_divisor(a, b); }), "Greatest common divisor of the absolute values.", 20), "", "common_divisor({0}, {1})"),
    binary("complex", kFamily, Meaning{}, "The complex number a + bj.", 1),
};

inline constexpr std::array kTernaryOps{
    of_complex("{0} ? {1} : {2}", spelled(pointwise("where", {"condition", "value1", "value2"}, kWhere,
              all([](double a, double b, double c) { return a != 0 ? b : c; }, [](int64_t a, int64_t b, int64_t c) { return a != 0 ? b : c; },
                  [](Complex a, Complex b, Complex c) { return a != Complex(0.0) ? b : c; }), "value1 where the condition holds, else value2."), "{0} ? {1} : {2}")),
    spelled(pointwise("lerp", {"start", "end", "weight"}, kArithmetic, real([](double a, double b, double w) { return w < 0.5 ? a + w * (b - a) : b - (b - a) * (1.0 - w); }), "start + weight * (end - start), exact at both ends."), "interpolated({0}, {1}, {2})"),
    spelled(with_optional_bounds(pointwise("clamp", {"arg", "min", "max"}, kKeep, number([](double x, double lo, double hi) { return nan_minimum(nan_maximum(x, lo), hi); },
              [](int64_t x, int64_t lo, int64_t hi) { return x < lo ? (lo < hi ? lo : hi) : (x < hi ? x : hi); }), "x kept within min and max; None is no bound.")), "minimum(maximum({0}, {1}), {2})"),
    spelled(pointwise("threshold", {"arg", "threshold", "value"}, kKeep, number([](double x, double t, double v) { return x <= t ? v : x; }, [](int64_t x, int64_t t, int64_t v) { return x <= t ? v : x; }), "value where x <= threshold, else x; NaN stays."), "{0} <= {1} ? {2} : {0}"),
    composite(pointwise("addcmul", {"arg1", "arg2", "arg3", "value"}, kArithmetic, {}, "arg1 + arg2 * (arg3 * value).", 2)),
    composite(pointwise("add_alpha", {"arg1", "arg2", "alpha"}, kArithmetic, {}, "arg1 + alpha * arg2.", 2)),
    composite(pointwise("sub_alpha", {"arg1", "arg2", "alpha"}, kArithmetic, {}, "arg1 - alpha * arg2.", 2)),
    composite(unary("sign", kKeep, {}, "1, 0 or -1 by sign; 0 for NaN.")),
};

}  // namespace cleave::rows
