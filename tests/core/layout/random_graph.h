// Graphs for layouts, the same for the same seed.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <set>

#include "core/layout/layout.h"

namespace cleave {

/// Numbers that look random: a linear congruence.
class Dice {
 public:
  explicit Dice(uint32_t seed) : state_(seed * 2654435761U + 12345) {}
  uint32_t below(uint32_t limit) {
    state_ = state_ * 1664525U + 1013904223U;
    return static_cast<uint32_t>((uint64_t{state_} * limit) >> 32);
  }

 private:
  uint32_t state_;
};

/// `nodes` nodes, those of a group one after the other, so that nets which lead on make no circle between groups
/// either.
inline LayoutGraph random_graph(uint32_t seed, uint32_t nodes, uint32_t groups) {
  constexpr int64_t kWidths[] = {78, 100, 132, 208};
  Dice dice(seed);
  LayoutGraph out;
  for (uint32_t i = 0; i < groups; ++i) out.groups.push_back({12, 28, 12, 24, 160, 28, std::nullopt, false});
  const uint32_t part = nodes / (groups + 1) + 1;
  std::map<uint32_t, std::set<uint32_t>> readers;
  for (uint32_t i = 0; i < nodes; ++i) {
    LayoutGraph::Node node{kWidths[dice.below(4)], dice.below(3) == 0 ? 42 : 22, std::nullopt, std::nullopt, false};
    // The last part, and some of the others, stand alone.
    if (i / part < groups && dice.below(8) != 0) node.group = i / part;
    const bool is_first = i % part == 0;
    if (!node.group && i / part < groups && !is_first) node.group = i / part;
    out.nodes.push_back(node);
    for (uint32_t edges = dice.below(4); edges > 0 && i > 0; --edges) {
      readers[i - 1 - dice.below(dice.below(6) == 0 ? i : std::min(i, 8U))].insert(i);
    }
  }
  for (const auto& [source, targets] : readers) {
    out.nets.push_back({source, {targets.begin(), targets.end()}});
  }
  return out;
}

}  // namespace cleave
