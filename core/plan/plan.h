// Running a segmented definition: segments in order, each with its arguments found by the index map, values freed after
// their last use, outputs by identity, in-place updates after everyone who must see the old value. The plan is numbers only;
// execute() runs it over the reference evaluator, and native devices run the same plan.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "core/evaluate/evaluate.h"
#include "core/rewrite/primitive.h"
#include "core/segment/segmentation.h"
#include "core/translate/translation.h"

namespace cleave {

struct PlanStep {
  SegmentId segment{0U};
  /// Primitive states whose values are not needed after this step.
  std::vector<StateId> frees;
  /// In-place updates done after this step: value → input.
  struct Update {
    StateId value;
    StateId input;
  };
  std::vector<Update> updates;
};

struct Plan {
  std::vector<PlanStep> steps;
  /// Visible results in order: primitive states, duplicates and inputs kept.
  std::vector<StateId> results;
  /// Most bytes alive at once, and the bytes of all inputs, outputs and crossing values.
  int64_t peak_bytes = 0;
  int64_t total_bytes = 0;
};

Plan make_plan(const Primitive& primitive, const Segmentation& segmentation,
               const Arena<SegmentId, Translation>& translations);

/// Bytes that running the segments and the whole for comparison needs, at most.
int64_t estimate_run_bytes(const Primitive& primitive, const Plan& plan);

}  // namespace cleave
