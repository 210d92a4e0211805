// See value_model.h.
#include "tests/support/value_model.h"

#include <algorithm>

namespace cleave {
namespace {

bool is_widened(DType dtype) { return is_half_like(dtype); }

/// Promotes inside one class of operands; kNull is "none yet".
std::optional<DType> promoted(DType so_far, DType next) {
  if (so_far == DType::kNull) return next;
  return promote(so_far, next);
}

/// `high` takes the category, `low` can only lift it.
std::optional<DType> combined(DType high, DType low) {
  if (high == DType::kNull) return low;
  if (low == DType::kNull) return high;
  if (is_complex(high)) return high;
  if (is_complex(low)) {
    if (high == DType::kFloat) return DType::kComplexFloat;
    if (high == DType::kDouble) return DType::kComplexDouble;
    if (is_floating(high)) return std::nullopt;
    return low;
  }
  if (is_floating(high)) return high;
  if (is_boolean(high) || is_floating(low)) return promote(high, low);
  return high;
}

enum class ReducedCount : uint8_t { kAsDimensioned, kAsZeroDimensional };

std::optional<DType> common_dtype_counting(const std::vector<ModelValue>& operands, ReducedCount reduced) {
  DType dimensioned = DType::kNull;
  DType zero_dimensional = DType::kNull;
  DType scalar = DType::kNull;
  for (const ModelValue& operand : operands) {
    DType* slot = &dimensioned;
    DType dtype = operand.dtype;
    if (!operand.is_tensor()) {
      slot = &scalar;
      if (is_half_like(dtype)) dtype = DType::kFloat;
    } else if (operand.rank() == 0 && !(operand.fully_reduced && reduced == ReducedCount::kAsDimensioned)) {
      slot = &zero_dimensional;
    }
    const std::optional<DType> next = promoted(*slot, dtype);
    if (!next) return std::nullopt;
    *slot = *next;
  }
  const std::optional<DType> low = combined(zero_dimensional, scalar);
  if (!low) return std::nullopt;
  return combined(dimensioned, *low);
}

bool has_meaning(const OpInfo& op, DType computation) {
  // Composites have the meaning of what they are made of, all of which exists for real numbers and integers.
  if (op.family == OpFamily::kComposite) return is_floating(computation) || is_integer(computation);
  switch (info(computation).category) {
    case DTypeCategory::kFloating: return op.meaning.real != nullptr;
    case DTypeCategory::kInteger:
    case DTypeCategory::kBoolean: return op.meaning.integer != nullptr;
    case DTypeCategory::kComplex: return op.meaning.complex != nullptr;
    case DTypeCategory::kNone: break;
  }
  return false;
}

/// Ops that are asked of Bools only where the language says what they mean there.
bool takes_bool(const OpInfo& op) {
  constexpr std::string_view kTakers[] = {"add",        "mul",         "bitwise_not", "bitwise_and",
                                          "bitwise_or", "bitwise_xor", "isfinite",    "isreal"};
  switch (op.dtype_rule) {
    case DTypeRule::kFloat:
    case DTypeRule::kCompare:
    case DTypeRule::kLogical:
    case DTypeRule::kWhere: return true;
    case DTypeRule::kAttribute:
    case DTypeRule::kArithmetic:
    case DTypeRule::kKeep:
    case DTypeRule::kRealOf:
    case DTypeRule::kInteger:
    case DTypeRule::kIntegerOrBool:
    case DTypeRule::kPredicate:
    case DTypeRule::kFloatOnly:
    case DTypeRule::kAccumulate:
    case DTypeRule::kInt:
    case DTypeRule::kFamily: break;
  }
  return std::find(std::begin(kTakers), std::end(kTakers), op.name) != std::end(kTakers);
}

}  // namespace

std::vector<int64_t> ModelValue::extents() const {
  std::vector<int64_t> out;
  for (const ModelAxis& axis : axes) out.push_back(axis.extent);
  return out;
}

int64_t ModelValue::element_count() const {
  int64_t count = 1;
  for (const ModelAxis& axis : axes) count *= axis.extent;
  return count;
}

std::optional<std::vector<ModelAxis>> combined_axes(const std::vector<ModelValue>& operands) {
  size_t rank = 0;
  for (const ModelValue& operand : operands) rank = std::max(rank, operand.rank());
  std::vector<ModelAxis> out(rank, {.extent = 1, .kind = ModelAxis::Kind::kBroadcast});
  for (const ModelValue& operand : operands) {
    for (size_t i = 0; i < operand.rank(); ++i) {
      const ModelAxis& axis = operand.axes[i];
      ModelAxis& so_far = out[rank - operand.rank() + i];
      if (axis.stretches()) continue;
      if (so_far.stretches()) {
        so_far = axis;
      } else if (so_far.extent != axis.extent) {
        return std::nullopt;
      } else if (so_far.kind != axis.kind) {
        const bool iterates = so_far.kind == ModelAxis::Kind::kIteration || axis.kind == ModelAxis::Kind::kIteration;
        so_far.kind = iterates ? ModelAxis::Kind::kIteration : ModelAxis::Kind::kUndecided;
      }
    }
  }
  return out;
}

std::optional<DType> common_dtype(const std::vector<ModelValue>& operands) {
  bool same = true;
  for (const ModelValue& operand : operands) same = same && operand.dtype == operands[0].dtype;
  if (same) return operands[0].dtype;
  const std::optional<DType> one = common_dtype_counting(operands, ReducedCount::kAsDimensioned);
  const std::optional<DType> other = common_dtype_counting(operands, ReducedCount::kAsZeroDimensional);
  return one == other ? one : std::nullopt;
}

namespace {

/// a + b * (c * …): the dtype follows the products from the inside out, not all operands at once.
std::optional<PointwiseTypes> scaled_sum_types(const std::vector<ModelValue>& operands) {
  ModelValue so_far = operands.back();
  for (size_t i = operands.size() - 1; i-- > 0;) {
    const std::optional<DType> common = common_dtype({operands[i], so_far});
    const std::optional<std::vector<ModelAxis>> axes = combined_axes({operands[i], so_far});
    if (!common || !axes || is_boolean(*common) || is_complex(*common)) return std::nullopt;
    const bool tensor = operands[i].is_tensor() || so_far.is_tensor();
    so_far = {.kind = tensor ? StateKind::kTensor : StateKind::kScalar,
              .dtype = is_widened(*common) ? DType::kFloat : *common,
              .axes = *axes};
  }
  return PointwiseTypes{.computation = so_far.dtype, .result = so_far.dtype};
}

}  // namespace

std::optional<PointwiseTypes> pointwise_types(const OpInfo& op, const std::vector<ModelValue>& operands) {
  for (const ModelValue& operand : operands) {
    if (is_boolean(operand.dtype) && !takes_bool(op)) return std::nullopt;
  }
  if (op.family == OpFamily::kComposite && operands.size() > 2) return scaled_sum_types(operands);
  const std::optional<DType> found = common_dtype(operands);
  if (!found && op.dtype_rule != DTypeRule::kLogical && op.dtype_rule != DTypeRule::kKeep) return std::nullopt;
  const DType common = found.value_or(DType::kFloat);
  const DType widened = is_widened(common) ? DType::kFloat : common;
  PointwiseTypes types{.computation = widened, .result = widened};
  switch (op.dtype_rule) {
    case DTypeRule::kFloat:
      if (!is_floating(widened) && !is_complex(widened)) types.computation = DType::kFloat;
      types.result = types.computation;
      break;
    case DTypeRule::kArithmetic: break;
    case DTypeRule::kKeep: types = {operands[0].dtype, operands[0].dtype}; break;
    case DTypeRule::kRealOf: types = {operands[0].dtype, real_of(operands[0].dtype)}; break;
    case DTypeRule::kCompare: types.result = DType::kBool; break;
    case DTypeRule::kLogical:
      for (const ModelValue& operand : operands) {
        if (is_complex(operand.dtype)) return std::nullopt;
      }
      types = {DType::kBool, DType::kBool};
      break;
    case DTypeRule::kInteger:
      if (!is_integer(common)) return std::nullopt;
      break;
    case DTypeRule::kIntegerOrBool:
      if (!is_integer(common) && !is_boolean(common)) return std::nullopt;
      break;
    case DTypeRule::kPredicate: types = {operands[0].dtype, DType::kBool}; break;
    case DTypeRule::kFloatOnly:
      if (widened != DType::kFloat && widened != DType::kDouble) return std::nullopt;
      return types;
    case DTypeRule::kWhere:
    case DTypeRule::kAttribute:
    case DTypeRule::kAccumulate:
    case DTypeRule::kInt:
    case DTypeRule::kFamily: return std::nullopt;
  }
  if (!has_meaning(op, types.computation)) return std::nullopt;
  return types;
}

}  // namespace cleave
