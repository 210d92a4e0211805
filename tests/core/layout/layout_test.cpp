// Laws of a layout, on graphs with groups made at random: nothing overlaps, every line is level or upright and joins
// what it is to join, and the same graph has the same layout.
#include "core/layout/layout.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "tests/core/layout/random_graph.h"

namespace cleave {
namespace {

bool overlap(const LayoutRect& a, const LayoutRect& b) {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}
bool holds(const LayoutRect& outer, const LayoutRect& inner) {
  return outer.x <= inner.x && outer.y <= inner.y && inner.x + inner.width <= outer.x + outer.width &&
         inner.y + inner.height <= outer.y + outer.height;
}
bool is_on_side(const LayoutRect& rect, LayoutPoint point, bool at_begin, LayoutGraph::Flow flow) {
  if (flow == LayoutGraph::Flow::kDown) {
    return rect.x <= point.x && point.x <= rect.x + rect.width && point.y == (at_begin ? rect.y : rect.y + rect.height);
  }
  return rect.y <= point.y && point.y <= rect.y + rect.height && point.x == (at_begin ? rect.x : rect.x + rect.width);
}

void expect_no_overlap(const LayoutGraph& graph, const Layout& layout) {
  for (size_t a = 0; a < layout.nodes.size(); ++a) {
    const LayoutRect page{0, 0, layout.width, layout.height};
    EXPECT_TRUE(holds(page, layout.nodes[a]));
    if (graph.nodes[a].group) {
      EXPECT_TRUE(holds(layout.groups[*graph.nodes[a].group], layout.nodes[a]));
    }
    for (size_t b = a + 1; b < layout.nodes.size(); ++b) {
      EXPECT_FALSE(overlap(layout.nodes[a], layout.nodes[b])) << a << " and " << b;
    }
    for (size_t group = 0; group < layout.groups.size(); ++group) {
      if (graph.nodes[a].group == group) continue;
      EXPECT_FALSE(overlap(layout.nodes[a], layout.groups[group])) << a << " and group " << group;
    }
  }
  for (size_t a = 0; a < layout.groups.size(); ++a) {
    for (size_t b = a + 1; b < layout.groups.size(); ++b) EXPECT_FALSE(overlap(layout.groups[a], layout.groups[b]));
  }
}

/// True where the point lies on one of the lines.
bool is_on_a_line(const LayoutWire& wire, size_t but, LayoutPoint point) {
  for (size_t i = 0; i < wire.lines.size(); ++i) {
    if (i == but) continue;
    for (size_t j = 0; j + 1 < wire.lines[i].size(); ++j) {
      const LayoutPoint a = wire.lines[i][j];
      const LayoutPoint b = wire.lines[i][j + 1];
      if (std::min(a.x, b.x) <= point.x && point.x <= std::max(a.x, b.x) && std::min(a.y, b.y) <= point.y &&
          point.y <= std::max(a.y, b.y)) {
        return true;
      }
    }
  }
  return false;
}

void expect_line_ends(const LayoutGraph& graph, const Layout& layout, const LayoutWire& wire, size_t i) {
  const std::vector<LayoutPoint>& line = wire.lines[i];
  ASSERT_GE(line.size(), 2U);
  for (size_t j = 0; j + 1 < line.size(); ++j) {
    EXPECT_NE(line[j], line[j + 1]);
    EXPECT_TRUE(line[j].x == line[j + 1].x || line[j].y == line[j + 1].y);
  }
  const std::optional<uint32_t> home = graph.nodes[graph.nets[wire.net].source].group;
  bool at_source = false;
  if (wire.source) {
    at_source = is_on_side(layout.nodes[*wire.source], line.front(), false, graph.flow);
  } else if (wire.group) {
    at_source = is_on_side(layout.groups[*wire.group], line.front(), true, graph.flow);
  } else {
    at_source = is_on_side(layout.groups[*home], line.front(), false, graph.flow);
  }
  EXPECT_TRUE(at_source || is_on_a_line(wire, i, line.front())) << "net " << wire.net << " end " << i;
  const LayoutWire::End& end = wire.ends[i];
  const LayoutRect& target = end.node    ? layout.nodes[*end.node]
                             : end.group ? layout.groups[*end.group]
                                         : layout.groups[*wire.group];
  EXPECT_TRUE(is_on_side(target, line.back(), end.node || end.group, graph.flow)) << "net " << wire.net;
}

/// The rectangles that lines may not go through: nodes, and groups for lines outside of them.
size_t count_lines_through_shapes(const LayoutGraph& graph, const Layout& layout) {
  size_t out = 0;
  for (const LayoutWire& wire : layout.wires) {
    for (const std::vector<LayoutPoint>& line : wire.lines) {
      for (size_t j = 0; j + 1 < line.size(); ++j) {
        const LayoutRect part{std::min(line[j].x, line[j + 1].x), std::min(line[j].y, line[j + 1].y),
                              std::max<int64_t>(std::abs(line[j].x - line[j + 1].x), 1),
                              std::max<int64_t>(std::abs(line[j].y - line[j + 1].y), 1)};
        for (size_t node = 0; node < layout.nodes.size(); ++node) {
          if (graph.nodes[node].group == wire.group && overlap(part, layout.nodes[node])) ++out;
        }
        for (const LayoutRect& group : layout.groups) {
          if (!wire.group && overlap(part, group)) ++out;
        }
      }
    }
  }
  return out;
}

void expect_laws(const LayoutGraph& graph) {
  const Layout layout = lay_out(graph);
  ASSERT_EQ(layout.nodes.size(), graph.nodes.size());
  expect_no_overlap(graph, layout);
  for (const LayoutWire& wire : layout.wires) {
    ASSERT_EQ(wire.lines.size(), wire.ends.size());
    for (size_t i = 0; i < wire.ends.size(); ++i) expect_line_ends(graph, layout, wire, i);
  }
  EXPECT_EQ(count_lines_through_shapes(graph, layout), 0U);
  size_t ends = 0;
  for (const LayoutWire& wire : layout.wires) {
    ends += static_cast<size_t>(
        std::count_if(wire.ends.begin(), wire.ends.end(), [](const auto& end) { return end.node.has_value(); }));
  }
  size_t targets = 0;
  for (const LayoutGraph::Net& net : graph.nets) targets += net.targets.size();
  EXPECT_EQ(ends, targets) << "every target has a line";
}

TEST(Layout, NothingHasNoPlace) {
  const Layout layout = lay_out({});
  EXPECT_TRUE(layout.nodes.empty());
  EXPECT_TRUE(layout.wires.empty());
}

TEST(Layout, LawsHoldOfRandomGraphs) {
  for (uint32_t seed = 0; seed < 150 && !HasFailure(); ++seed) {
    LayoutGraph graph = random_graph(seed, 5 + seed % 60, seed % 7);
    SCOPED_TRACE(seed);
    expect_laws(graph);
    graph.flow = LayoutGraph::Flow::kRight;
    expect_laws(graph);
  }
}

TEST(Layout, TheSameGraphHasTheSameLayout) {
  const LayoutGraph graph = random_graph(7, 80, 4);
  const Layout a = lay_out(graph);
  const Layout b = lay_out(graph);
  for (size_t i = 0; i < a.wires.size(); ++i) EXPECT_EQ(a.wires[i].lines, b.wires[i].lines);
}

TEST(Layout, AValueOfThousandsOfReadersStaysWithinAPage) {
  LayoutGraph graph;
  graph.nodes.assign(4001, {78, 22, std::nullopt, std::nullopt, false});
  graph.nets.push_back({0, {}});
  for (uint32_t reader = 1; reader <= 4000; ++reader) graph.nets[0].targets.push_back(reader);
  const Layout layout = lay_out(graph);
  EXPECT_LT(layout.width, 3 * layout.height);
  EXPECT_LT(layout.height, 3 * layout.width);
}

TEST(Layout, DeepChainsAndLongWiresDoNotGrowBeyondTheirSize) {
  LayoutGraph graph;
  constexpr uint32_t kNodes = 6000;
  graph.nodes.assign(kNodes, {78, 22, std::nullopt, std::nullopt, false});
  // Each of the first half is read by the next and by its mirror image far behind.
  for (uint32_t node = 0; node + 1 < kNodes; ++node) {
    graph.nets.push_back({node, {node + 1}});
    if (node < kNodes / 2 - 1) graph.nets.back().targets.push_back(kNodes - 1 - node);
  }
  const Layout layout = lay_out(graph);
  EXPECT_EQ(layout.wires.size(), graph.nets.size());
}

}  // namespace
}  // namespace cleave
