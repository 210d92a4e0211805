// Rows that several phases need and that the registers of one block do not hold: a cluster of blocks shares each row
// where the device has clusters, else the row is kept in shared memory. Both read a row once.
#pragma once

#include "core/schedule/schedule.h"

namespace cleave {

/// `plain` with a cluster of blocks for each row; nothing where one block does as well, or where there are none.
std::optional<Schedule> cluster_rows(const ScheduleInput& input, const Schedule& plain, const DeviceLimits& device);

/// `plain` with its rows in shared memory; nothing where registers hold them, or where they are too long.
std::optional<Schedule> keep_rows_in_shared(const ScheduleInput& input, const Schedule& plain,
                                            const DeviceLimits& device);

}  // namespace cleave
