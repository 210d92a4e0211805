// What is wrong, empty or said twice, with all passes and in nvFuser's order: a message that names it, or the result
// that it has without passes.
#include <gtest/gtest.h>

#include <sstream>
#include <string>
#include <vector>

#include "core/api/call.h"
#include "core/base/text.h"
#include "tests/support/golden.h"

namespace cleave {
namespace {

Response respond_to(Command command, const std::string& body, bool as_nvfuser = true, Request request = {}) {
  request.command = command;
  request.text =
      "def f(fd : FusionDefinition) -> None :\n"
      "    T0 = fd.define_tensor(shape=[4, 6], contiguity=[True, True], dtype=DataType.Float)\n" +
      body + "\ninputs = [torch.randn(4, 6)]\n";
  if (as_nvfuser) request.passes = "nvfuser";
  if (as_nvfuser) request.order = Order::kNvfuser;
  return respond(request);
}

/// Everything that was said, a line each.
std::string said_in(const Response& response) {
  return join(response.diagnostics, "", [](const DiagnosticView& found) {
    const std::string at = found.line ? concat(" in line ", *found.line) : "";
    return concat("  ", found.code, ' ', found.message, at, '\n');
  });
}

/// The outputs of a run as `INDEX LABEL`, whether they are right, and what was said.
std::string run_of(const std::string& body, bool as_nvfuser = true) {
  const Response response = respond_to(Command::kRun, body, as_nvfuser);
  if (!response.outputs) return said_in(response);
  const std::string outputs = join(*response.outputs, ", ", [](const OutputView& output) {
    return concat(output.index.value.value_or(-1), ' ', output.label, output.equal ? "" : " differs");
  });
  return concat("  outputs: ", outputs.empty() ? "none" : outputs, '\n', said_in(response));
}

/// The primitive definition that is segmented, indented.
std::string definition_of(const std::string& body, bool as_nvfuser) {
  Request request;
  request.level = PrintLevel::kPrimitive;
  const Response response = respond_to(Command::kPrint, body, as_nvfuser, request);
  std::string out;
  std::istringstream lines(response.definition.value_or(""));
  for (std::string line; std::getline(lines, line);) out += line.empty() ? "\n" : concat("  ", line, '\n');
  return out;
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

/// What passes and run make of one definition.
std::string product_of(const Named& odd) {
  std::string out =
      concat("== ", odd.name, "\n\nwithout passes\n", definition_of(odd.body, false), run_of(odd.body, false));
  const Response explained = respond_to(Command::kExplain, odd.body);
  EXPECT_TRUE(explained.ok && explained.passes && explained.passes->size() > 1) << odd.name;
  out += "\npasses\n";
  for (const PassView& pass : *explained.passes) {
    if (pass.changed || !pass.left.empty()) out += concat("  ", pass.name, ": ", pass.sentence, '\n');
  }
  out += concat(said_in(explained), "\nafter them\n", definition_of(odd.body, true), run_of(odd.body, true));
  return out;
}

TEST(PassesOnBadInput, OddDefinitionsGiveWhatTheyGiveWithoutPasses) {
  for (const Named& odd : odd_definitions()) {
    const std::string without = run_of(odd.body, false);
    EXPECT_EQ(without.find("differs"), std::string::npos) << odd.name;
    EXPECT_EQ(run_of(odd.body), without) << odd.name;
  }
}

TEST(PassesOnBadInput, OddDefinitionsBecomeWhatIsWrittenDown) {
  EXPECT_TRUE(matches_golden(std::string(CLEAVE_SOURCE_DIR) + "/tests/core/api/pass_bad_input.txt",
                             join(odd_definitions(), "\n", product_of), "./dev test api"));
}

TEST(PassesOnBadInput, AnUpdateThatWritesWhatIsThereIsNone) {
  const std::string body = R"(    T1 = fd.ops.cast(T0, dtype=DataType.Double)
    T2 = fd.ops.cast(T1, dtype=DataType.Float)
    fd.add_output(T2, T0)
    fd.add_output(T2)
)";
  EXPECT_EQ(run_of(body, false), "  outputs: 2 T2, 0 T0\n");
  EXPECT_EQ(run_of(body), "  outputs: 2 T2\n");
}

TEST(PassesOnBadInput, ACycleIsAUseBeforeTheDefinition) {
  EXPECT_EQ(run_of("    T1 = fd.ops.add(T0, T2)\n    T2 = fd.ops.neg(T1)\n    fd.add_output(T2)\n"),
            "  E0114 `T2` is used before it is defined in line 3\n");
}

TEST(PassesOnBadInput, AnOutputThatNothingMakesIsNamed) {
  EXPECT_EQ(run_of("    T1 = fd.ops.exp(T0)\n    fd.add_output(T1)\n    fd.add_output(T9)\n"),
            "  E0114 `T9` is used before it is defined in line 5\n");
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
