// See dtype_rules.h; section numbers of the rules are those of the language page on promotion.
#include "core/ops/dtype_rules.h"

#include "core/base/text.h"

namespace cleave {
namespace {

using Outcome = std::variant<DType, DTypeRefusal>;

bool refused(const Outcome& outcome) { return std::holds_alternative<DTypeRefusal>(outcome); }

Outcome promoted(DType a, DType b) {
  if (a == DType::kNull) return b;
  if (b == DType::kNull) return a;
  if (const std::optional<DType> common = promote(a, b)) return *common;
  return DTypeRefusal{concat("`", name(a), "` and `", name(b), "` have no common dtype")};
}

// `hi` outweighs `lo`, but takes over what its category lacks.
Outcome combine(DType hi, DType lo) {
  if (hi == DType::kNull) return lo;
  if (is_complex(hi)) return hi;
  if (is_complex(lo)) {
    if (hi == DType::kFloat) return DType::kComplexFloat;
    if (hi == DType::kDouble) return DType::kComplexDouble;
    if (is_half_like(hi))
      return DTypeRefusal{concat("a `", name(hi), "` tensor cannot meet a complex number; cast it to Float")};
    return lo;
  }
  if (is_floating(hi)) return hi;
  if (is_boolean(hi) || is_floating(lo)) return promoted(hi, lo);
  return hi;
}

Outcome common_dtype(std::span<const OperandDType> operands) {
  bool equal = true;
  for (const OperandDType& operand : operands) equal = equal && operand.dtype == operands[0].dtype;
  if (equal) return operands[0].dtype;
  DType by_weight[3] = {DType::kNull, DType::kNull, DType::kNull};
  for (const OperandDType& operand : operands) {
    DType& slot = by_weight[static_cast<size_t>(operand.weight)];
    const bool widened = operand.weight == OperandWeight::kScalar && is_half_like(operand.dtype);
    const Outcome merged = promoted(slot, widened ? DType::kFloat : operand.dtype);
    if (refused(merged)) return merged;
    slot = std::get<DType>(merged);
  }
  const Outcome lower = combine(by_weight[1], by_weight[0]);
  if (refused(lower)) return lower;
  return combine(by_weight[2], std::get<DType>(lower));
}

DType half_to_float(DType dtype) { return is_half_like(dtype) ? DType::kFloat : dtype; }

}  // namespace

bool same_category(DType from, DType to) { return info(from).category == info(to).category; }

std::variant<DType, DTypeRefusal> computation_dtype(DTypeRule rule, std::span<const OperandDType> operands) {
  switch (rule) {
    case DTypeRule::kKeep:
    case DTypeRule::kRealOf:
    case DTypeRule::kPredicate:
    case DTypeRule::kAttribute:
    case DTypeRule::kAccumulate:
    case DTypeRule::kInt:
    case DTypeRule::kFamily: return operands[0].dtype;
    case DTypeRule::kLogical: return DType::kBool;
    case DTypeRule::kFloat:
    case DTypeRule::kArithmetic:
    case DTypeRule::kCompare:
    case DTypeRule::kInteger:
    case DTypeRule::kIntegerOrBool:
    case DTypeRule::kWhere:
    case DTypeRule::kFloatOnly: break;
  }
  const Outcome common = common_dtype(operands);
  if (refused(common) || rule == DTypeRule::kWhere) return common;
  const DType dtype = half_to_float(std::get<DType>(common));
  const bool integral = is_integer(dtype) || is_boolean(dtype);
  if (rule == DTypeRule::kFloat) return integral ? DType::kFloat : dtype;
  if (rule == DTypeRule::kFloatOnly && dtype != DType::kFloat && dtype != DType::kDouble) {
    return DTypeRefusal{concat("the common dtype is `", name(dtype), "`, it must be Float or Double")};
  }
  if (rule == DTypeRule::kInteger && !is_integer(dtype)) {
    return DTypeRefusal{concat("the common dtype is `", name(dtype), "`, it must be an integer")};
  }
  if (rule == DTypeRule::kIntegerOrBool && !integral) {
    return DTypeRefusal{concat("the common dtype is `", name(dtype), "`, it must be an integer or Bool")};
  }
  return dtype;
}

DType result_dtype(DTypeRule rule, DType computation) {
  switch (rule) {
    case DTypeRule::kCompare:
    case DTypeRule::kLogical:
    case DTypeRule::kPredicate: return DType::kBool;
    case DTypeRule::kRealOf: return real_of(computation);
    case DTypeRule::kAccumulate: return is_integer(computation) || is_boolean(computation) ? DType::kInt : computation;
    case DTypeRule::kInt: return DType::kInt;
    case DTypeRule::kKeep:
    case DTypeRule::kAttribute:
    case DTypeRule::kFamily:
    case DTypeRule::kFloat:
    case DTypeRule::kArithmetic:
    case DTypeRule::kInteger:
    case DTypeRule::kIntegerOrBool:
    case DTypeRule::kWhere:
    case DTypeRule::kFloatOnly: return computation;
  }
  return computation;
}

}  // namespace cleave
