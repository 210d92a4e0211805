// In which rank each node of a level stands: behind everything that it reads, and so that wires are short. Up to
// kMostNodesOfSimplex nodes by the network simplex method, whose pivots are counted and end where the budget does; else
// by longest paths, with nodes pulled to where most of their wires are. A rank that would be much wider than the
// drawing is long becomes several.
#pragma once

#include <cstdint>
#include <vector>

#include "core/layout/level.h"

namespace cleave {

inline constexpr size_t kMostNodesOfSimplex = 1000;

struct RankEdge {
  uint32_t from = 0;
  uint32_t to = 0;
  int64_t weight = 1;
};

/// Ranks from 0 of `count` nodes: each edge leads to a later rank. Edges make no circle.
std::vector<uint32_t> ranks_by_longest_path(size_t count, const std::vector<RankEdge>& edges);
std::vector<uint32_t> ranks_by_simplex(size_t count, const std::vector<RankEdge>& edges);

/// By node. Where there are nodes at the border, they have a rank of their own, the first or the last.
std::vector<uint32_t> ranks_of(const Level& level);

}  // namespace cleave
