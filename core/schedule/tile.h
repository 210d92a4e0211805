// Segments whose tensors have two memory orders: a block takes a tile that is some elements long in both, moves it in
// vectors along the fastest axis of the one order, through shared memory, and in vectors along that of the other.
#pragma once

#include "core/schedule/schedule.h"

namespace cleave {

/// A schedule of tiles, or one sentence that says why there is none.
struct TileAnswer {
  std::optional<Schedule> schedule;
  std::string refusal;
};

/// `plain` in tiles.
TileAnswer make_tile_schedule(const ScheduleInput& input, const Schedule& plain, const DeviceLimits& device);

}  // namespace cleave
