// A segment → its own definition and index map.
#pragma once

#include <functional>

#include "core/rewrite/primitive.h"
#include "core/segment/segmentation.h"
#include "core/translate/translation.h"

namespace cleave {

/// Copies the segment's records, and the scalars they need, into a definition of their own. Values from outside become
/// inputs with self-contained domains (fresh extents, contiguity and memory order as the producer allocates them).
Translation translate(const Primitive& primitive, const Segment& segment);

/// translate() of every segment; what is the same for all of them is computed once, which makes many segments linear.
/// `before` is called ahead of each one, for progress.
Arena<SegmentId, Translation> translate(const Primitive& primitive, const Segmentation& segmentation,
                                        const std::function<void(SegmentId)>& before = nullptr);

}  // namespace cleave
