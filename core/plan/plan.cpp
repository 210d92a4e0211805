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
  Planner(const Primitive& primitive, const Segmentation& segmentation, const Arena<SegmentId, Translation>& translations)
      : primitive_(primitive), definition_(primitive.definition), translations_(translations) {
    CHECK(segmentation.segments.size() == translations.size(), "every segment has been translated");
    for (SegmentId segment : segmentation.segments.ids()) out_.steps.push_back({.segment = segment, .frees = {}, .updates = {}});
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
    const std::unordered_set<uint32_t> read = states_read(segment.definition);
    for (size_t i = 0; i < segment.arguments.size(); ++i) {
      if (!segment.arguments[i].state) continue;
      const StateId state = *segment.arguments[i].state;
      last_use_[state.index] = step;
      if (read.count(segment.definition.inputs[i].index) > 0) last_read_[state.index] = step;
    }
    for (StateId result : segment.results) {
      if (!made_.emplace(result.index, step).second) continue;
      last_use_.emplace(result.index, step);
      values_.push_back(result);
    }
  }

  /// States that a record computes with; being the target of an in-place output is not reading.
  static std::unordered_set<uint32_t> states_read(const Definition& segment) {
    std::unordered_set<uint32_t> out;
    for (const Record& record : segment.records) {
      const bool is_output = family(record.op) == OpFamily::kAddOutput;
      for (size_t slot = 0; slot < record.operands.size(); ++slot) {
        if (record.operands[slot] && !(is_output && slot == 1)) out.insert(record.operands[slot]->index);
      }
    }
    return out;
  }

  /// Every update goes after the step that makes its value and after the last step that reads the old one.
  void place_updates() {
    const std::vector<PlanStep::Update> updates = in_place_updates(definition_);
    if (out_.steps.empty()) {
      out_.lone_updates = updates;
      return;
    }
    const size_t last = out_.steps.size() - 1;
    // Values that are inputs themselves must be read before they are updated in their turn: they go last, at once.
    for (const PlanStep::Update& update : updates) {
      if (made_.count(update.value.index) > 0) continue;
      out_.steps[last].updates.push_back(update);
      for (StateId state : {update.value, update.input}) last_use_[state.index] = last;
      last_read_[update.value.index] = last;
    }
    for (const PlanStep::Update& update : updates) {
      const auto made = made_.find(update.value.index);
      if (made == made_.end()) continue;
      const auto read = last_read_.find(update.input.index);
      const size_t step = read == last_read_.end() ? made->second : std::max(made->second, read->second);
      out_.steps[step].updates.push_back(update);
      for (StateId state : {update.value, update.input}) {
        size_t& use = last_use_.emplace(state.index, step).first->second;
        use = std::max(use, step);
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
    for (StateId value : values_) out_.total_bytes = saturating_sum(out_.total_bytes, value_bytes(primitive_.types, value));
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
  /// Step by state: where a value is made, last passed to a segment, last read as what it was before any update.
  std::unordered_map<uint32_t, size_t> made_;
  std::unordered_map<uint32_t, size_t> last_use_;
  std::unordered_map<uint32_t, size_t> last_read_;
  std::vector<StateId> values_;
  std::unordered_set<uint32_t> counted_;
};

}  // namespace

Plan make_plan(const Primitive& primitive, const Segmentation& segmentation,
               const Arena<SegmentId, Translation>& translations) {
  return Planner(primitive, segmentation, translations).run();
}

std::vector<StateId> visible_results(const Definition& definition) {
  std::vector<StateId> out;
  for (const Output& output : definition.outputs) {
    if (!output.alias) out.push_back(output.value);
  }
  return out;
}

std::vector<PlanStep::Update> in_place_updates(const Definition& definition) {
  // The last update of an input is the one that is seen.
  std::unordered_map<uint32_t, const Output*> last;
  for (const Output& output : definition.outputs) {
    if (output.alias) last.insert_or_assign(output.alias->index, &output);
  }
  std::vector<PlanStep::Update> out;
  for (const Output& output : definition.outputs) {
    const bool is_seen = output.alias && last.at(output.alias->index) == &output && output.value != *output.alias;
    if (is_seen) out.push_back({.value = output.value, .input = *output.alias});
  }
  return out;
}

int64_t estimate_run_bytes(const Primitive& primitive, const Plan& plan) {
  int64_t inputs = 0;
  for (StateId input : primitive.definition.inputs) inputs = saturating_sum(inputs, value_bytes(primitive.types, input));
  int64_t results = 0;
  for (StateId result : plan.results) results = saturating_sum(results, value_bytes(primitive.types, result));
  // The whole runs on its own copy of the inputs while the results of the segments are kept.
  const int64_t whole = saturating_sum(peak_value_bytes(primitive.definition, primitive.types), results);
  return saturating_sum(inputs, std::max(whole, plan.peak_bytes_within));
}

}  // namespace cleave
