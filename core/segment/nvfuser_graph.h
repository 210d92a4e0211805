// The groups as nvFuser walks over them: one node an op at first, edges by tensor, auxiliary nodes for inputs that show
// only that two groups read the same. The order of the list and of a node's edges is nvFuser's, since what is joined
// depends on it. Joining here asks nobody; nvfuser_order.h does.
#pragma once

#include <cstdint>
#include <vector>

#include "core/segment/op_facts.h"

namespace cleave {

using NodeIndex = uint32_t;

/// True if tensors, inputs too, lead from each op to every other. There is at least one.
bool is_connected(const OpTable& table);

struct VisitEdge {
  NodeIndex from = kNone;
  NodeIndex to = kNone;
  TensorIndex tensor = kNone;
};

struct VisitNode {
  std::vector<OpIndex> ops;
  /// Places in the graph's edges.
  std::vector<uint32_t> producers;
  std::vector<uint32_t> consumers;
  /// Stands for an input, or for a value that is treated as one.
  bool is_input = false;
  bool is_gone = false;
  uint32_t level = 0;
  /// Whom it joins in this round, and which of its neighbours join somebody.
  NodeIndex partner = kNone;
  std::vector<NodeIndex> marked_neighbours;
};

/// Cheap ops behind an input that nothing is cut behind: every reader of `tensor` computes them.
struct ForwardedValue {
  TensorIndex tensor = kNone;
  std::vector<OpIndex> ops;
};

class VisitGraph {
 public:
  VisitGraph(const Primitive& primitive, const OpTable& table);

  const VisitNode& node(NodeIndex index) const { return nodes_[index]; }
  const VisitEdge& edge(uint32_t index) const { return edges_[index]; }
  /// Nodes that hold ops, the joined ones behind the others.
  std::vector<NodeIndex> list() const;
  const std::vector<ForwardedValue>& forwarded() const { return forwarded_; }

  /// Makes one node of several, at the end of the list.
  NodeIndex join(const std::vector<NodeIndex>& nodes);
  /// Each node's longest path from a node that reads nothing; forgets all partners.
  void begin_round();
  void mark(NodeIndex a, NodeIndex b);
  /// Nodes with which `index` may be joined in this round, producers first: near in level, and with nothing marked
  /// around the two that is near as well.
  std::vector<NodeIndex> candidates(NodeIndex index) const;
  /// Nodes next to it, producers first, each once; without inputs, and not over outputs of the definition.
  std::vector<NodeIndex> neighbours(NodeIndex index) const;
  /// Nodes that read from it, each once, whatever they read.
  std::vector<NodeIndex> readers(NodeIndex index) const;
  /// Nodes from which `index` can be reached, and that can be reached from it, as marks by node; itself too.
  std::vector<bool> before(NodeIndex index) const { return reach(index, false); }
  std::vector<bool> after(NodeIndex index) const { return reach(index, true); }
  /// True if one of `others` lies before `index`; levels are those of the last round.
  bool is_behind_one_of(NodeIndex index, const std::vector<NodeIndex>& others) const;

 private:
  std::vector<OpIndex> visiting_order(const Primitive& primitive) const;
  void forward_inputs(const Primitive& primitive);
  void add_nodes(const std::vector<OpIndex>& order);
  void add_edge(NodeIndex from, NodeIndex to, TensorIndex tensor);
  std::vector<bool> reach(NodeIndex index, bool forward) const;
  void begin_walk() const;
  bool is_new_in_walk(NodeIndex node) const;
  bool is_near_marked(NodeIndex around, NodeIndex other, NodeIndex left_out) const;

  const OpTable& table_;
  std::vector<VisitNode> nodes_;
  std::vector<VisitEdge> edges_;
  std::vector<ForwardedValue> forwarded_;
  /// By node: the last walk that has seen it.
  mutable std::vector<uint32_t> stamp_;
  mutable uint32_t walk_ = 0;
  /// By op: part of a forwarded value.
  std::vector<bool> is_forwarded_;
};

}  // namespace cleave
