// What is alive before the first segment and after each one, for display: the keys of the argument manager with their bytes.
// Extents of inputs are values of their own there, as in the language's execution. One list a step: quadratic, and meant for
// looking at.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/plan/plan.h"

namespace cleave {

struct LiveValue {
  /// Nothing for an extent.
  std::optional<StateId> state;
  /// The source index, negative for an extent; nothing for a temporary.
  std::optional<int64_t> original;
  std::string label;
  int64_t bytes = 0;
  /// An input: freeing it only means that the plan needs it no more.
  bool is_callers = false;
};

struct LiveSet {
  /// Nothing for the set before the first segment.
  std::optional<SegmentId> after;
  /// By source index, then temporaries, then extents from -1 down.
  std::vector<LiveValue> values;
  int64_t bytes = 0;
};

std::vector<LiveSet> live_values(const Primitive& primitive, const Plan& plan, const Arena<SegmentId, Translation>& translations);

}  // namespace cleave
