// What a kernel costs the host: making its text, compiling it, finding it on the disk, making a plan ready, and the
// time beside the launches of a run, with a driver that only counts. Measures and asserts nothing; the compiler's lines
// are there where NVRTC is installed.
#include <benchmark/benchmark.h>
#include <stdlib.h>

#include <filesystem>

#include "core/base/text.h"
#include "tests/golden/script_set.h"
#include "tests/native/cuda/counting_driver.h"
#include "tests/native/cuda/script_products.h"
#include "tests/native/cuda/shown_kernels.h"

namespace cleave::cuda {
namespace {

/// Sums over rows and columns by turns, which never share a kernel; 0 is one addition.
std::string script_of_segments(int segments) {
  std::string lines =
      "def nvfuser_fusion_id0(fd : FusionDefinition) -> None :\n"
      "    T0 = fd.define_tensor(shape=[-1, -1], contiguity=[True, True], dtype=DataType.Float, is_cpu=False)\n"
      "    T1 = fd.define_tensor(shape=[-1, -1], contiguity=[True, True], dtype=DataType.Float, is_cpu=False)\n"
      "    T2 = fd.ops.add(T0, T1)\n";
  int last = 2;
  for (int i = 0; i < segments; ++i) {
    lines += concat("    T", last + 1, " = fd.ops.sum(T", last, ", dims=[", i % 2, "], keepdim=True)\n");
    lines += concat("    T", last + 2, " = fd.ops.sub(T", last, ", T", last + 1, ")\n");
    last += 2;
  }
  return concat(lines, "    fd.add_output(T", last, ")\n",
                "inputs = [torch.randn(64, 64, dtype=torch.float32, device='cuda:0'),\n"
                "          torch.randn(64, 64, dtype=torch.float32, device='cuda:0')]\n");
}

/// A plan ready to run on the counting driver.
struct ReadyPlan {
  explicit ReadyPlan(int segments)
      : script(script_of_segments(segments)),
        nvrtc(accepting_compiler()),
        compiled(compile_segments(script.sources(), CachedCompiler(nvrtc, nullptr), 90, 1, diagnostics)),
        device(std::get<Device>(Device::open(driver.functions(), 0))),
        loaded(device),
        plan(*PreparedPlan::make(device, loaded, script.plan_products(compiled), diagnostics)) {}

  CountingDriver driver;
  Diagnostics diagnostics;
  ScriptProducts script;
  Nvrtc nvrtc;
  CompiledSegments compiled;
  Device device;
  LoadedKernels loaded;
  PreparedPlan plan;
};

constexpr DevicePointer kInputs[] = {0x10000, 0x20000};
constexpr DevicePointer kOutputs[] = {0x30000};
constexpr RunArguments kArguments{.inputs = kInputs, .outputs = kOutputs};

void run_plan(benchmark::State& state) {
  ReadyPlan ready(static_cast<int>(state.range(0)));
  const size_t launches = ready.plan.launch_count();
  for ([[maybe_unused]] auto _ : state) {
    if (ready.plan.run(kArguments)) return state.SkipWithError("a launch failed");
  }
  state.counters["launches"] = static_cast<double>(launches);
}
BENCHMARK(run_plan)->Name("cuda/run")->Arg(0)->Arg(8)->Arg(64)->Unit(benchmark::kNanosecond);

/// Other sizes whose kernels are on the device: arena, arguments, lookup of the kernels by their text.
void make_known_plan(benchmark::State& state) {
  ReadyPlan ready(static_cast<int>(state.range(0)));
  for ([[maybe_unused]] auto _ : state) {
    benchmark::DoNotOptimize(
        PreparedPlan::make(ready.device, ready.loaded, ready.script.plan_products(ready.compiled), ready.diagnostics));
  }
  state.counters["launches"] = static_cast<double>(ready.plan.launch_count());
}
BENCHMARK(make_known_plan)->Name("cuda/ready_known_kernels")->Arg(0)->Arg(8)->Arg(64)->Unit(benchmark::kMicrosecond);

void find_on_disk(benchmark::State& state) {
  const ScriptProducts script(script_of_segments(1));
  const Nvrtc nvrtc(accepting_compiler());
  std::string name = (std::filesystem::temp_directory_path() / "cleave_cache_XXXXXX").string();
  const std::filesystem::path root = mkdtemp(name.data());
  {
    KernelCache cache(root / "kernels");
    const CachedCompiler compiler(nvrtc, &cache);
    const Kernel& kernel = *script.kernels[SegmentId(0U)].answer.kernel;
    compiler.compile(kernel.text, kernel.entry, 90);
    for ([[maybe_unused]] auto _ : state) {
      // As a second process does it.
      KernelCache again(root / "kernels");
      benchmark::DoNotOptimize(CachedCompiler(nvrtc, &again).compile(kernel.text, kernel.entry, 90));
    }
  }
  std::filesystem::remove_all(root);
}
BENCHMARK(find_on_disk)->Name("cuda/from_disk")->Unit(benchmark::kMicrosecond);

/// Kernels of the examples, one text each, as a run compiles them.
std::vector<ShownKernel> example_kernels() { return kernels_for(*named_device("h200"), example_definitions()).kernels; }

void make_texts(benchmark::State& state) {
  const std::vector<ShownDefinition> definitions = example_definitions();
  size_t kernels = 0;
  for ([[maybe_unused]] auto _ : state) kernels = kernels_for(*named_device("h200"), definitions).kernels.size();
  state.counters["kernels"] = static_cast<double>(kernels);
}
BENCHMARK(make_texts)->Name("cuda/parse_to_text")->Unit(benchmark::kMillisecond);

void compile_kernels(benchmark::State& state) {
  auto opened = open_nvrtc(getenv("CUDA_PATH"));
  if (const auto* missing = std::get_if<Missing>(&opened)) return state.SkipWithError(missing->why.c_str());
  const Nvrtc& nvrtc = std::get<Nvrtc>(opened);
  const std::vector<ShownKernel> kernels = example_kernels();
  for ([[maybe_unused]] auto _ : state) {
    for (const ShownKernel& shown : kernels) {
      const CompileAnswer answer = nvrtc.compile(shown.kernel.text, shown.kernel.entry, 90);
      if (std::holds_alternative<CompileFailure>(answer)) return state.SkipWithError(shown.name.c_str());
    }
  }
  state.counters["kernels"] = static_cast<double>(kernels.size());
  state.counters["per_kernel"] = benchmark::Counter(
      static_cast<double>(kernels.size()), benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}
BENCHMARK(compile_kernels)->Name("cuda/nvrtc_examples")->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace cleave::cuda
