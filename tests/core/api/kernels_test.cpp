// Kernels and plans through the one door: what is said of each kernel, what the host's compiler adds, what stands in
// the way of one, and that a plan is whole.
#include "core/api/kernels.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "core/api/call.h"
#include "core/base/text.h"

namespace cleave {
namespace {

constexpr std::string_view kSeed = R"(def nvfuser_fusion_id1(fd : FusionDefinition) -> None :
    T0 = fd.define_tensor(shape=[-1, -1], contiguity=[True, True], dtype=DataType.Float, is_cpu=False)
    T1 = fd.define_tensor(shape=[-1, -1], contiguity=[True, True], dtype=DataType.Float, is_cpu=False)
    T2 = fd.ops.sum(T0, dims=[1], keepdim=False, dtype=DataType.Float)
    T3 = fd.ops.broadcast(T2, is_broadcast_dim=[False, True])
    T4 = fd.ops.add(T1, T3)
    fd.add_output(T4)
inputs = [torch.randn(2, 32), torch.randn(2, 128)]
)";

/// Kernels have no registers for pairs of numbers in a byte.
constexpr std::string_view kPairs = R"(def nvfuser_fusion_id1(fd : FusionDefinition) -> None :
    T0 = fd.define_tensor(shape=[-1], contiguity=[True], dtype=DataType.Float, is_cpu=False)
    T1 = fd.ops.cast(T0, dtype=DataType.Float4_e2m1fn)
    fd.add_output(T1)
inputs = [torch.randn(4)]
)";

Request request_for(Command command, std::string_view text) {
  Request out;
  out.command = command;
  out.text = std::string(text);
  return out;
}

std::vector<std::string> codes(const Response& response) {
  std::vector<std::string> out;
  for (const DiagnosticView& view : response.diagnostics) out.push_back(view.code);
  return out;
}

std::string line_of(const std::string& text, int64_t number) {
  size_t begin = 0;
  for (int64_t i = 1; i < number; ++i) begin = text.find('\n', begin) + 1;
  return text.substr(begin, text.find('\n', begin) - begin);
}

TEST(Kernels, EachIsSaidWholeAndLeadsBackToTheText) {
  const Response response = respond(request_for(Command::kKernel, kSeed));
  ASSERT_TRUE(response.ok);
  EXPECT_EQ(response.device->architecture, "sm_90");
  ASSERT_EQ(response.kernels->size(), 2U);
  const KernelView& sum = response.kernels->front();
  EXPECT_EQ(sum.template_name, "reduction");
  EXPECT_EQ(sum.entry.value, "reduction_T2_g0");
  EXPECT_NE(sum.source.value->find(*sum.entry.value), std::string::npos);
  EXPECT_EQ(sum.grid.size(), 3U);
  EXPECT_EQ(sum.cluster, (std::vector<int64_t>{1, 1, 1}));
  EXPECT_FALSE(sum.reasons.empty());
  EXPECT_FALSE(sum.registers.value) << "nothing compiled it";
  ASSERT_EQ(sum.arguments.size(), 2U);
  EXPECT_EQ(sum.arguments[1].role, LaunchArgument::Role::kOut);
  EXPECT_EQ(sum.arguments[1].original.value, 3) << "the broadcast of T2";
  EXPECT_EQ(sum.arguments[1].bytes, 8);
  ASSERT_EQ(sum.ranges.size(), 1U);
  EXPECT_EQ(sum.ranges[0].line, 4);
  EXPECT_EQ(sum.ranges[0].original.value, 2);
  std::string lines;
  for (int64_t i = sum.ranges[0].first_line; i <= sum.ranges[0].last_line; ++i) lines += line_of(*sum.source.value, i);
  EXPECT_NE(lines.find("fd.ops.sum(T0"), std::string::npos) << lines;
}

TEST(Kernels, OneSegmentOnlyWhereItIsAskedFor) {
  Request request = request_for(Command::kKernel, kSeed);
  request.segment = 1;
  const Response response = respond(request);
  ASSERT_EQ(response.kernels->size(), 1U);
  EXPECT_EQ(response.kernels->front().segment, 1);
  EXPECT_EQ(respond(request_for(Command::kSegment, kSeed)).kernels, std::nullopt);
}

