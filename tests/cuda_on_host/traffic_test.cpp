// Workloads: right at odd sizes; at aligned ones every input is read once and every output written once, within a
// twentieth.
#include <gtest/gtest.h>

#include "tests/cuda_on_host/kernel_cases.h"
#include "tests/cuda_on_host/workloads.h"

namespace cleave {
namespace {

TEST(Traffic, EveryInputIsReadOnceAndEveryOutputWrittenOnce) {
  const std::vector<Workload> all = workloads(64, 1024, "BFloat16");
  SegmentKernels kernels(small_device());
  for (const Workload& workload : all) {
    kernels.add(workload.name, script("BFloat16", "bfloat16", workload.shapes, workload.lines), RuleSet::kNvfuser);
  }
  ASSERT_EQ(kernels.build(), "");
  ASSERT_EQ(kernels.segments().size(), all.size());
  for (size_t i = 0; i < kernels.segments().size(); ++i) {
    const SegmentKernel& segment = kernels.segments()[i];
    ASSERT_TRUE(segment.answer.kernel) << segment.script;
    EXPECT_EQ(name(segment.schedule->kernel_template), name(all[i].expected)) << segment.script;
    EXPECT_NE(segment.schedule->variant, Variant::kStaged) << segment.script;
    EXPECT_EQ(kernels.run(segment, 1), "") << segment.script;
    EXPECT_LE(kernels.traffic().moved, 1.05 * kernels.traffic().ideal)
        << segment.script << " moves " << kernels.traffic().moved / kernels.traffic().ideal << " times what it must\n"
        << segment.answer.kernel->text;
  }
}

/// Norms and softmax of rows that one block's registers do not hold.
std::vector<Workload> long_rows(int64_t columns, std::string_view dtype) {
  std::vector<Workload> out;
  for (Workload& workload : workloads(2, columns, dtype)) {
    const bool is_row = workload.name == "softmax" || workload.name == "layer norm" || workload.name == "RMS norm";
    if (is_row) out.push_back(std::move(workload));
  }
  return out;
}

TEST(Traffic, LongRowsAreReadOnceByAClusterOrFromSharedMemory) {
  const auto expect_read_once = [](std::string_view device_name, std::string_view dtype, std::string_view torch_name,
                                   int64_t columns) {
    SegmentKernels kernels(small_device(device_name));
    for (const Workload& workload : long_rows(columns, dtype)) {
      kernels.add(concat(workload.name, ' ', device_name, ' ', columns),
                  script(dtype, torch_name, workload.shapes, workload.lines), RuleSet::kNvfuser);
    }
    ASSERT_EQ(kernels.build(), "");
    for (const SegmentKernel& segment : kernels.segments()) {
      ASSERT_TRUE(segment.answer.kernel) << segment.script;
      const Schedule& schedule = *segment.schedule;
      EXPECT_TRUE(schedule.cluster > 1 || schedule.shared_limit > 0) << segment.script;
      EXPECT_EQ(schedule.cluster > 1, named_device(device_name)->max_cluster > 1) << segment.script;
      EXPECT_EQ(kernels.run(segment, 1), "") << segment.script << segment.answer.kernel->text;
      // Beside a row as long as these, two rows do not make the weights small: they are read twice.
      EXPECT_LE(kernels.traffic().moved, 1.5 * kernels.traffic().ideal) << segment.script;
    }
  };
  expect_read_once("h200", "BFloat16", "bfloat16", 20000);
  expect_read_once("h200", "BFloat16", "bfloat16", 70001);
  expect_read_once("h200", "Float", "float32", 40000);
  expect_read_once("h200", "Float", "float32", 100000);
  expect_read_once("a100", "Float", "float32", 38000);
  expect_read_once("a100", "BFloat16", "bfloat16", 60001);
}

TEST(Traffic, BlocksOfAClusterExchangeValuesOfEverySize) {
  SegmentKernels kernels(small_device());
  kernels.add("one byte",
              script("Float", "float32", {{2, 40000}},
                     "    T1 = fd.ops.gt(T0, 3.0)\n"
                     "    T2 = fd.ops.max(T1, dims=[1], keepdim=True)\n"
                     "    T3 = fd.ops.where(T2, T0, 1.0)\n"
                     "    fd.add_output(T3)\n"),
              RuleSet::kNvfuser);
  kernels.add("eight bytes",
              script("Float", "float32", {{2, 40000}},
                     "    T1 = fd.ops.cast(T0, dtype=DataType.Double)\n"
                     "    T2 = fd.ops.sum(T1, dims=[1], keepdim=True)\n"
                     "    T3 = fd.ops.sub(T0, T2)\n"
                     "    fd.add_output(T3)\n"),
              RuleSet::kNvfuser);
  for (const SegmentKernel& segment : kernels.segments()) EXPECT_GT(segment.schedule->cluster, 1) << segment.script;
  expect_right(kernels);
}

TEST(Traffic, WorkloadsAreRightAtOddSizes) {
  SegmentKernels kernels(small_device());
  for (const auto& type : kTypes) {
    for (const int64_t columns : {1, 2, 3, 31, 33, 127, 1025}) {
      for (const Workload& workload : workloads(columns > 1000 ? 2 : 5, columns, type[0])) {
        kernels.add(concat(workload.name, ' ', type[0], ' ', columns),
                    script(type[0], type[1], workload.shapes, workload.lines), RuleSet::kNvfuser);
      }
    }
  }
  expect_right(kernels);
}

}  // namespace
}  // namespace cleave
