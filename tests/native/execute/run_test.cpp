// `run --device cuda` through the one door, with a stand-in for the driver whose launches compute what the segments do:
// inputs get there and results back, updates reach the caller, every segment has its time, and whatever is missing or
// fails is a diagnostic.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>

#include "core/api/call.h"
#include "core/base/text.h"
#include "core/source/diagnostic_codes.h"
#include "native/execute/cuda_gpu.h"
#include "native/execute/cuda_host.h"
#include "tests/native/cuda/reference_launches.h"

namespace cleave {
namespace {

constexpr std::string_view kInputs =
    "def nvfuser_fusion_id0(fd : FusionDefinition) -> None :\n"
    "    T0 = fd.define_tensor(shape=[-1, -1], contiguity=[True, True], dtype=DataType.Float, is_cpu=False)\n"
    "    T1 = fd.define_tensor(shape=[-1, -1], contiguity=[True, True], dtype=DataType.Float, is_cpu=False)\n"
    "    S0 = fd.define_scalar(None, dtype=DataType.Double)\n";
constexpr std::string_view kValues = "inputs = [torch.randn(12, 40), torch.randn(12, 40), 1.5]\n";
/// Two segments: columns after rows.
constexpr std::string_view kTwoSegments =
    "    T2 = fd.ops.mul(T0, S0)\n"
    "    T3 = fd.ops.sum(T2, dims=[1], keepdim=True)\n"
    "    T4 = fd.ops.sub(T1, T3)\n"
    "    T5 = fd.ops.sum(T4, dims=[0])\n"
    "    fd.add_output(T4)\n"
    "    fd.add_output(T5)\n";

std::string script(std::string_view lines) { return concat(kInputs, lines, kValues); }

/// The counting driver as the GPU of a host.
class StandIn {
 public:
  explicit StandIn(const std::string& text, std::string log = {})
      : products_(text, facts_.limits()),
        nvrtc_(log.empty() ? cuda::accepting_compiler() : cuda::refusing_compiler(std::move(log))),
        launches_(driver_, products_, kRandomSeed) {
    request_.command = Command::kRun;
    request_.device = RunDevice::kCuda;
    request_.seed = kRandomSeed;
    request_.text = text;
    host_.open_gpu = [this] {
      return open_cuda_gpu(driver_.functions(), std::make_shared<cuda::CachedCompiler>(nvrtc_, nullptr));
    };
  }

  Response respond() { return cleave::respond(request_, host_); }
  Request& request() { return request_; }
  cuda::CountingDriver& driver() { return driver_; }
  /// Of the last kernel.
  size_t written_argument() const {
    const std::vector<LaunchArgument>& all = products_.plan.steps.back().arguments;
    const auto is_written = [](const LaunchArgument& one) { return one.role == LaunchArgument::Role::kOut; };
    return static_cast<size_t>(std::find_if(all.begin(), all.end(), is_written) - all.begin());
  }
  const std::string& complaints() const { return launches_.complaints(); }

 private:
  static cuda::DeviceFacts facts_of(cuda::CountingDriver& driver) {
    return std::get<cuda::Device>(cuda::Device::open(driver.functions(), 0)).facts();
  }

