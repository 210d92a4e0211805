// The choice of tiles follows the memory orders of what is read and written: two leading orders whose fastest axes
// differ, neither a mere broadcast of the other, and enough elements for the tiles to pay.
#include "core/segment/classify.h"

#include <algorithm>
#include <optional>

namespace cleave {

namespace {

constexpr int64_t kTile = 32;

/// A tensor's loops in memory order, fastest last, and the fastest one's extent.
struct MemoryOrder {
  std::vector<AxisSlot> loops;
  int64_t fastest_extent = 1;
  int64_t elements = 1;
};

class TileChoice {
 public:
  TileChoice(const Primitive& primitive, const KernelGroups& groups, const SegmentOptions& options)
      : primitive_(primitive), groups_(groups), table_(groups.table()), options_(options) {}

  bool pays(const Segment& segment, const Group& group) const;

 private:
  std::optional<TensorUse> use_of(StateId state) const;
  std::optional<MemoryOrder> order_of(StateId state) const;

  const Primitive& primitive_;
  const KernelGroups& groups_;
  const OpTable& table_;
  const SegmentOptions& options_;
};

std::optional<TensorUse> TileChoice::use_of(StateId state) const {
  const auto in = [&](OpIndex op, const std::vector<TensorUse>& uses) -> std::optional<TensorUse> {
    if (!groups_.inside(op)) return std::nullopt;
    for (const TensorUse& use : uses) {
      if (use.tensor == state.index) return use;
    }
    return std::nullopt;
  };
  const OpIndex producer = table_.producer[state.index];
  if (producer != kNone) {
    if (const auto use = in(producer, table_.ops[producer].results)) return use;
  }
  for (OpIndex user : table_.users[state.index]) {
    if (const auto use = in(user, table_.ops[user].operands)) return use;
  }
  return std::nullopt;
}

std::optional<MemoryOrder> TileChoice::order_of(StateId state) const {
  const std::optional<TensorUse> use = use_of(state);
  if (!use) return std::nullopt;
  const TensorType& type = primitive_.types.tensor(state);
  MemoryOrder out;
  for (uint32_t axis : type.allocation_order) {
    if (type.axes[axis].is_broadcast() || type.axes[axis].extent == 1) continue;
    std::vector<AxisSlot> loops;
    table_.classes.final_classes(table_.slots_of(*use)[axis], loops);
    std::sort(loops.begin(), loops.end());
    for (AxisSlot loop : loops) out.loops.push_back(loop);
    out.fastest_extent = type.axes[axis].extent;
    out.elements *= type.axes[axis].extent;
  }
  if (out.loops.empty()) return std::nullopt;
  return out;
}

bool is_subsequence(const std::vector<AxisSlot>& shorter, const std::vector<AxisSlot>& longer) {
  size_t next = 0;
  for (AxisSlot loop : longer) {
    if (next < shorter.size() && shorter[next] == loop) ++next;
  }
  return next == shorter.size();
}

bool TileChoice::pays(const Segment& segment, const Group& group) const {
  if (group.has(kFlagIndex | kFlagReshape | kFlagResize)) return false;
  struct Class {
    AxisSlot fastest;
    size_t count = 0;
    MemoryOrder reference;
  };
  std::vector<Class> classes;
  const auto add = [&](StateId state) {
    const std::optional<MemoryOrder> order = order_of(state);
    if (!order) return;
    auto found = std::find_if(classes.begin(), classes.end(),
                              [&](const Class& known) { return known.fastest == order->loops.back(); });
    if (found == classes.end()) found = classes.insert(classes.end(), Class{order->loops.back(), 0, {}});
    ++found->count;
    if (order->loops.size() > found->reference.loops.size()) found->reference = *order;
  };
  for (StateId state : segment.outputs) add(state);
  for (StateId state : segment.inputs) add(state);
  if (classes.size() < 2) return false;
  std::stable_sort(classes.begin(), classes.end(), [](const Class& a, const Class& b) { return a.count > b.count; });
  const MemoryOrder& first = classes[0].reference;
  const MemoryOrder& second = classes[1].reference;
  if (std::find(first.loops.begin(), first.loops.end(), second.loops.back()) == first.loops.end()) return false;
  const bool second_shorter = second.loops.size() <= first.loops.size();
  const bool broadcast =
      second_shorter ? is_subsequence(second.loops, first.loops) : is_subsequence(first.loops, second.loops);
  if (broadcast) return false;
  const int64_t elements = std::max(first.elements, second.elements);
  const int64_t enough = options_.device ? options_.device->sm_count * kTile * kTile : kTile * kTile;
  return elements >= enough && first.fastest_extent * second.fastest_extent >= kTile * kTile;
}

}  // namespace

void classify(const Primitive& primitive, const KernelGroups& groups, const Group& group, const SegmentOptions& options,
              Segment& segment) {
  const OpTable& table = groups.table();
  if (segment.kernel_template == Template::kAlias || segment.kernel_template == Template::kLibrary) return;
  const bool empty = std::all_of(segment.outputs.begin(), segment.outputs.end(),
                                 [&](StateId state) { return table.elements[state.index] == 0; });
  if (empty) {
    segment.kernel_template = Template::kNoOp;
    segment.scheduler = Scheduler::kNoOp;
    return;
  }
  if (segment.kernel_template != Template::kPointwise || segment.scheduler != Scheduler::kPointwise) return;
  const bool no_loops = std::all_of(segment.outputs.begin(), segment.outputs.end(), [&](StateId state) {
    const auto& axes = primitive.types.tensor(state).axes;
    return std::all_of(axes.begin(), axes.end(), [](const Axis& axis) { return axis.is_broadcast(); });
  });
  if (no_loops) {
    segment.scheduler = Scheduler::kNoOp;
  } else if (TileChoice(primitive, groups, options).pays(segment, group)) {
    segment.kernel_template = Template::kTranspose;
    segment.scheduler = Scheduler::kTranspose;
  }
}

}  // namespace cleave
