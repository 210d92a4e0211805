// Why two groups are two kernels, in sentences: asks the rules about the two as one and names what they point at.
// Decides nothing.
#pragma once

#include <string>
#include <vector>

#include "core/segment/groups.h"
#include "core/segment/rules.h"

namespace cleave {

/// Every template that refuses the union of two groups, the one that got furthest first. Empty where no rule refuses
/// it.
std::vector<Reason> reasons_between(const Primitive& primitive, KernelGroups& groups, uint32_t a, uint32_t b,
                                    const SegmentOptions& options);

/// The reason for two groups that would fit but have a third between them.
Reason cycle_reason(const Primitive& primitive, const KernelGroups& groups, uint32_t between);

/// What messages call a value: the user's name, or its index where it has none.
std::string value_name(const Primitive& primitive, StateId state);

}  // namespace cleave
