// See live_values.h.
#include "core/plan/live_values.h"

#include <algorithm>
#include <map>
#include <utility>

#include "core/base/text.h"
#include "core/plan/live_bytes.h"

namespace cleave {
namespace {

struct ExtentKey {
  StateId tensor;
  int64_t dim;
};

/// The extents of all tensor inputs, in order: the p-th is -(p+1).
std::vector<ExtentKey> input_extents(const Primitive& primitive) {
  std::vector<ExtentKey> out;
  for (StateId input : primitive.definition.inputs) {
    if (!primitive.definition.is_tensor(input) || !primitive.types.is_known(input)) continue;
    for (size_t dim = 0; dim < primitive.types.tensor(input).rank(); ++dim) out.push_back({input, static_cast<int64_t>(dim)});
  }
  return out;
}

class Trace {
 public:
  Trace(const Primitive& primitive, const Plan& plan, const Arena<SegmentId, Translation>& translations)
      : primitive_(primitive), plan_(plan), translations_(translations), extents_(input_extents(primitive)),
        last_use_(extents_.size(), std::nullopt) {
    for (StateId input : primitive.definition.inputs) alive_.emplace(input.index, true);
    std::map<std::pair<uint32_t, int64_t>, size_t> positions;
    for (size_t p = 0; p < extents_.size(); ++p) positions.emplace(std::pair(extents_[p].tensor.index, extents_[p].dim), p);
    for (size_t step = 0; step < plan.steps.size(); ++step) {
      for (const SegmentArgument& argument : translations[plan.steps[step].segment].arguments) {
        if (argument.extent_tensor) last_use_[positions.at({argument.extent_tensor->index, argument.extent_dim})] = step;
      }
    }
  }

  std::vector<LiveSet> run() {
    std::vector<LiveSet> out{set_after(std::nullopt)};
    for (size_t step = 0; step < plan_.steps.size(); ++step) {
      for (StateId result : translations_[plan_.steps[step].segment].results) alive_.emplace(result.index, false);
      for (StateId state : plan_.steps[step].frees) alive_.erase(state.index);
      out.push_back(set_after(step));
    }
    return out;
  }

 private:
  LiveSet set_after(std::optional<size_t> step) const {
    LiveSet out;
    if (step) out.after = plan_.steps[*step].segment;
    for (const auto& [state, is_callers] : alive_) out.values.push_back(value(StateId(state), is_callers));
    std::stable_sort(out.values.begin(), out.values.end(), [](const LiveValue& a, const LiveValue& b) {
      return a.original.value_or(INT64_MAX) < b.original.value_or(INT64_MAX);
    });
    for (const LiveValue& value : out.values) out.bytes = saturating_sum(out.bytes, value.bytes);
    for (size_t p = 0; p < extents_.size(); ++p) {
      const bool is_freed = step && last_use_[p] && *last_use_[p] <= *step;
      if (!is_freed) out.values.push_back(extent(p));
    }
    return out;
  }

  LiveValue value(StateId state, bool is_callers) const {
    LiveValue out{.state = state, .original = std::nullopt, .label = {}, .bytes = value_bytes(primitive_.types, state), .is_callers = is_callers};
    if (const auto source = primitive_.to_source.origin(state)) out.original = source->index;
    if (primitive_.labels.contains(state)) out.label = primitive_.labels[state];
    return out;
  }

  LiveValue extent(size_t position) const {
    const ExtentKey& key = extents_[position];
    const std::string tensor = primitive_.labels.contains(key.tensor) ? primitive_.labels[key.tensor] : std::string();
    return {.state = std::nullopt, .original = -static_cast<int64_t>(position) - 1, .label = concat(tensor, ".size(", key.dim, ")"),
            .bytes = 0, .is_callers = false};
  }

  const Primitive& primitive_;
  const Plan& plan_;
  const Arena<SegmentId, Translation>& translations_;
  std::vector<ExtentKey> extents_;
  std::vector<std::optional<size_t>> last_use_;
  /// By state: whether the caller holds it.
  std::map<uint32_t, bool> alive_;
};

}  // namespace

std::vector<LiveSet> live_values(const Primitive& primitive, const Plan& plan, const Arena<SegmentId, Translation>& translations) {
  return Trace(primitive, plan, translations).run();
}

}  // namespace cleave
