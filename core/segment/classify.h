// Which template and scheduler a finished segment goes by, where the rules alone leave a choice: nothing to compute, or
// an element-wise group that moves data between two memory orders and is better done in tiles.
#pragma once

#include <span>
#include <vector>

#include "core/segment/groups.h"
#include "core/segment/rules.h"

namespace cleave {

/// Refines the verdict on a segment with these outputs; `group` is the group of the open question, `members` are its
/// ops.
void classify(const Primitive& primitive, const KernelGroups& groups, const Group& group,
              std::span<const std::span<const OpIndex>> members, const SegmentOptions& options, Segment& segment);

}  // namespace cleave
