// Changes that make a cut go. A change is offered after it was tried: applied, the whole segmented again, and the
// values of the cut no longer cross. One try of an option serves all cuts. The work is bounded by ops times tries:
// where there was no room left to try, the cut says so (Cut::cure_searched), except that a forced cut which is all that
// the rules have against one kernel can always be taken away.
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
