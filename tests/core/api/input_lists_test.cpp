// Which of a script's lists of inputs a definition takes.
#include <gtest/gtest.h>

#include <string>

#include "core/api/call.h"
#include "core/base/text.h"

namespace cleave {
namespace {

std::string definition(std::string_view name, std::string_view rank = "-1") {
  return concat("def ", name, "(fd : FusionDefinition) -> None :\n    T0 = fd.define_tensor(shape=[", rank,
                "], contiguity=True)\n    T1 = fd.ops.neg(T0)\n    fd.add_output(T1)\n");
}

Response answer(const std::string& text, std::string_view definition, std::vector<std::string> input = {},
                std::optional<std::string> inputs = std::nullopt) {
  Request request;
  request.command = Command::kCheck;
  request.text = text;
  request.definition = std::string(definition);
  request.input = std::move(input);
  request.inputs = std::move(inputs);
  return respond(request);
}

/// Name of the list that is taken, `-` for none.
std::string taken(const std::string& text, std::string_view definition) {
  const Response response = answer(text, definition);
  return response.source && response.source->inputs ? *response.source->inputs : "-";
}

std::string codes(const Response& response) {
  return join(response.diagnostics, " ", [](const DiagnosticView& view) { return view.code; });
}

TEST(InputListOfADefinition, IsTheOneThatItIsExecutedWith) {
  const std::string text = definition("a") + definition("b") +
                           "inputs1 = [torch.randn(3)]\ninputs2 = [torch.randn(4)]\n"
                           "with FusionDefinition() as fd:\n    b(fd)\nfd.execute(inputs1)\n"
                           "with FusionDefinition() as fd:\n    a(fd)\nfd.execute(inputs2)\n";
  EXPECT_EQ(taken(text, "a"), "inputs2");
  EXPECT_EQ(taken(text, "b"), "inputs1");
}

TEST(InputListOfADefinition, IsSeenInEveryWayOfExecuting) {
  const std::string lists = "inputs1 = [torch.randn(3)]\ninputs2 = [torch.randn(4)]\n";
  for (const std::string_view runs :
       {"fd = FusionDefinition()\na(fd)\nout = fd.execute(inputs2)\n", "self.exec_nvfuser(a, inputs2)\n",
        "with FusionDefinition() as fd: a(fd)\nfd.execute(inputs2)\n",
        "with FusionDefinition() as other:\n    a(other)\nother.execute(inputs2)\n",
        "out, _ = self.exec_nvfuser(partial(a, x=1), inputs1)\nself.exec_nvfuser(a, inputs2)\n"}) {
    EXPECT_EQ(taken(definition("a") + lists + std::string(runs), "a"), "inputs2") << runs;
  }
  const std::string blocks =
      "with FusionDefinition() as one:\n    T0 = one.define_tensor(shape=[-1], contiguity=True)\n    "
      "one.add_output(T0)\nwith FusionDefinition() as two:\n    T0 = two.define_tensor(shape=[-1], contiguity=True)\n  "
      "  "
      "two.add_output(T0)\n" +
      lists + "two.execute(inputs1)\none.execute(inputs2)\n";
  EXPECT_EQ(taken(blocks, "0"), "inputs2");
  EXPECT_EQ(taken(blocks, "1"), "inputs1");
  const std::string inlined =
      definition("a") + lists + "fd = FusionDefinition()\na(fd)\nfd.execute([torch.randn(5)])\n";
  EXPECT_EQ(taken(inlined, "a"), "execute 9");
}

TEST(InputListOfADefinition, IsByPlaceWhereNothingIsExecuted) {
  const std::string lists = "inputs1 = [torch.randn(3)]\ninputs2 = [torch.randn(4)]\n";
  EXPECT_EQ(taken(definition("a") + definition("b") + lists, "a"), "inputs1");
  EXPECT_EQ(taken(definition("a") + definition("b") + lists, "b"), "inputs2");
  EXPECT_EQ(taken(definition("a") + lists + definition("b"), "a"), "inputs1");
  EXPECT_EQ(taken(definition("a") + lists + definition("b"), "b"), "inputs2") << "the last before";
  EXPECT_EQ(taken(definition("a") + lists, "a"), "inputs1");
  EXPECT_EQ(taken(definition("a") + definition("b") + "inputs = [torch.randn(3)]\n", "b"), "inputs");
  const std::string three = definition("a") + "inputs1 = [torch.randn(3)]\n" + definition("b") + definition("c") +
                            "inputs2 = [torch.randn(3)]\ninputs3 = [torch.randn(3)]\n";
  EXPECT_EQ(taken(three, "a") + taken(three, "b") + taken(three, "c"), "inputs1inputs2inputs3");
}

TEST(InputListOfADefinition, IsNoOtherOnes) {
  const std::string text = definition("a") + definition("b") +
                           "inputs = [torch.randn(3)]\nfd = FusionDefinition()\na(fd)\nfd.execute(inputs)\n";
  const Response response = answer(text, "b");
  EXPECT_FALSE(response.source->inputs.has_value());
  EXPECT_NE(response.source->summary.find("none of the text's lists of inputs belongs to it"), std::string::npos);
  EXPECT_EQ(codes(response), "N0301 N0303");
  EXPECT_EQ(response.diagnostics[1].message, "the text has other lists of inputs: `inputs`");
  EXPECT_EQ(codes(answer(text, "b", {}, "inputs")), "");
}

TEST(InputListOfADefinition, WhereItDoesNotFitTheOthersAreNamed) {
  const std::string text =
      definition("a") + "inputs1 = [torch.randn(3, 4)]\ninputs2 = [torch.randn(4)]\ninputs3 = [torch.randn(5)]\n";
  const Response response = answer(text, "a");
  EXPECT_EQ(codes(response), "E0301 N0303");
  EXPECT_EQ(response.diagnostics[1].message, "the text has other lists of inputs: `inputs2`, `inputs3`");
  EXPECT_EQ(codes(answer(text, "a", {}, "inputs1")), "E0301 N0303");
  EXPECT_EQ(codes(answer(text, "a", {}, "inputs9")), "E0926") << "which names them";
}

TEST(InputListOfADefinition, OfOneNameTheNearestIsTaken) {
  const std::string text =
      definition("a") + "inputs = [torch.randn(3, 3)]\n" + definition("b", "-1, -1") + "inputs = [torch.randn(4, 4)]\n";
  EXPECT_EQ(codes(answer(text, "b", {}, "inputs")), "");
  EXPECT_EQ(answer(text, "b", {}, "inputs").source->inputs_line, 10);
}

TEST(InputsByHand, ForAllInputsNeedNoList) {
  const std::string text = definition("a") + "inputs = [torch.randn(3, 3), 4, 5.0]\n";
  EXPECT_EQ(codes(answer(text, "a")), "E0308 E0301");
  const Response response = answer(text, "a", {"T0=7"});
  EXPECT_EQ(codes(response), "");
  EXPECT_NE(response.source->summary.find("and the inputs of `--input`"), std::string::npos);
  EXPECT_FALSE(response.source->inputs.has_value());
}

}  // namespace
}  // namespace cleave
