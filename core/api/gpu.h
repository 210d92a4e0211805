// The GPU of a machine as the core sees it: limits to segment and to schedule for, and a way to run what came of that.
// The program around the core has the real one (native/execute). Tested there.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/evaluate/evaluate.h"
#include "core/ir/source_map.h"
#include "core/plan/launch_plan.h"

namespace cleave {

/// What runs: all of one compilation for the limits of the GPU.
struct GpuProgram {
  const SegmentedDefinition& definition;
  const ValueLayouts& layouts;
  const Arena<SegmentId, ScheduledSegment>& kernels;
  const LaunchPlan& plan;
  /// Of the source definition.
  const SourceMap& source_map;
};

struct GpuRun {
  /// The results of the plan, in order.
  std::vector<Value> results;
  /// Of the segments of the plan, by the GPU's own clock; 0 where nothing is launched.
  IdMap<SegmentId, std::optional<double>> microseconds;
  /// Memory of the GPU that it took.
  int64_t bytes = 0;
};

class Gpu {
 public:
  virtual ~Gpu() = default;

  /// As the rules read them; valid as long as this lives. `full_name` is the GPU's own name.
  virtual DeviceLimits limits() const = 0;
  /// Runs once to warm up and once measured. `inputs` in the order of the definition; what the plan updates in place is
  /// written into them. Nothing where a diagnostic says what stands in the way.
  virtual std::optional<GpuRun> run(const GpuProgram& program, const std::vector<Value>& inputs, uint64_t seed,
                                    Diagnostics& diagnostics) = 0;
};

}  // namespace cleave
