// The cut value of a tree edge needs no walk over other edges: the weights that leave a part of the graph less those
// that enter it are the sum over its nodes of the same, since inner edges cancel. See network_simplex.h.
#include "core/layout/network_simplex.h"

#include <algorithm>
#include <utility>

#include "core/base/check.h"
#include "core/layout/ranks.h"

namespace cleave {
namespace {

constexpr uint32_t kNoEdge = UINT32_MAX;
/// What all pivots together may cost, in visits of nodes and edges.
constexpr size_t kMostVisits = 6'000'000;

}  // namespace

NetworkSimplex::NetworkSimplex(std::vector<uint32_t> rank, const std::vector<RankEdge>& edges)
    : edges_(edges),
      rank_(rank.begin(), rank.end()),
      incident_(rank.size()),
      tree_(rank.size()),
      is_spanned_(rank.size(), false),
      parent_edge_(rank.size()),
      place_(rank.size()),
      low_(rank.size()),
      balance_(rank.size()) {
  for (uint32_t i = 0; i < edges.size(); ++i) {
    incident_[edges[i].from].push_back(i);
    incident_[edges[i].to].push_back(i);
  }
}

int64_t NetworkSimplex::slack(const RankEdge& edge) const { return rank_[edge.to] - rank_[edge.from] - 1; }

/// Takes in whatever wires of length 1 join to the tree.
void NetworkSimplex::grow(std::vector<uint32_t>& spanned) {
  for (size_t next = 0; next < spanned.size(); ++next) {
    for (const uint32_t i : incident_[spanned[next]]) {
      const RankEdge& edge = edges_[i];
      const uint32_t other = edge.from == spanned[next] ? edge.to : edge.from;
      if (is_spanned_[other] || slack(edge) != 0) continue;
      is_spanned_[other] = true;
      tree_[edge.from].push_back(i);
      tree_[edge.to].push_back(i);
      spanned.push_back(other);
    }
  }
}

/// A tree over all nodes: where none goes on, the whole tree moves until another wire has length 1.
void NetworkSimplex::span() {
  std::vector<uint32_t> spanned{0};
  is_spanned_[0] = true;
  while (true) {
    grow(spanned);
    if (spanned.size() == rank_.size()) return;
    uint32_t nearest = kNoEdge;
    for (uint32_t i = 0; i < edges_.size(); ++i) {
      if (is_spanned_[edges_[i].from] == is_spanned_[edges_[i].to]) continue;
      if (nearest == kNoEdge || slack(edges_[i]) < slack(edges_[nearest])) nearest = i;
    }
    CHECK(nearest != kNoEdge, "the graph of ranks is one piece");
    const int64_t move = is_spanned_[edges_[nearest].from] ? slack(edges_[nearest]) : -slack(edges_[nearest]);
    for (const uint32_t node : spanned) rank_[node] += move;
  }
}

void NetworkSimplex::number_tree() {
  post_order_.clear();
  // A node is met once on the way down and once on the way up.
  std::vector<std::pair<uint32_t, size_t>> path{{0, 0}};
  parent_edge_[0] = kNoEdge;
  low_[0] = 0;
  while (!path.empty()) {
    const uint32_t node = path.back().first;
    if (path.back().second == tree_[node].size()) {
      place_[node] = static_cast<uint32_t>(post_order_.size());
      post_order_.push_back(node);
      path.pop_back();
      continue;
    }
    const uint32_t i = tree_[node][path.back().second++];
    if (i == parent_edge_[node]) continue;
    const uint32_t child = edges_[i].from == node ? edges_[i].to : edges_[i].from;
    parent_edge_[child] = i;
    low_[child] = static_cast<uint32_t>(post_order_.size());
    path.emplace_back(child, 0);
  }
}

void NetworkSimplex::sum_weights() {
  std::fill(balance_.begin(), balance_.end(), 0);
  for (const RankEdge& edge : edges_) {
    balance_[edge.from] += edge.weight;
    balance_[edge.to] -= edge.weight;
  }
  for (const uint32_t node : post_order_) {
    if (parent_edge_[node] == kNoEdge) continue;
    const RankEdge& edge = edges_[parent_edge_[node]];
    balance_[edge.from == node ? edge.to : edge.from] += balance_[node];
  }
}

int64_t NetworkSimplex::cut_value(uint32_t node) const {
  return edges_[parent_edge_[node]].from == node ? balance_[node] : -balance_[node];
}

/// A node whose edge towards the root should leave the tree; searched on from where the last one was, so that none
/// starves.
uint32_t NetworkSimplex::leaving_node() {
  const auto count = static_cast<uint32_t>(rank_.size());
  for (uint32_t i = 0; i < count; ++i) {
    const uint32_t node = (search_from_ + i) % count;
    if (parent_edge_[node] == kNoEdge || cut_value(node) >= 0) continue;
    search_from_ = node + 1;
    return node;
  }
  return kNoEdge;
}

/// The shortest edge that leads back over the cut.
uint32_t NetworkSimplex::entering_edge(uint32_t node) const {
  const bool leads_up = edges_[parent_edge_[node]].from == node;
  uint32_t best = kNoEdge;
  for (uint32_t i = 0; i < edges_.size(); ++i) {
    const bool from_below = is_below(edges_[i].from, node);
    if (from_below == is_below(edges_[i].to, node) || from_below == leads_up) continue;
    if (best == kNoEdge || slack(edges_[i]) < slack(edges_[best])) best = i;
  }
  return best;
}

void NetworkSimplex::exchange(uint32_t node, uint32_t entering) {
  const uint32_t leaving = parent_edge_[node];
  const int64_t move = edges_[leaving].from == node ? -slack(edges_[entering]) : slack(edges_[entering]);
  for (uint32_t place = low_[node]; place <= place_[node]; ++place) rank_[post_order_[place]] += move;
  for (const uint32_t end : {edges_[leaving].from, edges_[leaving].to}) {
    std::vector<uint32_t>& edges = tree_[end];
    edges.erase(std::find(edges.begin(), edges.end(), leaving));
  }
  tree_[edges_[entering].from].push_back(entering);
  tree_[edges_[entering].to].push_back(entering);
}

std::vector<uint32_t> NetworkSimplex::solve() {
  span();
  number_tree();
  sum_weights();
  const size_t visits_a_pivot = rank_.size() * 2 + edges_.size() * 2;
  for (size_t visits = 0; visits < kMostVisits; visits += visits_a_pivot) {
    const uint32_t node = leaving_node();
    if (node == kNoEdge) break;
    const uint32_t entering = entering_edge(node);
    if (entering == kNoEdge) break;
    exchange(node, entering);
    number_tree();
    sum_weights();
  }
  const int64_t first = *std::min_element(rank_.begin(), rank_.end());
  std::vector<uint32_t> out;
  for (const int64_t rank : rank_) out.push_back(static_cast<uint32_t>(rank - first));
  return out;
}

}  // namespace cleave
