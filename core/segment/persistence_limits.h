// What a device can keep on chip while a reduction runs: pure functions of the group's numbers and the device's. They
// know nothing of ops or axes. Thresholds: 128 KiB of the register file of a multiprocessor may hold data, times the
// cluster size where there are clusters; shared memory instead where there are none; at most half of the device for one
// row.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/segment/device_limits.h"
#include "core/segment/reason_codes.h"
#include "core/segment/segmentation.h"

namespace cleave {

struct PersistentShape {
  /// Independent rows, and elements of one.
  int64_t rows = 1;
  int64_t row_elements = 1;
  /// Bytes of one row that must stay on chip.
  int64_t row_bytes = 0;
  /// The reduced axes are the fastest ones, next to each other.
  bool contiguous_rows = true;
  /// Bytes of the widest element, elements next to each other across rows, and whether every reduction is a welford.
  int64_t element_bytes = 4;
  int64_t row_stride_elements = 1;
  bool all_welford = false;
  /// Inner-outer: results of outer reductions, each one row long.
  int64_t outer_results = 0;

  /// Sets what depends on how many bytes stay on chip over all rows.
  void keep(int64_t bytes) {
    row_bytes = bytes / std::max<int64_t>(rows, 1);
    element_bytes = std::max<int64_t>(1, row_bytes / std::max<int64_t>(row_elements, 1));
  }
};

/// Why the device cannot keep it; numbers in the order seen, threshold.
struct LimitRefusal {
  ReasonCode code{};
  std::vector<ReasonNumber> numbers;
};

std::optional<LimitRefusal> inner_limit(const PersistentShape& shape, const DeviceLimits& device);
std::optional<LimitRefusal> outer_limit(const PersistentShape& shape, const DeviceLimits& device);
std::optional<LimitRefusal> inner_outer_limit(const PersistentShape& shape, const DeviceLimits& device);

}  // namespace cleave
