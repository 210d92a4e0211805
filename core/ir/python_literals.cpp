// See python_literals.h.
#include "core/ir/python_literals.h"

#include <cmath>

#include "core/base/text.h"

namespace cleave {
namespace {

/// Six digits as the language prints them, more where six would change the value.
std::string real_text(double value) {
  if (std::isnan(value)) return "float(\"nan\")";
  if (std::isinf(value)) return value > 0 ? "float(\"inf\")" : "float(\"-inf\")";
  constexpr int kLanguageDigits = 6, kExactDigits = 17;
  for (int digits = kLanguageDigits; digits < kExactDigits; ++digits) {
    std::string text = showpoint_double(value, digits);
    if (parse_double(text) == value) return text;
  }
  return showpoint_double(value, kExactDigits);
}

std::string complex_text(const Complex& value) {
  // `re+imj` is an addition to Python, which loses negative zeros and cannot spell infinities.
  const auto plain = [](double part) { return std::isfinite(part) && !(part == 0 && std::signbit(part)); };
  if (plain(value.real()) && plain(value.imag()))
    return concat(real_text(value.real()), "+", real_text(value.imag()), "j");
  return concat("complex(", real_text(value.real()), ", ", real_text(value.imag()), ")");
}

}  // namespace

std::string python_text(const ScalarValue& value) {
  if (const auto* boolean = std::get_if<bool>(&value)) return python_text(*boolean);
  if (const auto* integer = std::get_if<int64_t>(&value)) return python_text(*integer);
  if (const auto* real = std::get_if<double>(&value)) return real_text(*real);
  return complex_text(std::get<Complex>(value));
}

std::string python_text(DType value) { return concat("DataType.", name(value)); }

std::string python_text(const std::vector<int64_t>& values) { return list_text(values); }

std::string python_text(const std::vector<bool>& values) {
  return concat("[", join(values, ", ", [](bool flag) { return python_text(flag); }), "]");
}

std::string python_text(const std::vector<Contiguity>& values) {
  return concat(
      "[", join(values, ", ", [](const Contiguity& flag) { return flag ? python_text(*flag) : std::string("None"); }),
      "]");
}

std::string python_text(const std::optional<ScalarValue>& value) { return value ? python_text(*value) : "None"; }

}  // namespace cleave
