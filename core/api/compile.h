// The list of stages, in one place: the browser, the command line, the tests and the docs all come through here.
// compile() goes as far as the request asks and stops before the stage that would follow an error; what was made until
// then stays. It decides what of the text is meant (which definition, which inputs) and turns names of options into
// states; it knows nothing of how a product is shown. Tested through respond() (call.h).
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/api/gpu.h"
#include "core/api/host.h"
#include "core/api/request.h"
#include "core/infer/binding.h"
#include "core/kernel/segment_kernels.h"
#include "core/parse/parse.h"
#include "core/plan/launch_plan.h"
#include "core/plan/plan.h"
#include "core/rewrite/passes/run_passes.h"
#include "core/rewrite/primitive.h"
#include "core/segment/segmentation.h"
#include "core/source/diagnostic.h"
#include "core/source/source_text.h"
#include "core/translate/translation.h"

namespace cleave {

/// The last stage that has given its product.
enum class Stage : uint8_t { kNone, kParse, kRewrite, kSegment, kPlan, kKernel };

/// Every product of one compilation, up to `reached`.
struct Compilation {
  explicit Compilation(SourceText script) : text(std::move(script)) {}

  SourceText text;
  Diagnostics diagnostics;
  Stage reached = Stage::kNone;
  Parsed parsed;
  /// Places in `parsed` of what was taken.
  std::optional<size_t> definition;
  std::optional<size_t> input_list;
  std::vector<InputOption> input_options;
  Binding binding;
  /// After the passes: what is segmented.
  Primitive primitive;
  /// Before the passes, where they changed it and a run will be judged by it.
  std::optional<Primitive> before_passes;
  std::vector<PassReport> passes;
  /// Passes of a run that round otherwise somewhere.
  std::vector<RoundingStep> roundings;
  SegmentOptions segment_options;
  Segmentation segmentation;
  Arena<SegmentId, Translation> translations;
  Plan plan;
  ValueLayouts layouts;
  Arena<SegmentId, ScheduledSegment> kernels;
  /// What the host's compiler says of each kernel; empty where there is no compiler.
  IdMap<SegmentId, std::optional<CompiledKernel>> compiled;
  /// Why nothing was compiled, where the host has a compiler that could not; else empty.
  std::string not_compiled;
  LaunchPlan launch_plan;
  /// Of a run on a GPU: what it runs on, and what is segmented and scheduled for.
  std::shared_ptr<Gpu> gpu;

  const ParsedDefinition& source() const {
    CHECK(definition.has_value(), "a definition was taken");
    return parsed.definitions[*definition];
  }
  const InputList* inputs() const { return input_list ? &parsed.input_lists[*input_list] : nullptr; }
};

/// Runs the stages that `request.command` needs.
Compilation compile(const Request& request, const Host& host);

/// Runs the stages after parse again with other inputs; false where an error came up, which is in the diagnostics then.
bool compile_from_inputs(const Request& request, const Host& host, Compilation& compilation);

}  // namespace cleave
