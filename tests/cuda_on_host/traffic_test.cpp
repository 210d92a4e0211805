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
