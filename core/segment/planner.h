// Which groups are joined: everything at once where one kernel holds it, else pairs in order of the bytes that joining
// saves. A pair that a rule refuses is asked again only when one of its sides has grown and growth could help.
// The order of answers depends on the definition alone.
#pragma once

#include <cstdint>
#include <vector>

#include "core/segment/groups.h"
#include "core/segment/rules.h"

namespace cleave {

/// Joins the groups of `groups` as far as the rules allow; gives the steps.
std::vector<MergeStep> plan_groups(const Primitive& primitive, KernelGroups& groups, const SegmentOptions& options);

/// Bytes moved if `tensor` crosses between kernels: written and read, or less where it is cheaper to compute it again.
int64_t crossing_bytes(const OpTable& table, TensorIndex tensor);

}  // namespace cleave
