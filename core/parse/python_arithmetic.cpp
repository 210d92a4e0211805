// See python_arithmetic.h.
#include "core/parse/python_arithmetic.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "core/base/checked_arithmetic.h"
#include "core/base/text.h"

namespace cleave {
namespace {

std::string without_underscores(std::string_view literal) {
  std::string out;
  for (char byte : literal) {
    if (byte != '_') out += byte;
  }
  return out;
}

std::optional<int64_t> integer_literal(std::string_view literal, bool negated) {
  std::string digits = without_underscores(literal);
  uint64_t base = 10;
  if (digits.size() > 2 && digits[0] == '0') {
    const char mark = static_cast<char>(digits[1] | 0x20);
    base = mark == 'x' ? 16 : mark == 'o' ? 8 : mark == 'b' ? 2 : 10;
    if (base != 10) digits.erase(0, 2);
  }
  uint64_t value = 0;
  for (char byte : digits) {
    const char lower = static_cast<char>(byte | 0x20);
    const auto digit = static_cast<uint64_t>(byte <= '9' ? byte - '0' : lower - 'a' + 10);
    if (digit >= base) return std::nullopt;
    if (__builtin_mul_overflow(value, base, &value) || __builtin_add_overflow(value, digit, &value))
      return std::nullopt;
  }
  constexpr uint64_t kMax = INT64_MAX;
  if (value > kMax + (negated ? 1 : 0)) return std::nullopt;
  return static_cast<int64_t>(negated ? uint64_t{0} - value : value);
}

/// 0 bool, 1 integer, 2 float, 3 complex: the category of the result of a + b.
size_t common_category(const ScalarValue& a, const ScalarValue& b) { return std::max(a.index(), b.index()); }

ArithmeticResult checked(std::optional<int64_t> value) {
  if (!value) return {std::nullopt, true};
  return {*value, false};
}

ArithmeticResult undefined(std::string_view why) { return {std::nullopt, false, why}; }

constexpr std::string_view kDivisionByZero = "division by zero";

bool divides(TokenKind symbol) {
  return symbol == TokenKind::kSlash || symbol == TokenKind::kDoubleSlash || symbol == TokenKind::kPercent;
}

ArithmeticResult integer_power(int64_t base, int64_t exponent) {
  if (exponent < 0) return {std::pow(static_cast<double>(base), static_cast<double>(exponent)), false};
  int64_t result = 1;
  while (exponent > 0) {
    if ((exponent & 1) != 0 && __builtin_mul_overflow(result, base, &result)) return {std::nullopt, true};
    exponent >>= 1;
    if (exponent > 0 && __builtin_mul_overflow(base, base, &base)) return {std::nullopt, true};
  }
  return {result, false};
}

ArithmeticResult shifted(TokenKind symbol, int64_t a, int64_t b) {
  if (b < 0) return undefined("a negative shift");
  if (symbol == TokenKind::kRightShift) return {a >> std::min<int64_t>(b, 63), false};
  if (a == 0) return {int64_t{0}, false};
  if (b > 62) return {std::nullopt, true};
  return checked(checked_product(a, int64_t{1} << b));
}

int64_t floor_divide(int64_t a, int64_t b) { return a / b - ((a % b != 0 && (a < 0) != (b < 0)) ? 1 : 0); }

ArithmeticResult integer_binary(TokenKind symbol, int64_t a, int64_t b) {
  if (symbol == TokenKind::kPlus) return checked(checked_sum(a, b));
  if (symbol == TokenKind::kMinus) return checked(checked_difference(a, b));
  if (symbol == TokenKind::kStar) return checked(checked_product(a, b));
  if (symbol == TokenKind::kDoubleStar) return b < 0 && a == 0 ? undefined(kDivisionByZero) : integer_power(a, b);
  if (symbol == TokenKind::kAmpersand) return {a & b, false};
  if (symbol == TokenKind::kBar) return {a | b, false};
  if (symbol == TokenKind::kCaret) return {a ^ b, false};
  if (symbol == TokenKind::kLeftShift || symbol == TokenKind::kRightShift) return shifted(symbol, a, b);
  if (!divides(symbol)) return {};
  if (b == 0) return undefined(kDivisionByZero);
  if (symbol == TokenKind::kSlash) return {static_cast<double>(a) / static_cast<double>(b), false};
  if (b == -1) {
    // The only quotient that overflows; its remainder is 0.
    if (symbol == TokenKind::kPercent) return {int64_t{0}, false};
    return checked(checked_difference(0, a));
  }
  if (symbol == TokenKind::kDoubleSlash) return {floor_divide(a, b), false};
  if (symbol == TokenKind::kPercent) return {a - floor_divide(a, b) * b, false};
  return {};
}

ArithmeticResult real_binary(TokenKind symbol, double a, double b) {
  if (symbol == TokenKind::kPlus) return {a + b, false};
  if (symbol == TokenKind::kMinus) return {a - b, false};
  if (symbol == TokenKind::kStar) return {a * b, false};
  if (symbol == TokenKind::kDoubleStar) {
    return a == 0 && b < 0 ? undefined(kDivisionByZero) : ArithmeticResult{std::pow(a, b), false};
  }
  if (!divides(symbol)) return {};
  if (b == 0) return undefined(kDivisionByZero);
  if (symbol == TokenKind::kSlash) return {a / b, false};
  if (symbol == TokenKind::kDoubleSlash) return {std::floor(a / b), false};
  if (symbol == TokenKind::kPercent) return {a - std::floor(a / b) * b, false};
  return {};
}

ArithmeticResult complex_binary(TokenKind symbol, const ScalarValue& a, const ScalarValue& b) {
  // A real number next to a complex one changes only the real part, so that -0.0j survives.
  const Complex left = to_complex(a), right = to_complex(b);
  if (symbol == TokenKind::kPlus) {
    if (a.index() != 3) return {Complex(left.real() + right.real(), right.imag()), false};
    if (b.index() != 3) return {Complex(left.real() + right.real(), left.imag()), false};
    return {left + right, false};
  }
  if (symbol == TokenKind::kMinus) {
    if (b.index() != 3) return {Complex(left.real() - right.real(), left.imag()), false};
    return {left - right, false};
  }
  if (symbol == TokenKind::kStar) return {left * right, false};
  if (symbol == TokenKind::kSlash) {
    return right != Complex(0.0, 0.0) ? ArithmeticResult{left / right, false} : undefined(kDivisionByZero);
  }
  if (symbol == TokenKind::kDoubleStar) return {std::pow(left, right), false};
  return {};
}

template <class Number>
std::optional<bool> compared(TokenKind symbol, Number a, Number b) {
  if (symbol == TokenKind::kLess) return a < b;
  if (symbol == TokenKind::kLessEqual) return a <= b;
  if (symbol == TokenKind::kGreater) return a > b;
  if (symbol == TokenKind::kGreaterEqual) return a >= b;
  return std::nullopt;
}

std::optional<ScalarValue> comparison(TokenKind symbol, const ScalarValue& a, const ScalarValue& b) {
  const size_t category = common_category(a, b);
  if (symbol == TokenKind::kEqual || symbol == TokenKind::kNotEqual) {
    const bool equal = category <= 1 ? to_int(a) == to_int(b) : to_complex(a) == to_complex(b);
    return ScalarValue(equal == (symbol == TokenKind::kEqual));
  }
  const auto answer = category <= 1   ? compared(symbol, to_int(a), to_int(b))
                      : category == 2 ? compared(symbol, to_double(a), to_double(b))
                                      : std::nullopt;
  if (!answer) return std::nullopt;
  return ScalarValue(*answer);
}

std::optional<ScalarValue> text_number(const Text& text) {
  std::string word;
  for (char byte : text.text) {
    if (byte != ' ') word += static_cast<char>(byte >= 'A' && byte <= 'Z' ? byte | 0x20 : byte);
  }
  if (word == "infinity" || word == "+inf") word = "inf";
  if (word == "-infinity") word = "-inf";
  const auto number = parse_double(word);
  if (!number) return std::nullopt;
  return ScalarValue(*number);
}

std::optional<ScalarValue> converted(std::string_view name, const ScriptValue& value) {
  if (name == "float" && value.is<Text>()) return text_number(*value.as<Text>());
  const auto* number = value.as<ScalarValue>();
  if (number == nullptr) return std::nullopt;
  if (name == "float" && number->index() != 3) return ScalarValue(to_double(*number));
  if (name == "int" && number->index() != 3 && std::isfinite(to_double(*number))) return ScalarValue(to_int(*number));
  if (name == "bool") return ScalarValue(to_bool(*number));
  if (name == "complex") return ScalarValue(to_complex(*number));
  if (name == "abs") {
    if (number->index() == 3) return ScalarValue(std::abs(to_complex(*number)));
    if (number->index() == 2) return ScalarValue(std::fabs(to_double(*number)));
    if (to_int(*number) == INT64_MIN) return std::nullopt;
    return ScalarValue(std::abs(to_int(*number)));
  }
  if (name == "math.sqrt" && to_double(*number) >= 0) return ScalarValue(std::sqrt(to_double(*number)));
  if (name == "math.exp") return ScalarValue(std::exp(to_double(*number)));
  if (name == "math.log" && to_double(*number) > 0) return ScalarValue(std::log(to_double(*number)));
  if (name == "math.prod") return std::nullopt;
  const bool rounds = name == "math.ceil" || name == "math.floor";
  if (rounds && std::isfinite(to_double(*number))) {
    if (number->index() < 2) return ScalarValue(to_int(*number));
    return ScalarValue(to_int(name == "math.ceil" ? std::ceil(to_double(*number)) : std::floor(to_double(*number))));
  }
  return std::nullopt;
}

}  // namespace

std::optional<ScalarValue> python_number(std::string_view literal, Expression::Kind kind, bool negated) {
  if (kind == Expression::Kind::kInteger) {
    const auto value = integer_literal(literal, negated);
    if (!value) return std::nullopt;
    return ScalarValue(*value);
  }
  std::string digits = without_underscores(literal);
  const bool imaginary = kind == Expression::Kind::kImaginary;
  if (imaginary) digits.pop_back();
  const auto value = parse_double(digits);
  if (!value) return std::nullopt;
  if (imaginary) return ScalarValue(Complex(0.0, *value));
  return ScalarValue(*value);
}

ArithmeticResult python_binary(TokenKind symbol, const ScalarValue& a, const ScalarValue& b) {
  if (const auto answer = comparison(symbol, a, b)) return {answer, false};
  switch (common_category(a, b)) {
    case 0:
    case 1: return integer_binary(symbol, to_int(a), to_int(b));
    case 2: return real_binary(symbol, to_double(a), to_double(b));
    default: return complex_binary(symbol, a, b);
  }
}

ArithmeticResult python_unary(TokenKind symbol, const ScalarValue& value) {
  if (symbol == TokenKind::kTilde) {
    if (value.index() > 1) return {};
    return {ScalarValue(~to_int(value)), false};
  }
  if (symbol == TokenKind::kPlus) return {value.index() == 0 ? ScalarValue(to_int(value)) : value, false};
  if (value.index() == 3) return {ScalarValue(-to_complex(value)), false};
  if (value.index() == 2) return {ScalarValue(-to_double(value)), false};
  return checked(checked_difference(0, to_int(value)));
}

std::optional<ScalarValue> python_function(std::string_view name, const std::vector<Argument>& arguments) {
  for (const Argument& argument : arguments) {
    if (!argument.keyword.empty()) return std::nullopt;
  }
  if (arguments.size() == 1) {
    if (const auto value = converted(name, arguments[0].value)) return value;
  }
  if (name == "complex" && arguments.size() == 2) {
    const auto* re = arguments[0].value.as<ScalarValue>();
    const auto* im = arguments[1].value.as<ScalarValue>();
    if (re == nullptr || im == nullptr) return std::nullopt;
    return ScalarValue(Complex(to_double(*re), to_double(*im)));
  }
  if ((name == "min" || name == "max") && arguments.size() > 1) {
    std::optional<ScalarValue> best;
    for (const Argument& argument : arguments) {
      const auto* number = argument.value.as<ScalarValue>();
      if (number == nullptr || number->index() == 3) return std::nullopt;
      const bool better =
          !best || (name == "min" ? to_double(*number) < to_double(*best) : to_double(*number) > to_double(*best));
      if (better) best = *number;
    }
    return best;
  }
  return std::nullopt;
}

}  // namespace cleave
