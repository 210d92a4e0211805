// The parts of a flat layout: orders with few crossings, lanes without overlap, ports apart, work that grows with the
// drawing, and nodes that stay where they stood.
#include "core/layout/level.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "core/layout/across.h"
#include "core/layout/kept.h"
#include "core/layout/lanes.h"
#include "core/layout/layers.h"
#include "core/layout/order.h"
#include "core/layout/ports.h"
#include "core/layout/ranks.h"
#include "core/layout/routes.h"
#include "core/layout/tighten.h"
#include "tests/core/layout/random_graph.h"

namespace cleave {
namespace {

/// The graph without its groups.
Level flat(const LayoutGraph& graph) {
  Level out;
  for (const LayoutGraph::Node& node : graph.nodes) {
    out.nodes.push_back({node.width, node.height, LevelNode::Place::kFree, std::nullopt, false});
  }
  for (const LayoutGraph::Net& net : graph.nets) {
    LevelNet& level_net = out.nets.emplace_back();
    level_net.source.node = net.source;
    for (const uint32_t target : net.targets) level_net.targets.push_back({target, std::nullopt});
  }
  return out;
}

int64_t crossings_by_pairs(const Layers& layers) {
  std::vector<size_t> place(layers.slots.size());
  for (const auto& rank : layers.ranks) {
    for (size_t i = 0; i < rank.size(); ++i) place[rank[i]] = i;
  }
  int64_t out = 0;
  for (size_t a = 0; a < layers.links.size(); ++a) {
    for (size_t b = a + 1; b < layers.links.size(); ++b) {
      const Layers::Link& first = layers.links[a];
      const Layers::Link& second = layers.links[b];
      if (layers.slots[first.upper].rank != layers.slots[second.upper].rank) continue;
      const auto left = static_cast<int64_t>(place[first.upper]) - static_cast<int64_t>(place[second.upper]);
      const auto right = static_cast<int64_t>(place[first.lower]) - static_cast<int64_t>(place[second.lower]);
      if (left * right < 0) ++out;
    }
  }
  return out;
}

TEST(Order, CrossingsAreCountedAsPairs) {
  for (uint32_t seed = 0; seed < 20; ++seed) {
    const Level level = flat(random_graph(seed, 60, 0));
    Layers layers = make_layers(level, ranks_of(level));
    EXPECT_EQ(count_crossings(layers), crossings_by_pairs(layers));
    const int64_t before = count_crossings(layers);
    order_slots(level, layers);
    EXPECT_LE(count_crossings(layers), before);
  }
}

TEST(Order, ATreeHasNoCrossings) {
  Level tree;
  tree.nodes.assign(127, {78, 22, LevelNode::Place::kFree, std::nullopt, false});
  for (uint32_t node = 0; node < 63; ++node) {
    tree.nets.push_back({{node, {}}, {{2 * node + 1, {}}, {2 * node + 2, {}}}});
  }
  Layers layers = make_layers(tree, ranks_of(tree));
  for (auto& rank : layers.ranks) {
    std::sort(rank.begin(), rank.end(), [](uint32_t a, uint32_t b) { return a * 7919 % 127 < b * 7919 % 127; });
  }
  EXPECT_GT(count_crossings(layers), 100);
  order_slots(tree, layers);
  EXPECT_EQ(count_crossings(layers), 0);
}

TEST(Layers, TrunksAreBoundedByTheSizeOfTheDrawing) {
  // Every node of the first half is read far behind: the trunks would be a quarter of the square.
  Level level;
  constexpr uint32_t kNodes = 4000;
  level.nodes.assign(kNodes, {78, 22, LevelNode::Place::kFree, std::nullopt, false});
  for (uint32_t node = 0; node + 1 < kNodes; ++node) {
    level.nets.push_back({{node, {}}, {{node + 1, {}}}});
    if (node < kNodes / 2 - 1) level.nets.back().targets.push_back({kNodes - 1 - node, {}});
  }
  const Layers layers = make_layers(level, ranks_of(level));
  EXPECT_LT(layers.slots.size(), 4000U + 26U * 2U * kNodes);
  EXPECT_GT(std::count(layers.is_outside.begin(), layers.is_outside.end(), true), 1000);
  const LevelLayout layout = lay_out_level(level);
  EXPECT_EQ(layout.lines.size(), level.nets.size());
}

TEST(Lanes, WhatOverlapsHasLanesOfItsOwn) {
  Dice dice(5);
  for (int round = 0; round < 200; ++round) {
    std::vector<LanePiece> pieces;
    for (uint32_t i = 0; i < 2 + dice.below(12); ++i) {
      LanePiece piece{int64_t{dice.below(40)} * 10, {}};
      for (uint32_t j = 0; j < 1 + dice.below(3); ++j) piece.bottoms.push_back(int64_t{dice.below(40)} * 10);
      pieces.push_back(std::move(piece));
    }
    const Lanes lanes = assign_lanes(pieces);
    for (size_t a = 0; a < pieces.size(); ++a) {
      for (size_t b = a + 1; b < pieces.size(); ++b) {
        if (pieces[a].is_straight() || pieces[b].is_straight() || lanes.lane[a] != lanes.lane[b]) continue;
        EXPECT_TRUE(pieces[a].right() < pieces[b].left() || pieces[b].right() < pieces[a].left());
      }
    }
  }
}

TEST(Lanes, ALineThatComesDownBesideAnotherDoesNotCrossIt) {
  // From left to right and from right to left, side by side: in one order of lanes they cross twice.
  const std::vector<LanePiece> pieces{{0, {100}}, {20, {120}}};
  const Lanes lanes = assign_lanes(pieces);
  EXPECT_GT(lanes.lane[0], lanes.lane[1]);
}

TEST(Ports, WiresOfOneSideStandApart) {
  Level level;
  level.nodes.assign(4, {78, 22, LevelNode::Place::kFree, std::nullopt, false});
  for (uint32_t source = 0; source < 3; ++source) level.nets.push_back({{source, {}}, {{3, {}}}});
  Layers layers = make_layers(level, ranks_of(level));
  order_slots(level, layers);
  const std::vector<int64_t> across = place_across(level, layers);
  const Ports ports = place_ports(level, layers, across, std::vector<int64_t>(3, 0));
  std::vector<int64_t> places{ports.target[0][0], ports.target[1][0], ports.target[2][0]};
  std::sort(places.begin(), places.end());
  EXPECT_GE(places[1] - places[0], 12);
  EXPECT_GE(places[2] - places[1], 12);
  EXPECT_GE(places[0], across[3] - 39);
  EXPECT_LE(places[2], across[3] + 39);
}

TEST(Across, SlotsOfARankKeepTheirDistance) {
  for (uint32_t seed = 0; seed < 30; ++seed) {
    const Level level = flat(random_graph(seed, 80, 0));
    Layers layers = make_layers(level, ranks_of(level));
    order_slots(level, layers);
    std::vector<int64_t> across = place_across(level, layers);
    tighten_trunks(level, layers, across);
    for (const auto& rank : layers.ranks) {
      for (size_t i = 1; i < rank.size(); ++i) {
        // Half a pixel is lost where the middle of two places is taken.
        EXPECT_GE(across[rank[i]] - across[rank[i - 1]] + 1,
                  least_distance(level, layers.slots[rank[i - 1]], layers.slots[rank[i]]));
      }
    }
    const LevelLayout layout = route(level, layers, across);
    EXPECT_GT(layout.width, 0);
  }
}

TEST(Kept, NodesThatStayStandWhereTheyStood) {
  for (uint32_t seed = 0; seed < 40; ++seed) {
    Level level = flat(random_graph(seed, 40, 0));
    const LevelLayout before = lay_out_level(level);
    Dice dice(seed);
    for (size_t node = 0; node < level.nodes.size(); ++node) {
      level.nodes[node].before = before.nodes[node].x + level.nodes[node].width / 2;
      level.nodes[node].stays = dice.below(4) != 0;
      // The others have grown.
      if (!level.nodes[node].stays) level.nodes[node].width += 100;
    }
    ASSERT_TRUE(has_kept(level));
    const LevelLayout after = lay_out_level(level);
    for (size_t a = 0; a < level.nodes.size(); ++a) {
      if (level.nodes[a].stays) {
        EXPECT_EQ(after.nodes[a].x, before.nodes[a].x);
      }
      for (size_t b = a + 1; b < level.nodes.size(); ++b) {
        const bool beside = after.nodes[a].x + level.nodes[a].width <= after.nodes[b].x ||
                            after.nodes[b].x + level.nodes[b].width <= after.nodes[a].x;
        const bool apart = after.nodes[a].y + level.nodes[a].length <= after.nodes[b].y ||
                           after.nodes[b].y + level.nodes[b].length <= after.nodes[a].y;
        EXPECT_TRUE(beside || apart) << seed << ": " << a << " and " << b;
      }
    }
  }
}

}  // namespace
}  // namespace cleave
