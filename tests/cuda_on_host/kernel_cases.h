// Short scripts for tests of kernels, and the judgement of all their kernels beside the reference.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "core/base/text.h"
#include "tests/cuda_on_host/segment_kernels.h"

namespace cleave {

/// The floating types of kernels: after `DataType.` and after `torch.`.
inline constexpr std::string_view kTypes[][2] = {{"Float", "float32"}, {"Half", "float16"}, {"BFloat16", "bfloat16"}};

/// A definition over inputs of `shapes`, all of one type, from its lines.
inline std::string script(std::string_view dtype, std::string_view torch_name,
                          const std::vector<std::vector<int64_t>>& shapes, std::string_view lines) {
  std::string out = "def nvfuser_fusion_id0(fd : FusionDefinition) -> None :\n";
  std::string inputs = "inputs = [\n";
  for (size_t i = 0; i < shapes.size(); ++i) {
    const std::string unknown = join(shapes[i], ", ", [](int64_t) { return "-1"; });
    const std::string contiguity = join(shapes[i], ", ", [](int64_t) { return "True"; });
    out += concat("    T", i, " = fd.define_tensor(shape=[", unknown, "], contiguity=[", contiguity,
                  "], dtype=DataType.", dtype, ", is_cpu=False)\n");
    inputs += concat("    torch.randn(", join(shapes[i], ", ", [](int64_t n) { return n; }), ", dtype=torch.",
                     torch_name, ", device='cuda:0'),\n");
  }
  return concat(out, lines, inputs, "]\n");
}

inline void expect_right(SegmentKernels& kernels) {
  const std::string messages = kernels.build();
  ASSERT_EQ(messages, "");
  for (const SegmentKernel& segment : kernels.segments()) {
    ASSERT_TRUE(segment.answer.kernel) << segment.script << " g" << segment.id.index << " has no kernel";
    for (const uint64_t seed : {uint64_t{1}, uint64_t{2}}) {
      EXPECT_EQ(kernels.run(segment, seed), "") << segment.script << " g" << segment.id.index << "\n"
                                                << segment.answer.kernel->text;
    }
  }
}

}  // namespace cleave
