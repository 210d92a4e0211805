// Diagnostics of the text that leave people at a loss name a next step.
#include <gtest/gtest.h>

#include "tests/core/parse/parse_fixture.h"

namespace cleave {
namespace {

/// The notes of the first diagnostic with that code.
std::vector<std::string> notes(const ParsedText& parsed, std::string_view code) {
  for (const Diagnostic& diagnostic : parsed.diagnostics.all()) {
    if (info(diagnostic.code).code == code) return diagnostic.notes;
  }
  return {"no such diagnostic"};
}

TEST(NextStep, WithoutADefinitionIsItsHead) {
  EXPECT_EQ(notes(ParsedText("hello\n"), "E0101"),
            std::vector<std::string>{"paste it from its head on: `def f(fd : FusionDefinition) -> None :` or `with "
                                     "FusionDefinition() as fd:`"});
}

TEST(NextStep, OfAListThatIsNotTakenIsAListThatIs) {
  EXPECT_EQ(notes(body("fd.add_output(T0)\n"), "W0142"), std::vector<std::string>{"no such diagnostic"});
  const ParsedText parsed("inputs = [make(i) for i in range(3)]\n");
  EXPECT_EQ(
      notes(parsed, "W0142"),
      std::vector<std::string>{"write it as one list, `inputs = [torch.randn(4, 8), 0.5]`, or give the sizes with "
                               "`--input T0=4x8:Float`"});
}

TEST(NextStep, OfAStatementThatIsNotFollowedFitsTheStatement) {
  const auto step = [](const std::string& statement) { return notes(body(statement), "E0116"); };
  EXPECT_EQ(step("for i in range(3):\n    T1 = fd.ops.neg(T0)"),
            std::vector<std::string>{"write its lines out, once for each round"});
  EXPECT_EQ(step("if flag:\n    T1 = fd.ops.neg(T0)"),
            std::vector<std::string>{"keep the lines of the branch that is taken, without the condition"});
  EXPECT_EQ(step("try:\n    T1 = fd.ops.neg(T0)"), std::vector<std::string>{"keep its lines, without the `try`"});
  EXPECT_EQ(step("def g():\n    return 1"), std::vector<std::string>{"write its lines out where it is called"});
}

TEST(LostNames, AreThoseOfStatementsThatFailed) {
  const ParsedText parsed = body("a = fd.ops.sumn(T0)\nb, c = fd.ops.nope(T0)\nd = fd.ops.neg(T0)\ne = (\n");
  const ParsedDefinition& definition = parsed.parsed.definitions.at(0);
  EXPECT_EQ(definition.failed_names, (std::vector<std::string>{"a", "b", "c", "e"}));
  EXPECT_EQ(definition.source_map.first_unsure, 1U);
  EXPECT_FALSE(definition.lacks_inputs);
}

TEST(LostNames, OfABlockThatIsNotFollowedAreThoseItAssigns) {
  const ParsedText parsed = body("if flag:\n    T1 = fd.ops.neg(T0)\nelse:\n    T2 = T0\nT3 = fd.ops.add(T1, T2)\n");
  EXPECT_EQ(parsed.codes(), "E0116");
}

TEST(LostNames, OfADeclarationMakeInputsUnsure) {
  EXPECT_TRUE(
      body("T1 = fd.define_tensor(shape=[-1], contiguity=[True, True])\n").parsed.definitions.at(0).lacks_inputs);
  EXPECT_TRUE(body("for i in range(3):\n    t = fd.define_tensor(shape=[-1])\n").parsed.definitions.at(0).lacks_inputs);
  EXPECT_FALSE(body("T1 = fd.ops.neg(T9)\n").parsed.definitions.at(0).lacks_inputs);
}

}  // namespace
}  // namespace cleave
