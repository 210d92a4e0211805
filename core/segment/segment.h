// Primitive definition → segments and the reasons for the cuts between them.
#pragma once

#include "core/rewrite/primitive.h"
#include "core/segment/segmentation.h"

namespace cleave {

Segmentation segment(const Primitive& primitive, const SegmentOptions& options);

/// The same without reasons, cures and history: for comparing.
Segmentation split(const Primitive& primitive, const SegmentOptions& options);

/// What split() gives for `options`, in Cleave's order, where nvFuser's has given `theirs` already.
Segmentation split_beside(const Primitive& primitive, const SegmentOptions& options, const Segmentation& theirs);

}  // namespace cleave
