// Segments that reduce the same tensor along its fastest axes and across them, as the backward pass of a normalisation:
// blocks take the rows in turns, keep a row in registers, and beside it one running sum for each of its columns. When
// the rows are through, the blocks' sums are combined.
#pragma once

#include "core/schedule/schedule.h"

namespace cleave {

/// The schedule of such a segment; nothing where it does not have both kinds of reductions, or where a thread cannot
/// hold the sums.
std::optional<Schedule> make_inner_outer_schedule(const ScheduleInput& input, const DeviceLimits& device);

}  // namespace cleave
