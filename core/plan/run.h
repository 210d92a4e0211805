// Executing a plan over the reference evaluator, executing the whole definition as one, and comparing the two. The same
// update rules hold for both, so that only the splitting is compared.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "core/evaluate/evaluate.h"
#include "core/evaluate/tolerance.h"
#include "core/plan/plan.h"

namespace cleave {

struct RunOptions {
  EvaluateOptions evaluate;
  /// Only this segment's results, after the segments that it needs. Updates of inputs are not done then.
  std::optional<SegmentId> only;
  /// Called around every segment, for a clock and for progress; core has neither.
  std::function<void(SegmentId)> before_segment = nullptr;
  std::function<void(SegmentId)> after_segment = nullptr;
};

struct SegmentRun {
  SegmentId segment{0U};
  int64_t peak_bytes = 0;
};

struct RunResult {
  /// The primitive states of the outputs, and their values. Of a run of one segment: its results.
  std::vector<StateId> states;
  std::vector<Value> outputs;
  std::vector<SegmentRun> segments;
  /// Most bytes of values alive at once, the caller's inputs included.
  int64_t peak_bytes = 0;
  /// False where something could not be computed; the diagnostics say what.
  bool is_complete = false;
};

/// What a run of one segment gives back: every result once, though an in-place update returns its value twice.
std::vector<StateId> results_of_one(const Translation& translation);

/// Runs the segments in order, each from its own definition. `inputs` in the order of the definition's inputs; in-place
/// outputs are written into them.
RunResult run_segments(const Primitive& primitive, const Plan& plan, const Arena<SegmentId, Translation>& translations,
                       const std::vector<Value>& inputs, const RunOptions& options, Diagnostics& diagnostics);

/// Runs the primitive definition as one.
RunResult run_whole(const Primitive& primitive, const std::vector<Value>& inputs, const EvaluateOptions& options,
                    Diagnostics& diagnostics);

/// Inputs of their own for a second run: what a run updates in place is not seen by the other.
std::vector<Value> clone_inputs(const std::vector<Value>& inputs);

struct OutputComparison {
  StateId state{0U};
  std::vector<int64_t> shape;
  DType dtype = DType::kFloat;
  Comparison comparison;
  Tolerance tolerance;
};

struct RunComparison {
  std::vector<OutputComparison> outputs;
  bool is_equal = false;
  bool is_within = false;
};

/// Output by output, `actual` against `expected`, within the tolerance of the dtype and the longest reduction behind
/// it.
RunComparison compare_runs(const Primitive& primitive, const RunResult& actual, const RunResult& expected);

/// For every state the largest number of terms that an element of it is accumulated from; 1 where nothing is.
IdMap<StateId, int64_t> accumulated_lengths(const Definition& definition, const Types& types);

}  // namespace cleave
