// A run that cannot judge every output does not pass: what it left out, or cannot compute, is an error that names it.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "core/api/call.h"

namespace cleave {
namespace {

Response run_of(const std::string& body) {
  Request request;
  request.command = Command::kRun;
  request.text = R"(def nvfuser_fusion_id0(fd : FusionDefinition) -> None :
    T0 = fd.define_tensor(shape=[-1], contiguity=[True], dtype=DataType.Int, is_cpu=False)
    T1 = fd.define_tensor(shape=[-1, -1], contiguity=[True, True], dtype=DataType.Float, is_cpu=False)
)" + body + "inputs = [torch.randint(0, 8, (4,)), torch.randn(8, 16)]\n";
  return respond(request);
}

bool names(const Response& response, const std::string& code, const std::string& word) {
  return std::any_of(response.diagnostics.begin(), response.diagnostics.end(), [&](const DiagnosticView& view) {
    return view.code == code && view.message.find(word) != std::string::npos;
  });
}

TEST(PartialRun, WhatIsLeftOutIsAnError) {
  const Response response = run_of(R"(    T2 = fd.ops.preprocess_grouped_matmul_input_sf(T1, T0, T0)
    T5 = fd.ops.neg(T2)
    fd.add_output(T5)
    T6 = fd.ops.neg(T1)
    fd.add_output(T6)
)");
  EXPECT_FALSE(response.ok);
  EXPECT_FALSE(response.run.has_value());
  EXPECT_TRUE(names(response, "E0905", "T2")) << response.diagnostics[0].rendered;
}

TEST(PartialRun, AnOpWithoutMeaningIsAnError) {
  const Response response = run_of(R"(    T2 = fd.ops.embedding_fwd(T0, T1, None, None, None, None, None)
    fd.add_output(T2)
    T6 = fd.ops.neg(T1)
    fd.add_output(T6)
)");
  EXPECT_FALSE(response.ok);
  EXPECT_TRUE(names(response, "E0902", "embedding_fwd")) << response.diagnostics[0].rendered;
}

}  // namespace
}  // namespace cleave
