// Where a kernel could end at all: ops that run alone and forced cuts part the groups into levels, and groups of one
// level that tensors connect are a region. Nothing outside a region lies on a path between two of its groups, so it can
// always become one group; whether it may, the rules say. Found in one walk over the groups.
#pragma once

#include <cstdint>
#include <vector>

#include "core/segment/group_order.h"
#include "core/segment/groups.h"

namespace cleave {

struct Regions {
  /// All open groups in an order that is still one when each region has become a group: producers first, and each
  /// region's groups next to each other.
  std::vector<uint32_t> order;
  /// Groups of each region of more than one; in `order`.
  std::vector<std::vector<uint32_t>> regions;
};

/// The regions of the groups that hold `ops`.
Regions find_regions(const KernelGroups& groups, const GroupOrder& order, const std::vector<OpIndex>& ops);

}  // namespace cleave
