// See c_text.h.
#include "core/kernel/c_text.h"

#include <cmath>
#include <cstdint>

#include "core/base/text.h"

namespace cleave {
namespace {

std::string real_text(double value, bool is_double) {
  const std::string suffix = is_double ? "" : "f";
  if (std::isnan(value)) return is_double ? "not_a_number<double>()" : "not_a_number<float>()";
  if (std::isinf(value)) {
    const std::string infinity = is_double ? "infinity<double>()" : "infinity<float>()";
    return value < 0 ? concat("(-", infinity, ')') : infinity;
  }
  std::string text = shortest_double(is_double ? value : static_cast<double>(static_cast<float>(value)));
  if (text.find_first_of(".e") == std::string::npos) text += ".0";
  return std::signbit(value) ? concat('(', text, suffix, ')') : concat(text, suffix);
}

std::string integer_text(int64_t value, DType dtype) {
  if (dtype == DType::kUInt64) return concat(std::to_string(static_cast<uint64_t>(value)), "ULL");
  const std::string suffix = dtype == DType::kInt32 ? "" : "LL";
  // The lowest number is no literal in C.
  if (value == INT64_MIN) return "(-9223372036854775807LL - 1)";
  if (dtype == DType::kInt32 && value == INT32_MIN) return "(-2147483647 - 1)";
  return value < 0 ? concat('(', value, suffix, ')') : concat(value, suffix);
}

std::string term_text(const IndexExpressions& expressions, IndexTermId id,
                      const std::function<std::string(uint32_t)>& data_name) {
  const IndexTerm& term = expressions.term(id);
  switch (term.kind) {
    case IndexTerm::Kind::kVariable: return term.name;
    case IndexTerm::Kind::kData: return data_name(term.data);
    case IndexTerm::Kind::kQuotient:
    case IndexTerm::Kind::kRemainder: break;
  }
  std::string of = index_text(expressions, term.of, data_name);
  const bool is_plain = term.of.terms.size() == 1 && term.of.terms[0].second == 1 && term.of.constant == 0;
  if (!is_plain) of = concat('(', of, ')');
  return concat('(', of, term.kind == IndexTerm::Kind::kQuotient ? " / " : " % ", term.by, ')');
}

}  // namespace

std::string_view register_type(DType dtype) {
  switch (dtype) {
    case DType::kDouble: return "double";
    case DType::kFloat:
    case DType::kHalf:
    case DType::kBFloat16:
    case DType::kFloat8E4M3FN:
    case DType::kFloat8E5M2:
    case DType::kFloat8E8M0FNU: return "float";
    case DType::kInt:
    case DType::kIndex: return "long long";
    case DType::kInt32: return "int";
    case DType::kUInt64: return "unsigned long long";
    case DType::kBool: return "bool";
    case DType::kComplexFloat: return "Complex<float>";
    case DType::kComplexDouble: return "Complex<double>";
    case DType::kFloat4E2M1FN:
    case DType::kFloat4E2M1FNX2:
    case DType::kNull: break;
  }
  return {};
}

std::string_view memory_type(DType dtype) {
  if (dtype == DType::kHalf) return "float16";
  if (dtype == DType::kBFloat16) return "bfloat16";
  if (dtype == DType::kFloat8E4M3FN) return "float8_e4m3";
  if (dtype == DType::kFloat8E5M2) return "float8_e5m2";
  if (dtype == DType::kFloat8E8M0FNU) return "float8_e8m0";
  return register_type(dtype);
}

bool is_narrow(DType dtype) { return memory_type(dtype) != register_type(dtype); }

std::string literal_text(const ScalarValue& value, DType dtype) {
  switch (info(dtype).category) {
    case DTypeCategory::kFloating: return real_text(to_double(value), dtype == DType::kDouble);
    case DTypeCategory::kInteger: return integer_text(to_int(value), dtype);
    case DTypeCategory::kBoolean: return to_bool(value) ? "true" : "false";
    case DTypeCategory::kComplex: {
      const Complex number = to_complex(value);
      const bool is_double = dtype == DType::kComplexDouble;
      return concat(register_type(dtype), '(', real_text(number.real(), is_double), ", ",
                    real_text(number.imag(), is_double), ')');
    }
    case DTypeCategory::kNone: break;
  }
  CHECK(false, "register_type() has a type for the literal");
  return {};
}

ScalarValue identity_value(Identity identity, DType dtype) {
  const bool is_real = is_floating(dtype);
  const bool is_unsigned = dtype == DType::kUInt64;
  const bool is_narrow = dtype == DType::kInt32;
  switch (identity) {
    case Identity::kOne: return int64_t{1};
    case Identity::kLowest:
      if (is_real) return -HUGE_VAL;
      if (is_boolean(dtype) || is_unsigned) return int64_t{0};
      return is_narrow ? int64_t{INT32_MIN} : INT64_MIN;
    case Identity::kHighest:
      if (is_real) return HUGE_VAL;
      if (is_boolean(dtype)) return true;
      return is_unsigned ? int64_t{-1} : is_narrow ? int64_t{INT32_MAX} : INT64_MAX;
    case Identity::kZero:
    case Identity::kNone: break;
  }
  return int64_t{0};
}

std::string identity_text(Identity identity, DType dtype) {
  return literal_text(identity_value(identity, dtype), dtype);
}

std::string index_text(const IndexExpressions& expressions, const IndexSum& sum,
                       const std::function<std::string(uint32_t)>& data_name) {
  std::string out;
  for (const auto& [id, factor] : sum.terms) {
    const std::string term = term_text(expressions, id, data_name);
    const int64_t size = factor < 0 ? -factor : factor;
    if (!out.empty()) {
      out += factor < 0 ? " - " : " + ";
    } else if (factor < 0) {
      out += '-';
    }
    out += size == 1 ? term : concat(size, " * ", term);
  }
  if (out.empty()) return std::to_string(sum.constant);
  if (sum.constant > 0) out += concat(" + ", sum.constant);
  if (sum.constant < 0) out += concat(" - ", -sum.constant);
  return out;
}

std::string filled_in(std::string_view pattern, const std::vector<std::string>& operands) {
  std::string out;
  for (size_t i = 0; i < pattern.size(); ++i) {
    if (pattern[i] == '{') {
      out += operands[static_cast<size_t>(pattern[i + 1] - '0')];
      i += 2;
    } else {
      out += pattern[i];
    }
  }
  return out;
}

std::string op_text(const OpInfo& row, DTypeCategory category, const std::vector<std::string>& operands) {
  const bool is_complex = category == DTypeCategory::kComplex;
  const std::string_view pattern = is_complex                             ? row.spelling.complex
                                   : category == DTypeCategory::kFloating ? row.spelling.real
                                                                          : row.spelling.integer;
  if (!pattern.empty()) return filled_in(pattern, operands);
  return concat(is_complex ? "complex_" : "", row.name, '(', join(operands, ", "), ')');
}

}  // namespace cleave
