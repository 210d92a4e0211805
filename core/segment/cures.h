// Changes that make a cut go, offered only after they were tried: a candidate is applied, the whole is segmented again,
// and it stands if the values of the cut no longer cross. Bounded to small definitions and few candidates.
#pragma once

#include <utility>

#include "core/rewrite/primitive.h"
#include "core/segment/segmentation.h"

namespace cleave {

/// The definition and options as the cure changes them.
std::pair<Primitive, SegmentOptions> apply_cure(const Primitive& primitive, const SegmentOptions& options,
                                                const Cure& cure);

/// True if what the cut separated is one segment in `after`.
bool cut_is_gone(const Primitive& before, const Segmentation& cut_in, const Cut& cut, const Segmentation& after);

/// Gives each cut of `segmentation` a cure, where one is found.
void add_cures(const Primitive& primitive, const SegmentOptions& options, Segmentation& segmentation);

}  // namespace cleave
