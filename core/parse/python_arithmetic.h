// Python's arithmetic on literals: its number syntax, its operators, and the few functions that scripts apply to
// numbers. Integers are 64 bits wide; what does not fit is an overflow, never a wrong number.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "core/parse/script_value.h"
#include "core/parse/syntax.h"

namespace cleave {

/// The number that a literal names, with a minus sign in front where `negated`; nothing where it does not fit.
std::optional<ScalarValue> python_number(std::string_view literal, Expression::Kind kind, bool negated);

struct ArithmeticResult {
  std::optional<ScalarValue> value;
  bool overflow = false;
  /// Where Python raises for these numbers, why: `division by zero`.
  std::string_view undefined{};
};

/// `a <symbol> b`; no value where Python would raise.
ArithmeticResult python_binary(TokenKind symbol, const ScalarValue& a, const ScalarValue& b);
ArithmeticResult python_unary(TokenKind symbol, const ScalarValue& value);

/// float, int, bool, complex, abs, min, max, round, math.sqrt … of numbers.
std::optional<ScalarValue> python_function(std::string_view name, const std::vector<Argument>& arguments);

}  // namespace cleave
