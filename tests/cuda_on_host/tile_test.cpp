// Segments with two memory orders: their kernels go through tiles, at all sizes and in all types, and those that tiles
// cannot hold say why.
#include <gtest/gtest.h>

#include <algorithm>

#include "tests/cuda_on_host/kernel_cases.h"

namespace cleave {
namespace {

constexpr std::string_view kTransposeRelu =
    "    T1 = fd.ops.permute(T0, dims=[1, 0])\n"
    "    T2 = fd.ops.relu(T1)\n"
    "    fd.add_output(T2)\n";

/// An input of either order.
constexpr std::string_view kTransposeAdd =
    "    T2 = fd.ops.cast(T0, dtype=DataType.Float)\n"
    "    T3 = fd.ops.permute(T2, dims=[1, 0])\n"
    "    T4 = fd.ops.relu(T3)\n"
    "    T5 = fd.ops.cast(T1, dtype=DataType.Float)\n"
    "    T6 = fd.ops.add(T4, T5)\n"
    "    fd.add_output(T6)\n";

/// All of them in tiles.
void expect_tiles(SegmentKernels& kernels) {
  for (const SegmentKernel& segment : kernels.segments()) {
    EXPECT_EQ(name(segment.schedule->variant), "tile")
        << segment.script << " g" << segment.id.index << ": " << join(segment.schedule->reasons, "; ");
  }
  expect_right(kernels);
}

/// What the schedule stage says of the whole definition as a transpose; empty where it gives tiles.
std::string why_no_tiles(const std::vector<std::vector<int64_t>>& shapes, std::string_view lines) {
  const FrontEnd front_end(script("Float", "float32", shapes, lines));
  const Definition& definition = front_end.primitive.definition;
  const Types& types = front_end.primitive.types;
  IdMap<StateId, Strides> strides(definition.states.size());
  for (const StateId input : definition.inputs) strides[input] = packed_strides(types.tensor(input));
  const ScheduleInput input{definition, types, Template::kTranspose, strides};
  const ScheduledKernel made = schedule_kernel(input, *named_device("h200"), SegmentId(0U));
  EXPECT_TRUE(made.answer.kernel);
  return made.schedule->variant == Variant::kTile ? "" : made.schedule->reasons.back();
}

TEST(Tile, MatricesOfOddSizes) {
  SegmentKernels kernels;
  for (const auto& type : kTypes) {
    for (const int64_t rows : {2, 33, 127, 1025}) {
      for (const int64_t columns : {3, 31, 64, 1023}) {
        kernels.add(concat("transpose ", type[0], " ", rows, "x", columns),
                    script(type[0], type[1], {{rows, columns}}, kTransposeRelu), RuleSet::kNvfuser);
      }
    }
  }
  expect_tiles(kernels);
}

TEST(Tile, InputsOfBothOrders) {
  SegmentKernels kernels;
  for (const auto& type : kTypes) {
    for (const auto& [rows, columns] : {std::pair{3, 2}, {31, 33}, {128, 64}, {1025, 127}}) {
      kernels.add(concat("add ", type[0], " ", rows, "x", columns),
                  script(type[0], type[1], {{rows, columns}, {columns, rows}}, kTransposeAdd), RuleSet::kNvfuser);
    }
  }
  expect_tiles(kernels);
}

TEST(Tile, OutputsOfBothOrders) {
  const std::string_view both =
      "    T2 = fd.ops.exp(T0)\n"
      "    T3 = fd.ops.permute(T2, dims=[0, 2, 1])\n"
      "    T4 = fd.ops.add(T3, T1)\n"
      "    T5 = fd.ops.permute(T4, dims=[0, 2, 1])\n"
      "    T6 = fd.ops.neg(T5)\n"
      "    fd.add_output(T2)\n"
      "    fd.add_output(T4)\n"
      "    fd.add_output(T6)\n";
  SegmentKernels kernels;
  for (const auto& type : kTypes) {
    for (const auto& [rows, columns] : {std::pair{2, 3}, {33, 31}, {64, 128}, {127, 200}}) {
      kernels.add(concat("both ", type[0], " ", rows, "x", columns),
                  script(type[0], type[1], {{3, rows, columns}, {3, columns, rows}}, both), RuleSet::kNvfuser);
    }
  }
  expect_tiles(kernels);
}

TEST(Tile, AxesThatStayNeighboursAreOneSide) {
  const std::string_view channels_first =
      "    T1 = fd.ops.permute(T0, dims=[0, 3, 1, 2])\n"
      "    T2 = fd.ops.relu(T1)\n"
      "    fd.add_output(T2)\n";
  SegmentKernels kernels;
  for (const auto& shape : std::vector<std::vector<int64_t>>{{2, 7, 7, 64}, {1, 5, 9, 33}, {3, 16, 16, 3}}) {
    kernels.add("channels first", script("Float", "float32", {shape}, channels_first), RuleSet::kNvfuser);
  }
  ASSERT_FALSE(kernels.segments().empty());
  const Schedule& schedule = *kernels.segments()[0].schedule;
  ASSERT_TRUE(schedule.tile);
  EXPECT_EQ(schedule.tile->rows, 49);
  EXPECT_EQ(schedule.tile->columns, 64);
  EXPECT_EQ(schedule.tile->batches, 2);
  expect_tiles(kernels);
}

TEST(Tile, BiasesOfEitherSide) {
  const std::string_view biased =
      "    T3 = fd.ops.broadcast_in_dim(T1, shape=fd.ops.shape(T0), broadcast_dims=[1])\n"
      "    T4 = fd.ops.add(T0, T3)\n"
      "    T5 = fd.ops.permute(T4, dims=[1, 0])\n"
      "    T6 = fd.ops.broadcast_in_dim(T2, shape=fd.ops.shape(T5), broadcast_dims=[1])\n"
      "    T7 = fd.ops.mul(T5, T6)\n"
      "    fd.add_output(T7)\n";
  SegmentKernels kernels;
  for (const auto& [rows, columns] : {std::pair{31, 65}, {64, 64}, {200, 36}}) {
    kernels.add(concat("biased ", rows, "x", columns),
                script("BFloat16", "bfloat16", {{rows, columns}, {columns}, {rows}}, biased), RuleSet::kNvfuser);
  }
  expect_tiles(kernels);
}

TEST(Tile, ElementsOfOneFourAndEightBytes) {
  const std::string_view negated =
      "    T1 = fd.ops.permute(T0, dims=[0, 2, 1])\n"
      "    T2 = fd.ops.neg(T1)\n"
      "    fd.add_output(T2)\n";
  const std::string_view compared =
      "    T1 = fd.ops.permute(T0, dims=[0, 2, 1])\n"
      "    T2 = fd.ops.gt(T1, 0.5)\n"
      "    T3 = fd.ops.cast(T2, dtype=DataType.Int32)\n"
      "    fd.add_output(T2)\n"
      "    fd.add_output(T3)\n";
  const std::string_view inverted =
      "    T1 = fd.ops.permute(T0, dims=[0, 2, 1])\n"
      "    T2 = fd.ops.logical_not(T1)\n"
      "    fd.add_output(T2)\n";
  SegmentKernels kernels;
  for (const auto& shape : std::vector<std::vector<int64_t>>{{2, 33, 31}, {2, 64, 128}, {1, 130, 66}}) {
    kernels.add("double", script("Double", "float64", {shape}, negated), RuleSet::kNvfuser);
    kernels.add("int", script("Int", "int64", {shape}, negated), RuleSet::kNvfuser);
    kernels.add("int32", script("Int32", "int32", {shape}, negated), RuleSet::kNvfuser);
    kernels.add("bool", script("Bool", "bool", {shape}, inverted), RuleSet::kNvfuser);
    kernels.add("compared", script("Float", "float32", {shape}, compared), RuleSet::kNvfuser);
  }
  expect_tiles(kernels);
}

TEST(Tile, EverySectorThatIsMovedIsUsed) {
  SegmentKernels kernels;
  kernels.count_sectors();
  for (const auto& type : kTypes) {
    for (const auto& [rows, columns] : {std::pair{64, 64}, {256, 384}, {1024, 96}}) {
      kernels.add(concat("relu ", type[0], " ", rows, "x", columns),
                  script(type[0], type[1], {{rows, columns}}, kTransposeRelu), RuleSet::kNvfuser);
      kernels.add(concat("add ", type[0], " ", rows, "x", columns),
                  script(type[0], type[1], {{rows, columns}, {columns, rows}}, kTransposeAdd), RuleSet::kNvfuser);
    }
  }
  ASSERT_EQ(kernels.build(), "");
  for (const SegmentKernel& segment : kernels.segments()) {
    ASSERT_EQ(kernels.run(segment, 1), "") << segment.script;
    const Traffic& traffic = kernels.traffic();
    EXPECT_GE(traffic.in_sectors, traffic.ideal) << segment.script;
    EXPECT_LE(traffic.in_sectors, 1.1 * traffic.ideal) << segment.script << "\n" << segment.answer.kernel->text;
  }
}

TEST(Tile, IndicesOf64Bits) {
  SegmentKernels kernels;
  kernels.add("wide", script("Float", "float32", {{130, 66}}, kTransposeRelu), RuleSet::kNvfuser);
  Schedule schedule = *kernels.segments()[0].schedule;
  schedule.is_wide = true;
  const SegmentKernel& segment = kernels.segments()[0];
  const KernelInput input{segment.translation->definition, segment.translation->types};
  const KernelAnswer answer = make_kernel(input, schedule, segment.strides, segment.id);
  ASSERT_TRUE(answer.kernel);
  EXPECT_NE(answer.kernel->text.find("const long long row = "), std::string::npos) << answer.kernel->text;
}

TEST(Tile, WhatATileCannotHoldSaysWhy) {
  EXPECT_EQ(why_no_tiles({{640, 960}}, kTransposeRelu), "");
  EXPECT_EQ(why_no_tiles({{640, 960}}, "    T1 = fd.ops.relu(T0)\n    fd.add_output(T1)\n"),
            "no tiles: all tensors have the same fastest axis");
  EXPECT_EQ(why_no_tiles({{140, 148, 156}, {148, 156, 140}, {156, 140, 148}},
                         "    T3 = fd.ops.permute(T1, dims=[2, 0, 1])\n"
                         "    T4 = fd.ops.permute(T2, dims=[1, 2, 0])\n"
                         "    T5 = fd.ops.add(T0, T3)\n"
                         "    T6 = fd.ops.add(T5, T4)\n"
                         "    fd.add_output(T6)\n"),
            "no tiles: the tensors have 3 memory orders, a tile has two sides");
  EXPECT_EQ(why_no_tiles({{640, 960}},
                         "    T1 = fd.ops.permute(T0, dims=[1, 0])\n"
                         "    T2 = fd.ops.reshape(T1, new_shape=[614400])\n"
                         "    T3 = fd.ops.relu(T2)\n"
                         "    fd.add_output(T3)\n"),
            "no tiles: T0 is not read along the axes of T5");
}

}  // namespace
}  // namespace cleave
