// traffic.h decides what each segment computes, run_order.h when it runs.
#include "core/segment/assembly.h"

#include <algorithm>
#include <span>
#include <unordered_map>
#include <utility>

#include "core/segment/classify.h"
#include "core/segment/explain.h"
#include "core/segment/rules.h"
#include "core/segment/run_order.h"
#include "core/segment/traffic.h"

namespace cleave {

namespace {

/// What the searches for something between two segments may cost in all.
constexpr size_t kFreeSteps = 1'000'000;
constexpr size_t kStepsAnEdge = 16;

class Assembly {
 public:
  Assembly(const Primitive& primitive, KernelGroups& groups, const SegmentOptions& options)
      : primitive_(primitive), groups_(groups), table_(groups.table()), options_(options) {}

  Segmentation build(bool with_reasons);

 private:
  using Edge = Traffic::Edge;

  std::vector<uint32_t> order_of_groups() const;
  std::vector<Edge> update_edges() const;
  void fill(Segment& segment, uint32_t group);
  void name_template(Segment& segment, uint32_t group);
  void count_bytes(Segment& segment) const;
  std::vector<StateId> values_between(uint32_t from, uint32_t to);
  std::vector<Reason> reasons_of_cut(uint32_t from, uint32_t to);
  void add_cuts(Segmentation& out, bool with_reasons);

