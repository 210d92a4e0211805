// What a kernel that keeps rows on chip must keep: a reason to, a place to expand to, and a device that can.
#include <algorithm>

#include "core/segment/judge.h"

namespace cleave {

bool Judge::is_inner() {
  if (table_.has(group_.reductions[0], kFlagInner)) return true;
  say(reason("R.KIND_MISMATCH")).op = group_.reductions[0];
  return false;
}

bool Judge::is_outer() {
  if (table_.has(group_.reductions[0], kFlagOuter)) return true;
  say(reason("R.KIND_MISMATCH")).op = group_.reductions[0];
  return false;
}

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
  int64_t bytes = group_.live_bytes;
  // Held as the inputs they are computed from, where nothing forbids computing them again.
  const bool projectable = !group_.has(kFlagReshape | kFlagRandom) && group_.input_bytes > 0;
  if (projectable) bytes = std::min(bytes, group_.input_bytes);
  shape.row_bytes = bytes / std::max<int64_t>(shape.rows, 1);
  shape.element_bytes = std::max<int64_t>(1, shape.row_bytes / std::max<int64_t>(shape.row_elements, 1));
  shape.all_welford = group_.all_welford;
  shape.outer_results = group_.outer_results;
  return shape;
}

bool Judge::check_limit(std::optional<LimitRefusal> limit, OpIndex reduction) {
  if (!limit) return true;
  say(limit->code).op = reduction;
  current_.numbers = std::move(limit->numbers);
  if (!group_.live.empty()) current_.tensor = group_.live[0];
  return false;
}

bool Judge::fits_inner() {
  if (!options_.device) return true;
  const OpIndex reduction = group_.reductions[0];
  return check_limit(inner_limit(shape_of(reduction), *options_.device), reduction);
}

bool Judge::fits_outer() {
  if (!options_.device) return true;
  const OpIndex reduction = group_.reductions[0];
  return check_limit(outer_limit(shape_of(reduction), *options_.device), reduction);
}

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
  say(reason("R.KIND_MISMATCH")).op = met;
  return false;
}

bool Judge::fits_inner_outer() {
  if (!options_.device) return true;
  const bool inner_first = table_.has(group_.reductions[0], kFlagInner);
  const OpIndex reduction = group_.reductions[inner_first ? 0 : 1];
  return check_limit(inner_outer_limit(shape_of(reduction), *options_.device), reduction);
}

}  // namespace cleave
