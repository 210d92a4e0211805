// Where each slot stands across the flow: four layouts, each of which lines slots up with the median of their
// neighbours on one side and pushes to one end, and of the four the middle. So long wires are straight and nodes stand
// between what they are joined to. Whole numbers throughout; work linear in slots and links but for sorting.
#pragma once

#include <cstdint>
#include <vector>

#include "core/layout/layers.h"

namespace cleave {

/// Between a wire and a node beside it, between two wires, and between two that go through a border.
inline constexpr int64_t kWireToNode = 10;
inline constexpr int64_t kWireToWire = 8;
inline constexpr int64_t kWayToWay = 24;

/// The least distance of the middles of two slots that stand side by side.
int64_t least_distance(const Level& level, const Layers::Slot& left, const Layers::Slot& right);

/// Middles by slot; the leftmost side of all is 0 or more.
std::vector<int64_t> place_across(const Level& level, const Layers& layers);

}  // namespace cleave
