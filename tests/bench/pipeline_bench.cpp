// Time and memory of everything before execution (parse, rewrite, segment, translate, print) on one core, for
// definitions of known structure and growing size. It measures and asserts nothing. `us_per_op` should stay level as
// the size grows.
#include <benchmark/benchmark.h>

#include <fstream>
#include <string>

#include "core/api/compile.h"
#include "core/ir/print.h"
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

void segment_and_print(benchmark::State& state, const StructuredDefinition& structure, size_t ops) {
  Request request;
  request.command = Command::kSegment;
  request.text = print_legacy(structure.make(ops));
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

void parse_only(benchmark::State& state, const StructuredDefinition& structure, size_t ops) {
  const SourceText text("bench.py", print_legacy(structure.make(ops)));
  for ([[maybe_unused]] auto _ : state) {
    Diagnostics diagnostics;
    benchmark::DoNotOptimize(parse(text, diagnostics));
  }
  state.SetBytesProcessed(static_cast<int64_t>(state.iterations() * text.text().size()));
}

void register_benchmarks() {
  for (const StructuredDefinition& structure : structured_definitions()) {
    for (const size_t ops : {size_t{50}, size_t{1000}, size_t{2000}, size_t{8000}, size_t{32000}}) {
      const std::string suffix = std::string(structure.name) + "/" + std::to_string(ops);
      benchmark::RegisterBenchmark(("segment/" + suffix).c_str(), segment_and_print, structure, ops)
          ->Unit(benchmark::kMillisecond);
    }
    benchmark::RegisterBenchmark(("parse/" + std::string(structure.name) + "/32000").c_str(), parse_only, structure,
                                 size_t{32000})
        ->Unit(benchmark::kMillisecond);
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
