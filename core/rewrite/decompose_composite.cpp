// Composite element-wise ops and triu, spelled out in primitive ops. Reductions and broadcasts have files of their own.
#include "core/base/text.h"
#include "core/ops/op_table.h"
#include "core/rewrite/decompose.h"
#include "core/source/diagnostic_codes.h"

namespace cleave {
namespace {

/// emit_pointwise with the names of the source record's operands.
Results pointwise(Emitter& emitter, OpCode op, std::vector<StateId> operands) {
  std::vector<std::string> names;
  for (size_t slot = 0; slot < operands.size(); ++slot) names.push_back(emitter.operand_name(slot));
  return emit_pointwise(emitter, op, std::move(operands), names);
}

/// 0 in the dtype of `state`.
StateId zero_like(Emitter& emitter, StateId state) {
  return emitter.constant(to_category(int64_t{0}, emitter.dtype(state)));
}

// Two integers are divided as Floats; anything else is an ordinary division.
Results truediv(Emitter& emitter) {
  StateId a = *emitter.operand(0);
  StateId b = *emitter.operand(1);
  const auto integral = [&](StateId state) {
    return is_integer(emitter.dtype(state)) || is_boolean(emitter.dtype(state));
  };
  if (integral(a) && integral(b)) {
    a = emitter.cast(a, DType::kFloat);
    b = emitter.cast(b, DType::kFloat);
  }
  return pointwise(emitter, op("div"), {a, b});
}

// where(x > 0, 1, where(x < 0, -1, 0)) in the operand's dtype: NaN gives 0.
Results sign(Emitter& emitter) {
  const StateId x = *emitter.operand(0);
  const Results negative = pointwise(emitter, op("lt"), {x, zero_like(emitter, x)});
  const Results positive = pointwise(emitter, op("gt"), {x, zero_like(emitter, x)});
  if (negative.empty() || positive.empty()) return {};
  const StateId minus_one = emitter.constant(int64_t{-1});
  const Results below = pointwise(emitter, op("where"), {negative[0], minus_one, emitter.constant(int64_t{0})});
  const Results out = pointwise(emitter, op("where"), {positive[0], emitter.constant(int64_t{1}), below[0]});
  return {emitter.cast(out[0], emitter.dtype(x))};
}

// arg1 + arg2 * (arg3 * value).
Results addcmul(Emitter& emitter) {
  const Results scaled = pointwise(emitter, op("mul"), {*emitter.operand(2), *emitter.operand(3)});
  if (scaled.empty()) return {};
  const Results product = pointwise(emitter, op("mul"), {*emitter.operand(1), scaled[0]});
  return product.empty() ? Results{} : pointwise(emitter, op("add"), {*emitter.operand(0), product[0]});
}

// arg1 ± alpha * arg2.
Results with_alpha(Emitter& emitter, OpCode combine) {
  const Results scaled = pointwise(emitter, op("mul"), {*emitter.operand(2), *emitter.operand(1)});
  return scaled.empty() ? Results{} : pointwise(emitter, combine, {*emitter.operand(0), scaled[0]});
}

// Keeps the elements whose column is at least the row plus the diagonal: row <= column - diagonal.
Results triu(Emitter& emitter) {
  const StateId x = *emitter.operand(0);
  const size_t rank = emitter.tensor(x).rank();
  if (rank < 2) {
    emitter.report(code("rank_too_small"), {"triu", "2", emitter.operand_name(0), concat(rank)}, 0);
    return {};
  }
  const StateId zero = emitter.constant(int64_t{0});
  const StateId one = emitter.constant(int64_t{1});
  const StateId first_column = emitter.emit(op("neg"), {*emitter.operand(1)});
  const StateId rows = emitter.emit(op("iota"), {emitter.extent_scalar(x, rank - 2), zero, one}, IntegerAttributes{});
  const StateId columns =
      emitter.emit(op("iota"), {emitter.extent_scalar(x, rank - 1), first_column, one}, IntegerAttributes{});
  const StateId row_of = emitter.broadcast(rows, {false, true});
  const StateId column_of = emitter.broadcast(columns, {true, false});
  const Results mask = pointwise(emitter, op("le"), {row_of, column_of});
  return pointwise(emitter, op("where"), {mask[0], x, zero_like(emitter, x)});
}

}  // namespace

Results decompose_composite(Emitter& emitter) {
  const OpCode current = emitter.record().op;
  if (current == op("var")) return decompose_variance(emitter, VarianceResults::kVariance);
  if (current == op("var_mean")) return decompose_variance(emitter, VarianceResults::kVarianceAndMean);
  if (current == op("broadcast_in_dim")) return decompose_broadcast(emitter);
  if (current == op("truediv")) return truediv(emitter);
  if (current == op("sign")) return sign(emitter);
  if (current == op("addcmul")) return addcmul(emitter);
  if (current == op("add_alpha")) return with_alpha(emitter, op("add"));
  if (current == op("sub_alpha")) return with_alpha(emitter, op("sub"));
  CHECK(current == op("triu"), "every composite op has a decomposition");
  return triu(emitter);
}

}  // namespace cleave
