// Element-wise ops, casts and copies: implicit broadcasts and casts become records, composite ones are spelled out.
#include <limits>

#include "core/base/dims.h"
#include "core/base/text.h"
#include "core/ops/dtype_rules.h"
#include "core/ops/op_table.h"
#include "core/rewrite/decompose.h"
#include "core/source/diagnostic_codes.h"

namespace cleave {
namespace {

OperandDType weighed(const Emitter& emitter, StateId state) {
  if (!emitter.is_tensor(state)) return {emitter.dtype(state), OperandWeight::kScalar};
  // A tensor reduced to rank 0 still counts as having axes: the language promotes by its logical domain, in which
  // reduced axes remain.
  const bool dimensioned = emitter.tensor(state).rank() > 0 || emitter.is_reduction_result(state);
  return {emitter.dtype(state), dimensioned ? OperandWeight::kDimensioned : OperandWeight::kZeroDim};
}

// Whether the axes of two operands of one rank fit; reports the first that does not.
bool axes_fit(Emitter& emitter, StateId a, const std::string& name_a, StateId b, const std::string& name_b) {
  const std::vector<Axis>& axes_a = emitter.tensor(a).axes;
  const std::vector<Axis>& axes_b = emitter.tensor(b).axes;
  for (size_t i = 0; i < axes_a.size(); ++i) {
    const Axis& left = axes_a[i];
    const Axis& right = axes_b[i];
    const bool meets_any = (left.is_broadcast() && left.extent == 1) || (right.is_broadcast() && right.extent == 1);
    if (meets_any || left.extent == right.extent) continue;
    Diagnostic& diagnostic =
        emitter.report(code("shape_mismatch"), {name_a, concat(left.extent), concat(i), name_b, concat(right.extent)});
    const bool symbolic_one = (left.extent == 1 || right.extent == 1);
    if (symbolic_one) {
      diagnostic.note(concat("axis ", i, " of `", left.extent == 1 ? name_a : name_b,
                             "` is symbolic and happens to be 1; declare it 1 in define_tensor to let it broadcast"));
    }
    return false;
  }
  return true;
}

}  // namespace

Results emit_pointwise(Emitter& emitter, OpCode op, std::vector<StateId> operands,
                       const std::vector<std::string>& names) {
  const OpInfo& row = info(op);
  const bool is_where = row.dtype_rule == DTypeRule::kWhere;
  std::vector<OperandDType> dtypes;
  for (size_t i = is_where ? 1 : 0; i < operands.size(); ++i) dtypes.push_back(weighed(emitter, operands[i]));
  const auto computation = computation_dtype(row.dtype_rule, dtypes);
  if (const auto* refusal = std::get_if<DTypeRefusal>(&computation)) {
    emitter.report(code("dtype_mismatch"), {std::string(row.name), refusal->why});
    return {};
  }
  const DType dtype = std::get<DType>(computation);
  size_t rank = 0;
  for (StateId operand : operands) {
    if (emitter.is_tensor(operand)) rank = std::max(rank, emitter.tensor(operand).rank());
  }
  std::vector<Axis> axes(rank, Axis{.kind = AxisKind::kBroadcast, .extent = 1, .origin = ExtentId(0U)});
  for (size_t i = 0; i < operands.size(); ++i) {
    const bool is_condition = is_where && i == 0;
    const bool is_tensor = emitter.is_tensor(operands[i]);
    const bool needs_cast =
        is_tensor ? emitter.dtype(operands[i]) != dtype : !same_category(emitter.dtype(operands[i]), dtype);
    if (is_tensor) operands[i] = emitter.aligned(operands[i], rank);
    if (needs_cast && !is_condition) operands[i] = emitter.cast(operands[i], dtype);
    if (!is_tensor) continue;
    for (size_t j = 0; j < i; ++j) {
      if (emitter.is_tensor(operands[j]) && !axes_fit(emitter, operands[j], names[j], operands[i], names[i])) return {};
    }
    for (size_t axis = 0; axis < rank; ++axis)
      axes[axis] = merged_axis(axes[axis], emitter.tensor(operands[i]).axes[axis]);
  }
  std::vector<int64_t> extents;
  for (const Axis& axis : axes) extents.push_back(axis.extent);
  if (!extents_allowed(emitter, extents)) return {};
  std::vector<std::optional<StateId>> slots(operands.begin(), operands.end());
  return {emitter.emit(op, std::move(slots))};
}

Results decompose_pointwise(Emitter& emitter) {
  const OpCode current = emitter.record().op;
  std::vector<StateId> operands;
  std::vector<std::string> names;
  for (size_t slot = 0; slot < emitter.record().operands.size(); ++slot) {
    const std::optional<StateId> operand = emitter.operand(slot);
    if (!operand) continue;
    operands.push_back(*operand);
    names.push_back(emitter.operand_name(slot));
  }
  const DType first = emitter.dtype(operands[0]);
  if (current == op("where") && !is_boolean(first)) {
    emitter.report(code("condition_not_bool"), {std::string(name(first))}, 0);
    return {};
  }
  if (current == op("real") && !is_complex(first)) return {emitter.emit(op("set"), {operands[0]})};
  if (current == op("imag") && !is_complex(first)) {
    emitter.report(code("imaginary_of_real"), {std::string(name(first))}, 0);
    return {};
  }
  if (current == op("clamp")) {
    // An absent bound is the type's limit.
    const bool integral = is_integer(first);
    const double infinity = std::numeric_limits<double>::infinity();
    const auto bound = [&](size_t slot, bool low) {
      if (const std::optional<StateId> given = emitter.operand(slot)) return *given;
      if (integral)
        return emitter.constant(low ? std::numeric_limits<int64_t>::min() : std::numeric_limits<int64_t>::max());
      return emitter.constant(low ? -infinity : infinity);
    };
    operands = {operands[0], bound(1, true), bound(2, false)};
    names = {emitter.operand_name(0), emitter.operand_name(1), emitter.operand_name(2)};
  }
  return emit_pointwise(emitter, current, std::move(operands), names);
}

Results decompose_cast(Emitter& emitter) {
  const StateId value = *emitter.operand(0);
  const DType from = emitter.dtype(value);
  const DType to = attributes<DTypeAttributes>(emitter.record()).dtype;
  const bool illegal = to == DType::kNull || to == DType::kFloat4E2M1FNX2 || from == DType::kNull;
  if (illegal) {
    emitter.report(code("illegal_cast"), {emitter.operand_name(0), std::string(name(from)), std::string(name(to))});
    return {};
  }
  if (is_complex(from) && !is_complex(to)) {
    emitter.report(code("complex_to_real"), {emitter.operand_name(0), std::string(name(from)), std::string(name(to))});
  }
  if (from == to) return {emitter.emit(op("set"), {value})};
  return {emitter.emit(op("cast"), {value}, DTypeAttributes{.dtype = to})};
}

Results decompose_copy(Emitter& emitter) {
  const StateId value = *emitter.operand(0);
  if (emitter.record().op == op("stride_order")) {
    const std::vector<int64_t>& order = attributes<StrideOrderAttributes>(emitter.record()).stride_order;
    const size_t rank = emitter.tensor(value).rank();
    auto normalized = normalized_permutation(order, rank);
    if (!normalized) {
      emitter.report(code("stride_order_value"), {list_text(order), concat(rank), emitter.operand_name(0)});
      return {};
    }
    return {emitter.emit(op("stride_order"), {value}, StrideOrderAttributes{.stride_order = std::move(*normalized)})};
  }
  return {emitter.emit(emitter.record().op, {value})};
}

}  // namespace cleave
