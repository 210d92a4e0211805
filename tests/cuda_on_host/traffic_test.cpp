// What kernels move: at aligned sizes every input is read once and every output written once, within a twentieth.
#include <gtest/gtest.h>

#include "tests/cuda_on_host/kernel_cases.h"

namespace cleave {
namespace {

struct Workload {
  std::string_view name;
  Template expected;
  std::vector<std::vector<int64_t>> shapes;
  std::string_view lines;
};

std::vector<Workload> workloads() {
  return {
      {"gelu and bias",
       Template::kPointwise,
       {{64, 1024}, {1024}},
       "    T2 = fd.ops.cast(T0, dtype=DataType.Float)\n"
       "    T3 = fd.ops.broadcast_in_dim(T1, shape=fd.ops.shape(T0), broadcast_dims=[1])\n"
       "    T4 = fd.ops.add(T2, T3)\n"
       "    T5 = fd.ops.mul(T4, 0.7071067811865476)\n"
       "    T6 = fd.ops.erf(T5)\n"
       "    T7 = fd.ops.add(T6, 1.0)\n"
       "    T8 = fd.ops.mul(T4, T7)\n"
       "    T9 = fd.ops.cast(T8, dtype=DataType.BFloat16)\n"
       "    fd.add_output(T9)\n"},
      {"softmax",
       Template::kPersistent,
       {{16, 4096}},
       "    T1 = fd.ops.cast(T0, dtype=DataType.Float)\n"
       "    T2 = fd.ops.max(T1, dims=[1], keepdim=True)\n"
       "    T3 = fd.ops.sub(T1, T2)\n"
       "    T4 = fd.ops.exp(T3)\n"
       "    T5 = fd.ops.sum(T4, dims=[1], keepdim=True)\n"
       "    T6 = fd.ops.div(T4, T5)\n"
       "    T7 = fd.ops.cast(T6, dtype=DataType.BFloat16)\n"
       "    fd.add_output(T7)\n"},
      {"layer norm",
       Template::kPersistent,
       {{32, 1024}, {1024}, {1024}},
       "    T3 = fd.ops.cast(T0, dtype=DataType.Float)\n"
       "    T4, T5 = fd.ops.var_mean(T3, dims=[1], correction=0, keepdim=True)\n"
       "    T6 = fd.ops.add(T4, 1e-5)\n"
       "    T7 = fd.ops.rsqrt(T6)\n"
       "    T8 = fd.ops.sub(T3, T5)\n"
       "    T9 = fd.ops.mul(T8, T7)\n"
       "    T10 = fd.ops.broadcast_in_dim(T1, shape=fd.ops.shape(T0), broadcast_dims=[1])\n"
       "    T11 = fd.ops.mul(T9, T10)\n"
       "    T12 = fd.ops.broadcast_in_dim(T2, shape=fd.ops.shape(T0), broadcast_dims=[1])\n"
       "    T13 = fd.ops.add(T11, T12)\n"
       "    T14 = fd.ops.cast(T13, dtype=DataType.BFloat16)\n"
       "    fd.add_output(T14)\n"},
      {"sum of rows",
       Template::kReduction,
       {{64, 2048}},
       "    T1 = fd.ops.cast(T0, dtype=DataType.Float)\n"
       "    T2 = fd.ops.sum(T1, dims=[1])\n"
       "    fd.add_output(T2)\n"},
      {"sum of all",
       Template::kReduction,
       {{256, 512}},
       "    T1 = fd.ops.cast(T0, dtype=DataType.Float)\n"
       "    T2 = fd.ops.sum(T1, dims=[0, 1])\n"
       "    fd.add_output(T2)\n"},
      {"sum of columns",
       Template::kReduction,
       {{2048, 64}},
       "    T1 = fd.ops.cast(T0, dtype=DataType.Float)\n"
       "    T2 = fd.ops.sum(T1, dims=[0])\n"
       "    fd.add_output(T2)\n"},
      {"batch norm, channels last",
       Template::kPersistent,
       {{2048, 64}},
       "    T1 = fd.ops.cast(T0, dtype=DataType.Float)\n"
       "    T2, T3 = fd.ops.var_mean(T1, dims=[0], correction=0, keepdim=True)\n"
       "    T4 = fd.ops.add(T2, 1e-5)\n"
       "    T5 = fd.ops.rsqrt(T4)\n"
       "    T6 = fd.ops.sub(T1, T3)\n"
       "    T7 = fd.ops.mul(T6, T5)\n"
       "    T8 = fd.ops.cast(T7, dtype=DataType.BFloat16)\n"
       "    fd.add_output(T8)\n"},
      {"backward of RMS norm",
       Template::kInnerOuter,
       {{2048, 256}, {2048, 256}, {256}, {2048}},
       "    T4 = fd.ops.cast(T0, dtype=DataType.Float)\n"
       "    T5 = fd.ops.cast(T1, dtype=DataType.Float)\n"
       "    T6 = fd.ops.broadcast_in_dim(T2, shape=fd.ops.shape(T0), broadcast_dims=[1])\n"
       "    T7 = fd.ops.broadcast_in_dim(T3, shape=fd.ops.shape(T0), broadcast_dims=[0])\n"
       "    T8 = fd.ops.mul(T5, T7)\n"
       "    T9 = fd.ops.mul(T4, T6)\n"
       "    T10 = fd.ops.mul(T9, T8)\n"
       "    T11 = fd.ops.sum(T10, dims=[1], keepdim=True)\n"
       "    T12 = fd.ops.mul(T8, T11)\n"
       "    T13 = fd.ops.sub(T9, T12)\n"
       "    T14 = fd.ops.mul(T13, T7)\n"
       "    T15 = fd.ops.cast(T14, dtype=DataType.BFloat16)\n"
       "    T16 = fd.ops.mul(T4, T8)\n"
       "    T17 = fd.ops.sum(T16, dims=[0])\n"
       "    fd.add_output(T15)\n"
       "    fd.add_output(T17)\n"},
      {"rotary embedding",
       Template::kResize,
       {{8, 64, 128}, {64, 128}},
       "    T2 = fd.ops.slice(T0, start_indices=[0, 0, 0], end_indices=[8, 64, 64], strides=[1, 1, 1])\n"
       "    T3 = fd.ops.slice(T0, start_indices=[0, 0, 64], end_indices=[8, 64, 128], strides=[1, 1, 1])\n"
       "    T9 = fd.ops.neg(T3)\n"
       "    T4 = fd.ops.cast(T9, dtype=DataType.BFloat16)\n"
       "    T5 = fd.ops.cat([T4, T2], dim=2)\n"
       "    T6 = fd.ops.broadcast_in_dim(T1, shape=[8, 64, 128], broadcast_dims=[1, 2])\n"
       "    T7 = fd.ops.mul(T5, T6)\n"
       "    T8 = fd.ops.cast(T7, dtype=DataType.BFloat16)\n"
       "    fd.add_output(T8)\n"},
      {"dropout",
       Template::kPointwise,
       {{64, 1024}},
       "    T1 = fd.ops.uniform(0.0, 1.0, shape=fd.ops.shape(T0), dtype=DataType.Float)\n"
       "    T2 = fd.ops.lt(T1, 0.9)\n"
       "    T3 = fd.ops.mul(T0, T2)\n"
       "    T4 = fd.ops.cast(T3, dtype=DataType.BFloat16)\n"
       "    fd.add_output(T4)\n"},
  };
}

TEST(Traffic, EveryInputIsReadOnceAndEveryOutputWrittenOnce) {
  SegmentKernels kernels(small_device());
  for (const Workload& workload : workloads()) {
    kernels.add(std::string(workload.name), script("BFloat16", "bfloat16", workload.shapes, workload.lines),
                RuleSet::kNvfuser);
  }
  ASSERT_EQ(kernels.build(), "");
  ASSERT_EQ(kernels.segments().size(), workloads().size());
  for (size_t i = 0; i < kernels.segments().size(); ++i) {
    const SegmentKernel& segment = kernels.segments()[i];
    ASSERT_TRUE(segment.answer.kernel) << segment.script;
    EXPECT_EQ(name(segment.schedule->kernel_template), name(workloads()[i].expected)) << segment.script;
    EXPECT_NE(segment.schedule->variant, Variant::kStaged) << segment.script;
    EXPECT_EQ(kernels.run(segment, 1), "") << segment.script;
    EXPECT_LE(kernels.traffic().moved, 1.05 * kernels.traffic().ideal)
        << segment.script << " moves " << kernels.traffic().moved / kernels.traffic().ideal << " times what it must\n"
        << segment.answer.kernel->text;
  }
}

}  // namespace
}  // namespace cleave
