// Pass 2. A matmul whose inner extent is declared 1 sums nothing: it is a multiplication of a column by a row, with the
// inner axis squeezed at the end, and can join its neighbours in a kernel. A linear stays one library call, as in
// nvFuser. The product loses the addition to 0, so a negative zero keeps its sign.
#include <numeric>
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

bool sums_nothing(const PassFacts& facts, const Record& record) {
  for (size_t slot = 0; slot < 2; ++slot) {
    const TensorType* type = facts.tensor(record.operand(slot));
    if (type == nullptr) return false;
    const Axis& axis = inner_axis(*type, slot == 0);
    if (!axis.is_broadcast() || axis.extent != 1) return false;
  }
  return true;
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
    if (family(record.op) != OpFamily::kMatmul || record.op == op("linear")) continue;
    if (!sums_nothing(facts, record)) continue;
    is_replaced[id.index] = true;
    out.done.push_back({id, concat("matmul `", facts.name(record.result()),
                                   "` sums over an axis of extent 1: now a multiplication and a squeeze")});
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
