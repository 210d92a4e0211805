// The kernels of a segmented definition: for every segment its schedule and its kernel, or the record that no kernel
// holds. Whether a kernel is launched is not decided here: segments that only rename places, or that a library runs,
// may have one too.
#pragma once

#include <functional>
#include <optional>

#include "core/kernel/kernel.h"
#include "core/kernel/value_layouts.h"

namespace cleave {

struct ScheduledSegment {
  /// Of every tensor input of the segment's definition, by state.
  IdMap<StateId, Strides> strides;
  std::optional<Schedule> schedule;
  /// Its kernel, or what stands in the way; neither where there is nothing to store.
  KernelAnswer answer;
};

ScheduledSegment schedule_segment(const SegmentedDefinition& definition, const ValueLayouts& layouts,
                                  const DeviceLimits& device, SegmentId id);

/// All of them in run order; `before` is told each, if it is given.
Arena<SegmentId, ScheduledSegment> schedule_segments(const SegmentedDefinition& definition, const ValueLayouts& layouts,
                                                     const DeviceLimits& device,
                                                     const std::function<void(SegmentId)>& before = {});

}  // namespace cleave
