// Types of a translated segment's states, from the whole's: the same axes and numbers, with extents that come from the
// segment's own inputs.
#pragma once

#include <optional>
#include <vector>

#include "core/translate/whole.h"

namespace cleave {

/// What a state of a segment stands for: a state of the whole, or an extent of the whole's inputs.
struct SegmentState {
  std::optional<StateId> state;
  std::optional<ExtentId> extent;
};

/// `states` holds one entry for each state of `segment`.
Types segment_types(const Whole& whole, const Definition& segment, const std::vector<SegmentState>& states);

}  // namespace cleave
