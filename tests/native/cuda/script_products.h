// A script up to its launch plan: every product that native/cuda takes, of one script.
#pragma once

#include <string>

#include "core/plan/launch_plan.h"
#include "native/cuda/compile_segments.h"
#include "native/cuda/prepared_plan.h"
#include "tests/support/pipeline.h"

namespace cleave::cuda {

struct ScriptProducts {
  /// The script is right; segmented and scheduled for `device`.
  explicit ScriptProducts(std::string script, const DeviceLimits& device = *named_device("h200"));

  FrontEnd front_end;
  Segmentation segmentation;
  Arena<SegmentId, Translation> translations;
  SegmentedDefinition segmented;
  ValueLayouts layouts;
  Arena<SegmentId, ScheduledSegment> kernels;
  LaunchPlan plan;

  KernelSources sources() const;
  PlanProducts plan_products(const CompiledSegments& compiled) const;
};

/// NVRTC in outline: it accepts every text, and its machine code is the text itself.
NvrtcFunctions accepting_compiler();
/// It refuses every text with this log.
NvrtcFunctions refusing_compiler(std::string log);
/// How many texts they were given.
size_t compiled_texts();

}  // namespace cleave::cuda
