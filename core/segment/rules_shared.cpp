// What every kernel with one loop nest must keep: connected, and axes that agree.
#include "core/segment/judge.h"

namespace cleave {

bool Judge::only_views() {
  if (group_.computing == 0) return true;
  say(reason("R.NOT_A_VIEW"));
  return false;
}

bool Judge::not_alone() {
  if (!group_.has(kFlagAlone)) return true;
  say(reason("R.OPAQUE_OP")).op = group_.op_with(kFlagAlone);
  return false;
}

bool Judge::connected() {
  if (!group_.unconnected) return true;
  say(reason("R.NOT_CONNECTED"));
  return false;
}

bool Judge::no_self_map() {
  if (group_.self_map.first == kNoSlot) return true;
  say(reason("R.SELF_MAP")).loop = group_.self_map.first;
  return false;
}

bool Judge::no_resize_with_index() {
  if (!group_.has(kFlagResize) || !group_.has(kFlagIndex | kFlagScatter)) return true;
  say(reason("R.RESIZE_PLUS_INDEX")).op = group_.op_with(kFlagResize);
  current_.other_op = group_.op_with(kFlagIndex | kFlagScatter);
  return false;
}

bool Judge::no_reshape_conflict() {
  if (group_.conflicts.empty()) return true;
  say(reason("R.RESHAPE_CONFLICT"));
  const auto [first, second] = group_.conflicts.front();
  const AxisSlot source = table_.classes.transform(first).source[0];
  current_.numbers = {{"extent", static_cast<double>(table_.classes.extent(source)), "elements"}};
  current_.op = table_.reshape_of_transform[first];
  current_.other_op = table_.reshape_of_transform[second];
  return false;
}

bool Judge::one_size() {
  if (group_.two_sizes.empty()) return true;
  say(reason("R.BCAST_TWO_SIZES"));
  const auto [a, b] = group_.two_sizes.front();
  current_.numbers = {{"first size", static_cast<double>(table_.classes.extent(a)), "elements"},
                      {"second size", static_cast<double>(table_.classes.extent(b)), "elements"}};
  current_.loop = a;
  current_.other_loop = b;
  return false;
}

bool Judge::lookups_are_global() {
  if (group_.index_of_inner == kNone) return true;
  say(reason("R.INPUT_MUST_BE_GLOBAL")).op = group_.index_of_inner;
  current_.tensor = table_.ops[group_.index_of_inner].operands[0].tensor;
  return false;
}

bool Judge::inputs_are_global() {
  if (!lookups_are_global()) return false;
  if (group_.resize_of_inner == kNone) return true;
  say(reason("R.INPUT_MUST_BE_GLOBAL")).op = group_.resize_of_inner;
  for (const TensorUse& use : table_.ops[group_.resize_of_inner].operands) {
    const OpIndex producer = table_.producer[use.tensor];
    if (producer != kNone && groups_.inside(producer)) current_.tensor = use.tensor;
  }
  return false;
}

bool Judge::no_reduction() {
  if (!group_.has(kFlagReduction)) return true;
  say(reason("R.HAS_REDUCTION")).op = group_.reductions[0];
  return false;
}

bool Judge::no_ordered() {
  if (!group_.has(kFlagOrdered | kFlagScatter)) return true;
  say(reason("R.NOT_GREEDY_OP")).op = group_.ordered[0];
  return false;
}

/// An axis of `use` that is none of `loops`; of an axis that only repeats for another tensor's, that one's loop.
void Judge::point_at_uncovered(const TensorUse& use, const AxisSet& loops) {
  current_.tensor = use.tensor;
  for (uint32_t i = 0; i < use.rank; ++i) {
    TensorUse one = use;
    one.first_slot += i;
    one.rank = 1;
    if (includes(loops, groups_.axis_set(one))) continue;
    current_.axis = i;
    const AxisSlot slot = table_.slots_of(use)[i];
    if (table_.classes.is_wild(slot)) current_.loop = table_.classes.resolved(slot);
    return;
  }
}

bool Judge::covered_by_reference() {
  if (group_.extremes.size() <= 1) return true;
  say(reason("R.AXIS_UNCOVERED"));
  const TensorUse& reference = group_.extremes[0];
  point_at_uncovered(group_.extremes[1], groups_.axis_set(reference));
  current_.other_tensor = reference.tensor;
  return false;
}

}  // namespace cleave
