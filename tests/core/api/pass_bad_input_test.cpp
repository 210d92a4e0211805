// What is wrong, empty or said twice, with all passes and in nvFuser's order: a message that names it, or the result
// that it has without passes.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "core/api/call.h"
#include "core/base/text.h"

namespace cleave {
namespace {

Response respond_to(Command command, const std::string& body, bool as_nvfuser = true) {
  Request request;
  request.command = command;
  request.text =
      "def f(fd : FusionDefinition) -> None :\n"
      "    T0 = fd.define_tensor(shape=[4, 6], contiguity=[True, True], dtype=DataType.Float)\n" +
      body + "\ninputs = [torch.randn(4, 6)]\n";
  if (as_nvfuser) request.passes = "nvfuser";
  if (as_nvfuser) request.order = Order::kNvfuser;
  return respond(request);
}

/// The outputs of a run as `INDEX LABEL`, and what was said.
std::string run_of(const std::string& body, bool as_nvfuser = true) {
  const Response response = respond_to(Command::kRun, body, as_nvfuser);
  const std::string said = join(response.diagnostics, ", ", [](const DiagnosticView& found) { return found.name; });
  if (!response.outputs) return said;
  const std::string outputs = join(*response.outputs, ", ", [](const OutputView& output) {
    return concat(output.index.value.value_or(-1), ' ', output.label, output.equal ? "" : " differs");
  });
  return said.empty() ? outputs : concat(said, ": ", outputs);
}

struct Named {
  std::string name;
  std::string body;
};

/// Definitions that are good, if odd.
std::vector<Named> odd_definitions() {
  return {
      {"an op that no output needs", R"(    T1 = fd.ops.exp(T0)
    T2 = fd.ops.permute(T0, dims=[1, 0])
    T3 = fd.ops.cast(T2, dtype=DataType.Double)
    fd.add_output(T1)
)"},
      {"an input that no op reads", R"(    T1 = fd.ops.exp(T0)
    x = fd.ops.full(shape=[3], fill_value=1.0, dtype=DataType.Float)
    fd.add_output(x)
)"},
      {"an output that is an input", "    fd.add_output(T0)\n"},
      {"an input given out twice beside a value", R"(    T1 = fd.ops.exp(T0)
    fd.add_output(T0)
    fd.add_output(T1)
    fd.add_output(T0)
)"},
      {"one value given out twice", R"(    T1 = fd.ops.exp(T0)
    fd.add_output(T1)
    fd.add_output(T1)
)"},
      {"one view given out twice beside what it views", R"(    T1 = fd.ops.exp(T0)
    T2 = fd.ops.permute(T1, dims=[1, 0])
    fd.add_output(T2)
    fd.add_output(T2)
    fd.add_output(T1)
)"},
      {"one repeat written twice", R"(    T1 = fd.ops.cat([T0, T0], dim=0)
    T2 = fd.ops.cat([T0, T0], dim=0)
    fd.add_output(T1)
    fd.add_output(T2)
)"},
      {"one name for two values", R"(    T1 = fd.ops.exp(T0)
    T1 = fd.ops.neg(T1)
    fd.add_output(T1)
)"},
      {"one update written twice", R"(    T1 = fd.ops.exp(T0)
    fd.add_output(T1, T0)
    fd.add_output(T1, T0)
)"},
      {"an input updated by itself", "    fd.add_output(T0, T0)\n"},
      {"tensors without elements", R"(    l = fd.ops.slice(T0, start_indices=[0, 2], end_indices=[4, 2])
    n = fd.ops.neg(l)
    s = fd.ops.sum(n, dims=[1])
    c = fd.ops.cat([n, T0], dim=1)
    fd.add_output(n)
    fd.add_output(s)
    fd.add_output(c)
)"},
  };
}

TEST(PassesOnBadInput, OddDefinitionsGiveWhatTheyGiveWithoutPasses) {
  for (const Named& odd : odd_definitions()) {
    const std::string without = run_of(odd.body, false);
    EXPECT_EQ(without.find("differs"), std::string::npos) << odd.name;
    EXPECT_EQ(run_of(odd.body), without) << odd.name;
    const Response explained = respond_to(Command::kExplain, odd.body);
    EXPECT_TRUE(explained.ok && explained.passes && explained.passes->size() > 1) << odd.name;
  }
}

TEST(PassesOnBadInput, AnUpdateThatWritesWhatIsThereIsNone) {
  const std::string body = R"(    T1 = fd.ops.cast(T0, dtype=DataType.Double)
    T2 = fd.ops.cast(T1, dtype=DataType.Float)
    fd.add_output(T2, T0)
    fd.add_output(T2)
)";
  EXPECT_EQ(run_of(body, false), "2 T2, 0 T0");
  EXPECT_EQ(run_of(body), "2 T2");
}

TEST(PassesOnBadInput, ACycleIsAUseBeforeTheDefinition) {
  EXPECT_EQ(run_of("    T1 = fd.ops.add(T0, T2)\n    T2 = fd.ops.neg(T1)\n    fd.add_output(T2)\n"), "unknown_name");
}

TEST(PassesOnBadInput, AnOutputThatNothingMakesIsNamed) {
  EXPECT_EQ(run_of("    T1 = fd.ops.exp(T0)\n    fd.add_output(T1)\n    fd.add_output(T9)\n"), "unknown_name");
}

TEST(PassesOnBadInput, ADefinitionWithoutOutputsHasNothingToDo) {
  const Response response = respond_to(Command::kExplain, "    T1 = fd.ops.neg(T0)\n");
  EXPECT_TRUE(response.ok);
  EXPECT_EQ(response.segments->size(), 0U);
  ASSERT_FALSE(response.diagnostics.empty());
  EXPECT_EQ(response.diagnostics[0].name, "no_outputs");
}

TEST(PassesOnBadInput, ATextWithoutADefinitionIsSaidToBeOne) {
  Request request;
  request.command = Command::kExplain;
  request.text = "def f(fd : FusionDefinition) -> None :\n    pass\n";
  request.passes = "nvfuser";
  request.order = Order::kNvfuser;
  const Response response = respond(request);
  EXPECT_FALSE(response.ok);
  EXPECT_FALSE(response.passes.has_value());
  ASSERT_EQ(response.diagnostics.size(), 1U);
  EXPECT_EQ(response.diagnostics[0].name, "no_definition");
}

}  // namespace
}  // namespace cleave
