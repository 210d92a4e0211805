// What a kernel that reduces must keep: one pattern of reduced and kept axes, and what may come after it.
#include <algorithm>
#include <unordered_set>

#include "core/segment/judge.h"

namespace cleave {

bool Judge::has_reduction() {
  if (group_.has(kFlagReduction)) return true;
  say(reason("R.MISSING_OP"));
  return false;
}

bool Judge::covered_by_reduction() {
  for (const TensorUse& use : group_.extremes) {
    if (includes(loops_, groups_.axis_set(use))) continue;
    say(reason("R.AXIS_UNCOVERED")).op = group_.reductions[0];
    point_at_uncovered(use, loops_);
    current_.other_tensor = table_.ops[group_.reductions[0]].operands[0].tensor;
    return false;
  }
  return true;
}

/// What reshapes connect the axis with; of a repeated axis, what it is repeated for.
AxisSlot Judge::linked_class(AxisSlot slot) const {
  const AxisSlot loop = table_.classes.is_wild(slot) ? table_.classes.resolved(slot) : slot;
  return table_.classes.find_linked(loop == kNoSlot ? slot : loop);
}

/// Where a reshape merges, the axes that it connects must all lie in one run of reduced or of kept axes.
bool Judge::reshapes_keep_reduction() {
  if (!group_.has(kFlagMergeReshape)) return true;
  const OpFacts& facts = table_.ops[group_.reductions[0]];
  const auto slots = table_.slots_of(facts.operands[0]);
  std::vector<uint32_t> run(slots.size(), 0);
  for (size_t i = 1; i < slots.size(); ++i) {
    const bool same = (facts.dims >> i & 1U) == (facts.dims >> (i - 1) & 1U);
    run[i] = same ? run[i - 1] : run[i - 1] + 1;
  }
  for (size_t i = 0; i < slots.size(); ++i) {
    for (size_t j = i + 1; j < slots.size(); ++j) {
      if (run[i] == run[j] || linked_class(slots[i]) != linked_class(slots[j])) continue;
      say(reason("R.RESHAPE_CROSSES_REDUCTION")).op = group_.op_with(kFlagMergeReshape);
      current_.other_op = group_.reductions[0];
      current_.tensor = facts.operands[0].tensor;
      current_.numbers = {{"first axis", static_cast<double>(i), ""}, {"second axis", static_cast<double>(j), ""}};
      return false;
    }
  }
  return true;
}

bool Judge::one_pattern() {
  if (group_.reductions.size() <= 1) return true;
  const OpIndex first = group_.reductions[0];
  OpIndex other = group_.reductions[1];
  for (OpIndex op : group_.reductions) {
    if (table_.has(op, kFlagInner) != table_.has(first, kFlagInner)) other = op;
  }
  const bool kinds = table_.has(first, kFlagInner) != table_.has(other, kFlagInner);
  say(kinds ? reason("R.KIND_MISMATCH") : reason("R.REDUCE_AXES_DIFFER")).op = first;
  current_.other_op = other;
  return false;
}

AxisSet Judge::resolved_set(const PostWild& wild) const {
  AxisSet out;
  const AxisSlot concrete = table_.classes.resolved(wild.slot);
  if (concrete != kNoSlot) table_.classes.final_classes(concrete, out);
  std::sort(out.begin(), out.end());
  return out;
}

/// A value that goes into a reduction of the group and is read behind one; kNone where what is read there goes into
/// none.
TensorIndex Judge::read_again() const {
  const std::vector<TensorIndex> live = groups_.live_tensors();
  if (live.empty()) return kNone;
  std::vector<TensorIndex> open;
  std::unordered_set<TensorIndex> seen;
  const auto meet = [&](OpIndex op) {
    for (const TensorUse& use : table_.ops[op].operands) {
      if (seen.insert(use.tensor).second) open.push_back(use.tensor);
    }
  };
  for (OpIndex op : group_.reductions) meet(op);
  for (size_t next = 0; next < open.size(); ++next) {
    if (std::binary_search(live.begin(), live.end(), open[next])) return open[next];
    const OpIndex producer = groups_.maker_inside(open[next]);
    if (producer != kNone) meet(producer);
  }
  return kNone;
}

bool Judge::nothing_expanded_after() {
  for (const PostWild& wild : group_.post_wilds) {
    if (resolved_set(wild).empty()) continue;
    const TensorIndex again = read_again();
    say(again == kNone ? reason("R.POST_REDUCE_BCAST") : reason("R.NEEDS_PERSISTENCE")).op = wild.op;
    current_.other_op = group_.reductions[0];
    current_.tensor = again;
    return false;
  }
  return true;
}

bool Judge::no_new_input() {
  if (!table_.has(group_.reductions[0], kFlagInner)) return true;
  if (!group_.live.empty()) {
    say(reason("R.POST_REDUCE_NEW_INPUT")).tensor = group_.live[0];
    current_.other_op = group_.reductions[0];
    return false;
  }
  for (const PostRead& read : group_.post_reads) {
    const OpIndex producer = table_.producer[read.tensor];
    if (producer != kNone && groups_.inside(producer) && groups_.post(producer) != 0) continue;
    say(reason("R.POST_REDUCE_NEW_INPUT")).op = read.op;
    current_.tensor = read.tensor;
    current_.other_op = group_.reductions[0];
    return false;
  }
  if (!group_.more_post_reads) return true;
  say(reason("R.SEARCH_LIMIT")).numbers = {
      {"tensors read behind a reduction", static_cast<double>(KernelGroups::kMaxPostReads), ""}};
  current_.op = group_.reductions[0];
  return false;
}

bool Judge::same_kept_axes() {
  if (kept_.empty()) {
    say(reason("R.NO_ROWS")).op = group_.reductions[0];
    return false;
  }
  for (OpIndex op : group_.reductions) {
    if (table_.has(op, kFlagInner) && groups_.pattern(op).second == kept_) continue;
    say(reason("R.REDUCE_AXES_DIFFER")).op = group_.reductions[0];
    current_.other_op = op;
    return false;
  }
  return true;
}

bool Judge::every_loop_has_rows() {
  for (const TensorUse& use : group_.extremes) {
    const AxisSet axes = groups_.axis_set(use);
    for (AxisSlot row : kept_) {
      if (includes(axes, {row})) continue;
      say(reason("R.NOT_PER_ROW")).tensor = use.tensor;
      current_.op = group_.reductions[0];
      current_.numbers = {{"extent", static_cast<double>(table_.classes.extent(row)), "elements"}};
      return false;
    }
  }
  return true;
}

}  // namespace cleave
