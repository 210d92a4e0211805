// Generated kernels, run on the host, beside the reference: every template that has one, at odd sizes and in every
// type.
#include <gtest/gtest.h>

#include "core/ir/print.h"
#include "tests/cuda_on_host/kernel_cases.h"

namespace cleave {
namespace {

constexpr std::string_view kSoftmax =
    "    T1 = fd.ops.cast(T0, dtype=DataType.Float)\n"
    "    T2 = fd.ops.max(T1, dims=[1], keepdim=True)\n"
    "    T3 = fd.ops.sub(T1, T2)\n"
    "    T4 = fd.ops.exp(T3)\n"
    "    T5 = fd.ops.sum(T4, dims=[1], keepdim=True)\n"
    "    T6 = fd.ops.div(T4, T5)\n"
    "    fd.add_output(T6)\n";

constexpr std::string_view kGeluBias =
    "    T2 = fd.ops.cast(T0, dtype=DataType.Float)\n"
    "    T3 = fd.ops.broadcast_in_dim(T1, shape=fd.ops.shape(T0), broadcast_dims=[1])\n"
    "    T4 = fd.ops.cast(T3, dtype=DataType.Float)\n"
    "    T5 = fd.ops.add(T2, T4)\n"
    "    T6 = fd.ops.mul(T5, 0.7071067811865476)\n"
    "    T7 = fd.ops.erf(T6)\n"
    "    T8 = fd.ops.add(T7, 1.0)\n"
    "    T9 = fd.ops.mul(T5, 0.5)\n"
    "    T10 = fd.ops.mul(T9, T8)\n"
    "    fd.add_output(T10)\n";

constexpr std::string_view kColumnSum =
    "    T1 = fd.ops.cast(T0, dtype=DataType.Float)\n"
    "    T2 = fd.ops.sum(T1, dims=[0])\n"
    "    fd.add_output(T2)\n";

TEST(Kernel, SoftmaxAtOddSizesAndInEveryType) {
  SegmentKernels kernels;
  for (const auto& type : kTypes) {
    for (const int64_t columns : {1, 2, 3, 31, 33, 127, 1023, 1024, 1025, 4097}) {
      kernels.add(concat("softmax ", type[0], " ", columns), script(type[0], type[1], {{5, columns}}, kSoftmax),
                  RuleSet::kNvfuser);
    }
  }
  expect_right(kernels);
}

TEST(Kernel, ElementWiseWithABroadcastRow) {
  SegmentKernels kernels;
  for (const auto& type : kTypes) {
    for (const int64_t columns : {1, 3, 32, 33, 128, 1025}) {
      kernels.add(concat("gelu ", type[0], " ", columns),
                  script(type[0], type[1], {{7, columns}, {columns}}, kGeluBias), RuleSet::kNvfuser);
    }
  }
  expect_right(kernels);
}

TEST(Kernel, NothingIsReadOrWrittenWhereThereIsNothing) {
  SegmentKernels kernels;
  kernels.add("no rows", script("Float", "float32", {{0, 8}}, kSoftmax), RuleSet::kNvfuser);
  kernels.add("no columns", script("Float", "float32", {{4, 0}}, kColumnSum), RuleSet::kNvfuser);
  kernels.add("sum of nothing", script("Float", "float32", {{0, 5}}, kColumnSum), RuleSet::kNvfuser);
  kernels.add("no elements", script("Float", "float32", {{0, 5}, {5}}, kGeluBias), RuleSet::kNvfuser);
  expect_right(kernels);
}

TEST(Kernel, SumsOfDifferentAxesAreNotOnePairOfLoops) {
  const std::string_view sums =
      "    T1 = fd.ops.sum(T0, dims=[0])\n"
      "    T2 = fd.ops.sum(T0, dims=[1])\n"
      "    T3 = fd.ops.add(T1, T2)\n"
      "    fd.add_output(T3)\n";
  SegmentKernels kernels;
  kernels.add("square", script("Float", "float32", {{64, 64}}, sums), RuleSet::kNvfuser);
  ASSERT_EQ(kernels.build(), "");
  for (const SegmentKernel& segment : kernels.segments()) {
    if (segment.answer.kernel) {
      EXPECT_EQ(kernels.run(segment, 1), "");
    }
  }
}

/// The whole definition as if it were one segment: what the kernel stage says of it, whatever segmentation would.
KernelAnswer kernel_of_whole(const FrontEnd& front_end) {
  const Definition& definition = front_end.primitive.definition;
  const Types& types = front_end.primitive.types;
  IdMap<StateId, Strides> strides(definition.states.size());
  for (const StateId input : definition.inputs) strides[input] = packed_strides(types.tensor(input));
  const auto schedule = make_schedule({definition, types, Template::kReduction, strides}, *named_device("h200"));
  CHECK(schedule.has_value(), "a definition with outputs has loops");
  return make_kernel({definition, types}, *schedule, strides, SegmentId(0U));
}

TEST(Kernel, AReductionThatTheLoopsDoNotRunOverIsRefused) {
  const auto refused = [](const std::vector<std::vector<int64_t>>& shapes, std::string_view lines) {
    const FrontEnd front_end(script("Float", "float32", shapes, lines));
    const KernelAnswer answer = kernel_of_whole(front_end);
    EXPECT_FALSE(answer.kernel) << (answer.kernel ? answer.kernel->text : "");
    return answer.refused ? info(front_end.primitive.definition.records[*answer.refused].op).name : "";
  };
  // The loop over 6 x 5 columns would count each element of T1 six times.
  EXPECT_EQ(refused({{4, 6, 5}, {4, 5}},
                    "    T2 = fd.ops.broadcast_in_dim(T1, shape=[4, 6, 5], broadcast_dims=[0, 2])\n"
                    "    T3 = fd.ops.add(T0, T2)\n"
                    "    T4 = fd.ops.sum(T3, dims=[1, 2])\n"
                    "    T5 = fd.ops.sum(T1, dims=[1])\n"
                    "    fd.add_output(T4)\n"
                    "    fd.add_output(T5)\n"),
            "sum");
  EXPECT_EQ(refused({{64, 64}},
                    "    T1 = fd.ops.sum(T0, dims=[0])\n"
                    "    T2 = fd.ops.sum(T0, dims=[1])\n"
                    "    fd.add_output(T1)\n"
                    "    fd.add_output(T2)\n"),
            "sum");
}

TEST(Kernel, AnInputIsOverwrittenWhenNoLoopReadsItAnyMore) {
  // Rows too long for registers: the third loop reads T0 again, behind the one that has the value that replaces it.
  SegmentKernels kernels;
  kernels.add("update",
              script("Float", "float32", {{3, 50000}},
                     "    T1 = fd.ops.sum(T0, dims=[1], keepdim=True)\n"
                     "    T2 = fd.ops.sub(T0, T1)\n"
                     "    T3 = fd.ops.sum(T2, dims=[1], keepdim=True)\n"
                     "    T4 = fd.ops.mul(T0, T3)\n"
                     "    fd.add_output(T2, T0)\n"
                     "    fd.add_output(T4)\n"),
              RuleSet::kExtended);
  ASSERT_EQ(kernels.segments().size(), 1U);
  ASSERT_FALSE(kernels.segments()[0].schedule->is_persistent);
  expect_right(kernels);
}

TEST(Kernel, AnUpdateIsWrittenIntoItsInputAndNowhereElse) {
  SegmentKernels kernels;
  kernels.add("running mean",
              script("Float", "float32", {{33}, {33}},
                     "    T2 = fd.ops.mul(T0, 0.9)\n"
                     "    T3 = fd.ops.add(T2, T1)\n"
                     "    fd.add_output(T3, T0)\n"),
              RuleSet::kNvfuser);
  ASSERT_EQ(kernels.segments().size(), 1U);
  EXPECT_EQ(kernels.segments()[0].answer.kernel->parameters.size(), 2U) << kernels.segments()[0].answer.kernel->text;
  expect_right(kernels);
}

TEST(Kernel, AValueOfARowIsOverwrittenWhenAllThreadsHaveReadIt) {
  SegmentKernels kernels;
  for (const int64_t columns : {300, 9000}) {
    kernels.add(concat("scale ", columns),
                script("Float", "float32", {{9, columns}, {9}},
                       concat("    T2 = fd.ops.broadcast_in_dim(T1, shape=[9, ", columns, "], broadcast_dims=[0])\n",
                              "    T3 = fd.ops.mul(T0, T2)\n    T4 = fd.ops.sum(T3, dims=[1])\n",
                              "    T5 = fd.ops.mul(T1, 0.5)\n    fd.add_output(T4)\n    fd.add_output(T5, T1)\n")),
                RuleSet::kNvfuser);
  }
  expect_right(kernels);
}

TEST(Kernel, AnUpdateThatOthersStillReadWaitsForThem) {
  // Every element is read where it stands and where it is written across the diagonal.
  const FrontEnd front_end(script("Float", "float32", {{32, 32}},
                                  "    T1 = fd.ops.permute(T0, dims=[1, 0])\n"
                                  "    T2 = fd.ops.add(T0, T1)\n"
                                  "    fd.add_output(T2, T0)\n"));
  ASSERT_TRUE(front_end.ok);
  const Definition& definition = front_end.primitive.definition;
  IdMap<StateId, Strides> strides(definition.states.size());
  strides[definition.inputs[0]] = Strides{32, 1};
  for (const Template kind : {Template::kPointwise, Template::kTranspose}) {
    const ScheduledKernel made =
        schedule_kernel({definition, front_end.primitive.types, kind, strides}, *named_device("h200"), SegmentId(0U));
    ASSERT_TRUE(made.answer.kernel);
    EXPECT_EQ(made.schedule->variant, Variant::kStaged) << made.answer.kernel->text;
    EXPECT_NE(made.answer.kernel->text.find("wait_for_grid(arrivals"), std::string::npos);
  }
}

TEST(Kernel, SumOfColumns) {
  SegmentKernels kernels;
  for (const auto& type : kTypes) {
    for (const int64_t columns : {1, 3, 31, 64, 257}) {
      for (const int64_t rows : {1, 2, 33, 500}) {
        kernels.add(concat("sum ", type[0], " ", rows, "x", columns),
                    script(type[0], type[1], {{rows, columns}}, kColumnSum), RuleSet::kNvfuser);
      }
    }
  }
  expect_right(kernels);
}

TEST(Kernel, SegmentsOfRandomDefinitionsEqualTheReference) {
  constexpr uint64_t kDefinitions = 120;
  SegmentKernels kernels;
  for (uint64_t seed = 1; seed <= kDefinitions; ++seed) {
    const RandomDefinition made = random_definition(seed);
    kernels.add(concat("seed ", seed), script_of({made.definition, made.inputs}),
                seed % 2 == 0 ? RuleSet::kExtended : RuleSet::kNvfuser);
  }
  ASSERT_EQ(kernels.build(), "");
  size_t held = 0;
  for (const SegmentKernel& segment : kernels.segments()) {
    ASSERT_TRUE(segment.answer.kernel) << segment.script << " g" << segment.id.index << " has no kernel: "
                                       << record_text(segment.translation->definition, *segment.answer.refused);
    ++held;
    EXPECT_EQ(kernels.run(segment, held), "") << segment.script << " g" << segment.id.index << "\n"
                                              << segment.answer.kernel->text;
  }
}

}  // namespace
}  // namespace cleave
