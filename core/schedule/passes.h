// A segment that one pair of loops cannot hold, as passes over the whole grid: each pass makes one value of the others
// and leaves it in memory, and all threads wait for each other in between. Every op with a meaning has such a pass, so
// that there is a kernel for everything; it moves more bytes than a template of its own would, and says so.
#pragma once

#include <string>

#include "core/schedule/schedule.h"

namespace cleave {

/// The passes of one segment on `device`; `why` says what no other template can hold. Nothing where the segment has no
/// tensor output. An op without a meaning gets a pass too: the kernel stage refuses it.
std::optional<Schedule> make_staged_schedule(const ScheduleInput& input, const DeviceLimits& device,
                                             std::string_view why);

/// The passes that make the outputs among the states that `follows` marks, from inputs and from `known`, which are in
/// memory, with `threads` threads a block.
std::vector<Schedule> passes_after(const ScheduleInput& input, const IdMap<StateId, char>& follows,
                                   const std::vector<StateId>& known, int64_t threads);

}  // namespace cleave
