// Where everything of a drawing stands: nodes and groups of nodes as rectangles, and the wires between them, in whole
// numbers. Knows nothing of definitions or of what is written on a node: sizes come from the caller. The same graph
// gives the same layout on every machine; no clock, no random numbers, and the work is bounded by the size of the
// graph.
//
// Nodes stand in ranks along the flow. Inside a group its nodes are laid out on their own, and then groups and the
// nodes outside of all groups as wholes. A net is one value: it leaves its source once and branches where its ways
// part, inside and outside of groups alike. All lines are level or upright.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace cleave {

struct LayoutGraph {
  enum class Flow : uint8_t { kDown, kRight };

  struct Node {
    int64_t width = 0;
    int64_t height = 0;
    /// Place in `groups`.
    std::optional<uint32_t> group;
    /// Where its middle stood across the flow in an earlier layout.
    std::optional<int64_t> before;
    /// It must stand there again.
    bool stays = false;
  };
  /// A card: room around its nodes, and never narrower or lower than so much.
  struct Group {
    int64_t left = 0;
    int64_t top = 0;
    int64_t right = 0;
    int64_t bottom = 0;
    int64_t min_width = 0;
    int64_t min_height = 0;
    std::optional<int64_t> before;
    bool stays = false;
  };
  /// Nodes by place in `nodes`; targets are others than the source, each once. Nets make no circle, neither between
  /// nodes nor between groups.
  struct Net {
    uint32_t source = 0;
    std::vector<uint32_t> targets;
  };

  Flow flow = Flow::kDown;
  /// Room between ranks and between nodes of one rank, inside groups and outside, and between a group's border and the
  /// rank next to it.
  int64_t gap = 12;
  int64_t border_gap = 12;
  int64_t spacing = 12;
  int64_t outer_gap = 20;
  int64_t outer_spacing = 24;
  std::vector<Node> nodes;
  std::vector<Group> groups;
  std::vector<Net> nets;
};

struct LayoutPoint {
  int64_t x = 0;
  int64_t y = 0;
  friend bool operator==(const LayoutPoint&, const LayoutPoint&) = default;
};

struct LayoutRect {
  int64_t x = 0;
  int64_t y = 0;
  int64_t width = 0;
  int64_t height = 0;
};

/// The lines of one net inside one group, or outside of all groups: one line for each end. One of them begins at the
/// source, each other one where it leaves one of them.
struct LayoutWire {
  /// A node; else the border of a group from outside; else, inside a group, its border from within.
  struct End {
    std::optional<uint32_t> node;
    std::optional<uint32_t> group;
  };

  uint32_t net = 0;
  std::optional<uint32_t> group;
  /// Nothing: it begins at the border of a group.
  std::optional<uint32_t> source;
  std::vector<End> ends;
  /// By end.
  std::vector<std::vector<LayoutPoint>> lines;
  /// By end: where its line begins, if that is to be marked.
  std::vector<std::optional<LayoutPoint>> dots;
};

struct Layout {
  int64_t width = 0;
  int64_t height = 0;
  std::vector<LayoutRect> nodes;
  std::vector<LayoutRect> groups;
  std::vector<LayoutWire> wires;
};

Layout lay_out(const LayoutGraph& graph);

}  // namespace cleave
