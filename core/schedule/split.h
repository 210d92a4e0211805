// Reductions with fewer rows than the device has multiprocessors: several blocks share a row, each leaves its part in
// memory, and when all are there the parts are combined.
#pragma once

#include "core/schedule/schedule.h"

namespace cleave {

/// `plain` with its columns shared by several blocks; nothing where its rows keep the device busy, or where there is
/// too little to share.
std::optional<Schedule> split_over_blocks(const Schedule& plain, const DeviceLimits& device);

}  // namespace cleave