TEST(Kernels, TheHostsCompilerIsAskedOnceForAll) {
  int calls = 0;
  Host host;
  host.compile_kernels = [&](const std::vector<KernelText>& texts, const DeviceLimits& device) {
    ++calls;
    EXPECT_EQ(device.compute_capability, 80);
    CompilerAnswers out;
    for (size_t i = 0; i < texts.size(); ++i) {
      EXPECT_NE(texts[i].text.find(texts[i].entry), std::string_view::npos);
      out.kernels.push_back({.registers = 24, .spill_bytes = 8, .error = {}, .error_line = std::nullopt});
    }
    return out;
  };
  Request request = request_for(Command::kKernel, kSeed);
  request.gpu = "a100";
  const Response response = respond(request, host);
  EXPECT_EQ(calls, 1);
  ASSERT_EQ(response.kernels->size(), 2U);
  EXPECT_EQ(response.kernels->back().registers.value, 24);
  EXPECT_EQ(response.kernels->back().spills.value, 8);
  respond(request_for(Command::kSegment, kSeed), host);
  EXPECT_EQ(calls, 1) << "other commands compile nothing";
}

TEST(Kernels, WhatTheCompilerRefusesIsAnErrorAtTheStatement) {
  const Response plain = respond(request_for(Command::kKernel, kSeed));
  const int64_t line = plain.kernels->front().ranges.front().first_line;
  Host host;
  host.compile_kernels = [&](const std::vector<KernelText>& texts, const DeviceLimits&) {
    CompilerAnswers out;
    out.kernels.resize(texts.size());
    out.kernels[0].error = "identifier \"t9\" is undefined";
    out.kernels[0].error_line = line;
    return out;
  };
  const Response response = respond(request_for(Command::kKernel, kSeed), host);
  EXPECT_FALSE(response.ok);
  ASSERT_EQ(codes(response), std::vector<std::string>{"E0503"});
  EXPECT_EQ(response.diagnostics[0].message, "the compiler refuses the kernel of g0: identifier \"t9\" is undefined");
  EXPECT_EQ(response.diagnostics[0].line, 4);
  EXPECT_FALSE(response.kernels->front().registers.value);
}

TEST(Kernels, WithoutACompilerTheResponseSaysWhy) {
  Host host;
  host.compile_kernels = [](const std::vector<KernelText>&, const DeviceLimits&) {
    return CompilerAnswers{.kernels = {}, .missing = "there is no compiler"};
  };
  const Response response = respond(request_for(Command::kKernel, kSeed), host);
  EXPECT_TRUE(response.ok);
  EXPECT_EQ(response.not_compiled, "there is no compiler");
  EXPECT_FALSE(response.kernels->front().registers.value);
  EXPECT_FALSE(respond(request_for(Command::kKernel, kSeed)).not_compiled) << "none was looked for";
}

TEST(Kernels, ASegmentWithoutOneSaysWhatStandsInTheWay) {
  const Response response = respond(request_for(Command::kKernel, kPairs));
  EXPECT_TRUE(response.ok) << "it runs on the CPU";
  ASSERT_EQ(codes(response), std::vector<std::string>{"W0501"});
  EXPECT_EQ(response.diagnostics[0].message,
            "g0 has no kernel: kernels have no values of type `Float4_e2m1fn`, which `T1` has");
  EXPECT_EQ(response.diagnostics[0].line, 3);
  ASSERT_EQ(response.kernels->size(), 1U);
  const KernelView& kernel = response.kernels->front();
  EXPECT_FALSE(kernel.source.value);
  EXPECT_FALSE(kernel.entry.value);
  EXPECT_TRUE(kernel.grid.empty());
  EXPECT_EQ(kernel.reasons.size(), 1U);
  const Response plan = respond(request_for(Command::kPlan, kPairs));
  EXPECT_EQ(plan.plan->steps.front().kind, LaunchStep::Kind::kMissing);
  EXPECT_FALSE(plan.plan->steps.front().kernel.value);
}

TEST(Kernels, AreMadeForADevice) {
  for (const Command command : {Command::kKernel, Command::kPlan}) {
    Request request = request_for(command, kSeed);
    request.gpu = "none";
    const Response response = respond(request);
    EXPECT_EQ(codes(response), std::vector<std::string>{"E0502"});
    EXPECT_TRUE(response.segments) << "what was made until then stays";
    EXPECT_FALSE(response.kernels || response.plan);
  }
}

