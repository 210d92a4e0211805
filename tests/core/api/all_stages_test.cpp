// Everything that is surely wrong is said at once, whatever stage finds it, and nothing that only follows from it.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "core/api/call.h"

namespace cleave {
namespace {

using Codes = std::vector<std::string>;

constexpr std::string_view kHead =
    "def f(fd : FusionDefinition) -> None :\n"
    "    T0 = fd.define_tensor(shape=[-1, -1], contiguity=[True, True], dtype=DataType.Float)\n"
    "    T1 = fd.define_tensor(shape=[-1, -1], contiguity=[True, True], dtype=DataType.Float)\n";

Request request_for(Command command, std::string_view body, std::vector<std::string> input = {}) {
  Request out;
  out.command = command;
  out.text = std::string(kHead) + std::string(body);
  out.input = std::move(input);
  return out;
}

Codes codes(const Request& request) {
  Codes out;
  for (const DiagnosticView& view : respond(request).diagnostics) out.push_back(view.code);
  return out;
}

Codes messages(const Request& request) {
  Codes out;
  for (const DiagnosticView& view : respond(request).diagnostics) out.push_back(view.message);
  return out;
}

TEST(AllStages, AnUnknownOpHidesNoWrongInput) {
  const std::string_view body = "    T2 = fd.ops.sumn(T0)\n    T3 = fd.ops.add(T0, T2)\n    fd.add_output(T3)\n";
  for (const Command command : {Command::kCheck, Command::kSegment, Command::kRun}) {
    EXPECT_EQ(codes(request_for(command, body, {"T0=4x4x4", "T1=4x4:Half"})), (Codes{"E0102", "E0301", "E0302"}));
    EXPECT_EQ(codes(request_for(command, body, {"T9=4x4"})), (Codes{"E0102", "E0311"}));
  }
  Request request = request_for(Command::kSegment, body, {"T0=4x4x4"});
  request.cut = {"nothing"};
  request.gpu = "h900";
  request.passes = "nvfusor";
  EXPECT_EQ(codes(request), (Codes{"E0102", "E0301", "E0404", "E0924", "E0401"}));
}

TEST(AllStages, AMistakeInOneStatementHidesNoneOfMeaningInAnother) {
  EXPECT_EQ(codes(request_for(Command::kCheck,
                              "    T2 = fd.ops.sumn(T0)\n    T3 = fd.ops.sum(T1, dims=[5])\n    fd.add_output(T3)\n")),
            (Codes{"E0102", "E0201"}));
}

TEST(AllStages, WhatFollowsFromAMistakeInTheTextIsNotSaid) {
  // No output is left, `T2` is no name, and T1's sizes meet nothing.
  Request request =
      request_for(Command::kSegment, "    T2 = fd.ops.sumn(T0)\n    T3 = fd.ops.add(T1, T2)\n    fd.add_output(T3)\n");
  request.cut = {"T2", "T3", "#3"};
  request.keep = {"T8"};
  EXPECT_EQ(codes(request), Codes{"E0102"});
}

TEST(AllStages, NoIndexIsSaidThatTheMistakeHasMoved) {
  EXPECT_EQ(
      messages(request_for(Command::kCheck,
                           "    a = fd.ops.sumn(T0)\n    b = fd.ops.neg(T1)\n    c = fd.ops.permute(b, dims=[1])\n"
                           "    fd.add_output(c)\n")),
      (Codes{"unknown op `sumn`; did you mean `sum`?", "`[1]` does not permute the 2 dimensions of `b`"}));
}

TEST(AllStages, ABrokenDeclarationMakesPositionsOfInputsMeanNothing) {
  const std::string_view body =
      "    T2 = fd.define_tensor(shape=[-1, contiguity=[True])\n    T3 = fd.ops.add(T0, T1)\n    fd.add_output(T3)\n"
      "inputs = [torch.randn(2, 3), torch.randn(2, 3), torch.randn(4)]\n";
  EXPECT_EQ(codes(request_for(Command::kCheck, body)), Codes{"E0104"});
  EXPECT_EQ(codes(request_for(Command::kCheck, body, {"T0=4x4x4"})), (Codes{"E0104", "E0301"}));
  EXPECT_EQ(codes(request_for(Command::kCheck, body, {"T2=4"})), Codes{"E0104"});
}

TEST(AllStages, AnInputThatDoesNotFitHidesNoMistakeOfTheDefinition) {
  const std::string_view body =
      "    T2 = fd.ops.sum(T0, dims=[5])\n    T3 = fd.ops.add(T0, T1)\n    fd.add_output(T3)\n";
  EXPECT_EQ(codes(request_for(Command::kCheck, body, {"T0=4x4x4", "T1=3x3"})), (Codes{"E0301", "E0201"}));
}

TEST(AllStages, OfInputsThatDoNotFitNoSizesAreJudged) {
  const std::string_view body = "    T2 = fd.ops.reshape(T0, [3, 5])\n    fd.add_output(T2)\n";
  EXPECT_EQ(codes(request_for(Command::kCheck, body, {"T0=4x4x4"})), Codes{"E0301"});
  EXPECT_EQ(codes(request_for(Command::kCheck, body, {"T0=4x4", "T1=1x1"})), Codes{"E0215"});
}

TEST(AllStages, CheckJudgesSizesOfOtherDefinitionsOnlyByTheirOwnInputs) {
  const std::string others =
      "    T2 = fd.ops.add(T0, T1)\n    fd.add_output(T2)\n"
      "def g(fd : FusionDefinition) -> None :\n"
      "    T0 = fd.define_tensor(shape=[-1], contiguity=[True], dtype=DataType.Float)\n"
      "    T1 = fd.ops.reshape(T0, [2, 5])\n    fd.add_output(T1)\n"
      "inputs = [torch.randn(8, 8), torch.randn(8, 8)]\nwrong = [torch.randn(8)]\n";
  EXPECT_EQ(codes(request_for(Command::kCheck, others)), Codes{});
  EXPECT_EQ(
      codes(request_for(Command::kCheck, others + "with FusionDefinition() as fd:\n    g(fd)\nfd.execute(wrong)\n")),
      Codes{"E0215"});
}

TEST(AllStages, CheckReadsTheMeaningOfEveryDefinition) {
  const std::string second =
      "def g(fd : FusionDefinition) -> None :\n"
      "    T0 = fd.define_tensor(shape=[-1], contiguity=[True], dtype=DataType.Float)\n"
      "    T1 = fd.ops.sum(T0, dims=[3])\n    fd.add_output(T1)\n";
  const std::string first = "    T2 = fd.ops.add(T0, T1)\n    fd.add_output(T2)\n";
  EXPECT_EQ(codes(request_for(Command::kCheck, first + second)), (Codes{"N0301", "E0201"}));
  EXPECT_EQ(codes(request_for(Command::kSegment, first + second)), Codes{"N0301"});
}

}  // namespace
}  // namespace cleave
