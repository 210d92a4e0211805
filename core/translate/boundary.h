// What one segment takes from outside, in the order of its arguments: inputs of the definition in their order, then
// extents and other scalars that none of its tensors carries, then tensors of other segments, then inputs it only
// updates in place.
#pragma once

#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "core/segment/segmentation.h"
#include "core/translate/in_place.h"
#include "core/translate/whole.h"

namespace cleave {

/// How a segment gets hold of a scalar of the primitive definition.
struct ScalarSource {
  enum class Kind : uint8_t {
    /// A number: `value`.
    kConstant,
    /// The size of axis `dim` of the tensor `state`.
    kSize,
    /// An extra input: the extent `extent` of the definition's inputs.
    kExtent,
    /// An input: the scalar `state`, by value.
    kScalar,
    /// Computed from other scalars by the record of `state`.
    kExpression,
  };
  Kind kind = Kind::kConstant;
  ScalarValue value = int64_t{0};
  std::optional<ExtentId> extent;
  StateId state{0U};
  int64_t dim = 0;
};

/// One argument of a segment.
struct BoundaryInput {
  /// The tensor or scalar; nothing for an extent of the definition's inputs.
  std::optional<StateId> state;
  std::optional<ExtentId> extent;
};

class SegmentBoundary {
 public:
  /// `updates`: the in-place updates that the segment does itself.
  SegmentBoundary(const Whole& whole, const Segment& segment, const std::vector<InPlaceUpdate>& updates);

  const std::vector<BoundaryInput>& inputs() const { return inputs_; }
  ScalarSource source_of(StateId scalar) const;
  /// The first input tensor of the segment that has an axis of this extent, and the axis.
  struct Carrier {
    StateId tensor{0U};
    int64_t dim = 0;
  };
  std::optional<Carrier> carrier(ExtentId extent) const;

 private:
  void note_carriers(StateId tensor);
  /// Scalars that the records need and that must come from outside.
  std::vector<BoundaryInput> scalar_inputs(const Segment& segment) const;

  const Whole& whole_;
  std::vector<BoundaryInput> inputs_;
  std::unordered_map<uint32_t, Carrier> carriers_;
  std::unordered_set<uint32_t> produced_;
};

}  // namespace cleave
