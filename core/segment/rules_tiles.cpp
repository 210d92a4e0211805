// What schedulers without a summary of their own ask: is there anything to compute at all, are products generated, and
// do tiles pay. Tiles follow the memory orders of what is read and written: two leading orders whose fastest axes
// differ, neither a mere broadcast of the other, and enough elements for the tiles to fill the device.
#include <algorithm>
#include <optional>

#include "core/segment/judge.h"

namespace cleave {

namespace {

constexpr int64_t kTile = 32;

/// A tensor's loops in memory order, fastest last.
struct MemoryOrder {
  TensorIndex tensor = kNone;
  std::vector<AxisSlot> loops;
  std::vector<int64_t> extents;

  int64_t elements() const {
    int64_t out = 1;
    for (int64_t extent : extents) out *= extent;
    return out;
  }
};

/// Tensors that share a fastest axis.
struct OrderGroup {
  AxisSlot fastest = kNoSlot;
  size_t count = 0;
  MemoryOrder reference;
};

bool is_subsequence(const std::vector<AxisSlot>& shorter, const std::vector<AxisSlot>& longer) {
  size_t next = 0;
  for (AxisSlot loop : longer) {
    if (next < shorter.size() && shorter[next] == loop) ++next;
  }
  return next == shorter.size();
}

std::optional<MemoryOrder> memory_order(const OpTable& table, const TensorType& type, const TensorUse& use) {
  MemoryOrder out;
  out.tensor = use.tensor;
  for (uint32_t axis : type.allocation_order) {
    if (type.axes[axis].is_broadcast() || type.axes[axis].extent == 1) continue;
    const AxisSlot slot = table.slots_of(use)[axis];
    if (table.classes.kind(slot) == AxisClasses::SlotKind::kIndexed) continue;
    out.loops.push_back(table.classes.find(slot));
    out.extents.push_back(type.axes[axis].extent);
  }
  if (out.loops.empty()) return std::nullopt;
  return out;
}

}  // namespace

std::vector<TensorUse> Judge::leaving() const {
  std::vector<TensorUse> out;
  for (const auto& part : members_) {
    for (OpIndex op : part) {
      for (const TensorUse& use : table_.ops[op].results) {
        if (table_.producer[use.tensor] != op) continue;
        const auto& users = table_.users[use.tensor];
        const bool leaves = table_.is_output[use.tensor] || std::any_of(users.begin(), users.end(), [&](OpIndex user) {
                              return !groups_.inside(user);
                            });
        if (leaves) out.push_back(use);
      }
    }
  }
  return out;
}

std::vector<TensorUse> Judge::entering() const {
  std::vector<TensorIndex> made;
  for (const auto& part : members_) {
    for (OpIndex op : part) {
      for (const TensorUse& use : table_.ops[op].results) made.push_back(use.tensor);
    }
  }
  std::sort(made.begin(), made.end());
  std::vector<TensorUse> out;
  for (const auto& part : members_) {
    for (OpIndex op : part) {
      for (const TensorUse& use : table_.ops[op].operands) {
        if (!std::binary_search(made.begin(), made.end(), use.tensor)) out.push_back(use);
      }
    }
  }
  std::stable_sort(out.begin(), out.end(), [](const TensorUse& a, const TensorUse& b) { return a.tensor < b.tensor; });
  out.erase(
      std::unique(out.begin(), out.end(), [](const TensorUse& a, const TensorUse& b) { return a.tensor == b.tensor; }),
      out.end());
  return out;
}

bool Judge::outputs_have_no_loop() {
  const std::vector<TensorUse> outputs = leaving();
  const bool empty = std::all_of(outputs.begin(), outputs.end(),
                                 [&](const TensorUse& use) { return table_.elements[use.tensor] == 0; });
  if (empty) return true;
  for (const TensorUse& use : outputs) {
    const auto& axes = primitive_.types.tensor(StateId(use.tensor)).axes;
    const auto loop = std::find_if(axes.begin(), axes.end(), [](const Axis& axis) { return !axis.is_broadcast(); });
    if (loop == axes.end()) continue;
    say(reason("R.OUTPUT_HAS_LOOP")).tensor = use.tensor;
    current_.axis = static_cast<uint32_t>(loop - axes.begin());
    return false;
  }
  return true;
}

bool Judge::products_are_enabled() {
  say(reason("R.PRODUCTS_OFF"));
  return false;
}

bool Judge::no_lookup_along_fastest() {
  if (!group_.has(kFlagIndex)) return true;
  for (const auto& part : members_) {
    for (OpIndex op : part) {
      if (!table_.has(op, kFlagIndex)) continue;
      const TensorUse& looked_up = table_.ops[op].operands[0];
      const TensorType& type = primitive_.types.tensor(StateId(looked_up.tensor));
      const AxisSlot fastest = table_.slots_of(looked_up)[type.allocation_order.back()];
      if (table_.classes.kind(fastest) != AxisClasses::SlotKind::kIndexed) continue;
      say(reason("R.LOOKUP_ALONG_FASTEST")).op = op;
      current_.tensor = looked_up.tensor;
      return false;
    }
  }
  return true;
}

/// Outputs first, then inputs, sorted by their fastest axis; the two largest kinds are what tiles would go between.
bool Judge::two_memory_orders() {
  std::vector<OrderGroup> orders;
  std::vector<TensorUse> uses = leaving();
  const std::vector<TensorUse> inputs = entering();
  uses.insert(uses.end(), inputs.begin(), inputs.end());
  for (const TensorUse& use : uses) {
    const auto order = memory_order(table_, primitive_.types.tensor(StateId(use.tensor)), use);
    if (!order) continue;
    const AxisSlot fastest = order->loops.back();
    auto found =
        std::find_if(orders.begin(), orders.end(), [&](const auto& known) { return known.fastest == fastest; });
    if (found == orders.end()) found = orders.insert(orders.end(), OrderGroup{fastest, 0, {}});
    ++found->count;
    if (order->loops.size() > found->reference.loops.size()) found->reference = *order;
  }
  std::stable_sort(orders.begin(), orders.end(), [](const auto& a, const auto& b) { return a.count > b.count; });
  tiles_.clear();
  if (orders.size() >= 2) {
    const MemoryOrder& first = orders[0].reference;
    const MemoryOrder& second = orders[1].reference;
    const auto place = std::find(first.loops.begin(), first.loops.end(), second.loops.back());
    const bool second_shorter = second.loops.size() <= first.loops.size();
    const bool broadcast =
        second_shorter ? is_subsequence(second.loops, first.loops) : is_subsequence(first.loops, second.loops);
    if (place != first.loops.end() && !broadcast) {
      tiles_ = {first.elements(), first.extents.back(), second.extents.back()};
      tiles_.insert(tiles_.end(), first.extents.begin() + (place - first.loops.begin()) + 1, first.extents.end() - 1);
      return true;
    }
  }
  say(reason("R.ONE_MEMORY_ORDER"));
  if (!uses.empty()) current_.tensor = uses[0].tensor;
  return false;
}

/// Small fastest axes are tiled together with the axes between them, which a reshape does not allow.
bool Judge::enough_for_tiles() {
  if (tiles_.empty()) return true;
  const int64_t needed = (options_.device ? options_.device->sm_count : 1) * kTile * kTile;
  int64_t tile = tiles_[1] * tiles_[2];
  const bool joins = !group_.has(kFlagReshape);
  for (size_t i = 3; joins && i < tiles_.size() && tile < kTile * kTile; ++i) tile *= tiles_[i];
  if (tiles_[0] >= needed && tile >= kTile * kTile) return true;
  const bool few = tiles_[0] < needed;
  say(reason("R.SMALL_TRANSPOSE")).numbers = {
      {few ? "elements" : "elements of a tile", static_cast<double>(few ? tiles_[0] : tile), "elements"},
      {"needed", static_cast<double>(few ? needed : kTile * kTile), "elements"}};
  return false;
}

}  // namespace cleave
