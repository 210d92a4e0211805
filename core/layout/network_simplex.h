// Ranks with the least total length of wires, by the network simplex method: a tree of wires of length 1 spans the
// graph; a wire of the tree whose lengthening would shorten others more is exchanged for another. Used by ranks.h and
// tested with it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace cleave {

struct RankEdge;

class NetworkSimplex {
 public:
  /// `rank` is one that all edges agree with; the graph is one piece.
  NetworkSimplex(std::vector<uint32_t> rank, const std::vector<RankEdge>& edges);

  /// The ranks, from 0.
  std::vector<uint32_t> solve();

 private:
  int64_t slack(const RankEdge& edge) const;
  void span();
  void grow(std::vector<uint32_t>& spanned);
  void number_tree();
  void sum_weights();
  /// Cut value of the tree's edge above `node`.
  int64_t cut_value(uint32_t node) const;
  bool is_below(uint32_t node, uint32_t top) const { return low_[top] <= place_[node] && place_[node] <= place_[top]; }
  uint32_t leaving_node();
  uint32_t entering_edge(uint32_t node) const;
  void exchange(uint32_t node, uint32_t edge);

  const std::vector<RankEdge>& edges_;
  std::vector<int64_t> rank_;
  std::vector<std::vector<uint32_t>> incident_;
  std::vector<std::vector<uint32_t>> tree_;
  std::vector<bool> is_spanned_;
  /// By node: its edge towards the root, its place in post-order, the first place below it, weights below it.
  std::vector<uint32_t> parent_edge_;
  std::vector<uint32_t> place_;
  std::vector<uint32_t> low_;
  std::vector<uint32_t> post_order_;
  std::vector<int64_t> balance_;
  uint32_t search_from_ = 0;
};

}  // namespace cleave
