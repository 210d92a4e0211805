// See nvfuser_merges.h.
#include "core/segment/nvfuser_merges.h"

#include <algorithm>
#include <span>
#include <utility>

#include "core/ops/op_table.h"
#include "core/segment/nvfuser_private.h"

namespace cleave {
namespace {

template <class T>
bool contains(const std::vector<T>& list, T value) {
  return std::find(list.begin(), list.end(), value) != list.end();
}

}  // namespace

size_t SetQuestions::HashOfOps::operator()(const std::vector<OpIndex>& ops) const {
  uint64_t hash = ops.size();
  for (OpIndex op : ops) {
    hash ^= op + 0x9E3779B97F4A7C15 + (hash << 6) + (hash >> 2);
    hash *= 0xBF58476D1CE4E5B9;
    hash ^= hash >> 29;
  }
  return static_cast<size_t>(hash);
}

bool SetQuestions::hold(std::vector<OpIndex> ops) {
  if (ops.size() == 1) return true;
  std::sort(ops.begin(), ops.end(), [&](OpIndex a, OpIndex b) { return table_.place[a] < table_.place[b]; });
  const auto [known, is_new] = answers_.emplace(ops, false);
  if (!is_new) return known->second;
  const Group joined = groups_.join_all(ops);
  const std::span<const OpIndex> all(ops);
  const Verdict verdict = judge(primitive_, groups_, joined, std::span(&all, 1), options_);
  groups_.rollback();
  known->second = verdict.accepted;
  if (!verdict.accepted) {
    last_refusal_ =
        std::max_element(verdict.refusals.begin(), verdict.refusals.end(), [](const auto& a, const auto& b) {
          return a.passed < b.passed;
        })->code;
  }
  return verdict.accepted;
}

bool NvfuserMerges::is_held(const std::vector<NodeIndex>& nodes) {
  const uint64_t pair = uint64_t{nodes[0]} << 32 | nodes.back();
  if (nodes.size() == 2 && refused_.count(pair) != 0) return false;
  std::vector<OpIndex> ops;
  for (NodeIndex node : nodes) ops.insert(ops.end(), graph_.node(node).ops.begin(), graph_.node(node).ops.end());
  const bool held = questions_.hold(ops);
  const OpIndex first = graph_.node(nodes[0]).ops[0];
  const std::optional<ReasonCode> refused = held ? std::nullopt : std::optional(questions_.last_refusal());
  const auto note = [&](NodeIndex node) { history_.push_back({first, graph_.node(node).ops[0], 0, refused}); };
  note(nodes.back());
  // What lies between the two joins them too, or is not told of.
  for (size_t i = 1; held && i + 1 < nodes.size(); ++i) note(nodes[i]);
  if (nodes.size() == 2 && !held) refused_.insert(pair);
  return held;
}

bool NvfuserMerges::join_if_held(const std::vector<NodeIndex>& nodes) {
  if (!is_held(nodes)) return false;
  graph_.join(nodes);
  return true;
}

OpIndex NvfuserMerges::single_op(NodeIndex node) const {
  const std::vector<OpIndex>& ops = graph_.node(node).ops;
  return ops.size() == 1 ? ops[0] : kNone;
}

/// The two and all that lies between them, without which they would wait for themselves.
std::vector<NodeIndex> NvfuserMerges::with_all_between(const VisitEdge& edge) const {
  const std::vector<bool> behind = graph_.after(edge.from);
  const std::vector<bool> before = graph_.before(edge.to);
  std::vector<NodeIndex> out;
  for (NodeIndex node = 0; node < behind.size(); ++node) {
    if (behind[node] && before[node]) out.push_back(node);
  }
  return out;
}

/// Cuts that a user forbids are no part of nvFuser's walk; they come first.
bool NvfuserMerges::join_one_kept_value() {
  for (NodeIndex node : graph_.list()) {
    for (uint32_t index : graph_.node(node).consumers) {
      const VisitEdge edge = graph_.edge(index);
      const bool kept = std::any_of(options_.keep.begin(), options_.keep.end(),
                                    [&](StateId state) { return state.index == edge.tensor; });
      if (kept && join_if_held(with_all_between(edge))) return true;
    }
  }
  return false;
}

/// The pads of a concatenation that was lowered: all that it reads, and read by it alone. Empty for any other, whose
/// pads, where it has some, are those of the definition; its own are a part of the op.
std::vector<NodeIndex> NvfuserMerges::pads_of_lowered_cat(NodeIndex node) const {
  const OpIndex cat = single_op(node);
  if (cat == kNone || family(record(cat).op) != OpFamily::kCat) return {};
  if (!attributes<CatAttributes>(record(cat)).manual_padding) return {};
  std::vector<NodeIndex> pads;
  for (uint32_t index : graph_.node(node).producers) {
    const NodeIndex from = graph_.edge(index).from;
    const OpIndex pad = graph_.node(from).is_input ? kNone : single_op(from);
    if (pad == kNone || family(record(pad).op) != OpFamily::kPad || graph_.readers(from).size() != 1) return {};
    if (!contains(pads, from)) pads.push_back(from);
  }
  return pads;
}

bool NvfuserMerges::join_one_cat() {
  for (NodeIndex node : graph_.list()) {
    std::vector<NodeIndex> set = pads_of_lowered_cat(node);
    if (set.empty()) continue;
    set.push_back(node);
    if (join_if_held(set)) return true;
  }
  return false;
}

void NvfuserMerges::pull_in_producers(std::vector<NodeIndex>& set) const {
  for (size_t next = 0; next < set.size(); ++next) {
    for (uint32_t index : graph_.node(set[next]).producers) {
      const NodeIndex from = graph_.edge(index).from;
      if (graph_.node(from).is_input || graph_.node(from).consumers.size() != 1 || contains(set, from)) continue;
      set.push_back(from);
    }
  }
}

/// From a widening cast along single readers to a narrowing one, with what else only they read.
std::optional<std::vector<NodeIndex>> NvfuserMerges::cast_chain(NodeIndex first) const {
  const OpIndex upcast = single_op(first);
  if (upcast == kNone || !is_upcast(primitive_, table_.ops[upcast].record)) return std::nullopt;
  std::vector<NodeIndex> chain{first};
  while (graph_.node(chain.back()).consumers.size() == 1) {
    chain.push_back(graph_.edge(graph_.node(chain.back()).consumers[0]).to);
    const OpIndex op = single_op(chain.back());
    if (op == kNone || !is_downcast(primitive_, table_.ops[op].record)) continue;
    pull_in_producers(chain);
    return chain;
  }
  return std::nullopt;
}

bool NvfuserMerges::join_one_cast_chain() {
  for (NodeIndex node : graph_.list()) {
    const auto chain = cast_chain(node);
    if (chain && join_if_held(*chain)) return true;
  }
  return false;
}

std::vector<NvfuserMerges::Signature> NvfuserMerges::signatures(NodeIndex node) const {
  std::vector<Signature> out;
  for (OpIndex op : graph_.node(node).ops) {
    if (!table_.has(op, kFlagReduction)) continue;
    const Signature found{table_.ops[op].operands[0].rank, table_.ops[op].dims};
    if (!contains(out, found)) out.push_back(found);
  }
  return out;
}

/// Only reductions of the one signature inside, and no output of the definition that is read inside.
bool NvfuserMerges::may_combine(const std::vector<NodeIndex>& set, const Signature& signature) const {
  for (NodeIndex node : set) {
    if (graph_.node(node).is_input) return false;
    for (const Signature& found : signatures(node)) {
      if (!(found == signature)) return false;
    }
    for (uint32_t index : graph_.node(node).consumers) {
      const VisitEdge& edge = graph_.edge(index);
      if (table_.is_output[edge.tensor] && contains(set, edge.to)) return false;
    }
  }
  return true;
}

bool NvfuserMerges::may_try_combination() {
  if (combinations_left_ == 0) {
    left_combinations_out_ = true;
    return false;
  }
  --combinations_left_;
  return true;
}

const std::vector<bool>& NvfuserMerges::before_in_round(NodeIndex node) {
  const auto [known, is_new] = before_.try_emplace(node);
  if (is_new) known->second = graph_.before(node);
  return known->second;
}

const std::vector<bool>& NvfuserMerges::after_in_round(NodeIndex node) {
  const auto [known, is_new] = after_.try_emplace(node);
  if (is_new) known->second = graph_.after(node);
  return known->second;
}

bool NvfuserMerges::combine_along_path(NodeIndex first, NodeIndex second) {
  if (!may_try_combination()) return false;
  const std::vector<bool>& after = after_in_round(first);
  if (!after[second]) return false;
  const std::vector<bool>& before = before_in_round(second);
  std::vector<NodeIndex> set;
  for (NodeIndex node : graph_.list()) {
    if (after[node] && before[node]) set.push_back(node);
  }
  return may_combine(set, signatures(first)[0]) && join_if_held(set);
}

/// Two that share a producer, with what lies between the nearest one and them.
bool NvfuserMerges::combine_siblings(NodeIndex first, NodeIndex second) {
  if (!may_try_combination()) return false;
  const std::vector<bool>& before_first = before_in_round(first);
  const std::vector<bool>& before_second = before_in_round(second);
  if (before_first[second] || before_second[first]) return false;
  NodeIndex nearest = kNone;
  for (NodeIndex node = 0; node < before_first.size(); ++node) {
    if (!before_first[node] || !before_second[node]) continue;
    if (nearest == kNone || graph_.node(node).level > graph_.node(nearest).level) nearest = node;
  }
  if (nearest == kNone) return false;
  const std::vector<bool>& after = after_in_round(nearest);
  std::vector<NodeIndex> set;
  for (NodeIndex node : graph_.list()) {
    if (node != nearest && after[node] && (before_first[node] || before_second[node])) set.push_back(node);
  }
  return may_combine(set, signatures(first)[0]) && join_if_held(set);
}

bool NvfuserMerges::combine_reductions() {
  graph_.begin_round();
  before_.clear();
  after_.clear();
  std::vector<std::pair<NodeIndex, Signature>> reducing;
  for (NodeIndex node : graph_.list()) {
    const std::vector<Signature> found = signatures(node);
    if (found.size() == 1) reducing.emplace_back(node, found[0]);
  }
  for (const auto& [first, signature] : reducing) {
    for (const auto& [second, other] : reducing) {
      if (first != second && signature == other && combine_along_path(first, second)) return true;
    }
    for (const auto& [second, other] : reducing) {
      if (first < second && signature == other && combine_siblings(first, second)) return true;
    }
  }
  return false;
}

/// Lookups that make a broadcast axis go with what makes the value they look up in; pads of computed values go with
/// what reads them.
std::vector<NodeIndex> NvfuserMerges::preferred_partners(NodeIndex node) const {
  std::vector<NodeIndex> out;
  const OpIndex lookup = single_op(node);
  if (lookup != kNone && table_.has(lookup, kFlagIndex)) {
    const auto& axes = primitive_.types.tensor(StateId(table_.ops[lookup].results[0].tensor)).axes;
    const bool makes_broadcast = record(lookup).op == op("select") ||
                                 std::any_of(axes.begin(), axes.end(), [](const Axis& a) { return a.is_broadcast(); });
    for (uint32_t index : graph_.node(node).producers) {
      const VisitEdge& edge = graph_.edge(index);
      const bool looked_up = edge.tensor == table_.ops[lookup].operands[0].tensor;
      if (makes_broadcast && looked_up && !graph_.node(edge.from).is_input) out.push_back(edge.from);
    }
  }
  const bool pads = std::any_of(graph_.node(node).ops.begin(), graph_.node(node).ops.end(), [&](OpIndex op) {
    if (family(record(op).op) != OpFamily::kPad) return false;
    const OpIndex producer = table_.producer[table_.ops[op].operands[0].tensor];
    return producer != kNone && !contains(graph_.node(node).ops, producer);
  });
  if (!pads) return out;
  for (uint32_t index : graph_.node(node).consumers) {
    const VisitEdge& edge = graph_.edge(index);
    if (!table_.is_output[edge.tensor]) out.push_back(edge.to);
  }
  return out;
}

bool NvfuserMerges::join_marked(const std::vector<NodeIndex>& marked) {
  for (NodeIndex node : marked) graph_.join({node, graph_.node(node).partner});
  return !marked.empty();
}

bool NvfuserMerges::preferred_round() {
  std::vector<NodeIndex> marked;
  for (NodeIndex node : graph_.list()) {
    const std::vector<NodeIndex> partners = preferred_partners(node);
    if (partners.empty()) continue;
    for (NodeIndex candidate : graph_.candidates(node)) {
      if (!contains(partners, candidate) || !is_held({node, candidate})) continue;
      graph_.mark(node, candidate);
      marked.push_back(node);
      break;
    }
  }
  return join_marked(marked);
}

bool NvfuserMerges::ordinary_round() {
  std::vector<NodeIndex> marked;
  for (NodeIndex node : graph_.list()) {
    for (NodeIndex candidate : graph_.candidates(node)) {
      if (!is_held({node, candidate})) continue;
      graph_.mark(node, candidate);
      marked.push_back(node);
      break;
    }
  }
  return join_marked(marked);
}

/// A producer and a reader of it that waits for no other reader: joining them closes no circle.
bool NvfuserMerges::join_one_left() {
  graph_.begin_round();
  for (NodeIndex node : graph_.list()) {
    const std::vector<NodeIndex> readers = graph_.readers(node);
    for (NodeIndex reader : readers) {
      if (refused_.count(uint64_t{node} << 32 | reader) != 0) continue;
      if (!graph_.is_behind_one_of(reader, readers) && join_if_held({node, reader})) return true;
    }
  }
  return false;
}

std::vector<MergeStep> NvfuserMerges::run() {
  while (!options_.keep.empty() && join_one_kept_value()) continue;
  while (join_one_cat()) continue;
  while (join_one_cast_chain()) continue;
  while (combine_reductions()) continue;
  for (bool joined = true; joined;) {
    graph_.begin_round();
    joined = preferred_round() || ordinary_round();
  }
  while (join_one_left()) continue;
  return std::move(history_);
}

}  // namespace cleave
