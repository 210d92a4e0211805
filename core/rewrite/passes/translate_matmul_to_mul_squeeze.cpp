// Pass 2. A matmul whose inner extent is declared 1 sums nothing: it is a multiplication of a column by a row, with the
// inner axis squeezed at the end, and can join its neighbours in a kernel. A linear stays one library call, as in
// nvFuser. The product loses the addition to 0, so a negative zero keeps its sign.
#include <numeric>
#include <string>
#include <vector>

#include "core/base/text.h"
#include "core/ops/op_table.h"
#include "core/rewrite/passes/pass.h"

namespace cleave {
namespace {

const Axis& inner_axis(const TensorType& type, bool is_left) {
  const size_t rank = type.rank();
  return type.axes[is_left || rank == 1 ? rank - 1 : rank - 2];
}

/// Ops that sum over the inner axis of their first two operands.
bool is_product(const Record& record) {
  return family(record.op) == OpFamily::kMatmul || record.op == op("scaled_mm") || record.op == op("grouped_mm");
}

bool sums_one_element(const PassFacts& facts, const Record& record) {
  const TensorType* left = facts.tensor(record.operand(0));
  return left != nullptr && left->rank() > 0 && inner_axis(*left, true).extent == 1;
}

/// Why a product over one element stays one; empty where it does not.
std::string why_not(const PassFacts& facts, const Record& record) {
  if (record.op == op("linear")) return "a linear stays one call of the library";
  if (record.op != op("matmul")) return "the pass has no rule for this op";
  for (size_t slot = 0; slot < 2; ++slot) {
    const TensorType* type = facts.tensor(record.operand(slot));
    const bool is_declared = type != nullptr && inner_axis(*type, slot == 0).is_broadcast();
    if (!is_declared) return concat("the extent of `", facts.name(record.operand(slot)), "` is not declared to be 1");
  }
  return {};
}

/// [..., M, K] → [..., M, 1, K], without the 1 where the right side has no columns.
StateId left_side(Rebuild& rebuild, StateId value, bool has_columns) {
  const size_t rank = rebuild.tensor(value).rank();
  if (!has_columns) return value;
  std::vector<bool> is_new(rank + 1, false);
  is_new[rank - 1] = true;
  return rebuild.broadcast(value, is_new);
}

/// [..., K, N] → [..., 1, N, K], without the 1 where the left side has no rows.
StateId right_side(Rebuild& rebuild, StateId value, bool has_rows) {
  const size_t rank = rebuild.tensor(value).rank();
  if (rank >= 2) {
    DimsAttributes order;
    order.dims.resize(rank);
    std::iota(order.dims.begin(), order.dims.end(), int64_t{0});
    std::swap(order.dims[rank - 2], order.dims[rank - 1]);
    value = rebuild.emit(op("permute"), {value}, order);
  }
  if (!has_rows || rank < 2) return value;
  std::vector<bool> is_new(rank + 1, false);
  is_new[rank - 2] = true;
  return rebuild.broadcast(value, is_new);
}

StateId product(Rebuild& rebuild, StateId a, StateId b) {
  const DType dtype = rebuild.dtype(a);
  const size_t a_rank = rebuild.tensor(a).rank();
  const size_t b_rank = rebuild.tensor(b).rank();
  const DType wide = is_half_like(dtype) ? DType::kFloat : dtype;
  StateId left = left_side(rebuild, rebuild.cast(a, wide), b_rank >= 2);
  StateId right = right_side(rebuild, rebuild.cast(b, wide), a_rank >= 2);
  const size_t rank = std::max(rebuild.tensor(left).rank(), rebuild.tensor(right).rank());
  left = rebuild.aligned(left, rank);
  right = rebuild.aligned(right, rank);
  const StateId made = rebuild.cast(rebuild.emit(op("mul"), {left, right}), dtype);
  return rebuild.emit(op("squeeze"), {made},
                      SqueezeAttributes{.dims = {static_cast<int64_t>(rank) - 1}, .squeeze_expanded = false});
}

}  // namespace

PassResult translate_matmul_to_mul_squeeze(const PassFacts& facts) {
  PassResult out;
  std::vector<bool> is_replaced(facts.definition().records.size(), false);
  for (RecordId id : facts.definition().records.ids()) {
    const Record& record = facts.definition().records[id];
    if (!is_product(record) || !sums_one_element(facts, record)) continue;
    const std::string what = concat(facts.called(record), " sums over an axis of extent 1");
    const std::string reason = why_not(facts, record);
    if (!reason.empty()) {
      out.left.push_back({id, concat(what, ", but ", reason)});
      continue;
    }
    is_replaced[id.index] = true;
    out.done.push_back({id, concat(what, ": now a multiplication and a squeeze")});
  }
  if (out.done.empty()) return out;
  out.step = rebuilt(facts.primitive, [&](Rebuild& rebuild, RecordId id, const Record& record) {
    if (!is_replaced[id.index]) return false;
    const StateId a = rebuild.operand(record.operand(0));
    rebuild.bind(record.result(), product(rebuild, a, rebuild.operand(record.operand(1))));
    return true;
  });
  return out;
}

}  // namespace cleave
