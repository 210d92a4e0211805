// What schedulers without a summary of their own ask: is there anything to compute at all, are products generated, and
// do tiles pay. Tiles follow the memory orders of what is read and written: two leading orders whose fastest axes
// differ, neither a mere broadcast of the other, and enough elements for the tiles to fill the device.
#include <algorithm>
#include <optional>

#include "core/ops/op_table.h"
#include "core/segment/judge.h"

namespace cleave {

namespace {

constexpr int64_t kTile = 32;

/// A tensor's loops in memory order, fastest last.
struct MemoryOrder {
  TensorIndex tensor = kNone;
  std::vector<AxisSlot> loops;
  std::vector<int64_t> extents;
  /// At the end of reshapes.
  AxisSet axes;

  int64_t elements() const {
    int64_t out = 1;
    for (int64_t extent : extents) out *= extent;
    return out;
  }
};

/// Tensors that share a fastest axis.
struct OrderGroup {
  AxisSlot fastest = kNoSlot;
  /// The fastest axis at the end of reshapes.
  AxisSet reach;
  std::vector<MemoryOrder> tensors;

  /// The one with most loops of those that have every axis of the group, if there is one.
  const MemoryOrder* reference() const {
    AxisSet all;
    for (const MemoryOrder& order : tensors) all = joined_set(all, order.axes);
    const MemoryOrder* found = nullptr;
    for (const MemoryOrder& order : tensors) {
      if (includes(order.axes, all) && (found == nullptr || order.loops.size() > found->loops.size())) found = &order;
    }
    return found;
  }
};

/// True if a fastest axis reaches, over reshapes, the fastest axes of two other groups: it may belong to either.
bool is_ambiguous(const std::vector<OrderGroup>& orders) {
  return std::any_of(orders.begin(), orders.end(), [&](const OrderGroup& one) {
    return std::count_if(orders.begin(), orders.end(), [&](const OrderGroup& other) {
             return other.fastest != one.fastest &&
                    std::any_of(other.reach.begin(), other.reach.end(),
                                [&](AxisSlot slot) { return includes(one.reach, {slot}); });
           }) >= 2;
  });
}

bool is_subsequence(const std::vector<AxisSlot>& shorter, const std::vector<AxisSlot>& longer) {
  size_t next = 0;
  for (AxisSlot loop : longer) {
    if (next < shorter.size() && shorter[next] == loop) ++next;
  }
  return next == shorter.size();
}

std::optional<MemoryOrder> memory_order(const KernelGroups& groups, const TensorType& type, const TensorUse& use) {
  const AxisClasses& classes = groups.table().classes;
  MemoryOrder out;
  out.tensor = use.tensor;
  for (uint32_t axis : type.allocation_order) {
    if (type.axes[axis].is_broadcast() || type.axes[axis].extent == 1) continue;
    const AxisSlot slot = groups.table().slots_of(use)[axis];
    if (classes.kind(slot) == AxisClasses::SlotKind::kIndexed) continue;
    out.loops.push_back(classes.find(slot));
    out.extents.push_back(type.axes[axis].extent);
  }
  if (out.loops.empty()) return std::nullopt;
  out.axes = groups.axis_set(use);
  return out;
}

/// By their fastest axes, the group with most tensors first.
std::vector<OrderGroup> order_groups(const KernelGroups& groups, const Primitive& primitive,
                                     const std::vector<TensorUse>& uses) {
  std::vector<OrderGroup> out;
  for (const TensorUse& use : uses) {
    auto order = memory_order(groups, primitive.types.tensor(StateId(use.tensor)), use);
    if (!order) continue;
    const AxisSlot fastest = order->loops.back();
    auto found = std::find_if(out.begin(), out.end(), [&](const auto& known) { return known.fastest == fastest; });
    if (found == out.end()) {
      found = out.insert(out.end(), OrderGroup{fastest, {}, {}});
      groups.table().classes.final_classes(fastest, found->reach);
      std::sort(found->reach.begin(), found->reach.end());
    }
    found->tensors.push_back(std::move(*order));
  }
  std::stable_sort(out.begin(), out.end(),
                   [](const auto& a, const auto& b) { return a.tensors.size() > b.tensors.size(); });
  return out;
}

/// Tiles go along the fastest axes of both, so the first must have both, and neither may only lack axes of the other.
/// Gives the place of the second's fastest axis in the first.
std::optional<std::ptrdiff_t> tiled_place(const MemoryOrder& first, const MemoryOrder& second) {
  const auto place = std::find(first.loops.begin(), first.loops.end(), second.loops.back());
  const bool second_shorter = second.loops.size() <= first.loops.size();
  const bool broadcast =
      second_shorter ? is_subsequence(second.loops, first.loops) : is_subsequence(first.loops, second.loops);
  if (place == first.loops.end() || broadcast) return std::nullopt;
  return place - first.loops.begin();
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

bool Judge::has_product() {
  for (const auto& part : members_) {
    for (OpIndex op : part) {
      if (family(primitive_.definition.records[table_.ops[op].record].op) == OpFamily::kMatmul) return true;
    }
  }
  say(reason("R.MISSING_OP"));
  return false;
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
  std::vector<TensorUse> uses = leaving();
  const std::vector<TensorUse> inputs = entering();
  uses.insert(uses.end(), inputs.begin(), inputs.end());
  const std::vector<OrderGroup> orders = order_groups(groups_, primitive_, uses);
  tiles_.clear();
  if (orders.size() >= 2 && !is_ambiguous(orders)) {
    const MemoryOrder* first = orders[0].reference();
    const MemoryOrder* second = orders[1].reference();
    const auto place = first != nullptr && second != nullptr ? tiled_place(*first, *second) : std::nullopt;
    if (place) {
      tiles_ = {first->elements(), first->extents.back(), second->extents.back()};
      tiles_.insert(tiles_.end(), first->extents.begin() + *place + 1, first->extents.end() - 1);
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
