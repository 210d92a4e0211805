// nvFuser's way from ops to groups: which pairs it tries, in which order, and what it joins beforehand. The rules are
// the same as everywhere (rules.h); only what is asked, and when, differs from planner.h. A faithful model, not a
// better one: it asks about a set anew whenever its order comes by again, so that the work is quadratic in the worst
// case.
#pragma once

#include <cstddef>
#include <vector>

#include "core/segment/groups.h"

namespace cleave {

/// Definitions with more ops are joined in Cleave's order, whatever is asked for.
inline constexpr size_t kMaxNvfuserOrderOps = 2000;

/// Pairs of reductions that are tried, each of which looks at the whole graph.
inline constexpr size_t kMaxNvfuserCombinations = 20'000;

struct NvfuserWalk {
  std::vector<MergeStep> history;
  /// There were more than kMaxNvfuserCombinations pairs of reductions; those behind them were not tried.
  bool left_combinations_out = false;
};

/// Joins as nvFuser would; `groups` has no group yet. Cheap ops that several groups compute are added as copies.
NvfuserWalk plan_as_nvfuser(const Primitive& primitive, OpTable& table, KernelGroups& groups,
                            const SegmentOptions& options);

}  // namespace cleave
