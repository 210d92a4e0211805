// Where every tensor of a segment stands when one of them, the reference, stands at a position given by the loops. The
// relations of the ops are followed in both directions as far as they say a place without doubt; a tensor that is
// reached nowhere has no placement, and one that is reached twice keeps the first, which is the nearest.
#pragma once

#include <optional>

#include "core/base/id.h"
#include "core/kernel/positions.h"

namespace cleave {

using Placement = IdMap<StateId, std::optional<Position>>;

/// The placement of all tensors, with `reference` at `position`.
Placement place_tensors(const KernelInput& input, IndexExpressions& expressions, StateId reference,
                        const Position& position);

}  // namespace cleave
