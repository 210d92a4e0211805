// The passes that ran, as a response shows them. See view.h.
#include <string>
#include <utility>

#include "core/api/view.h"

namespace cleave {
namespace {

std::vector<PassPlaceView> place_views(const Compilation& c, const std::vector<PassReport::Place>& places) {
  std::vector<PassPlaceView> out;
  for (const PassReport::Place& place : places) {
    PassPlaceView view{.text = place.text, .line = std::nullopt};
    const auto span = place.source ? c.source().source_map.record_span(*place.source) : std::nullopt;
    if (span) view.line = static_cast<int64_t>(c.text.place(span->begin).line);
    out.push_back(std::move(view));
  }
  return out;
}

/// Inputs, outputs and what the pass makes, or all states.
std::vector<PassMapView> map_views(const PassReport& report, bool all_states) {
  const auto index = [](std::optional<StateId> state) {
    return Nullable<int64_t>{state ? std::optional<int64_t>(state->index) : std::nullopt};
  };
  std::vector<PassMapView> out;
  for (StateId after : report.labels.ids()) {
    const std::optional<StateId> before = report.map.origin(after);
    if (before && !all_states && !report.is_boundary[after.index]) continue;
    out.push_back({after.index, index(before), index(report.to_source.origin(after)), report.labels[after]});
  }
  return out;
}

}  // namespace

std::vector<PassView> pass_views(const Compilation& c, const Request& request) {
  std::vector<PassView> out;
  for (const PassReport& report : c.passes) {
    if (!report.is_on) continue;
    PassView view;
    view.name = std::string(report.pass->name);
    view.order = report.pass->order;
    view.exact = report.pass->is_exact;
    view.needed = report.pass->is_needed;
    view.changed = report.changed;
    view.sentence = report.sentence;
    view.done = place_views(c, report.done);
    view.left = place_views(c, report.left);
    if (report.changed) view.index_map = map_views(report, request.all_states);
    if (report.definition) view.definition = printed(*report.definition, request.dialect.value_or(Dialect::kLegacy), 0);
    out.push_back(std::move(view));
  }
  return out;
}

}  // namespace cleave
