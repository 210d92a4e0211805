// One flat drawing problem: the inside of one group, or all groups and the nodes outside of them. Directions are named
// by the flow: ranks follow each other along it, nodes of one rank stand across it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/layout/layout.h"

namespace cleave {

struct LevelNode {
  enum class Place : uint8_t {
    kFree,
    /// In front of all others: where a wire comes in through the border of a group.
    kFirst,
    /// Behind all others: where a wire goes out.
    kLast,
  };
  /// Across the flow, and along it.
  int64_t width = 0;
  int64_t length = 0;
  Place place = Place::kFree;
  /// Where its middle stood before, and whether it must stand there again.
  std::optional<int64_t> before;
  bool stays = false;
  /// Of a node at the border: where outside its wire comes from or goes to, for the order of such nodes.
  std::optional<int64_t> drawn_to = std::nullopt;
};

struct LevelEnd {
  uint32_t node = 0;
  /// Where the wire meets the node, from its left side; nothing: anywhere.
  std::optional<int64_t> offset;
};

struct LevelNet {
  LevelEnd source;
  std::vector<LevelEnd> targets;
};

struct Level {
  std::vector<LevelNode> nodes;
  std::vector<LevelNet> nets;
  /// Between ranks at least so much; between the border and the rank next to it.
  int64_t gap = 12;
  int64_t border_gap = 12;
  /// Between nodes of one rank.
  int64_t spacing = 12;
};

struct LevelLayout {
  int64_t width = 0;
  int64_t length = 0;
  /// Upper left corners: x across, y along.
  std::vector<LayoutPoint> nodes;
  /// By net and target: the line that ends there, and where it leaves an earlier one if that is to be marked.
  std::vector<std::vector<std::vector<LayoutPoint>>> lines;
  std::vector<std::vector<std::optional<LayoutPoint>>> dots;
};

LevelLayout lay_out_level(const Level& level);

}  // namespace cleave