TEST(Plan, TensorsWithoutElementsMayBeAsLongAsTheyLike) {
  for (const std::string_view dims : {"[1, 2]", "[0, 2]", "[0, 1, 2]", "[1]"}) {
    const Response response =
        respond(request_for(Command::kPlan, concat("def f(fd : FusionDefinition) -> None :\n"
                                                   "    T0 = fd.define_tensor(shape=[0, 1, 9223372036854775807], "
                                                   "contiguity=[True, None, True])\n"
                                                   "    T1 = fd.ops.sum(T0, dims=",
                                                   dims, ")\n    fd.add_output(T1)\n")));
    EXPECT_TRUE(response.plan) << dims;
  }
}

TEST(Plan, WhatIsLeftOfATensorWithoutElementsIsLimited) {
  const Response response = respond(request_for(Command::kPlan,
                                                "def f(fd : FusionDefinition) -> None :\n"
                                                "    T0 = fd.define_tensor(shape=[0, 1, 9223372036854775807], "
                                                "contiguity=[True, None, True])\n"
                                                "    T1 = fd.ops.sum(T0, dims=[0])\n    fd.add_output(T1)\n"));
  EXPECT_FALSE(response.plan);
  ASSERT_FALSE(response.diagnostics.empty());
  EXPECT_EQ(response.diagnostics.back().code, "E0238");
}

TEST(Plan, NamesEveryBufferAndKernelOnce) {
  Request request = request_for(Command::kPlan, kSeed);
  request.segment = 1;
  const Response response = respond(request);
  ASSERT_TRUE(response.plan);
  const PlanView& plan = *response.plan;
  ASSERT_EQ(plan.steps.size(), 2U) << "a plan is always whole";
  EXPECT_EQ(plan.kernels.size(), 2U);
  EXPECT_EQ(plan.steps[1].kernel.value, plan.kernels[1].entry.value);
  ASSERT_EQ(plan.buffers.size(), 4U);
  EXPECT_EQ(plan.buffers[2].kind, LaunchBuffer::Kind::kBetween);
  EXPECT_EQ(plan.steps[1].frees, std::vector<int64_t>{2});
  EXPECT_EQ(plan.results, std::vector<int64_t>{3});
  EXPECT_EQ(plan.peak_bytes, 256 + 1024 + 8 + 1024);
  for (size_t i = 0; i < plan.steps.size(); ++i) {
    ASSERT_EQ(plan.steps[i].arguments.size(), plan.kernels[i].arguments.size());
    for (size_t k = 0; k < plan.steps[i].arguments.size(); ++k) {
      EXPECT_EQ(plan.steps[i].arguments[k].role, plan.kernels[i].arguments[k].role) << "in the order of the parameters";
    }
  }
}

TEST(Plan, AViewLiesInTheMemoryOfWhatItRenames) {
  const Response response = respond(request_for(Command::kPlan, R"(def f(fd : FusionDefinition) -> None :
    T0 = fd.define_tensor(shape=[-1, -1], contiguity=[True, True])
    T1 = fd.ops.permute(T0, dims=[1, 0])
    fd.add_output(T1)
inputs = [torch.randn(4, 6)]
)"));
  ASSERT_TRUE(response.plan);
  const PlanView& plan = *response.plan;
  EXPECT_EQ(plan.steps.front().kind, LaunchStep::Kind::kView);
  EXPECT_EQ(plan.buffers[1].view_of, 0);
  EXPECT_EQ(plan.buffers[1].strides, (std::vector<int64_t>{1, 6}));
  EXPECT_EQ(plan.total_bytes, 96) << "it has no memory of its own";
}

TEST(Plan, AViewOfAnInputThatIsOverwrittenIsACopy) {
  const Response response = respond(request_for(Command::kPlan, R"(def f(fd : FusionDefinition) -> None :
    T0 = fd.define_tensor(shape=[-1, -1], contiguity=[True, True])
    T1 = fd.ops.permute(T0, dims=[1, 0])
    T2 = fd.ops.segment_set(T1)
    T3 = fd.ops.neg(T0)
    fd.add_output(T2)
    fd.add_output(T3, T0)
inputs = [torch.randn(4, 6)]
)"));
  ASSERT_TRUE(response.plan);
  for (const PlanBufferView& buffer : response.plan->buffers) EXPECT_FALSE(buffer.view_of) << buffer.label;
}

}  // namespace
}  // namespace cleave
