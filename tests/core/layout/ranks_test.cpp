// Ranks: every edge leads on, the simplex method finds the shortest total length, wide ranks become several.
#include "core/layout/ranks.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "tests/core/layout/random_graph.h"

namespace cleave {
namespace {

int64_t total_length(const std::vector<uint32_t>& rank, const std::vector<RankEdge>& edges) {
  int64_t out = 0;
  for (const RankEdge& edge : edges) out += edge.weight * (int64_t{rank[edge.to]} - int64_t{rank[edge.from]});
  return out;
}

/// All ranks up to `most` by trying; the least total length.
int64_t least_length(size_t count, const std::vector<RankEdge>& edges, uint32_t most) {
  std::vector<uint32_t> rank(count, 0);
  int64_t best = INT64_MAX;
  while (true) {
    const bool agrees =
        std::all_of(edges.begin(), edges.end(), [&](const RankEdge& edge) { return rank[edge.from] < rank[edge.to]; });
    if (agrees) best = std::min(best, total_length(rank, edges));
    size_t next = 0;
    while (next < count && rank[next] == most) rank[next++] = 0;
    if (next == count) return best;
    ++rank[next];
  }
}

std::vector<RankEdge> random_edges(uint32_t seed, uint32_t count) {
  Dice dice(seed);
  std::vector<RankEdge> out;
  for (uint32_t to = 1; to < count; ++to) {
    out.push_back({dice.below(to), to, 1 + int64_t{dice.below(3)}});
    if (dice.below(2) == 0) out.push_back({dice.below(to), to, 1});
  }
  return out;
}

TEST(Ranks, TheSimplexMethodFindsTheShortestWires) {
  for (uint32_t seed = 0; seed < 40; ++seed) {
    const std::vector<RankEdge> edges = random_edges(seed, 6);
    const std::vector<uint32_t> rank = ranks_by_simplex(6, edges);
    for (const RankEdge& edge : edges) EXPECT_LT(rank[edge.from], rank[edge.to]);
    EXPECT_EQ(total_length(rank, edges), least_length(6, edges, 5)) << seed;
  }
}

TEST(Ranks, LongestPathsAgreeWithAllEdges) {
  const std::vector<RankEdge> edges = random_edges(3, 2000);
  const std::vector<uint32_t> rank = ranks_by_longest_path(2000, edges);
  for (const RankEdge& edge : edges) EXPECT_LT(rank[edge.from], rank[edge.to]);
  EXPECT_LE(total_length(ranks_by_simplex(2000, edges), edges), total_length(rank, edges));
}

TEST(Ranks, BorderNodesStandFirstAndLast) {
  Level level;
  level.nodes.resize(4);
  level.nodes[2].place = LevelNode::Place::kFirst;
  level.nodes[3].place = LevelNode::Place::kLast;
  level.nets = {{{2, {}}, {{1, {}}}}, {{0, {}}, {{1, {}}, {3, {}}}}};
  EXPECT_EQ(ranks_of(level), (std::vector<uint32_t>{1, 2, 0, 3}));
}

TEST(Ranks, AWideRankBecomesSeveral) {
  Level level;
  level.nodes.assign(400, {100, 20, LevelNode::Place::kFree, std::nullopt, false});
  const std::vector<uint32_t> rank = ranks_of(level);
  const uint32_t last = *std::max_element(rank.begin(), rank.end());
  EXPECT_GT(last, 10U);
  EXPECT_LT(last, 40U);
}

}  // namespace
}  // namespace cleave
