// "Would this scheduler take the whole definition": one scheduler of nvFuser asked alone, as its own tests ask, with
// every rule of it that refuses. No other scheduler is asked and nothing is cut.
#pragma once

#include <vector>

#include "core/rewrite/primitive.h"
#include "core/segment/segmentation.h"

namespace cleave {

struct Offer {
  Scheduler scheduler = Scheduler::kPointwise;
  bool accepted = false;
  /// Every rule that refuses, in the order in which they are asked.
  std::vector<Reason> refusals;
};

Offer offer_whole(const Primitive& primitive, const SegmentOptions& options, Scheduler scheduler);

}  // namespace cleave
