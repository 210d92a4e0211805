// In-place updates of a split definition: which ones hold in the end, and after which segment each is done. An update
// stands in the definition of the segment that makes its value where no later segment reads what the input was before;
// else it is a step of its own after the last such reader. Decided here once: definitions, plans and what people see
// follow it.
#pragma once

#include <vector>

#include "core/rewrite/primitive.h"
#include "core/segment/segmentation.h"

namespace cleave {

/// `value` is written into the memory of `input`.
struct InPlaceUpdate {
  StateId value{0U};
  StateId input{0U};

  friend bool operator==(const InPlaceUpdate&, const InPlaceUpdate&) = default;
};

/// The updates that hold in the end, one for each updated input.
std::vector<InPlaceUpdate> in_place_updates(const Definition& definition);

/// The updates done once one segment has run.
struct SegmentUpdates {
  /// Done by the segment: `add_output(value, input)` in its definition.
  std::vector<InPlaceUpdate> inside;
  /// Done after it, all at once, by whoever runs the segments: values of this segment, of earlier ones, or inputs.
  std::vector<InPlaceUpdate> after;
  /// Values of `inside` that nobody reads but through the inputs that they are written into: no memory of their own.
  std::vector<StateId> unread;
};

/// Every update of the definition stands in one segment's; none where there are no segments.
Arena<SegmentId, SegmentUpdates> place_updates(const Definition& definition, const Arena<SegmentId, Segment>& segments);

}  // namespace cleave
