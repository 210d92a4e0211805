// What kernels that move elements must keep: slices and pads in one, scans, sorts and scatters in another.
#include <algorithm>
#include <map>
#include <utility>

#include "core/segment/judge.h"

namespace cleave {

bool Judge::has_resize() {
  if (group_.has(kFlagResize)) return true;
  say(reason("R.MISSING_OP"));
  return false;
}

bool Judge::no_broadcast_resize() {
  if (!group_.has(kFlagResizeBroadcast)) return true;
  say(reason("R.RESIZE_BROADCAST")).op = group_.op_with(kFlagResizeBroadcast);
  return false;
}

bool Judge::outputs_have_one_size() {
  /// By axis class: the first axis that leaves, and its tensor. The same slice of many values is one entry.
  std::map<AxisSlot, std::pair<AxisSlot, TensorIndex>> seen;
  for (const auto& part : members_) {
    for (OpIndex op : part) {
      for (const TensorUse& use : table_.ops[op].results) {
        const auto& users = table_.users[use.tensor];
        // What is computed again stays inside.
        if (table_.producer[use.tensor] != op) continue;
        const bool leaves = table_.is_output[use.tensor] || std::any_of(users.begin(), users.end(), [&](OpIndex user) {
                              return !groups_.inside(user);
                            });
        if (!leaves) continue;
        for (AxisSlot slot : table_.slots_of(use)) {
          if (table_.classes.kind(slot) != AxisClasses::SlotKind::kConcrete) continue;
          const auto [place, is_new] = seen.try_emplace(table_.classes.find(slot), std::pair(slot, use.tensor));
          const auto [other, other_tensor] = place->second;
          if (is_new || table_.classes.extent(other) == table_.classes.extent(slot)) continue;
          say(reason("R.RESIZE_SIZES_DIFFER")).tensor = use.tensor;
          current_.other_tensor = other_tensor;
          current_.numbers = {{"first size", static_cast<double>(table_.classes.extent(slot)), "elements"},
                              {"second size", static_cast<double>(table_.classes.extent(other)), "elements"}};
          return false;
        }
      }
    }
  }
  return true;
}

bool Judge::has_ordered() {
  if (group_.has(kFlagOrdered | kFlagScatter)) return true;
  say(reason("R.MISSING_OP"));
  return false;
}

bool Judge::only_greedy_ops() {
  if (!group_.has(kFlagNotGreedy)) return true;
  say(reason("R.NOT_GREEDY_OP")).op = group_.op_with(kFlagNotGreedy);
  current_.other_op = group_.ordered[0];
  return false;
}

bool Judge::same_rows() {
  const auto [sorted, rows] = groups_.pattern(group_.ordered[0]);
  for (OpIndex op : group_.ordered) {
    if (groups_.pattern(op).second == rows) continue;
    say(reason("R.ORDERED_AXES_DIFFER")).op = group_.ordered[0];
    current_.other_op = op;
    return false;
  }
  return true;
}

bool Judge::reshapes_keep_rows() {
  for (OpIndex op : group_.ordered) {
    const OpFacts& facts = table_.ops[op];
    const auto slots = table_.slots_of(facts.operands[0]);
    for (size_t i = 0; i < slots.size(); ++i) {
      if ((facts.dims >> i & 1U) == 0 || !group_.has(kFlagReshape)) continue;
      AxisSet through;
      table_.classes.final_classes(slots[i], through);
      const bool reshaped = through.size() != 1 || through[0] != table_.classes.find(slots[i]);
      bool linked = reshaped;
      for (size_t j = 0; j < slots.size(); ++j) {
        if (j != i && linked_class(slots[i]) == linked_class(slots[j])) linked = true;
      }
      if (!linked) continue;
      say(reason("R.RESHAPE_CROSSES_REDUCTION")).op = group_.op_with(kFlagReshape);
      current_.other_op = op;
      current_.tensor = facts.operands[0].tensor;
      return false;
    }
  }
  return true;
}

bool Judge::covered_unless_scatter() { return group_.has(kFlagScatter) || covered_by_reference(); }

}  // namespace cleave
