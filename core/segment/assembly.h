// From joined groups to the product: which records each segment computes, what enters and leaves, run order, bytes and
// the cuts between segments. Values that nobody needs any more (their readers compute them again) are dropped here.
#pragma once

#include "core/segment/groups.h"

namespace cleave {

/// Segments in run order, with cuts and their reasons (no cures, no history).
Segmentation assemble(const Primitive& primitive, KernelGroups& groups, const SegmentOptions& options,
                      bool with_reasons);

}  // namespace cleave
