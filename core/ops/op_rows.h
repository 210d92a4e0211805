// Builders for rows of the op table: each fills the long row with its family's defaults, so that a row in the tables
// says only what is particular to the op. They are constexpr, not consteval: clang 14 (and with it em++) crashes on
// consteval builders that take lambdas.
#pragma once

#include <initializer_list>

#include "core/ops/op_info.h"

namespace cleave::rows {

using Presence = OperandInfo::Presence;
using Form = OperandInfo::Form;

template <class T>
Attributes default_attributes() {
  return T{};
}

/// Gives a captureless lambda of one, two or three numbers the signature that Meaning wants.
template <class Function>
constexpr auto real_meaning(Function) -> double (*)(double, double, double) {
  return [](double a, double b, double c) -> double {
    if constexpr (std::is_invocable_v<Function, double>) {
      return static_cast<double>(Function{}(a));
    } else if constexpr (std::is_invocable_v<Function, double, double>) {
      return static_cast<double>(Function{}(a, b));
    } else {
      return static_cast<double>(Function{}(a, b, c));
    }
  };
}

template <class Function>
constexpr auto integer_meaning(Function) -> int64_t (*)(int64_t, int64_t, int64_t, int) {
  return [](int64_t a, int64_t b, int64_t c, int bits) -> int64_t {
    if constexpr (std::is_invocable_v<Function, int64_t>) {
      return static_cast<int64_t>(Function{}(a));
    } else if constexpr (std::is_invocable_v<Function, int64_t, int64_t>) {
      return static_cast<int64_t>(Function{}(a, b));
    } else if constexpr (std::is_invocable_v<Function, int64_t, int64_t, int64_t>) {
      return static_cast<int64_t>(Function{}(a, b, c));
    } else {
      return static_cast<int64_t>(Function{}(a, b, c, bits));
    }
  };
}

template <class Function>
constexpr auto complex_meaning(Function) -> Complex (*)(const Complex&, const Complex&, const Complex&) {
  return [](const Complex& a, const Complex& b, const Complex& c) -> Complex {
    if constexpr (std::is_invocable_v<Function, Complex>) {
      return Complex(Function{}(a));
    } else if constexpr (std::is_invocable_v<Function, Complex, Complex>) {
      return Complex(Function{}(a, b));
    } else {
      return Complex(Function{}(a, b, c));
    }
  };
}

/// Real only.
template <class Real>
constexpr Meaning real(Real r) {
  return {.real = real_meaning(r)};
}
/// Real and integer.
template <class Real, class Integer>
constexpr Meaning number(Real r, Integer i) {
  return {.real = real_meaning(r), .integer = integer_meaning(i)};
}
/// Real and complex.
template <class Real, class ComplexFunction>
constexpr Meaning analytic(Real r, ComplexFunction c) {
  return {.real = real_meaning(r), .complex = complex_meaning(c)};
}
/// Integers (and bools) only.
template <class Integer>
constexpr Meaning integer(Integer i) {
  return {.integer = integer_meaning(i)};
}
/// All three.
template <class Real, class Integer, class ComplexFunction>
constexpr Meaning all(Real r, Integer i, ComplexFunction c) {
  return {.real = real_meaning(r), .integer = integer_meaning(i), .complex = complex_meaning(c)};
}

constexpr OpInfo row(std::string_view name, OpFamily family, std::initializer_list<OperandInfo> operands,
                     std::initializer_list<ResultKind> results, Attributes (*attributes)(), std::string_view doc) {
  OpInfo out;
  out.name = name;
  out.family = family;
  for (const OperandInfo& operand : operands) out.operand_rows[out.operand_count++] = operand;
  for (ResultKind result : results) out.result_rows[out.result_count++] = result;
  out.make_attributes = attributes;
  out.doc = doc;
  return out;
}

inline constexpr OperandInfo kInput{"arg", OperandKind::kTensor};

constexpr OpInfo pointwise(std::string_view name, std::initializer_list<std::string_view> operands, DTypeRule rule,
                           Meaning meaning, std::string_view doc, uint8_t cost = 1) {
  OpInfo out;
  out.name = name;
  out.family = OpFamily::kPointwise;
  for (std::string_view operand : operands) {
    out.operand_rows[out.operand_count++] = {operand, OperandKind::kTensorOrScalar};
  }
  out.result_rows[out.result_count++] = ResultKind::kLikeOperands;
  out.dtype_rule = rule;
  out.make_attributes = &default_attributes<NoAttributes>;
  out.meaning = meaning;
  out.cost = cost;
  out.doc = doc;
  return out;
}
constexpr OpInfo unary(std::string_view name, DTypeRule rule, Meaning meaning, std::string_view doc, uint8_t cost = 1) {
  return pointwise(name, {"arg"}, rule, meaning, doc, cost);
}
constexpr OpInfo binary(std::string_view name, DTypeRule rule, Meaning meaning, std::string_view doc,
                        uint8_t cost = 1) {
  return pointwise(name, {"arg1", "arg2"}, rule, meaning, doc, cost);
}

/// `out` with its second and third operands optional.
constexpr OpInfo with_optional_bounds(OpInfo out) {
  out.operand_rows[1].presence = Presence::kOptional;
  out.operand_rows[2].presence = Presence::kOptional;
  return out;
}

/// `out` spelled as an operator of C, of integers in the same way where `integer` does not say otherwise.
constexpr OpInfo spelled(OpInfo out, std::string_view real, std::string_view integer) {
  out.spelling.real = real;
  out.spelling.integer = integer;
  return out;
}
constexpr OpInfo spelled(OpInfo out, std::string_view both) { return spelled(out, both, both); }

/// `out` spelled as an expression of complex numbers.
constexpr OpInfo of_complex(std::string_view complex, OpInfo out) {
  out.spelling.complex = complex;
  return out;
}

/// `out` as a composite: no meaning of its own, replaced in rewrite.
constexpr OpInfo composite(OpInfo out) {
  out.family = OpFamily::kComposite;
  out.level = OpLevel::kSourceOnly;
  return out;
}

constexpr OpInfo with_rule(OpInfo out, DTypeRule rule) {
  out.dtype_rule = rule;
  return out;
}
constexpr OpInfo requiring(OpInfo out, std::string_view attributes) {
  out.required_attributes = attributes;
  return out;
}

}  // namespace cleave::rows
