// A level that was drawn before: nodes that stay stand where they stood, whatever is around them, and the others as
// near as there is room to where they stood or to what they are joined to. Order and places across are found in one
// walk down the ranks; the first layout's are not asked.
#pragma once

#include <cstdint>
#include <vector>

#include "core/layout/layers.h"
#include "core/layout/level.h"

namespace cleave {

/// True where a node of the level must stay.
bool has_kept(const Level& level);

/// Nodes of one rank that would stand on each other, since they stood in several ranks or have grown, get ranks of
/// their own.
void separate_kept(const Level& level, std::vector<uint32_t>& rank);

/// Middles by slot; orders `layers.ranks` by them.
std::vector<int64_t> place_kept(const Level& level, Layers& layers);

}  // namespace cleave
