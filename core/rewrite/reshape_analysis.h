// What a reshape does once the sizes are known: axes without storage to squeeze, a reshape proper that only merges and
// splits axes, and axes of extent 1 to insert. Walks the old and the new extents left to right. An axis declared 1 is
// squeezed, a symbolic axis that happens to be 1 is merged into a neighbour.
#pragma once

#include <cstdint>
#include <vector>

#include "core/infer/types.h"

namespace cleave {

struct ReshapeSteps {
  /// Axes of the operand to squeeze first, in its numbering, ascending.
  std::vector<int64_t> squeezed;
  /// Whether there is a reshape proper: anything merges or splits.
  bool merges_or_splits = false;
  /// Per new axis whether it is inserted last, of extent 1; the others are the result of the reshape proper.
  std::vector<bool> inserted;
};

/// `extents` has no -1, no 0, and as many elements as the axes.
ReshapeSteps analyse_reshape(const std::vector<Axis>& axes, const std::vector<int64_t>& extents);

}  // namespace cleave
