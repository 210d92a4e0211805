// Computing cheap values again instead of storing them: where a wide value crosses between kernels and follows from a
// narrower one (or from an input, or from nothing) by casts, broadcasts and other cheap unary ops, every reader gets
// its own copy of those ops and the narrow value crosses. Done after joining, where the rules allow it and fewer bytes
// move.
#pragma once

#include "core/segment/groups.h"

namespace cleave {

/// Adds copies to the groups that read such values.
void recompute_cheap_values(const Primitive& primitive, OpTable& table, KernelGroups& groups,
                            const SegmentOptions& options);

}  // namespace cleave
