// Sizes and strides of a real tensor → its contiguity and stride order, as `define_tensor(sizes, strides)` and
// `from_pytorch` record them.
#pragma once

#include <cstdint>
#include <vector>

#include "core/ops/attributes.h"

namespace cleave {

struct TensorDescriptor {
  /// In memory order, outermost first.
  std::vector<Contiguity> contiguity;
  std::vector<int64_t> stride_order;
};

/// `sizes` and `strides` are equally long and not negative.
TensorDescriptor describe_layout(const std::vector<int64_t>& sizes, const std::vector<int64_t>& strides);

}  // namespace cleave
