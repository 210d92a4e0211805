// What a kernel that keeps rows on chip must keep: one direction, a reason to keep anything, and a device that can.
#include <algorithm>
#include <unordered_set>

#include "core/segment/judge.h"

namespace cleave {

bool Judge::all_reduce(OpFlag direction) {
  for (OpIndex op : group_.reductions) {
    if (table_.has(op, direction)) continue;
    say(reason("R.KIND_MISMATCH")).op = op;
    return false;
  }
  return true;
}

bool Judge::is_inner() { return all_reduce(kFlagInner); }

bool Judge::is_outer() { return all_reduce(kFlagOuter); }

bool Judge::expanded_along_reduced() {
  for (const PostWild& wild : group_.post_wilds) {
    if (includes(loops_, resolved_set(wild))) continue;
    say(reason("R.BCAST_NOT_FROM_REDUCED")).op = wild.op;
    current_.other_op = group_.reductions[0];
    const AxisSlot concrete = table_.classes.resolved(wild.slot);
    current_.numbers = {{"extent", static_cast<double>(table_.classes.extent(concrete)), "elements"}};
    return false;
  }
  return true;
}

bool Judge::row_is_read_again() {
  AxisSet expanded;
  for (const PostWild& wild : group_.post_wilds) expanded = joined_set(expanded, resolved_set(wild));
  const bool row = !expanded.empty() && includes(expanded, reduced_) && !group_.live.empty();
  if (row) return true;
  say(reason("R.NO_PERSISTENCE")).op = group_.reductions[0];
  current_.tensor = table_.ops[group_.reductions[0]].operands[0].tensor;
  return false;
}

PersistentShape Judge::shape_of(OpIndex reduction) const {
  const OpFacts& facts = table_.ops[reduction];
  const TensorType& type = primitive_.types.tensor(StateId(facts.operands[0].tensor));
  PersistentShape shape;
  for (size_t i = 0; i < type.rank(); ++i) {
    ((facts.dims >> i & 1U) != 0 ? shape.row_elements : shape.rows) *= type.axes[i].extent;
  }
  bool in_run = true;
  for (size_t i = type.rank(); i > 0; --i) {
    const uint32_t axis = type.allocation_order[i - 1];
    if (type.axes[axis].extent == 1) continue;
    const bool reduced = (facts.dims >> axis & 1U) != 0;
    if (!reduced) in_run = false;
    if (reduced && !in_run) shape.contiguous_rows = false;
    if (reduced) continue;
    if (shape.row_stride_elements == 1) shape.row_stride_elements = type.axes[axis].extent;
  }
  shape.all_welford = group_.all_welford;
  shape.outer_results = group_.outer_results;
  shape.keep(group_.live_bytes);
  return shape;
}

/// What the values that stay on chip are computed from inside the group, from `live` back to what comes from outside.
Judge::Projection Judge::projection() const {
  Projection out;
  std::vector<TensorIndex> open = groups_.live_tensors();
  std::unordered_set<TensorIndex> seen(open.begin(), open.end());
  while (!open.empty()) {
    const TensorIndex tensor = open.back();
    open.pop_back();
    const OpIndex producer = table_.producer[tensor];
    if (producer == kNone || !groups_.inside(producer)) {
      if (table_.elements[tensor] == group_.max_elements) out.bytes += table_.bytes[tensor];
      continue;
    }
    out.is_random = out.is_random || table_.has(producer, kFlagRandom);
    out.is_possible = !table_.has(producer, kFlagReshape);
    out.is_complete = seen.size() < kMostProjected;
    if (!out.is_possible || !out.is_complete) return out;
    for (const TensorUse& use : table_.ops[producer].operands) {
      if (seen.insert(use.tensor).second) open.push_back(use.tensor);
    }
  }
  return out;
}

/// Kept are the values that are read again. Where they do not fit, what they are computed from is kept instead, if that
/// is less and they can be computed again; values behind a random op only where `also_random`.
bool Judge::check_limit(Limit limit, OpIndex reduction, bool also_random) {
  if (!options_.device) return true;
  PersistentShape shape = shape_of(reduction);
  std::optional<LimitRefusal> refused = limit(shape, *options_.device);
  if (!refused) return true;
  const Projection inputs = projection();
  if (!inputs.is_complete) {
    say(reason("R.SEARCH_LIMIT")).numbers = {
        {"values from which a row could be computed again", static_cast<double>(kMostProjected), ""}};
    return false;
  }
  if (inputs.is_possible && inputs.bytes < group_.live_bytes && (also_random || !inputs.is_random)) {
    shape.keep(inputs.bytes);
    refused = limit(shape, *options_.device);
    if (!refused) return true;
  }
  // What a row needs says nothing where rows run another way.
  const bool other_way = std::any_of(verdict_.refusals.begin(), verdict_.refusals.end(),
                                     [](const Refusal& refusal) { return refusal.code == reason("R.KIND_MISMATCH"); });
  if (alone_ && other_way) return true;
  say(refused->code).op = reduction;
  current_.numbers = std::move(refused->numbers);
  if (!group_.live.empty()) current_.tensor = group_.live[0];
  return false;
}

bool Judge::fits_inner() { return check_limit(inner_limit, group_.reductions[0], true); }

bool Judge::fits_outer() { return check_limit(outer_limit, group_.reductions[0], true); }

bool Judge::both_kinds() {
  if (group_.has(kFlagInner) && group_.has(kFlagOuter)) return true;
  say(reason("R.MISSING_OP"));
  return false;
}

bool Judge::complementary() {
  if (group_.reductions.size() == 2) {
    const auto [reduced, kept] = groups_.pattern(group_.reductions[1]);
    const bool kinds = table_.has(group_.reductions[0], kFlagInner) != table_.has(group_.reductions[1], kFlagInner);
    if (kinds && reduced == kept_ && kept == reduced_) return true;
  }
  say(reason("R.REDUCE_AXES_DIFFER")).op = group_.reductions[0];
  current_.other_op = group_.reductions[1];
  return false;
}

bool Judge::kinds_stay_apart() {
  OpIndex met = group_.mixed != kNone ? group_.mixed : group_.outer_read.op;
  for (const PostWild& wild : group_.post_wilds) {
    if ((wild.mask & kPostOuter) != 0 && table_.classes.resolved(wild.slot) != kNoSlot) met = wild.op;
  }
  if (met == kNone) {
    // The inner rows must be read again, or nothing is gained by one kernel.
    const bool inner_first = table_.has(group_.reductions[0], kFlagInner);
    const AxisSet& row = inner_first ? reduced_ : kept_;
    AxisSet expanded;
    for (const PostWild& wild : group_.post_wilds) expanded = joined_set(expanded, resolved_set(wild));
    if (!expanded.empty() && includes(expanded, row)) return true;
    say(reason("R.NO_PERSISTENCE")).op = group_.reductions[inner_first ? 0 : 1];
    return false;
  }
  say(reason("R.KINDS_MEET")).op = met;
  return false;
}

bool Judge::fits_inner_outer() {
  const bool inner_first = table_.has(group_.reductions[0], kFlagInner);
  return check_limit(inner_outer_limit, group_.reductions[inner_first ? 0 : 1], false);
}

}  // namespace cleave
