// See nvfuser_graph.h.
#include "core/segment/nvfuser_graph.h"

#include <algorithm>
#include <cstdlib>
#include <unordered_map>
#include <utility>

#include "core/ops/op_table.h"

namespace cleave {
namespace {

/// One operand, which is a tensor; casts too.
bool is_unary(const Record& record) {
  const OpFamily kind = family(record.op);
  return (kind == OpFamily::kPointwise || kind == OpFamily::kCast) && record.operands.size() == 1;
}

bool is_near(uint32_t a, uint32_t b) { return a < b ? b - a <= 1 : a - b <= 1; }

}  // namespace

bool is_connected(const OpTable& table) {
  std::vector<bool> seen(table.ops.size(), false);
  std::vector<OpIndex> open{0};
  seen[0] = true;
  size_t count = 0;
  while (!open.empty()) {
    const OpIndex op = open.back();
    open.pop_back();
    ++count;
    const auto visit = [&](OpIndex next) {
      if (next == kNone || seen[next]) return;
      seen[next] = true;
      open.push_back(next);
    };
    const auto visit_all = [&](const auto& uses) {
      for (const TensorUse& use : uses) {
        visit(table.producer[use.tensor]);
        for (OpIndex user : table.users[use.tensor]) visit(user);
      }
    };
    visit_all(table.ops[op].operands);
    visit_all(table.ops[op].results);
  }
  return count == table.ops.size();
}

VisitGraph::VisitGraph(const Primitive& primitive, const OpTable& table)
    : table_(table), is_forwarded_(table.ops.size(), false) {
  forward_inputs(primitive);
  add_nodes(visiting_order(primitive));
}

/// Ops from the outputs backward, each behind all that it reads; operands in their order.
std::vector<OpIndex> VisitGraph::visiting_order(const Primitive& primitive) const {
  std::vector<OpIndex> order;
  std::vector<bool> seen(table_.ops.size(), false);
  std::vector<std::pair<OpIndex, size_t>> open;
  const auto visit = [&](OpIndex op) {
    if (op == kNone || seen[op]) return;
    seen[op] = true;
    open.emplace_back(op, 0);
  };
  for (const Output& output : primitive.definition.outputs) {
    visit(table_.producer[output.value.index]);
    while (!open.empty()) {
      const OpIndex op = open.back().first;
      const size_t next = open.back().second++;
      const auto& operands = table_.ops[op].operands;
      if (next < operands.size()) {
        visit(table_.producer[operands[next].tensor]);
      } else {
        order.push_back(op);
        open.pop_back();
      }
    }
  }
  return order;
}

void VisitGraph::forward_inputs(const Primitive& primitive) {
  const auto record = [&](OpIndex op) -> const Record& { return primitive.definition.records[table_.ops[op].record]; };
  const auto ends_here = [&](TensorIndex tensor) {
    const auto& users = table_.users[tensor];
    return table_.is_output[tensor] || table_.user_cut[tensor] ||
           std::any_of(users.begin(), users.end(), [&](OpIndex user) { return record(user).op == op("segment_set"); });
  };
  for (StateId input : primitive.definition.inputs) {
    ForwardedValue found;
    found.tensor = input.index;
    while (table_.users[found.tensor].size() == 1) {
      const OpIndex user = table_.users[found.tensor][0];
      const TensorIndex result = table_.ops[user].results[0].tensor;
      if (!is_unary(record(user)) || ends_here(result)) break;
      found.ops.push_back(user);
      found.tensor = result;
    }
    if (!found.ops.empty()) forwarded_.push_back(std::move(found));
  }
  for (OpIndex op = 0; op < table_.ops.size(); ++op) {
    const TensorIndex result = table_.ops[op].results[0].tensor;
    if (record(op).op == cleave::op("full") && !ends_here(result)) forwarded_.push_back({result, {op}});
  }
  for (const ForwardedValue& value : forwarded_) {
    for (OpIndex op : value.ops) is_forwarded_[op] = true;
  }
}

void VisitGraph::add_edge(NodeIndex from, NodeIndex to, TensorIndex tensor) {
  const auto edge = static_cast<uint32_t>(edges_.size());
  edges_.push_back({from, to, tensor});
  nodes_[from].consumers.push_back(edge);
  nodes_[to].producers.push_back(edge);
}

void VisitGraph::add_nodes(const std::vector<OpIndex>& order) {
  std::vector<NodeIndex> node_of(table_.ops.size(), kNone);
  for (OpIndex op : order) {
    if (is_forwarded_[op]) continue;
    node_of[op] = static_cast<NodeIndex>(nodes_.size());
    nodes_.emplace_back();
    nodes_.back().ops = {op};
  }
  const auto ops = static_cast<NodeIndex>(nodes_.size());
  std::unordered_map<TensorIndex, NodeIndex> inputs;
  for (NodeIndex to = 0; to < ops; ++to) {
    for (const TensorUse& use : table_.ops[nodes_[to].ops[0]].operands) {
      const OpIndex producer = table_.producer[use.tensor];
      if (producer != kNone && node_of[producer] != kNone) {
        add_edge(node_of[producer], to, use.tensor);
        continue;
      }
      const auto [place, is_new] = inputs.emplace(use.tensor, static_cast<NodeIndex>(nodes_.size()));
      if (is_new) {
        nodes_.emplace_back();
        nodes_.back().is_input = true;
      }
      add_edge(place->second, to, use.tensor);
    }
  }
}

std::vector<NodeIndex> VisitGraph::list() const {
  std::vector<NodeIndex> out;
  for (NodeIndex i = 0; i < nodes_.size(); ++i) {
    if (!nodes_[i].is_gone && !nodes_[i].is_input) out.push_back(i);
  }
  return out;
}

NodeIndex VisitGraph::join(const std::vector<NodeIndex>& nodes) {
  const auto made = static_cast<NodeIndex>(nodes_.size());
  const auto inside = [&](NodeIndex node) { return std::find(nodes.begin(), nodes.end(), node) != nodes.end(); };
  VisitNode joined;
  for (NodeIndex index : nodes) {
    const VisitNode& part = nodes_[index];
    joined.ops.insert(joined.ops.end(), part.ops.begin(), part.ops.end());
    for (uint32_t edge : part.producers) {
      if (!inside(edges_[edge].from)) joined.producers.push_back(edge);
    }
    for (uint32_t edge : part.consumers) {
      if (!inside(edges_[edge].to)) joined.consumers.push_back(edge);
    }
  }
  for (NodeIndex index : nodes) {
    nodes_[index] = VisitNode();
    nodes_[index].is_gone = true;
  }
  for (uint32_t edge : joined.producers) edges_[edge].to = made;
  for (uint32_t edge : joined.consumers) edges_[edge].from = made;
  nodes_.push_back(std::move(joined));
  return made;
}

void VisitGraph::begin_round() {
  std::vector<size_t> waits(nodes_.size(), 0);
  std::vector<NodeIndex> ready;
  for (NodeIndex i = 0; i < nodes_.size(); ++i) {
    nodes_[i].level = 0;
    nodes_[i].partner = kNone;
    nodes_[i].marked_neighbours.clear();
    waits[i] = nodes_[i].producers.size();
    if (waits[i] == 0 && !nodes_[i].is_gone) ready.push_back(i);
  }
  for (size_t next = 0; next < ready.size(); ++next) {
    const VisitNode& node = nodes_[ready[next]];
    for (uint32_t edge : node.consumers) {
      const NodeIndex to = edges_[edge].to;
      nodes_[to].level = std::max(nodes_[to].level, node.level + 1);
      if (--waits[to] == 0) ready.push_back(to);
    }
  }
}

void VisitGraph::mark(NodeIndex a, NodeIndex b) {
  nodes_[a].partner = b;
  nodes_[b].partner = a;
  for (NodeIndex marked : {a, b}) {
    for (NodeIndex neighbour : neighbours(marked)) nodes_[neighbour].marked_neighbours.push_back(marked);
  }
}

void VisitGraph::begin_walk() const {
  stamp_.resize(nodes_.size(), 0);
  ++walk_;
}

bool VisitGraph::is_new_in_walk(NodeIndex node) const {
  if (stamp_[node] == walk_) return false;
  stamp_[node] = walk_;
  return true;
}

std::vector<NodeIndex> VisitGraph::neighbours(NodeIndex index) const {
  begin_walk();
  std::vector<NodeIndex> out;
  const auto add = [&](NodeIndex node, TensorIndex tensor) {
    if (nodes_[node].is_input || table_.is_output[tensor]) return;
    if (is_new_in_walk(node)) out.push_back(node);
  };
  for (uint32_t edge : nodes_[index].producers) add(edges_[edge].from, edges_[edge].tensor);
  for (uint32_t edge : nodes_[index].consumers) add(edges_[edge].to, edges_[edge].tensor);
  return out;
}

std::vector<NodeIndex> VisitGraph::readers(NodeIndex index) const {
  begin_walk();
  std::vector<NodeIndex> out;
  for (uint32_t edge : nodes_[index].consumers) {
    if (is_new_in_walk(edges_[edge].to)) out.push_back(edges_[edge].to);
  }
  return out;
}

/// True if a marked neighbour of `around`, or its partner, is near `around` or `other` in level.
bool VisitGraph::is_near_marked(NodeIndex around, NodeIndex other, NodeIndex left_out) const {
  for (NodeIndex neighbour : nodes_[around].marked_neighbours) {
    if (neighbour == left_out) continue;
    for (NodeIndex marked : {neighbour, nodes_[neighbour].partner}) {
      for (NodeIndex end : {around, other}) {
        if (is_near(nodes_[marked].level, nodes_[end].level)) return true;
      }
    }
  }
  return false;
}

std::vector<NodeIndex> VisitGraph::candidates(NodeIndex index) const {
  std::vector<NodeIndex> out;
  if (nodes_[index].partner != kNone || is_near_marked(index, index, kNone)) return out;
  for (NodeIndex neighbour : neighbours(index)) {
    const VisitNode& other = nodes_[neighbour];
    if (other.partner != kNone || !is_near(other.level, nodes_[index].level)) continue;
    if (!is_near_marked(neighbour, index, index)) out.push_back(neighbour);
  }
  return out;
}

bool VisitGraph::is_behind_one_of(NodeIndex index, const std::vector<NodeIndex>& others) const {
  uint32_t lowest = nodes_[index].level;
  for (NodeIndex other : others) lowest = std::min(lowest, nodes_[other].level);
  begin_walk();
  for (NodeIndex other : others) {
    if (other != index) is_new_in_walk(other);
  }
  std::vector<NodeIndex> open{index};
  std::vector<bool> seen(nodes_.size(), false);
  while (!open.empty()) {
    const NodeIndex node = open.back();
    open.pop_back();
    for (uint32_t edge : nodes_[node].producers) {
      const NodeIndex from = edges_[edge].from;
      if (stamp_[from] == walk_) return true;
      if (seen[from] || nodes_[from].level <= lowest) continue;
      seen[from] = true;
      open.push_back(from);
    }
  }
  return false;
}

std::vector<bool> VisitGraph::reach(NodeIndex index, bool forward) const {
  std::vector<bool> seen(nodes_.size(), false);
  std::vector<NodeIndex> open{index};
  seen[index] = true;
  while (!open.empty()) {
    const VisitNode& node = nodes_[open.back()];
    open.pop_back();
    for (uint32_t edge : forward ? node.consumers : node.producers) {
      const NodeIndex next = forward ? edges_[edge].to : edges_[edge].from;
      if (seen[next]) continue;
      seen[next] = true;
      open.push_back(next);
    }
  }
  return seen;
}

}  // namespace cleave
