// Why two groups are two kernels, in sentences: asks the rules about the two as one and names what they point at.
// Decides nothing.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "core/segment/groups.h"
#include "core/segment/rules.h"

namespace cleave {

/// The refusals of a verdict on the open question about `parts`, in their order.
std::vector<Reason> reasons_of(const Primitive& primitive, const KernelGroups& groups,
                               std::span<const std::span<const OpIndex>> parts, Verdict verdict);

/// A cut that is forced between two groups, then every template that refuses their union otherwise, the one that got
/// furthest first. Empty where no rule refuses it.
std::vector<Reason> reasons_between(const Primitive& primitive, KernelGroups& groups, uint32_t a, uint32_t b,
                                    const SegmentOptions& options);

/// The reason for two groups with others between them: `path` has the values that these compute, from the one on.
Reason cycle_reason(const Primitive& primitive, const KernelGroups& groups, std::span<const StateId> path);

/// The reason for two groups that no rule refuses, where nothing was found between them.
Reason search_limit_reason();

/// What messages call a value: the user's name, or its index where it has none.
std::string value_name(const Primitive& primitive, StateId state);

}  // namespace cleave
