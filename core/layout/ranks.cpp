// See ranks.h.
#include "core/layout/ranks.h"

#include <algorithm>
#include <utility>

#include "core/base/check.h"
#include "core/layout/network_simplex.h"

namespace cleave {
namespace {

/// Edges by node, as places in the list of edges.
struct Adjacency {
  Adjacency(size_t count, const std::vector<RankEdge>& edges) : out(count), in(count) {
    for (uint32_t i = 0; i < edges.size(); ++i) {
      out[edges[i].from].push_back(i);
      in[edges[i].to].push_back(i);
    }
  }
  std::vector<std::vector<uint32_t>> out;
  std::vector<std::vector<uint32_t>> in;
};

/// Nodes, each behind those with an edge to it.
std::vector<uint32_t> topological_order(const std::vector<RankEdge>& edges, const Adjacency& adjacency) {
  const size_t count = adjacency.out.size();
  std::vector<uint32_t> order;
  std::vector<size_t> waits(count);
  for (uint32_t node = 0; node < count; ++node) {
    waits[node] = adjacency.in[node].size();
    if (waits[node] == 0) order.push_back(node);
  }
  for (size_t next = 0; next < order.size(); ++next) {
    for (const uint32_t edge : adjacency.out[order[next]]) {
      if (--waits[edges[edge].to] == 0) order.push_back(edges[edge].to);
    }
  }
  CHECK(order.size() == count, "nets make no circle");
  return order;
}

/// Moves each node to the end of its room that shortens its wires, from the last to the first.
void pull(const std::vector<uint32_t>& order, const std::vector<RankEdge>& edges, const Adjacency& adjacency,
          std::vector<uint32_t>& rank) {
  for (size_t i = order.size(); i-- > 0;) {
    const uint32_t node = order[i];
    int64_t pull_down = 0;
    uint32_t lowest = UINT32_MAX;
    for (const uint32_t edge : adjacency.out[node]) {
      pull_down += edges[edge].weight;
      lowest = std::min(lowest, rank[edges[edge].to] - 1);
    }
    for (const uint32_t edge : adjacency.in[node]) pull_down -= edges[edge].weight;
    if (pull_down > 0 && lowest != UINT32_MAX) rank[node] = lowest;
  }
}

/// The graph of ranks of a level: the nodes of one border are one node.
class RankGraph {
 public:
  explicit RankGraph(const Level& level) : number_(level.nodes.size()) {
    first_ = count_++;
    last_ = count_++;
    for (size_t i = 0; i < level.nodes.size(); ++i) {
      switch (level.nodes[i].place) {
        case LevelNode::Place::kFree: number_[i] = count_++; break;
        case LevelNode::Place::kFirst:
          number_[i] = first_;
          has_first_ = true;
          break;
        case LevelNode::Place::kLast:
          number_[i] = last_;
          has_last_ = true;
          break;
      }
    }
    for (const LevelNet& net : level.nets) {
      for (const LevelEnd& target : net.targets) {
        add(number_[net.source.node], number_[target.node], 1);
      }
    }
    // Everything is between the borders, and so it is one piece.
    for (const uint32_t node : number_) {
      if (node == first_ || node == last_) continue;
      edges_.push_back({first_, node, 0});
      edges_.push_back({node, last_, 0});
    }
    edges_.push_back({first_, last_, 0});
  }

  std::vector<uint32_t> ranks() const {
    const std::vector<uint32_t> rank =
        count_ <= kMostNodesOfSimplex ? ranks_by_simplex(count_, edges_) : ranks_by_longest_path(count_, edges_);
    std::vector<uint32_t> out;
    for (const uint32_t node : number_) out.push_back(rank[node] - (has_first_ ? 0 : 1));
    return out;
  }

 private:
  void add(uint32_t from, uint32_t to, int64_t weight) { edges_.push_back({from, to, weight}); }

  std::vector<uint32_t> number_;
  std::vector<RankEdge> edges_;
  uint32_t count_ = 0;
  uint32_t first_ = 0;
  uint32_t last_ = 0;
  bool has_first_ = false;
  bool has_last_ = false;
};

int64_t square_root(int64_t value) {
  int64_t low = 0;
  int64_t high = int64_t{1} << 31;
  while (low < high) {
    const int64_t middle = low + (high - low + 1) / 2;
    if (middle * middle <= value) {
      low = middle;
    } else {
      high = middle - 1;
    }
  }
  return low;
}

/// Ranks that are much wider than the drawing is long become several, in the order of their nodes.
void split_wide_ranks(const Level& level, std::vector<uint32_t>& rank) {
  constexpr int64_t kAlwaysFine = 1600;
  const auto room = [&](const LevelNode& node) { return node.width + level.spacing; };
  int64_t area = 0;
  uint32_t ranks = 0;
  for (size_t i = 0; i < rank.size(); ++i) {
    area += room(level.nodes[i]) * (level.nodes[i].length + level.gap);
    ranks = std::max(ranks, rank[i] + 1);
  }
  const int64_t limit = std::max(kAlwaysFine, square_root(2 * area));
  std::vector<int64_t> width(ranks, 0);
  for (size_t i = 0; i < rank.size(); ++i) {
    if (level.nodes[i].place == LevelNode::Place::kFree) width[rank[i]] += room(level.nodes[i]);
  }
  std::vector<uint32_t> begin(ranks, 0);
  uint32_t next = 0;
  for (uint32_t r = 0; r < ranks; ++r) {
    begin[r] = next;
    next += static_cast<uint32_t>(std::max<int64_t>(1, (width[r] + limit - 1) / limit));
  }
  if (next == ranks) return;
  std::vector<int64_t> used(ranks, 0);
  for (size_t i = 0; i < rank.size(); ++i) {
    const uint32_t r = rank[i];
    const uint32_t parts = (r + 1 < ranks ? begin[r + 1] : next) - begin[r];
    const auto part = static_cast<uint32_t>(used[r] * parts / std::max<int64_t>(width[r], 1));
    if (level.nodes[i].place == LevelNode::Place::kFree) used[r] += room(level.nodes[i]);
    rank[i] = begin[r] + std::min(part, parts - 1);
  }
}

}  // namespace

std::vector<uint32_t> ranks_by_longest_path(size_t count, const std::vector<RankEdge>& edges) {
  const Adjacency adjacency(count, edges);
  const std::vector<uint32_t> order = topological_order(edges, adjacency);
  std::vector<uint32_t> rank(count, 0);
  for (const uint32_t node : order) {
    for (const uint32_t edge : adjacency.out[node]) {
      rank[edges[edge].to] = std::max(rank[edges[edge].to], rank[node] + 1);
    }
  }
  pull(order, edges, adjacency, rank);
  return rank;
}

std::vector<uint32_t> ranks_by_simplex(size_t count, const std::vector<RankEdge>& edges) {
  return NetworkSimplex(ranks_by_longest_path(count, edges), edges).solve();
}

std::vector<uint32_t> ranks_of(const Level& level) {
  if (level.nodes.empty()) return {};
  std::vector<uint32_t> rank = RankGraph(level).ranks();
  split_wide_ranks(level, rank);
  return rank;
}

}  // namespace cleave
