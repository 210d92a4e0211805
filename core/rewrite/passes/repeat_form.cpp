// See repeat_form.h. Tested with the passes that use it.
#include "core/rewrite/passes/repeat_form.h"

#include <algorithm>
#include <vector>

#include "core/ops/op_table.h"

namespace cleave {
namespace {

/// The only new axis of a broadcast, with an axis behind it.
std::optional<size_t> only_new_axis(const std::vector<bool>& is_new) {
  if (std::count(is_new.begin(), is_new.end(), true) != 1 || is_new.back()) return std::nullopt;
  return static_cast<size_t>(std::find(is_new.begin(), is_new.end(), true) - is_new.begin());
}

/// Axes `dim` and `dim` + 1 become one, the others stay.
bool merges_only(const std::vector<Axis>& from, const std::vector<Axis>& to, size_t dim) {
  if (from.size() != to.size() + 1) return false;
  for (size_t i = 0; i < to.size(); ++i) {
    const int64_t expected = i == dim ? from[dim].extent * from[dim + 1].extent : from[i < dim ? i : i + 1].extent;
    if (to[i].extent != expected) return false;
  }
  return true;
}

}  // namespace

std::optional<Repeat> repeat_of(const PassFacts& facts, const Record& reshape) {
  if (family(reshape.op) != OpFamily::kReshape) return std::nullopt;
  const StateId expanded = reshape.operand(0);
  const Record& expand = facts.producer(expanded);
  if (family(expand.op) != OpFamily::kExpand || !facts.has_one_reader(expanded)) return std::nullopt;
  const StateId between = expand.operand(0);
  const Record& broadcast = facts.producer(between);
  if (family(broadcast.op) != OpFamily::kBroadcast || !facts.has_one_reader(between)) return std::nullopt;
  const std::optional<size_t> dim = only_new_axis(attributes<BroadcastAttributes>(broadcast).is_broadcast_dim);
  const TensorType* value = facts.tensor(broadcast.operand(0));
  const TensorType* from = facts.tensor(expanded);
  const TensorType* to = facts.tensor(reshape.result());
  if (!dim || value == nullptr || from == nullptr || to == nullptr) return std::nullopt;
  if (value->axes[*dim].is_broadcast() || !merges_only(from->axes, to->axes, *dim)) return std::nullopt;
  for (size_t i = 0; i < from->rank(); ++i) {
    const bool same = i == *dim || from->axes[i].extent == value->axes[i < *dim ? i : i - 1].extent;
    if (!same) return std::nullopt;
  }
  return Repeat{.value = broadcast.operand(0),
                .dim = *dim,
                .copies = vector_items(facts.definition(), expand.operand(1))[*dim],
                .merged = vector_items(facts.definition(), reshape.operand(1))[*dim]};
}

StateId emit_repeat(Rebuild& rebuild, StateId value, size_t dim, StateId copies, StateId merged) {
  const size_t rank = rebuild.tensor(value).rank();
  std::vector<bool> is_new(rank + 1, false);
  is_new[dim] = true;
  const StateId between = rebuild.broadcast(value, is_new);
  std::vector<StateId> expanded;
  for (size_t i = 0; i <= rank; ++i) expanded.push_back(i == dim ? copies : rebuild.constant(int64_t{-1}));
  const StateId repeated = rebuild.emit(op("expand"), {between, rebuild.vector(expanded)});
  std::vector<StateId> extents;
  std::vector<int64_t> shape = rebuild.tensor(value).extents();
  for (size_t i = 0; i < rank; ++i) extents.push_back(i == dim ? merged : rebuild.extent_scalar(value, i));
  shape[dim] *= rebuild.tensor(repeated).axes[dim].extent;
  return rebuild.reshape(repeated, extents, shape);
}

}  // namespace cleave
