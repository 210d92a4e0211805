// Where the axes of the loops' reference tensor are found again in the tensors of a segment: through element-wise ops,
// permutes, broadcasts, squeezes, slices, and reshapes that leave an axis whole. A tensor that is read twice, once as
// it is and once transposed, has two accesses. Only axes are followed here; places are the kernel stage's.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/schedule/schedule.h"

namespace cleave {

/// One way in which the kernel reads or writes a tensor.
struct TensorAccess {
  StateId tensor{0U};
  bool is_store = false;
  /// Element strides by axis of the reference; 0 where the tensor does not have the axis.
  Strides strides;
  /// Some axis of the tensor with more than one place is none of the reference's.
  bool has_other_axes = false;
};

/// All accesses of the segment to tensors in memory; nothing where an output shares no axis with `reference`.
std::optional<std::vector<TensorAccess>> trace_accesses(const ScheduleInput& input, StateId reference);

}  // namespace cleave
