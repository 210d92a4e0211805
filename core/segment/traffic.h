// What groups compute and what crosses between them, found from the outputs backward: an op that nothing needs is in no
// list, and a value that a group computes itself, maybe a second time, does not cross into it.
#pragma once

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "core/segment/groups.h"

namespace cleave {

struct Traffic {
  /// From the group that makes a value to one that reads it.
  using Edge = std::pair<uint32_t, uint32_t>;

  /// By group: live ops, tensors read from outside, tensors that leave.
  std::map<uint32_t, std::vector<OpIndex>> ops;
  std::map<uint32_t, std::vector<TensorIndex>> reads;
  std::map<uint32_t, std::vector<TensorIndex>> leaves;
  std::map<Edge, std::vector<TensorIndex>> crossing;
};

Traffic find_traffic(const Primitive& primitive, const KernelGroups& groups);

}  // namespace cleave
