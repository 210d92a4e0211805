// Primitive definition → segments and the reasons for the cuts between them.
#pragma once

#include "core/rewrite/primitive.h"
#include "core/segment/segmentation.h"

namespace cleave {

Segmentation segment(const Primitive& primitive, const SegmentOptions& options);

/// The same without reasons, cures and history: for comparing.
Segmentation split(const Primitive& primitive, const SegmentOptions& options);

}  // namespace cleave
