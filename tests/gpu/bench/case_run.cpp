// See case_run.h.
#include "tests/gpu/bench/case_run.h"

#include <algorithm>
#include <chrono>
#include <unordered_set>
#include <vector>

#include "core/base/text.h"
#include "tests/native/cuda/script_products.h"

namespace cleave::cuda {
namespace {

/// Below this a run is over before the next one is asked for, and what counts is the host.
constexpr int64_t kSmallBytes = int64_t{1} << 20;

double milliseconds_since(std::chrono::steady_clock::time_point begin) {
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count();
}

std::string words_of(const DriverError& error) { return concat(error.call, ": ", error.words); }

/// Inputs once, those that are written once more where they are read too, and outputs once.
int64_t ideal_bytes(const LaunchPlan& plan, const PreparedPlan& prepared) {
  int64_t out = 0;
  std::unordered_set<uint32_t> read;
  std::unordered_set<uint32_t> written;
  for (const LaunchStep& step : plan.steps) {
    for (const LaunchArgument& argument : step.arguments) {
      if (!argument.buffer || plan.buffers[*argument.buffer].kind != LaunchBuffer::Kind::kInput) continue;
      const bool is_out = argument.role == LaunchArgument::Role::kOut;
      const bool is_in = argument.role == LaunchArgument::Role::kIn;
      const int64_t bytes = plan.buffers[*argument.buffer].bytes;
      if (!is_out && read.insert(argument.buffer->index).second) out += bytes;
      if (!is_in && written.insert(argument.buffer->index).second) out += bytes;
    }
  }
  for (const OutputMemory& output : prepared.outputs()) out += output.bytes;
  return out;
}

class CaseRun {
 public:
  CaseRun(const Bench& bench, const BenchCase& of) : bench_(bench), case_(of), loaded_(bench.device) {}

  CaseFigures run() {
    const auto begin = std::chrono::steady_clock::now();
    const ScriptProducts script(definition_of(*case_.form, case_.size).request.text, bench_.device.facts().limits());
    out_.schedule = milliseconds_since(begin);
    Diagnostics diagnostics;
    const auto compile = std::chrono::steady_clock::now();
    const CompiledSegments compiled = compile_segments(script.sources(), CachedCompiler(bench_.nvrtc, nullptr),
                                                       bench_.device.facts().compute_capability, 0, diagnostics);
    out_.compile = milliseconds_since(compile);
    if (diagnostics.has_errors()) return refused(diagnostics);
    std::optional<PreparedPlan> plan =
        PreparedPlan::make(bench_.device, loaded_, script.plan_products(compiled), diagnostics);
    if (!plan) return refused(diagnostics);
    if (const Trouble trouble = measure(script, *plan)) out_.trouble = words_of(*trouble);
    return out_;
  }

 private:
  CaseFigures refused(const Diagnostics& diagnostics) {
    out_.trouble = message_text(diagnostics.all().front());
    return out_;
  }

  Trouble fill(DevicePointer at, const FormInput& input, int64_t bytes, uint64_t seed) const {
    if (input.is_index) {
      return bench_.kernels.random_integers(at, bytes / 8, seed, static_cast<uint64_t>(case_.size.columns));
    }
    if (case_.size.dtype == DType::kFloat) return bench_.kernels.random_floats(at, bytes / 4, seed);
    return bench_.kernels.random_bfloats(at, bytes / 2, seed);
  }

  Trouble allocate(int64_t bytes, std::vector<DevicePointer>& pointers) {
    if (Trouble trouble = bench_.device.allocate(std::max<int64_t>(bytes, 16), memory_.emplace_back())) return trouble;
    pointers.push_back(memory_.back().get());
    return std::nullopt;
  }

  Trouble bring_inputs(const ScriptProducts& script) {
    uint64_t seed = 1;
    size_t place = 0;
    for (const BufferId id : script.plan.buffers.ids()) {
      const LaunchBuffer& buffer = script.plan.buffers[id];
      if (buffer.kind != LaunchBuffer::Kind::kInput) continue;
      if (Trouble trouble = allocate(buffer.bytes, inputs_)) return trouble;
      if (Trouble trouble = fill(inputs_.back(), case_.form->inputs[place++], buffer.bytes, seed)) return trouble;
      seed += uint64_t{1} << 40;
    }
    return bench_.device.wait();
  }

  Trouble measure(const ScriptProducts& script, PreparedPlan& plan) {
    if (Trouble trouble = bring_inputs(script)) return trouble;
    for (const OutputMemory& output : plan.outputs()) {
      if (Trouble trouble = allocate(output.bytes, outputs_)) return trouble;
    }
    out_.bytes = ideal_bytes(script.plan, plan);
    out_.launches = plan.launch_count();
    const RunArguments arguments{.inputs = inputs_, .outputs = outputs_, .seed = 1};
    const auto run = [&] { return plan.run(arguments); };
    if (Trouble trouble = bench_.watch.measure(run, out_.times)) return trouble;
    if (out_.bytes > kSmallBytes) return std::nullopt;
    if (Trouble trouble = bench_.watch.per_call(run, out_.dispatch)) return trouble;
    Graph graph;
    if (Trouble trouble = plan.record(arguments, graph)) return trouble;
    return bench_.watch.per_call([&] { return bench_.device.replay(graph); }, out_.replay);
  }

  const Bench& bench_;
  const BenchCase& case_;
  LoadedKernels loaded_;
  std::vector<DeviceMemory> memory_;
  std::vector<DevicePointer> inputs_;
  std::vector<DevicePointer> outputs_;
  CaseFigures out_;
};

}  // namespace

CaseFigures run_case(const Bench& bench, const BenchCase& of) { return CaseRun(bench, of).run(); }

}  // namespace cleave::cuda
