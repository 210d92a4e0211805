// Where the values of a segmented definition lie in memory, seen from outside of the segments: inputs at the strides
// that they are bound with, what a kernel makes without gaps, what a segment only renames inside the memory of the
// value that it renames. A value that is read after its memory may have been overwritten is never a view: it is copied.
#pragma once

#include "core/infer/binding.h"
#include "core/rewrite/primitive.h"
#include "core/schedule/schedule.h"
#include "core/segment/segmentation.h"
#include "core/translate/translation.h"

namespace cleave {

/// The products that kernels are made from.
struct SegmentedDefinition {
  const Primitive& primitive;
  const Segmentation& segmentation;
  const Arena<SegmentId, Translation>& translations;
  /// Of the inputs, in the order of the definition.
  const Binding& binding;
};

struct ValueLayout {
  /// The value whose memory it is: itself, but for views and for values that only update an input.
  StateId memory{0U};
  /// Elements from the first one of `memory` to the first one of the value.
  int64_t offset = 0;
  /// In elements, by logical axis; 0 where an axis repeats.
  Strides strides;
};

struct ValueLayouts {
  /// Of tensor inputs and of what segments give back, by primitive state.
  IdMap<StateId, ValueLayout> values;
  /// Of every segment: it only renames places, so that nothing is launched.
  IdMap<SegmentId, char> is_view;
};

/// False for a tensor without elements whose other axes are so long that places along them are no numbers.
bool has_places(const TensorType& type);

ValueLayouts value_layouts(const SegmentedDefinition& definition);

}  // namespace cleave
