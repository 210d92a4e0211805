// Groups that only a path kept apart, once values that are computed again have taken the path away.
#pragma once

#include <vector>

#include "core/segment/groups.h"

namespace cleave {

/// Asks every pair of groups that values cross between once more, and joins those that a rule allows and that nothing
/// runs between; gives the steps.
std::vector<MergeStep> join_freed_pairs(const Primitive& primitive, KernelGroups& groups,
                                        const SegmentOptions& options);

}  // namespace cleave
