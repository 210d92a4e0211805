// In which order the slots of each rank stand, so that few links cross: medians of neighbours down and up again, then
// neighbours exchanged where that helps; from several beginnings, the best of all that was seen. Steps are counted and
// end where the budget does, so the work grows with the drawing and never with bad luck.
#pragma once

#include <cstdint>

#include "core/layout/layers.h"

namespace cleave {

/// Crossings of links between all ranks, as they are ordered.
int64_t count_crossings(const Layers& layers);

/// Orders `layers.ranks`; nodes at the border so that wires cross little outside of it too.
void order_slots(const Level& level, Layers& layers);

}  // namespace cleave
