// Running a segmented definition: segments in order, each with its arguments found by the index map, values freed after
// their last use, outputs by identity, in-place updates after everyone who must see the old value. The plan is numbers
// only; run.h executes it over the reference evaluator, and native devices run the same plan.
#pragma once

#include <cstdint>
#include <vector>

#include "core/rewrite/primitive.h"
#include "core/segment/segmentation.h"
#include "core/translate/translation.h"

namespace cleave {

struct PlanStep {
  SegmentId segment{0U};
  /// Primitive states whose values are not needed after this step: intermediates, and inputs of the definition, which
  /// the caller may hold on to. Never a result.
  std::vector<StateId> frees;
  /// In-place updates done by and after this step, all at once: value → input. Translations say which is which.
  using Update = InPlaceUpdate;
  std::vector<Update> updates;
};

struct Plan {
  std::vector<PlanStep> steps;
  /// Visible results in order: primitive states, duplicates and inputs kept.
  std::vector<StateId> results;
  /// Updates of a definition that has no segments: one input into another.
  std::vector<PlanStep::Update> lone_updates;
  /// Most bytes of inputs, outputs and crossing values alive at once, and the bytes of all of them.
  int64_t peak_bytes = 0;
  int64_t total_bytes = 0;
  /// peak_bytes with the values inside the running segment, as an engine needs them that keeps every value of a segment
  /// whole.
  int64_t peak_bytes_within = 0;
};

Plan make_plan(const Primitive& primitive, const Segmentation& segmentation,
               const Arena<SegmentId, Translation>& translations);

/// `plan` as far as `last`, giving back `results` instead; nothing is freed.
Plan plan_up_to(const Plan& plan, SegmentId last, std::vector<StateId> results);

/// The values that a caller of the definition gets back, in order: an output that only updates an input is not among
/// them.
std::vector<StateId> visible_results(const Definition& definition);

/// Bytes that running the segments and the whole for comparison needs, at most.
int64_t estimate_run_bytes(const Primitive& primitive, const Plan& plan);

}  // namespace cleave
