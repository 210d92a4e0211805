// Kernels whose blocks work together: sums across rows beside those along them, rows that several blocks share, passes
// over the grid.
#include <gtest/gtest.h>

#include "tests/cuda_on_host/kernel_cases.h"

namespace cleave {
namespace {

/// The backward pass of a layer norm: dy, x, weight, mean, 1 / deviation.
constexpr std::string_view kNormBackward =
    "    T5 = fd.ops.cast(T0, dtype=DataType.Float)\n"
    "    T6 = fd.ops.cast(T1, dtype=DataType.Float)\n"
    "    T7 = fd.ops.broadcast_in_dim(T2, shape=fd.ops.shape(T0), broadcast_dims=[1])\n"
    "    T8 = fd.ops.cast(T7, dtype=DataType.Float)\n"
    "    T23 = fd.ops.broadcast_in_dim(T3, shape=fd.ops.shape(T0), broadcast_dims=[0])\n"
    "    T24 = fd.ops.broadcast_in_dim(T4, shape=fd.ops.shape(T0), broadcast_dims=[0])\n"
    "    T9 = fd.ops.sub(T6, T23)\n"
    "    T10 = fd.ops.mul(T9, T24)\n"
    "    T11 = fd.ops.mul(T5, T8)\n"
    "    T12 = fd.ops.sum(T11, dims=[1], keepdim=True)\n"
    "    T13 = fd.ops.mul(T11, T10)\n"
    "    T14 = fd.ops.sum(T13, dims=[1], keepdim=True)\n"
    "    T15 = fd.ops.mul(T10, T14)\n"
    "    T16 = fd.ops.add(T12, T15)\n"
    "    T17 = fd.ops.sub(T11, T16)\n"
    "    T18 = fd.ops.mul(T17, T24)\n"
    "    T19 = fd.ops.mul(T5, T10)\n"
    "    T20 = fd.ops.sum(T19, dims=[0])\n"
    "    T21 = fd.ops.cast(T20, dtype=DataType.Half)\n"
    "    T22 = fd.ops.sum(T5, dims=[0])\n"
    "    fd.add_output(T18)\n"
    "    fd.add_output(T21)\n"
    "    fd.add_output(T22)\n";

TEST(Grid, NormBackwardKeepsSumsAcrossTheRows) {
  SegmentKernels kernels(small_device());
  for (const auto& type : kTypes) {
    for (const int64_t columns : {3, 33, 512, 1023, 1025}) {
      for (const int64_t rows : {2, 70}) {
        kernels.add(
            concat("norm backward ", type[0], " ", rows, "x", columns),
            script(type[0], type[1], {{rows, columns}, {rows, columns}, {columns}, {rows}, {rows}}, kNormBackward),
            RuleSet::kNvfuser);
      }
    }
  }
  size_t in_one = 0;
  for (const SegmentKernel& segment : kernels.segments()) {
    in_one += segment.schedule && segment.schedule->kernel_template == Template::kInnerOuter ? 1 : 0;
  }
  EXPECT_GT(in_one, kernels.segments().size() / 3);
  expect_right(kernels);
}

TEST(Grid, FewLongRowsAreSharedByBlocks) {
  constexpr std::string_view kAll =
      "    T1 = fd.ops.mul(T0, T0)\n"
      "    T2 = fd.ops.sum(T1, dims=[0, 1])\n"
      "    T3 = fd.ops.mul(T2, 0.5)\n"
      "    fd.add_output(T3)\n";
  constexpr std::string_view kRows =
      "    T5 = fd.ops.cast(T0, dtype=DataType.Float)\n"
      "    T1 = fd.ops.max(T5, dims=[1])\n"
      "    T2, T3 = fd.ops.var_mean(T5, dims=[1], correction=0, keepdim=False)\n"
      "    T4 = fd.ops.add(T1, T2)\n"
      "    fd.add_output(T4)\n"
      "    fd.add_output(T3)\n";
  constexpr std::string_view kColumns =
      "    T1 = fd.ops.cast(T0, dtype=DataType.Float)\n"
      "    T2 = fd.ops.sum(T1, dims=[0])\n"
      "    fd.add_output(T2)\n";
  SegmentKernels kernels(small_device());
  for (const auto& type : kTypes) {
    kernels.add(concat("all ", type[0]), script(type[0], type[1], {{301, 127}}, kAll), RuleSet::kNvfuser);
    kernels.add(concat("rows ", type[0]), script(type[0], type[1], {{3, 40001}}, kRows), RuleSet::kNvfuser);
    kernels.add(concat("even rows ", type[0]), script(type[0], type[1], {{1, 65536}}, kRows), RuleSet::kNvfuser);
    kernels.add(concat("columns ", type[0]), script(type[0], type[1], {{5000, 33}}, kColumns), RuleSet::kNvfuser);
    kernels.add(concat("even columns ", type[0]), script(type[0], type[1], {{4096, 64}}, kColumns), RuleSet::kNvfuser);
  }
  for (const SegmentKernel& segment : kernels.segments()) {
    ASSERT_TRUE(segment.schedule);
    if (segment.schedule->domain.columns < 10000 && segment.schedule->variant != Variant::kGrid) continue;
    EXPECT_EQ(segment.schedule->variant, Variant::kGrid) << segment.script;
  }
  expect_right(kernels);
}

TEST(Grid, OpsWithLoopsOfTheirOwnArePasses) {
  constexpr std::string_view kScanned =
      "    T1 = fd.ops.mul(T0, 2.0)\n"
      "    T2 = fd.ops.cumsum(T1, dim=1)\n"
      "    T3 = fd.ops.cummax(T2, dim=0)\n"
      "    fd.add_output(T3)\n"
      "    fd.add_output(T2)\n";
  constexpr std::string_view kSorted =
      "    T1 = fd.ops.neg(T0)\n"
      "    T2, T3 = fd.ops.topk(T1, 2, dim=1, largest=True, sorted=True)\n"
      "    T4 = fd.ops.argsort(T0, dim=0, descending=True, stable=True)\n"
      "    fd.add_output(T2)\n"
      "    fd.add_output(T3)\n"
      "    fd.add_output(T4)\n";
  constexpr std::string_view kScattered =
      "    T1 = fd.ops.iota(3, 0, 2, dtype=DataType.Int)\n"
      "    T2 = fd.ops.broadcast_in_dim(T1, shape=[3, 5], broadcast_dims=[0])\n"
      "    T3 = fd.ops.full(shape=[3, 5], fill_value=1.5, dtype=DataType.Float)\n"
      "    T4 = fd.ops.scatter(T0, T2, T3, dim=0)\n"
      "    fd.add_output(T4)\n";
  constexpr std::string_view kProduct =
      "    T2 = fd.ops.matmul(T0, T1)\n"
      "    T3 = fd.ops.relu(T2)\n"
      "    fd.add_output(T3)\n";
  SegmentKernels kernels(small_device());
  for (const auto& type : kTypes) {
    for (const int64_t columns : {2, 33, 300}) {
      kernels.add(concat("scans ", type[0]), script(type[0], type[1], {{9, columns}}, kScanned), RuleSet::kNvfuser);
      kernels.add(concat("sorts ", type[0]), script(type[0], type[1], {{9, columns}}, kSorted), RuleSet::kNvfuser);
      kernels.add(concat("product ", type[0]), script(type[0], type[1], {{7, columns}, {columns, 13}}, kProduct),
                  RuleSet::kNvfuser);
    }
  }
  kernels.add("scatter", script("Float", "float32", {{7, 5}}, kScattered), RuleSet::kNvfuser);
  expect_right(kernels);
}

TEST(Grid, ScansAlongRowsAreSharedByAWarpOrABlock) {
  SegmentKernels kernels(small_device());
  for (const auto& type : kTypes) {
    for (const std::string_view name : {"cumsum", "cumprod", "cummax", "cummin"}) {
      for (const int64_t columns : {1, 31, 33, 127, 1024, 1025, 4097}) {
        kernels.add(concat(name, ' ', type[0], ' ', columns),
                    script(type[0], type[1], {{3, columns}},
                           concat("    T1 = fd.ops.", name, "(T0, dim=1)\n    fd.add_output(T1)\n")),
                    RuleSet::kNvfuser);
      }
    }
  }
  for (const SegmentKernel& segment : kernels.segments()) {
    for (const Schedule& pass : segment.schedule->passes) {
      if (pass.work != LoopWork::kScan) continue;
      const int64_t columns = pass.domain.columns;
      EXPECT_EQ(pass.threads_x, columns <= 32 ? 1 : columns <= 1024 ? 32 : 256) << segment.script;
    }
  }
  expect_right(kernels);
}

TEST(Grid, RowsThatFitAreSortedInSharedMemoryAndOthersByCounting) {
  SegmentKernels kernels(small_device());
  for (const auto& type : kTypes) {
    for (const int64_t columns : {1, 2, 3, 31, 33, 127, 1024, 1025}) {
      kernels.add(concat("sorts ", type[0], ' ', columns),
                  script(type[0], type[1], {{3, columns}},
                         concat("    T1, T2 = fd.ops.topk(T0, ", (columns + 1) / 2,
                                ", dim=1, largest=False, sorted=True)\n"
                                "    T3 = fd.ops.argsort(T0, dim=1, descending=True, stable=True)\n"
                                "    fd.add_output(T1)\n    fd.add_output(T2)\n    fd.add_output(T3)\n")),
                  RuleSet::kNvfuser);
    }
  }
  // Many equal elements, and NaN: their order is the order in which they stand.
  constexpr std::string_view kTies =
      "    T1 = fd.ops.gt(T0, 0.5)\n"
      "    T2 = fd.ops.argsort(T1, dim=1, descending=False, stable=True)\n"
      "    T3 = fd.ops.sqrt(T0)\n"
      "    T4 = fd.ops.argsort(T3, dim=1, descending=True, stable=True)\n"
      "    fd.add_output(T2)\n"
      "    fd.add_output(T4)\n";
  kernels.add("ties", script("Float", "float32", {{4, 300}}, kTies), RuleSet::kNvfuser);
  kernels.add("long",
              script("Float", "float32", {{1, 6000}},
                     "    T1 = fd.ops.argsort(T0, dim=1, descending=False, "
                     "stable=True)\n    fd.add_output(T1)\n"),
              RuleSet::kNvfuser);
  for (const SegmentKernel& segment : kernels.segments()) {
    for (const Schedule& pass : segment.schedule->passes) {
      if (pass.work != LoopWork::kRank && pass.work != LoopWork::kSort) continue;
      EXPECT_EQ(pass.work == LoopWork::kRank, pass.domain.columns == 6000) << segment.script;
    }
  }
  expect_right(kernels);
}

TEST(Grid, ScatteredSumsOfManyThreadsMeetInOnePlace) {
  SegmentKernels kernels(small_device());
  for (const std::string_view dtype : {"Float", "Double", "Int", "Int32", "Half", "BFloat16"}) {
    const std::string lines =
        concat("    T1 = fd.ops.cast(T0, dtype=DataType.", dtype,
               ")\n"
               "    T2 = fd.ops.iota(40, 0, 1, dtype=DataType.Int)\n"
               "    T3 = fd.ops.bitwise_and(T2, 3)\n"
               "    T4 = fd.ops.broadcast_in_dim(T3, shape=[40, 5], broadcast_dims=[0])\n"
               "    T5 = fd.ops.full(shape=[40, 5], fill_value=3, dtype=DataType.",
               dtype, ")\n    T6 = fd.ops.scatter_add(T1, T4, T5, dim=0)\n    fd.add_output(T6)\n");
    kernels.add(concat("sums of ", dtype), script("Float", "float32", {{40, 5}}, lines), RuleSet::kNvfuser);
  }
  for (const SegmentKernel& segment : kernels.segments()) {
    for (const Schedule& pass : segment.schedule->passes) {
      if (pass.work != LoopWork::kScatter) continue;
      const bool is_ordered = segment.script.ends_with("Half") || segment.script.ends_with("BFloat16");
      EXPECT_EQ(pass.variant == Variant::kFlat, !is_ordered) << segment.script;
    }
  }
  expect_right(kernels);
}

TEST(Grid, PassesThatShareNothingDoNotWait) {
  SegmentKernels kernels(small_device());
  kernels.add("two scans",
              script("Float", "float32", {{40, 100}, {40, 100}},
                     "    T2 = fd.ops.cumsum(T0, dim=1)\n"
                     "    T3 = fd.ops.cumsum(T1, dim=1)\n"
                     "    fd.add_output(T2)\n"
                     "    fd.add_output(T3)\n"),
              RuleSet::kExtended);
  for (const SegmentKernel& segment : kernels.segments()) {
    EXPECT_FALSE(segment.answer.kernel->is_cooperative) << segment.answer.kernel->text;
  }
  expect_right(kernels);
}

TEST(Grid, RandomNumbersDependOnTheElementAlone) {
  constexpr std::string_view kDropout =
      "    T1 = fd.ops.uniform(0.0, 1.0, shape=fd.ops.shape(T0), dtype=DataType.Float)\n"
      "    T2 = fd.ops.lt(T1, 0.9)\n"
      "    T3 = fd.ops.cast(T2, dtype=DataType.Float)\n"
      "    T4 = fd.ops.mul(T0, T3)\n"
      "    T5 = fd.ops.normal(1.0, 2.0, shape=fd.ops.shape(T0), dtype=DataType.Half)\n"
      "    T6 = fd.ops.uniform(-2.0, 3.0, shape=fd.ops.shape(T0), dtype=DataType.Double, rng_seed=7, rng_offset=5)\n"
      "    fd.add_output(T4)\n"
      "    fd.add_output(T5)\n"
      "    fd.add_output(T6)\n";
  SegmentKernels kernels(small_device());
  for (const int64_t columns : {1, 3, 64, 127}) {
    kernels.add(concat("dropout ", columns), script("Float", "float32", {{5, columns}}, kDropout), RuleSet::kNvfuser);
  }
  expect_right(kernels);
}

TEST(Grid, WhatCannotBeSharedIsDoneAnotherWay) {
  // The update must wait until no loop reads its input any more, so that the parts are not all there is.
  constexpr std::string_view kUpdated =
      "    T1, T2 = fd.ops.var_mean(T0, dims=[0], correction=0, keepdim=False)\n"
      "    T3 = fd.ops.neg(T0)\n"
      "    fd.add_output(T1)\n"
      "    fd.add_output(T3, T0)\n";
  SegmentKernels kernels(small_device());
  kernels.add("updated", script("Float", "float32", {{3000, 17}}, kUpdated), RuleSet::kNvfuser);
  kernels.add("updated row", script("Float", "float32", {{5000, 1}}, kUpdated), RuleSet::kNvfuser);
  for (const SegmentKernel& segment : kernels.segments()) {
    ASSERT_TRUE(segment.answer.kernel) << segment.script;
    EXPECT_FALSE(segment.answer.kernel->parameters.empty()) << segment.answer.kernel->text;
  }
  expect_right(kernels);
}

TEST(Grid, PartsOfARepeatedAxisStandInOnePlace) {
  SegmentKernels kernels(small_device());
  kernels.add("expanded",
              "def nvfuser_fusion_id0(fd : FusionDefinition) -> None :\n"
              "    T0 = fd.define_tensor(shape=[-1, -1], contiguity=[True, None], dtype=DataType.Float, is_cpu=False)\n"
              "    T1 = fd.ops.sum(T0, dims=[0])\n"
              "    fd.add_output(T1)\n"
              "inputs = [torch.randn(20000, dtype=torch.float32, device='cuda:0').as_strided((20000, 2), (1, 0))]\n",
              RuleSet::kNvfuser);
  ASSERT_EQ(kernels.segments()[0].schedule->variant, Variant::kGrid);
  expect_right(kernels);
}

}  // namespace
}  // namespace cleave
