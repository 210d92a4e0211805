// A number of the language: the value of a scalar constant, of a script's scalar input, or of one tensor element. The
// alternative held is the number's category (bool, integer, floating, complex), not its dtype.
#pragma once

#include <complex>
#include <cstdint>
#include <variant>

#include "core/ops/dtype.h"

namespace cleave {

using Complex = std::complex<double>;
using ScalarValue = std::variant<bool, int64_t, double, Complex>;

inline Complex to_complex(const ScalarValue& value) {
  return std::visit(
      [](auto number) -> Complex {
        if constexpr (std::is_same_v<decltype(number), Complex>) {
          return number;
        } else {
          return {static_cast<double>(number), 0.0};
        }
      },
      value);
}

/// The value as a double; a complex number gives its real part.
inline double to_double(const ScalarValue& value) {
  return std::visit(
      [](auto number) -> double {
        if constexpr (std::is_same_v<decltype(number), Complex>) {
          return number.real();
        } else {
          return static_cast<double>(number);
        }
      },
      value);
}

/// The value as an integer, truncated toward zero; NaN and values outside the range give the nearest end, NaN gives 0.
inline int64_t to_int(const ScalarValue& value) {
  if (const auto* integer = std::get_if<int64_t>(&value)) return *integer;
  if (const auto* boolean = std::get_if<bool>(&value)) return *boolean ? 1 : 0;
  const double number = to_double(value);
  constexpr double kTwoTo63 = 9223372036854775808.0;
  if (number != number) return 0;
  if (number >= kTwoTo63) return INT64_MAX;
  if (number < -kTwoTo63) return INT64_MIN;
  return static_cast<int64_t>(number);
}

inline bool to_bool(const ScalarValue& value) {
  if (const auto* integer = std::get_if<int64_t>(&value)) return *integer != 0;
  if (const auto* boolean = std::get_if<bool>(&value)) return *boolean;
  return to_complex(value) != Complex(0.0, 0.0);
}

/// The dtype that a Python literal of this category has: Bool, Int, Double, ComplexDouble.
inline DType literal_dtype(const ScalarValue& value) {
  constexpr DType kByAlternative[] = {DType::kBool, DType::kInt, DType::kDouble, DType::kComplexDouble};
  return kByAlternative[value.index()];
}

/// `value` converted to the category of `dtype` (not rounded to its precision; evaluate/ does that).
inline ScalarValue to_category(const ScalarValue& value, DType dtype) {
  switch (info(dtype).category) {
    case DTypeCategory::kBoolean: return to_bool(value);
    case DTypeCategory::kInteger: return to_int(value);
    case DTypeCategory::kFloating: return to_double(value);
    case DTypeCategory::kComplex: return to_complex(value);
    case DTypeCategory::kNone: return value;
  }
  return value;
}

}  // namespace cleave
