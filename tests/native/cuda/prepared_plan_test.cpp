// Prepared plans, run with launches that compute what their segments do: the caller gets to the bit what the reference
// computes, inputs that are updated in place included; nothing is allocated in a run; what cannot run is said.
#include "native/cuda/prepared_plan.h"

#include <gtest/gtest.h>

#include "core/base/text.h"
#include "tests/native/cuda/reference_launches.h"
#include "tests/native/cuda/script_run.h"

namespace cleave::cuda {
namespace {

/// On the counting driver, with kernels that nobody has compiled.
ScriptRun run_on(CountingDriver& driver, const ScriptProducts& script, RunMode mode,
                 std::string* complaints = nullptr) {
  Diagnostics diagnostics;
  const Nvrtc nvrtc(accepting_compiler());
  const CompiledSegments compiled =
      compile_segments(script.sources(), CachedCompiler(nvrtc, nullptr), 90, 1, diagnostics);
  const Device device = std::get<Device>(Device::open(driver.functions(), 0));
  const ReferenceLaunches launches(driver, script, kRandomSeed);
  ScriptRun out = run_script(device, script, compiled, input_values(script.front_end, kRandomSeed), mode);
  if (complaints != nullptr) *complaints = launches.complaints();
  driver.on_launch = nullptr;
  return out;
}

/// Empty, or what is wrong.
std::string judged(const std::string& script_text, RunMode mode) {
  CountingDriver driver;
  const ScriptProducts script(script_text);
  const FrontEnd& front_end = script.front_end;
  const std::vector<Value> inputs = input_values(front_end, kRandomSeed);
  Diagnostics diagnostics;
  const std::vector<Value> outputs = evaluate_segments(front_end, script.translations, inputs, diagnostics);
  std::string complaints;
  const ScriptRun run = run_on(driver, script, mode, &complaints);
  if (!run.trouble.empty()) return "not run: " + run.trouble;
  if (!complaints.empty()) return complaints;
  const std::vector<Value> after = updated_inputs(front_end, inputs, outputs);
  const std::vector<Value> expected = visible_values(front_end.primitive.definition, after, outputs);
  if (const auto found = difference(run.results, expected)) return "results: " + *found;
  if (const auto found = difference(run.inputs, after)) return "inputs: " + *found;
  if (driver.memory.size() + driver.modules + driver.graphs + driver.contexts + driver.streams > 0) {
    return "something was not given back";
  }
  return {};
}

constexpr std::string_view kTwoInputs =
    "def nvfuser_fusion_id0(fd : FusionDefinition) -> None :\n"
    "    T0 = fd.define_tensor(shape=[-1, -1], contiguity=[True, True], dtype=DataType.Float, is_cpu=False)\n"
    "    T1 = fd.define_tensor(shape=[-1, -1], contiguity=[True, True], dtype=DataType.Float, is_cpu=False)\n";
constexpr std::string_view kTwoSquares =
    "inputs = [torch.randn(16, 16, dtype=torch.float32, device='cuda:0'),\n"
    "          torch.randn(16, 16, dtype=torch.float32, device='cuda:0')]\n";

std::string of_two(std::string_view lines) { return concat(kTwoInputs, lines, kTwoSquares); }

/// Segment after segment over rows, columns, rows …: values between them live in the arena.
std::string chain_of_sums(int length) {
  std::string lines = "    T2 = fd.ops.add(T0, T1)\n";
  int next = 3;
  int last = 2;
  for (int i = 0; i < length; ++i) {
    lines += concat("    T", next, " = fd.ops.sum(T", last, ", dims=[", i % 2, "], keepdim=True)\n");
    lines += concat("    T", next + 1, " = fd.ops.sub(T", last, ", T", next, ")\n");
    last = next + 1;
    next += 2;
  }
  return of_two(concat(lines, "    fd.add_output(T", last, ")\n"));
}

class PreparedPlanModes : public ::testing::TestWithParam<RunMode> {};
INSTANTIATE_TEST_SUITE_P(, PreparedPlanModes, ::testing::Values(RunMode::kDirect, RunMode::kTwice, RunMode::kReplayed));

TEST_P(PreparedPlanModes, OneSegment) {
  EXPECT_EQ(judged(of_two("    T2 = fd.ops.add(T0, T1)\n    fd.add_output(T2)\n"), GetParam()), "");
}

TEST_P(PreparedPlanModes, SegmentsWithValuesBetweenThem) { EXPECT_EQ(judged(chain_of_sums(6), GetParam()), ""); }

TEST_P(PreparedPlanModes, TwoInputsTradePlaces) {
  // Each update overwrites what the other reads.
  EXPECT_EQ(judged(of_two("    T2 = fd.ops.sum(T0, dims=[0])\n"
                          "    fd.add_output(T2)\n"
                          "    fd.add_output(T1, T0)\n"
                          "    fd.add_output(T0, T1)\n"),
                   GetParam()),
            "");
}

TEST_P(PreparedPlanModes, AnInputIsOverwrittenAfterItsLastReader) {
  EXPECT_EQ(judged(of_two("    T2 = fd.ops.add(T0, T1)\n"
                          "    T3 = fd.ops.sum(T0, dims=[0])\n"
                          "    fd.add_output(T2, T0)\n"
                          "    fd.add_output(T3)\n"),
                   GetParam()),
            "");
}

TEST_P(PreparedPlanModes, ResultsAreViewsOfInputsAndOfValuesBetween) {
  EXPECT_EQ(judged(of_two("    T2 = fd.ops.permute(T0, dims=[1, 0])\n"
                          "    T3 = fd.ops.add(T0, T1)\n"
                          "    T4 = fd.ops.permute(T3, dims=[1, 0])\n"
                          "    fd.add_output(T2)\n"
                          "    fd.add_output(T4)\n"),
                   GetParam()),
            "");
}

TEST_P(PreparedPlanModes, RandomOpsGetTheSeedOfTheRun) {
  EXPECT_EQ(judged(of_two("    T2 = fd.ops.rand_like(T0)\n"
                          "    T3 = fd.ops.mul(T2, T1)\n"
                          "    fd.add_output(T3)\n"),
                   GetParam()),
            "");
}

TEST(PreparedPlan, RunsRandomDefinitions) {
  size_t prepared = 0;
  for (uint64_t seed = 1; seed <= 300; ++seed) {
    const RandomDefinition made = random_definition(seed);
    const std::string script = script_of({made.definition, made.inputs});
    const std::string wrong = judged(script, RunMode::kTwice);
    if (wrong.substr(0, 7) == "not run") {
      // A copy that only a kernel could do.
      EXPECT_NE(wrong.find("another order"), std::string::npos) << "seed " << seed << ": " << wrong << script;
      continue;
    }
    ++prepared;
    EXPECT_EQ(wrong, "") << "seed " << seed << "\n" << script;
  }
  EXPECT_GT(prepared, 200U);
  RecordProperty("prepared", static_cast<int>(prepared));
}

TEST(PreparedPlan, ValuesBetweenShareMemoryWhenTheyNeverMeet) {
  CountingDriver driver;
  const ScriptProducts script(chain_of_sums(24));
  const ScriptRun run = run_on(driver, script, RunMode::kDirect);
  EXPECT_EQ(run.trouble, "");
  ASSERT_GE(run.launches, 12U);
  EXPECT_LT(run.arena_bytes, script.plan.total_bytes / 2);
}

TEST(PreparedPlan, CopiesThatOverwriteWhatOthersReadGoThroughTheArena) {
  CountingDriver driver;
  ScriptProducts script(of_two("    T2 = fd.ops.add(T0, T1)\n    fd.add_output(T2)\n"));
  std::vector<BufferId> inputs;
  for (const BufferId id : script.plan.buffers.ids()) {
    if (script.plan.buffers[id].kind == LaunchBuffer::Kind::kInput) inputs.push_back(id);
  }
  script.plan.lone_copies = {{inputs[0], inputs[1]}, {inputs[1], inputs[0]}};
  const ScriptRun run = run_on(driver, script, RunMode::kDirect);
  EXPECT_EQ(run.trouble, "");
  EXPECT_EQ(driver.copies, 4U);
  EXPECT_EQ(run.arena_bytes, 2 * 16 * 16 * 4);
  const std::vector<Value> before = input_values(script.front_end, kRandomSeed);
  EXPECT_EQ(difference(run.inputs, {before[1], before[0]}), std::nullopt);
}

TEST(PreparedPlan, WithoutMemorySaysHowMuchItNeeds) {
  CountingDriver driver;
  const ScriptProducts script(chain_of_sums(4));
  driver.failing_call = "cuMemAlloc";
  driver.failing_code = DriverError::kOutOfMemory;
  const ScriptRun run = run_on(driver, script, RunMode::kDirect);
  EXPECT_EQ(run.trouble,
            "gpu_call_failed: the CUDA driver refuses `cuMemAlloc`: CUDA_ERROR_OUT_OF_MEMORY: out of memory");
}

TEST(PreparedPlan, CodeThatTheDriverDoesNotLoadIsNamed) {
  CountingDriver driver;
  const ScriptProducts script(chain_of_sums(4));
  driver.failing_call = "cuModuleLoadData";
  driver.failing_code = 209;
  const ScriptRun run = run_on(driver, script, RunMode::kDirect);
  EXPECT_EQ(run.trouble,
            "gpu_call_failed: the CUDA driver refuses `cuModuleLoadData`: CUDA_ERROR_UNKNOWN: unknown error");
}

TEST(PreparedPlan, ALaunchThatFailsEndsTheRun) {
  CountingDriver driver;
  const ScriptProducts script(chain_of_sums(4));
  driver.failing_call = "cuLaunchKernel";
  driver.failing_code = 700;
  const ScriptRun run = run_on(driver, script, RunMode::kReplayed);
  EXPECT_EQ(run.trouble, "cuLaunchKernel: CUDA_ERROR_UNKNOWN: unknown error");
  EXPECT_FALSE(driver.is_recording()) << "a recording that failed is ended";
}

TEST(PreparedPlan, ASegmentWithoutAKernelCannotRun) {
  CountingDriver driver;
  ScriptProducts script(chain_of_sums(2));
  script.plan.steps[0].kind = LaunchStep::Kind::kMissing;
  const ScriptRun run = run_on(driver, script, RunMode::kDirect);
  EXPECT_EQ(run.trouble, "cannot_run_on_gpu: the segments cannot be run on the GPU: g0 has no kernel");
}

TEST(PreparedPlan, RunsWithoutAllocatingAndPlansShareKernels) {
  CountingDriver driver;
  const ScriptProducts script(chain_of_sums(4));
  Diagnostics diagnostics;
  const Nvrtc nvrtc(accepting_compiler());
  const CompiledSegments compiled =
      compile_segments(script.sources(), CachedCompiler(nvrtc, nullptr), 90, 1, diagnostics);
  auto opened = Device::open(driver.functions(), 0);
  const Device device = std::get<Device>(std::move(opened));
  LoadedKernels loaded(device);
  auto first = PreparedPlan::make(device, loaded, script.plan_products(compiled), diagnostics);
  const size_t modules = driver.modules;
  const auto second = PreparedPlan::make(device, loaded, script.plan_products(compiled), diagnostics);
  ASSERT_TRUE(first && second);
  EXPECT_EQ(driver.modules, modules);
  EXPECT_EQ(loaded.size(), modules);
  const size_t allocations = driver.allocations;
  const DevicePointer inputs[] = {256, 512};
  const DevicePointer outputs[] = {1024};
  for (int i = 0; i < 3; ++i) ASSERT_FALSE(first->run({.inputs = inputs, .outputs = outputs}));
  const DevicePointer odd[] = {256, 520};
  const Trouble trouble = first->run({.inputs = odd, .outputs = outputs});
  ASSERT_TRUE(trouble);
  EXPECT_EQ(trouble->words, "the memory of input 1 does not begin at a multiple of 16 bytes");
  EXPECT_EQ(driver.allocations, allocations);
  EXPECT_EQ(driver.launches, 3 * first->launch_count());
}

}  // namespace
}  // namespace cleave::cuda