  cuda::CountingDriver driver_;
  cuda::DeviceFacts facts_ = facts_of(driver_);
  cuda::ScriptProducts products_;
  cuda::Nvrtc nvrtc_;
  cuda::ReferenceLaunches launches_;
  Request request_;
  Host host_;
};

std::vector<std::string> codes(const Response& response) {
  std::vector<std::string> out;
  for (const DiagnosticView& diagnostic : response.diagnostics) out.push_back(diagnostic.code);
  return out;
}

TEST(RunOnGpu, GivesTheResultOfTheWhole) {
  StandIn gpu(script(kTwoSegments));
  const Response response = gpu.respond();
  EXPECT_EQ(codes(response), std::vector<std::string>());
  EXPECT_EQ(gpu.complaints(), "");
  ASSERT_TRUE(response.run);
  EXPECT_TRUE(response.ok);
  EXPECT_EQ(response.run->verdict, "the segments give the same result as the whole, bit for bit");
  EXPECT_EQ(response.run->gpu, "Counting GPU");
  EXPECT_GE(response.run->peak_bytes, 3 * 12 * 40 * 4);
  ASSERT_EQ(response.segments->size(), 2U);
  for (const SegmentView& segment : *response.segments) {
    EXPECT_EQ(segment.device, "cuda");
    EXPECT_EQ(segment.microseconds, 500.0) << "the stand-in's events are half a millisecond apart";
  }
  EXPECT_EQ(gpu.driver().launches, 4U) << "once to warm up and once measured";
  EXPECT_EQ(gpu.driver().memory.size() + gpu.driver().modules + gpu.driver().events + gpu.driver().streams, 0U);
}

TEST(RunOnGpu, AWrongElementIsADifference) {
  StandIn gpu(script(kTwoSegments));
  const auto compute = gpu.driver().on_launch;
  gpu.driver().on_launch = [&](const cuda::CountingDriver::Launch& launch) {
    compute(launch);
    if (gpu.driver().launches < 4) return;
    cuda::DevicePointer at = 0;
    std::memcpy(&at, launch.arguments[gpu.written_argument()], sizeof at);
    reinterpret_cast<float*>(at)[3] += 1.0F;
  };
  const Response response = gpu.respond();
  ASSERT_TRUE(response.run);
  EXPECT_FALSE(response.run->matches);
  EXPECT_NE(response.run->verdict.find("another result than the whole: 1 of 2 outputs"), std::string::npos);
}

TEST(RunOnGpu, UpdatesReachTheCaller) {
  StandIn gpu(
      script("    T2 = fd.ops.add(T0, T1)\n"
             "    T3 = fd.ops.sum(T0, dims=[0])\n"
             "    fd.add_output(T2, T0)\n"
             "    fd.add_output(T3)\n"));
  const Response response = gpu.respond();
  EXPECT_EQ(gpu.complaints(), "");
  ASSERT_TRUE(response.run) << join(codes(response), " ");
  EXPECT_TRUE(response.run->matches);
  ASSERT_EQ(response.outputs->size(), 2U);
  EXPECT_TRUE(response.outputs->back().updates_input);
  EXPECT_TRUE(response.outputs->back().equal);
}

TEST(RunOnGpu, OneSegmentRunsAfterThoseBeforeIt) {
  for (const int64_t segment : {0, 1}) {
    StandIn gpu(script(kTwoSegments));
    gpu.request().segment = segment;
    const Response response = gpu.respond();
    ASSERT_TRUE(response.run) << join(codes(response), " ");
    EXPECT_TRUE(response.run->matches);
    EXPECT_EQ(gpu.driver().launches, static_cast<size_t>(2 * (segment + 1)));
    EXPECT_EQ(response.segments->back().microseconds, 500.0);
  }
}

TEST(RunOnGpu, AKernelThatTheCompilerRefusesIsSaidAtTheLineOfTheUser) {
  const cuda::ScriptProducts products(script(kTwoSegments));
  const Kernel& kernel = *products.kernels[SegmentId(0U)].answer.kernel;
  const std::string log = concat("k(", kernel.ranges.at(0).first_line, "): error: no such thing\n");
  StandIn gpu(script(kTwoSegments), log);
  const Response response = gpu.respond();
  EXPECT_FALSE(response.run);
  ASSERT_FALSE(response.diagnostics.empty());
  EXPECT_EQ(response.diagnostics[0].code, "E0503");
  EXPECT_EQ(response.diagnostics[0].message, "the compiler refuses the kernel of g0: no such thing");
  EXPECT_EQ(response.diagnostics[0].line, 5);
}

TEST(RunOnGpu, WhatTheDriverRefusesIsSaidInItsWords) {
  StandIn gpu(script(kTwoSegments));
  gpu.driver().failing_call = "cuMemAlloc";
  gpu.driver().failing_code = cuda::DriverError::kOutOfMemory;
  const Response response = gpu.respond();
  EXPECT_FALSE(response.run);
  ASSERT_EQ(codes(response), std::vector<std::string>{"E0931"});
  EXPECT_NE(response.diagnostics[0].message.find("out of memory"), std::string::npos);
}

TEST(RunOnGpu, ASegmentWithoutAKernelCannotRun) {
  StandIn gpu(
      "def nvfuser_fusion_id0(fd : FusionDefinition) -> None :\n"
      "    T0 = fd.define_tensor(shape=[-1], contiguity=[True], dtype=DataType.Float, is_cpu=False)\n"
      "    T1 = fd.ops.cast(T0, dtype=DataType.Float4_e2m1fn)\n"
      "    fd.add_output(T1)\n"
      "inputs = [torch.randn(8)]\n");
  const Response response = gpu.respond();
  EXPECT_FALSE(response.run);
  EXPECT_EQ(codes(response), (std::vector<std::string>{"W0501", "E0930"}));
}

TEST(RunOnGpu, WithoutOneTheReasonIsSaid) {
  StandIn gpu(script(kTwoSegments));
  gpu.driver().device_count = 0;
  const Response response = gpu.respond();
  ASSERT_EQ(codes(response), std::vector<std::string>{"E0921"});
  EXPECT_EQ(response.diagnostics[0].message, "the device `cuda` cannot be used: there is no GPU 0; the driver finds 0");
}

TEST(CompileForHost, GivesTheCompilersNumbersOrItsWords) {
  const std::vector<KernelText> kernels{{"text of a", "a"}, {"text of b", "b"}};
  const DeviceLimits device = *named_device("h200");
  const cuda::Nvrtc accepting(cuda::accepting_compiler());
  EXPECT_EQ(compile_for_host(kernels, device, cuda::CachedCompiler(accepting, nullptr)).kernels.size(), 2U);
  const cuda::Nvrtc refusing(cuda::refusing_compiler("a(7): warning #1-D: no\na(9): error: first\n"));
  const CompilerAnswers answers = compile_for_host(kernels, device, cuda::CachedCompiler(refusing, nullptr));
  EXPECT_EQ(answers.kernels.at(1).error, "first");
  EXPECT_EQ(answers.kernels.at(1).error_line, 9);
}

}  // namespace
}  // namespace cleave
