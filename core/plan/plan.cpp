// See plan.h.
#include "core/plan/plan.h"

#include <algorithm>
#include <optional>
#include <unordered_map>
#include <unordered_set>

#include "core/plan/live_bytes.h"

namespace cleave {
namespace {

class Planner {
 public:
  Planner(const Primitive& primitive, const Segmentation& segmentation,
          const Arena<SegmentId, Translation>& translations)
      : primitive_(primitive), definition_(primitive.definition), translations_(translations) {
    CHECK(segmentation.segments.size() == translations.size(), "every segment has been translated");
    for (SegmentId segment : segmentation.segments.ids())
      out_.steps.push_back({.segment = segment, .frees = {}, .updates = {}});
  }

  Plan run() {
    out_.results = visible_results(definition_);
    for (size_t step = 0; step < out_.steps.size(); ++step) note_step(step);
    place_updates();
    place_frees();
    count_bytes();
    return std::move(out_);
  }

 private:
  const Translation& translation(size_t step) const { return translations_[out_.steps[step].segment]; }

  void note_step(size_t step) {
    const Translation& segment = translation(step);
    for (const SegmentArgument& argument : segment.arguments) {
      if (argument.state) last_use_[argument.state->index] = step;
    }
    for (StateId result : segment.results) {
      if (!made_.emplace(result.index, step).second) continue;
      last_use_.emplace(result.index, step);
      values_.push_back(result);
    }
  }

  /// Where each update is done was decided with the segments' definitions.
  void place_updates() {
    if (out_.steps.empty()) out_.lone_updates = in_place_updates(definition_);
    for (size_t step = 0; step < out_.steps.size(); ++step) {
      const SegmentUpdates& updates = translation(step).updates;
      std::vector<PlanStep::Update>& here = out_.steps[step].updates;
      here = updates.inside;
      here.insert(here.end(), updates.after.begin(), updates.after.end());
      for (const PlanStep::Update& update : here) {
        for (StateId state : {update.value, update.input}) {
          size_t& use = last_use_.emplace(state.index, step).first->second;
          use = std::max(use, step);
        }
      }
    }
  }

  void place_frees() {
    std::unordered_set<uint32_t> kept;
    for (StateId result : out_.results) kept.insert(result.index);
    std::vector<uint32_t> states;
    for (const auto& [state, step] : last_use_) states.push_back(state);
    std::sort(states.begin(), states.end());
    for (uint32_t state : states) {
      if (kept.count(state) == 0) out_.steps[last_use_.at(state)].frees.push_back(StateId(state));
    }
  }

  void count_bytes() {
    std::unordered_set<uint32_t> inputs;
    int64_t alive = 0;
    for (StateId input : definition_.inputs) {
      inputs.insert(input.index);
      alive = saturating_sum(alive, value_bytes(primitive_.types, input));
    }
    out_.peak_bytes = out_.peak_bytes_within = out_.total_bytes = alive;
    for (StateId value : values_)
      out_.total_bytes = saturating_sum(out_.total_bytes, value_bytes(primitive_.types, value));
    for (size_t step = 0; step < out_.steps.size(); ++step) {
      const Translation& segment = translation(step);
      const int64_t within = peak_value_bytes(segment.definition, segment.types);
      out_.peak_bytes_within = std::max(out_.peak_bytes_within, saturating_sum(alive, within));
      for (StateId result : segment.results) {
        // A value that an output updates with stands twice among the results.
        if (made_.at(result.index) == step && counted_.insert(result.index).second) {
          alive = saturating_sum(alive, value_bytes(primitive_.types, result));
        }
      }
      out_.peak_bytes = std::max(out_.peak_bytes, alive);
      for (StateId state : out_.steps[step].frees) {
        if (inputs.count(state.index) == 0) alive -= std::min(alive, value_bytes(primitive_.types, state));
      }
    }
  }

  const Primitive& primitive_;
  const Definition& definition_;
  const Arena<SegmentId, Translation>& translations_;
  Plan out_;
  /// Step by state: where a value is made, and last passed to a segment or an update.
  std::unordered_map<uint32_t, size_t> made_;
  std::unordered_map<uint32_t, size_t> last_use_;
  std::vector<StateId> values_;
  std::unordered_set<uint32_t> counted_;
};

}  // namespace

Plan make_plan(const Primitive& primitive, const Segmentation& segmentation,
               const Arena<SegmentId, Translation>& translations) {
  return Planner(primitive, segmentation, translations).run();
}

Plan plan_up_to(const Plan& plan, SegmentId last, std::vector<StateId> results) {
  Plan out;
  for (const PlanStep& step : plan.steps) {
    out.steps.push_back({.segment = step.segment, .frees = {}, .updates = step.updates});
    if (step.segment == last) break;
  }
  out.results = std::move(results);
  return out;
}

std::vector<StateId> visible_results(const Definition& definition) {
  std::vector<StateId> out;
  for (const Output& output : definition.outputs) {
    if (!output.alias) out.push_back(output.value);
  }
  return out;
}

int64_t estimate_run_bytes(const Primitive& primitive, const Plan& plan) {
  int64_t inputs = 0;
  for (StateId input : primitive.definition.inputs)
    inputs = saturating_sum(inputs, value_bytes(primitive.types, input));
  int64_t results = 0;
  for (StateId result : plan.results) results = saturating_sum(results, value_bytes(primitive.types, result));
  // The whole runs on its own copy of the inputs while the results of the segments are kept.
  const int64_t whole = saturating_sum(peak_value_bytes(primitive.definition, primitive.types), results);
  return saturating_sum(inputs, std::max(whole, plan.peak_bytes_within));
}

}  // namespace cleave
