// Liveness from the outputs backward decides what each segment computes; a topological order that follows the program
// decides when it runs.
#include "core/segment/assembly.h"

#include <algorithm>
#include <functional>
#include <map>
#include <queue>
#include <span>
#include <unordered_map>
#include <utility>

#include "core/segment/classify.h"
#include "core/segment/explain.h"
#include "core/segment/rules.h"

namespace cleave {

namespace {

class Assembly {
 public:
  Assembly(const Primitive& primitive, KernelGroups& groups, const SegmentOptions& options)
      : primitive_(primitive), groups_(groups), table_(groups.table()), options_(options) {}

  Segmentation build(bool with_reasons);

 private:
  using Edge = std::pair<uint32_t, uint32_t>;

  OpIndex local_maker(uint32_t group, TensorIndex tensor) const;
  void find_live();
  void find_traffic();
  std::vector<uint32_t> run_order() const;
  std::vector<Edge> update_edges() const;
  void fill(Segment& segment, uint32_t group);
  void name_template(Segment& segment, uint32_t group);
  Reason path_reason(uint32_t from, uint32_t to);
  void add_cuts(Segmentation& out, bool with_reasons);

  const Primitive& primitive_;
  KernelGroups& groups_;
  const OpTable& table_;
  const SegmentOptions& options_;
  std::unordered_map<uint64_t, OpIndex> copies_;
  std::vector<bool> live_;
  /// By group: live ops, tensors read from outside, tensors that leave.
  std::map<uint32_t, std::vector<OpIndex>> ops_;
  std::map<uint32_t, std::vector<TensorIndex>> reads_;
  std::map<uint32_t, std::vector<TensorIndex>> leaves_;
  std::map<Edge, std::vector<TensorIndex>> crossing_;
  /// Groups in run order; by place in it, the places that read from it.
  std::vector<uint32_t> order_;
  std::vector<std::vector<uint32_t>> next_places_;
  std::vector<uint32_t> stamp_;
  uint32_t round_ = 0;
};

/// The op of `group` that computes the tensor, if it does.
OpIndex Assembly::local_maker(uint32_t group, TensorIndex tensor) const {
  const auto copy = copies_.find(uint64_t{group} << 32 | tensor);
  if (copy != copies_.end()) return copy->second;
  const OpIndex producer = table_.producer[tensor];
  return producer != kNone && groups_.root(producer) == group ? producer : kNone;
}

void Assembly::find_live() {
  live_.assign(table_.ops.size(), false);
  for (OpIndex op = 0; op < table_.ops.size(); ++op) {
    for (const TensorUse& use : table_.ops[op].results) {
      if (table_.producer[use.tensor] != op) copies_.emplace(uint64_t{groups_.root(op)} << 32 | use.tensor, op);
    }
  }
  std::vector<OpIndex> open;
  const auto need = [&](OpIndex op) {
    if (op == kNone || live_[op]) return;
    live_[op] = true;
    open.push_back(op);
  };
  for (const Output& output : primitive_.definition.outputs) need(table_.producer[output.value.index]);
  while (!open.empty()) {
    const OpIndex op = open.back();
    open.pop_back();
    const uint32_t group = groups_.root(op);
    for (const TensorUse& use : table_.ops[op].operands) {
      const OpIndex local = local_maker(group, use.tensor);
      need(local != kNone ? local : table_.producer[use.tensor]);
    }
  }
}

void Assembly::find_traffic() {
  const auto add = [](std::vector<TensorIndex>& list, TensorIndex tensor) { list.push_back(tensor); };
  for (OpIndex op = 0; op < table_.ops.size(); ++op) {
    if (!live_[op]) continue;
    const uint32_t group = groups_.root(op);
    ops_[group].push_back(op);
    for (const TensorUse& use : table_.ops[op].operands) {
      if (local_maker(group, use.tensor) != kNone) continue;
      add(reads_[group], use.tensor);
      const OpIndex producer = table_.producer[use.tensor];
      if (producer == kNone) continue;
      const uint32_t from = groups_.root(producer);
      add(leaves_[from], use.tensor);
      add(crossing_[{from, group}], use.tensor);
    }
  }
  const auto tidy = [](auto& lists) {
    for (auto& [name, list] : lists) {
      std::sort(list.begin(), list.end());
      list.erase(std::unique(list.begin(), list.end()), list.end());
    }
  };
  tidy(reads_);
  tidy(leaves_);
  tidy(crossing_);
}

/// Readers of an input that is updated in place should run before the update's value is made. What a group reads is
/// asked, since copies made by recompute are no users of the tensor.
std::vector<Assembly::Edge> Assembly::update_edges() const {
  std::unordered_map<TensorIndex, std::vector<uint32_t>> readers;
  for (const Output& output : primitive_.definition.outputs) {
    if (output.alias) readers.emplace(output.alias->index, std::vector<uint32_t>{});
  }
  if (readers.empty()) return {};
  for (const auto& [group, tensors] : reads_) {
    for (TensorIndex tensor : tensors) {
      const auto found = readers.find(tensor);
      if (found != readers.end()) found->second.push_back(group);
    }
  }
  std::vector<Edge> edges;
  for (const Output& output : primitive_.definition.outputs) {
    if (!output.alias || table_.producer[output.value.index] == kNone) continue;
    const uint32_t writer = groups_.root(table_.producer[output.value.index]);
    for (uint32_t reader : readers.at(output.alias->index)) {
      if (reader != writer) edges.emplace_back(reader, writer);
    }
  }
  std::sort(edges.begin(), edges.end());
  edges.erase(std::unique(edges.begin(), edges.end()), edges.end());
  return edges;
}

/// The earliest program order that respects all values; orders wished for by in-place updates are kept unless they
/// would make a circle, in which case the update itself has to wait.
std::vector<uint32_t> Assembly::run_order() const {
  std::map<uint32_t, uint32_t> hard;
  std::map<uint32_t, uint32_t> soft;
  std::map<uint32_t, std::vector<uint32_t>> next;
  std::map<uint32_t, std::vector<uint32_t>> soft_next;
  for (const auto& [group, ops] : ops_) hard[group] = soft[group] = 0;
  for (const auto& [edge, tensors] : crossing_) {
    ++hard[edge.second];
    next[edge.first].push_back(edge.second);
  }
  for (const Edge& edge : update_edges()) {
    ++soft[edge.second];
    soft_next[edge.first].push_back(edge.second);
  }
  using Place = std::pair<OpIndex, uint32_t>;
  std::priority_queue<Place, std::vector<Place>, std::greater<>> ready;
  std::priority_queue<Place, std::vector<Place>, std::greater<>> held;
  const auto offer = [&](uint32_t group) {
    if (hard[group] != 0) return;
    (soft[group] == 0 ? ready : held).push({ops_.at(group).front(), group});
  };
  for (const auto& [group, ops] : ops_) offer(group);
  std::vector<uint32_t> order;
  std::map<uint32_t, bool> done;
  while (!ready.empty() || !held.empty()) {
    auto& queue = ready.empty() ? held : ready;
    const uint32_t group = queue.top().second;
    queue.pop();
    if (done[group]) continue;
    done[group] = true;
    order.push_back(group);
    for (uint32_t after : next[group]) {
      if (--hard[after] == 0) offer(after);
    }
    for (uint32_t after : soft_next[group]) {
      if (--soft[after] == 0 && !done[after]) offer(after);
    }
  }
  CHECK(order.size() == ops_.size(), "segments form a DAG");
  return order;
}

void Assembly::name_template(Segment& segment, uint32_t group) {
  const Group summary = groups_.look_at(group);
  const std::span<const OpIndex> part = groups_.members(group);
  const Verdict verdict = judge(primitive_, groups_, summary, std::span(&part, 1), options_);
  CHECK(verdict.accepted, "a group that was joined is held by a template");
  segment.kernel_template = verdict.kernel_template;
  segment.scheduler = verdict.scheduler;
  classify(primitive_, groups_, summary, options_, segment);
  groups_.rollback();
}

void Assembly::fill(Segment& segment, uint32_t group) {
  for (OpIndex op : ops_.at(group)) {
    const RecordId record = table_.ops[op].record;
    segment.records.push_back(record);
  }
  std::sort(segment.records.begin(), segment.records.end());
  std::vector<TensorIndex> reads = reads_[group];
  const auto take_input = [&](StateId state) {
    const auto found = std::lower_bound(reads.begin(), reads.end(), state.index);
    if (found == reads.end() || *found != state.index) return;
    segment.inputs.push_back(state);
    reads.erase(found);
  };
  std::vector<StateId> from_outside;
  for (TensorIndex tensor : std::vector<TensorIndex>(reads)) {
    if (table_.producer[tensor] == kNone) from_outside.push_back(StateId(tensor));
  }
  std::sort(from_outside.begin(), from_outside.end());
  for (StateId state : from_outside) take_input(state);
  for (TensorIndex tensor : reads) segment.inputs.push_back(StateId(tensor));
  for (StateId state : segment.inputs) segment.bytes_read += table_.bytes[state.index];
}

/// No rule refuses the two: something must run between them. Places are those of the run order.
Reason Assembly::path_reason(uint32_t from, uint32_t to) {
  constexpr size_t kMaxSteps = 256;
  ++round_;
  std::vector<uint32_t> open{from};
  for (size_t steps = 0; !open.empty() && steps < kMaxSteps;) {
    const uint32_t place = open.back();
    open.pop_back();
    for (uint32_t after : next_places_[place]) {
      if (++steps > kMaxSteps) break;
      if (after == to && place != from) return cycle_reason(primitive_, groups_, order_[place]);
      if (after >= to || stamp_[after] == round_) continue;
      stamp_[after] = round_;
      open.push_back(after);
    }
  }
  Reason out;
  out.code = reason("R.SEARCH_LIMIT");
  out.message = std::string(info(out.code).rule);
  return out;
}

void Assembly::add_cuts(Segmentation& out, bool with_reasons) {
  std::unordered_map<uint32_t, uint32_t> place;
  for (uint32_t i = 0; i < order_.size(); ++i) place[order_[i]] = i;
  next_places_.resize(order_.size());
  stamp_.assign(order_.size(), 0);
  std::vector<std::pair<Edge, const std::vector<TensorIndex>*>> edges;
  for (const auto& [edge, tensors] : crossing_) {
    edges.push_back({{place[edge.first], place[edge.second]}, &tensors});
    next_places_[place[edge.first]].push_back(place[edge.second]);
  }
  std::sort(edges.begin(), edges.end());
  for (const auto& [places, tensors] : edges) {
    Cut cut{SegmentId(places.first), SegmentId(places.second), {}, 0, 0, {}, std::nullopt};
    for (TensorIndex tensor : *tensors) {
      cut.values.push_back(StateId(tensor));
      cut.value_bytes += table_.bytes[tensor];
      cut.traffic_bytes += 2 * table_.bytes[tensor];
    }
    if (with_reasons) {
      cut.reasons = reasons_between(primitive_, groups_, order_[places.first], order_[places.second], options_);
      if (cut.reasons.empty()) cut.reasons.push_back(path_reason(places.first, places.second));
    }
    out.cuts.push_back(std::move(cut));
  }
}

Segmentation Assembly::build(bool with_reasons) {
  find_live();
  find_traffic();
  Segmentation out;
  order_ = run_order();
  std::vector<uint32_t> computed(primitive_.definition.records.size(), 0);
  std::unordered_map<uint32_t, uint32_t> place;
  for (uint32_t group : order_) {
    Segment segment;
    fill(segment, group);
    for (RecordId record : segment.records) ++computed[record.index];
    place[group] = static_cast<uint32_t>(out.segments.size());
    out.segments.add(std::move(segment));
  }
  std::vector<bool> given(table_.users.size(), false);
  for (const Output& output : primitive_.definition.outputs) {
    const OpIndex producer = table_.producer[output.value.index];
    if (producer == kNone || given[output.value.index]) continue;
    given[output.value.index] = true;
    out.segments[SegmentId(place.at(groups_.root(producer)))].outputs.push_back(output.value);
  }
  for (uint32_t group : order_) {
    Segment& segment = out.segments[SegmentId(place.at(group))];
    for (TensorIndex tensor : leaves_[group]) {
      if (!given[tensor]) segment.outputs.push_back(StateId(tensor));
    }
    for (StateId state : segment.outputs) segment.bytes_written += table_.bytes[state.index];
    name_template(segment, group);
    for (RecordId record : segment.records) {
      if (computed[record.index] > 1) segment.recomputed.push_back(record);
    }
  }
  add_cuts(out, with_reasons);
  return out;
}

}  // namespace

Segmentation assemble(const Primitive& primitive, KernelGroups& groups, const SegmentOptions& options,
                      bool with_reasons) {
  return Assembly(primitive, groups, options).build(with_reasons);
}

}  // namespace cleave
