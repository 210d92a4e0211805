// Primitive definition → segments and the reasons for the cuts between them.
#pragma once

#include "core/rewrite/primitive.h"
#include "core/segment/segmentation.h"

namespace cleave {

/// The order in which segment() joins: the one asked for, but that in a small definition nvFuser's stands in for
/// Cleave's where it moves less.
Order order_taken(const Primitive& primitive, const SegmentOptions& options);

Segmentation segment(const Primitive& primitive, const SegmentOptions& options);

/// The same without reasons, cures and history: for comparing.
Segmentation split(const Primitive& primitive, const SegmentOptions& options);

}  // namespace cleave
