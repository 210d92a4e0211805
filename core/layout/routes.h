// From ranks and places across to places along and lines: rooms between ranks as wide as their lanes need, the places
// at which wires meet nodes, and for every net one trunk with a line to each target.
#pragma once

#include <cstdint>
#include <vector>

#include "core/layout/layers.h"
#include "core/layout/level.h"

namespace cleave {

/// `across`: the middles of the slots.
LevelLayout route(const Level& level, const Layers& layers, const std::vector<int64_t>& across);

}  // namespace cleave
