// See segment_kernels.h.
#include "core/kernel/segment_kernels.h"

namespace cleave {
namespace {

IdMap<StateId, Strides> input_strides(const Translation& translation, const ValueLayouts& layouts) {
  IdMap<StateId, Strides> out(translation.definition.states.size());
  for (size_t i = 0; i < translation.arguments.size(); ++i) {
    const StateId input = translation.definition.inputs[i];
    const auto& state = translation.arguments[i].state;
    if (state && translation.definition.is_tensor(input)) out[input] = layouts.values[*state].strides;
  }
  return out;
}

/// A record that makes a tensor of which nothing is known, or whose places are no numbers.
std::optional<RecordId> record_without_places(const Translation& translation) {
  for (const StateId state : translation.definition.states.ids()) {
    if (!translation.definition.is_tensor(state)) continue;
    const auto* type = std::get_if<TensorType>(&translation.types.states[state]);
    if (type == nullptr || !has_places(*type)) return translation.definition.states[state].producer;
  }
  return std::nullopt;
}

}  // namespace

ScheduledSegment schedule_segment(const SegmentedDefinition& definition, const ValueLayouts& layouts,
                                  const DeviceLimits& device, SegmentId id) {
  const Translation& translation = definition.translations[id];
  ScheduledSegment out;
  out.strides = input_strides(translation, layouts);
  out.answer.refused = record_without_places(translation);
  if (out.answer.refused) return out;
  const Template kernel_template = definition.segmentation.segments[id].kernel_template;
  ScheduledKernel made =
      schedule_kernel({translation.definition, translation.types, kernel_template, out.strides}, device, id);
  out.schedule = std::move(made.schedule);
  out.answer = std::move(made.answer);
  return out;
}

Arena<SegmentId, ScheduledSegment> schedule_segments(const SegmentedDefinition& definition, const ValueLayouts& layouts,
                                                     const DeviceLimits& device,
                                                     const std::function<void(SegmentId)>& before) {
  Arena<SegmentId, ScheduledSegment> out;
  for (const SegmentId id : definition.translations.ids()) {
    if (before) before(id);
    out.add(schedule_segment(definition, layouts, device, id));
  }
  return out;
}

}  // namespace cleave
