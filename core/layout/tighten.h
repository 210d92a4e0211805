// Long wires drawn closer to what they join: straight stretches of trunks move across, within the room that they have
// between their neighbours, to where they and their ends are nearest. Used after across.h and tested with routes.h.
#pragma once

#include <cstdint>
#include <vector>

#include "core/layout/layers.h"
#include "core/layout/level.h"

namespace cleave {

void tighten_trunks(const Level& level, const Layers& layers, std::vector<int64_t>& across);

}  // namespace cleave