  const Primitive& primitive_;
  KernelGroups& groups_;
  const OpTable& table_;
  const SegmentOptions& options_;
  Traffic traffic_;
  /// Groups in run order; by place in it, the places that read from it.
  std::vector<uint32_t> order_;
  std::vector<std::vector<uint32_t>> next_places_;
  /// Of the search for something between two places: from where a place was reached, and in which search.
  std::vector<uint32_t> reached_from_;
  std::vector<uint32_t> stamp_;
  uint32_t round_ = 0;
  /// Steps that all searches together may still take.
  size_t steps_left_ = 0;
};

/// Readers of an input that is updated in place should run before the update's value is made. What a group reads is
/// asked, since copies made by recompute are no users of the tensor.
std::vector<Assembly::Edge> Assembly::update_edges() const {
  std::unordered_map<TensorIndex, std::vector<uint32_t>> readers;
  for (const Output& output : primitive_.definition.outputs) {
    if (output.alias) readers.emplace(output.alias->index, std::vector<uint32_t>{});
  }
  if (readers.empty()) return {};
  for (const auto& [group, tensors] : traffic_.reads) {
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

/// Orders wished for by in-place updates are kept unless they would make a circle, in which case the update itself has
/// to wait.
std::vector<uint32_t> Assembly::order_of_groups() const {
  RunGraph graph;
  std::vector<uint32_t> groups;
  std::unordered_map<uint32_t, uint32_t> number;
  for (const auto& [group, ops] : traffic_.ops) {
    number[group] = static_cast<uint32_t>(groups.size());
    groups.push_back(group);
    // Copies, which stand where their original stands, count only where there is nothing else.
    std::pair<bool, uint32_t> place{true, kNone};
    for (OpIndex op : ops) {
      const bool is_copy = table_.producer[table_.ops[op].results[0].tensor] != op;
      place = std::min(place, {is_copy, table_.place[op]});
    }
    graph.places.push_back(place.second);
  }
  std::unordered_map<TensorIndex, size_t> values;
  for (const auto& [group, tensors] : traffic_.leaves) {
    for (TensorIndex tensor : tensors) {
      values.emplace(tensor, graph.values.size());
      graph.values.push_back({number[group], table_.bytes[tensor], table_.is_output[tensor], {}});
    }
  }
  for (const Output& output : primitive_.definition.outputs) {
    const TensorIndex tensor = output.value.index;
    if (table_.producer[tensor] == kNone || !values.emplace(tensor, graph.values.size()).second) continue;
    graph.values.push_back({number[groups_.root(table_.producer[tensor])], table_.bytes[tensor], true, {}});
  }
  for (const auto& [edge, tensors] : traffic_.crossing) {
    for (TensorIndex tensor : tensors) graph.values[values.at(tensor)].readers.push_back(number[edge.second]);
  }
  for (const Edge& edge : update_edges()) graph.wishes.emplace_back(number[edge.first], number[edge.second]);
  std::vector<uint32_t> order = run_order(graph);
  for (uint32_t& segment : order) segment = groups[segment];
  return order;
}

void Assembly::name_template(Segment& segment, uint32_t group) {
  const Group summary = groups_.look_at(group);
  const std::span<const OpIndex> part = groups_.members(group);
  const Verdict verdict = judge(primitive_, groups_, summary, std::span(&part, 1), options_);
  CHECK(verdict.accepted, "a group that was joined is held by a template");
  segment.kernel_template = verdict.kernel_template;
  segment.scheduler = verdict.scheduler;
  classify(primitive_, groups_, summary, std::span(&part, 1), options_, segment);
  groups_.rollback();
}

void Assembly::fill(Segment& segment, uint32_t group) {
  for (OpIndex op : traffic_.ops.at(group)) {
    const RecordId record = table_.ops[op].record;
    segment.records.push_back(record);
  }
  std::sort(segment.records.begin(), segment.records.end());
  std::vector<TensorIndex> reads = traffic_.reads[group];
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
}

void Assembly::count_bytes(Segment& segment) const {
  if (launches_nothing(segment)) return;
  for (StateId state : segment.inputs) segment.bytes_read += table_.bytes[state.index];
  for (StateId state : segment.outputs) segment.bytes_written += table_.bytes[state.index];
}

/// What is computed between two places of the run order from the one and for the other: for each place on a shortest
/// path a value that it gives to the next. Empty where nothing is, or where the search took too long.
std::vector<StateId> Assembly::values_between(uint32_t from, uint32_t to) {
  ++round_;
  std::vector<uint32_t> open{from};
  bool found = false;
  for (size_t next = 0; next < open.size() && !found; ++next) {
    const uint32_t place = open[next];
    for (uint32_t after : next_places_[place]) {
      if (steps_left_ == 0) return {};
      --steps_left_;
      const bool is_the_cut = place == from && after == to;
      if (is_the_cut || after > to || stamp_[after] == round_) continue;
      stamp_[after] = round_;
      reached_from_[after] = place;
      open.push_back(after);
      found = found || after == to;
    }
  }
  std::vector<StateId> values;
  if (!found) return values;
  for (uint32_t place = reached_from_[to], next = to; place != from; next = place, place = reached_from_[place]) {
    values.emplace_back(traffic_.crossing.at({order_[place], order_[next]}).front());
  }
  std::reverse(values.begin(), values.end());
  return values;
}

/// What refuses the two as one, and what runs between them where something does.
std::vector<Reason> Assembly::reasons_of_cut(uint32_t from, uint32_t to) {
  std::vector<Reason> reasons = reasons_between(primitive_, groups_, order_[from], order_[to], options_);
  const std::vector<StateId> between = values_between(from, to);
  if (!between.empty()) reasons.push_back(cycle_reason(primitive_, groups_, between));
  if (reasons.empty()) reasons.push_back(search_limit_reason());
  return reasons;
}

void Assembly::add_cuts(Segmentation& out, bool with_reasons) {
  std::unordered_map<uint32_t, uint32_t> place;
  for (uint32_t i = 0; i < order_.size(); ++i) place[order_[i]] = i;
  next_places_.resize(order_.size());
  stamp_.assign(order_.size(), 0);
  reached_from_.assign(order_.size(), 0);
  std::vector<std::pair<Edge, const std::vector<TensorIndex>*>> edges;
  for (const auto& [edge, tensors] : traffic_.crossing) {
    edges.push_back({{place[edge.first], place[edge.second]}, &tensors});
    next_places_[place[edge.first]].push_back(place[edge.second]);
  }
  std::sort(edges.begin(), edges.end());
  steps_left_ = kFreeSteps + kStepsAnEdge * edges.size();
  for (const auto& [places, tensors] : edges) {
    Cut cut{SegmentId(places.first), SegmentId(places.second), {}, 0, 0, {}, std::nullopt, false};
    for (TensorIndex tensor : *tensors) {
      cut.values.push_back(StateId(tensor));
      cut.value_bytes += table_.bytes[tensor];
    }
    // A view is read in place of what it renames.
    const bool renames = launches_nothing(out.segments[cut.from]) || launches_nothing(out.segments[cut.to]);
    cut.traffic_bytes = renames ? 0 : 2 * cut.value_bytes;
    if (with_reasons) cut.reasons = reasons_of_cut(places.first, places.second);
    out.cuts.push_back(std::move(cut));
  }
}

Segmentation Assembly::build(bool with_reasons) {
  traffic_ = find_traffic(primitive_, groups_);
  Segmentation out;
  order_ = order_of_groups();
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
    for (TensorIndex tensor : traffic_.leaves[group]) {
      if (!given[tensor]) segment.outputs.push_back(StateId(tensor));
    }
    name_template(segment, group);
    count_bytes(segment);
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
