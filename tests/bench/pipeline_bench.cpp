// Time and memory of everything before execution (parse, rewrite, segment, translate, print) on one core, for
// definitions of known structure and growing size. It measures and asserts nothing. `us_per_op` should stay level as
// the size grows.
#include <benchmark/benchmark.h>

#include <fstream>
#include <string>
#include <utility>
#include <variant>

#include "core/api/compile.h"
#include "core/ir/print.h"
#include "core/rewrite/passes/run_passes.h"
#include "core/segment/segment.h"
#include "core/translate/translate.h"
#include "tests/support/structured_definitions.h"

namespace cleave {
namespace {

/// From now on peak_megabytes() counts anew.
void reset_peak_memory() { std::ofstream("/proc/self/clear_refs") << "5"; }

/// Most memory that was resident since the last reset, as the kernel counts it.
double peak_megabytes() {
  std::ifstream status("/proc/self/status");
  for (std::string word; status >> word;) {
    double kilobytes = 0;
    if (word == "VmHWM:" && status >> kilobytes) return kilobytes / 1024;
  }
  return 0;
}

/// The text of all segments, as `cleave segment` prints it.
size_t print_segments(const Compilation& compilation) {
  size_t bytes = 0;
  for (const SegmentId id : compilation.translations.ids()) {
    bytes += print_legacy(compilation.translations[id].definition).size();
  }
  return bytes;
}

void segment_and_print(benchmark::State& state, const StructuredDefinition& structure, size_t ops, const char* passes) {
  Request request;
  request.command = Command::kSegment;
  request.text = print_legacy(structure.make(ops));
  request.passes = passes;
  size_t segments = 0;
  reset_peak_memory();
  const double before = peak_megabytes();
  for ([[maybe_unused]] auto _ : state) {
    const Compilation compilation = compile(request, {});
    if (compilation.reached != Stage::kPlan) {
      state.SkipWithError("the definition was refused");
      return;
    }
    benchmark::DoNotOptimize(print_segments(compilation));
    segments = compilation.segmentation.segments.size();
  }
  state.counters["ops"] = static_cast<double>(ops);
  state.counters["segments"] = static_cast<double>(segments);
  state.counters["peak_MB"] = peak_megabytes() - before;
  state.counters["us_per_op"] = benchmark::Counter(
      static_cast<double>(ops) * 1e-6, benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}

/// The stages alone, on the products of the stages before.
void parse_stage(const Compilation& given) {
  Diagnostics diagnostics;
  benchmark::DoNotOptimize(parse(given.text, diagnostics));
}
void rewrite_stage(const Compilation& given) {
  Diagnostics diagnostics;
  const ParsedDefinition& source = given.source();
  const Binding binding = bind_inputs(source.definition, source.source_map, given.inputs(), {}, diagnostics);
  benchmark::DoNotOptimize(rewrite(source.definition, source.source_map, binding, diagnostics));
}
void passes_stage(const Compilation& given) {
  Diagnostics diagnostics;
  const ParsedDefinition& source = given.source();
  const Binding binding = bind_inputs(source.definition, source.source_map, given.inputs(), {}, diagnostics);
  Primitive primitive = rewrite(source.definition, source.source_map, binding, diagnostics);
  const auto all = std::get<PassChoice>(parse_pass_choice("nvfuser"));
  benchmark::DoNotOptimize(run_passes(std::move(primitive), all, KeepSteps::kNo));
}
void segment_stage(const Compilation& given) {
  benchmark::DoNotOptimize(segment(given.primitive, given.segment_options));
}
void translate_stage(const Compilation& given) {
  benchmark::DoNotOptimize(translate(given.primitive, given.segmentation));
}
void print_stage(const Compilation& given) { benchmark::DoNotOptimize(print_segments(given)); }

struct StageBenchmark {
  const char* name;
  void (*run)(const Compilation&);
};
constexpr StageBenchmark kStages[] = {
    {"parse", parse_stage},     {"rewrite", rewrite_stage},     {"rewrite_and_passes", passes_stage},
    {"segment", segment_stage}, {"translate", translate_stage}, {"print", print_stage}};

void one_stage(benchmark::State& state, const StructuredDefinition& structure, size_t ops,
               const StageBenchmark& stage) {
  Request request;
  request.command = Command::kSegment;
  request.text = print_legacy(structure.make(ops));
  const Compilation given = compile(request, {});
  if (given.reached != Stage::kPlan) {
    state.SkipWithError("the definition was refused");
    return;
  }
  for ([[maybe_unused]] auto _ : state) stage.run(given);
}

void register_benchmarks() {
  for (const StructuredDefinition& structure : structured_definitions()) {
    for (const size_t ops : {size_t{50}, size_t{1000}, size_t{2000}, size_t{8000}, size_t{32000}}) {
      const std::string suffix = std::string(structure.name) + "/" + std::to_string(ops);
      benchmark::RegisterBenchmark(("total/" + suffix).c_str(), segment_and_print, structure, ops, "none")
          ->Unit(benchmark::kMillisecond);
      benchmark::RegisterBenchmark(("total_with_passes/" + suffix).c_str(), segment_and_print, structure, ops,
                                   "nvfuser")
          ->Unit(benchmark::kMillisecond);
      for (const StageBenchmark& stage : kStages) {
        benchmark::RegisterBenchmark((std::string(stage.name) + "/" + suffix).c_str(), one_stage, structure, ops, stage)
            ->Unit(benchmark::kMillisecond);
      }
    }
  }
}

}  // namespace
}  // namespace cleave

int main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
  cleave::register_benchmarks();
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
  return 0;
}
