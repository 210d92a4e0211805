// What a request is answered with: which products, which diagnostics, in which form.
#include <gtest/gtest.h>

#include <algorithm>

#include "core/api/call.h"
#include "core/api/json.h"
#include "core/api/run.h"
#include "core/base/text.h"

namespace cleave {
namespace {

constexpr std::string_view kSeed = R"(def nvfuser_fusion_id1(fd : FusionDefinition) -> None :
    T0 = fd.define_tensor(shape=[-1, -1], contiguity=[True, True], dtype=DataType.Float, is_cpu=False)
    T1 = fd.define_tensor(shape=[-1, -1], contiguity=[True, True], dtype=DataType.Float, is_cpu=False)
    T2 = fd.ops.sum(T0, dims=[1], keepdim=False, dtype=DataType.Float)
    T3 = fd.ops.broadcast(T2, is_broadcast_dim=[False, True])
    T4 = fd.ops.add(T1, T3)
    fd.add_output(T4)
)";

constexpr std::string_view kInputs = R"(
inputs = [torch.randn(2, 32), torch.randn(2, 128)]
inputs2 = [torch.randn(4, 16), torch.randn(4, 8)]
)";

Request request_for(Command command, std::string text) {
  Request out;
  out.command = command;
  out.text = std::move(text);
  out.file_name = "seed.py";
  return out;
}

std::string seed_with_inputs() { return std::string(kSeed) + std::string(kInputs); }

std::vector<std::string> codes(const Response& response) {
  std::vector<std::string> out;
  for (const DiagnosticView& view : response.diagnostics) out.push_back(view.code);
  return out;
}

TEST(Respond, MistakesInADefinitionThatIsNotTakenAreANote) {
  const std::string bad = "def nvfuser_fusion_id0(fd : FusionDefinition) -> None :\n    T0 = fd.ops.foo(1)\n";
  for (const std::string& text : {bad + seed_with_inputs(), seed_with_inputs() + bad}) {
    Request request = request_for(Command::kSegment, text);
    request.definition = "nvfuser_fusion_id1";
    const Response response = respond(request);
    EXPECT_TRUE(response.ok);
    EXPECT_EQ(codes(response), std::vector<std::string>{"N0143"});
    EXPECT_EQ(response.diagnostics[0].message, "the definition `nvfuser_fusion_id0` is not taken; it has 1 error");
    EXPECT_TRUE(response.segments.has_value());
    request.definition = "nvfuser_fusion_id0";
    EXPECT_EQ(codes(respond(request)), std::vector<std::string>{"E0102"});
    EXPECT_EQ(codes(respond(request_for(Command::kCheck, text))), std::vector<std::string>{"E0102"});
  }
}

TEST(Respond, HundredsOfMistakesElsewhereHideNone) {
  std::string text = "def a(fd : FusionDefinition) -> None :\n";
  for (int i = 0; i < 300; ++i) text += "    fd.ops.foo(1)\n";
  text += "def b(fd : FusionDefinition) -> None :\n    fd.ops.bar(1)\n";
  Request request = request_for(Command::kSegment, text);
  request.definition = "b";
  EXPECT_EQ(codes(respond(request)), (std::vector<std::string>{"N0143", "E0102"}));
}

TEST(Respond, ABlockWithoutANameIsCalledByItsLine) {
  const Response response = respond(request_for(
      Command::kCheck, "with FusionDefinition() as fd:\n    T0 = fd.define_tensor([4])\n    fd.add_output(T0)\n"));
  ASSERT_TRUE(response.source.has_value());
  EXPECT_EQ(response.source->summary, "took the `with` block at line 1 (0 ops); the text has no list of inputs");
}

TEST(Respond, NegativeSizesOfTheScriptAreNamed) {
  const Response response =
      respond(request_for(Command::kCheck, std::string(kSeed) + "inputs = [torch.randn(-4, 3), torch.randn(4, 3)]\n"));
  EXPECT_FALSE(response.ok);
  ASSERT_FALSE(response.diagnostics.empty());
  EXPECT_EQ(response.diagnostics[0].message, "dim 0 of input `T0` has the negative size -4");
}

TEST(Respond, CheckGivesDiagnosticsAndWhatWasTaken) {
  const Response response = respond(request_for(Command::kCheck, seed_with_inputs()));
  EXPECT_TRUE(response.ok);
  EXPECT_TRUE(response.diagnostics.empty());
  ASSERT_TRUE(response.source.has_value());
  EXPECT_EQ(response.source->definition, "nvfuser_fusion_id1");
  EXPECT_EQ(response.source->ops, 3);
  EXPECT_EQ(response.source->inputs, "inputs");
  EXPECT_EQ(response.source->summary, "took `nvfuser_fusion_id1` (line 1, 3 ops) and the inputs `inputs` (line 9)");
  EXPECT_FALSE(response.segments.has_value());
}

TEST(Respond, TheInputListThatIsAskedForIsTaken) {
  Request request = request_for(Command::kCheck, seed_with_inputs());
  request.inputs = "inputs2";
  const Response response = respond(request);
  ASSERT_TRUE(response.inputs.has_value());
  EXPECT_EQ((*response.inputs)[1].shape, (std::vector<int64_t>{4, 8}));
  EXPECT_EQ((*response.inputs)[1].origin, "script");
}

TEST(Respond, SizesThatNothingGivesAreAssumedAndSaidToBe) {
  const Response response = respond(request_for(Command::kSegment, std::string(kSeed)));
  EXPECT_TRUE(response.ok);
  ASSERT_TRUE(response.inputs.has_value());
  EXPECT_EQ((*response.inputs)[0].origin, "assumed");
  EXPECT_EQ(codes(response), std::vector<std::string>{"N0301"});
}

TEST(Respond, AnInputOptionGoesBeforeTheScript) {
  Request request = request_for(Command::kCheck, seed_with_inputs());
  request.input = {"T0=2x64"};
  const Response response = respond(request);
  ASSERT_TRUE(response.inputs.has_value());
  EXPECT_EQ((*response.inputs)[0].shape, (std::vector<int64_t>{2, 64}));
  EXPECT_EQ((*response.inputs)[0].origin, "option");
  EXPECT_EQ((*response.inputs)[1].origin, "script");
}

TEST(Respond, OneOfSeveralDefinitionsByPlaceOrByName) {
  std::string second(kSeed);
  second.replace(second.find("id1"), 3, "id2");
  const std::string text = seed_with_inputs() + second + "\ninputs3 = [torch.randn(8, 2), torch.randn(8, 3)]\n";
  for (const char* name : {"1", "nvfuser_fusion_id2"}) {
    Request request = request_for(Command::kCheck, text);
    request.definition = name;
    const Response response = respond(request);
    ASSERT_TRUE(response.source.has_value());
    EXPECT_EQ(response.source->definition, "nvfuser_fusion_id2");
    EXPECT_EQ(response.source->inputs, "inputs3") << "the list after the definition";
  }
}

TEST(Respond, EveryNameThatIsNotThereIsADiagnostic) {
  const auto codes_with = [](auto change) {
    Request request = request_for(Command::kRun, seed_with_inputs());
    change(request);
    return codes(respond(request));
  };
  using Codes = std::vector<std::string>;
  EXPECT_EQ(codes_with([](Request& r) { r.definition = "7"; }), Codes{"E0925"});
  EXPECT_EQ(codes_with([](Request& r) { r.inputs = "inputs9"; }), Codes{"E0926"});
  EXPECT_EQ(codes_with([](Request& r) { r.gpu = "h20"; }), Codes{"E0924"});
  EXPECT_EQ(codes_with([](Request& r) { r.cut = {"T9"}; }), Codes{"E0401"});
  EXPECT_EQ(codes_with([](Request& r) { r.keep = {"#99"}; }), Codes{"E0401"});
  EXPECT_EQ(codes_with([](Request& r) { r.input = {"T0"}; }), Codes{"E0312"});
  EXPECT_EQ(codes_with([](Request& r) { r.input = {"T9=2"}; }), Codes{"E0311"});
  EXPECT_EQ(codes_with([](Request& r) { r.segment = 2; }), Codes{"E0927"});
  EXPECT_EQ(codes_with([](Request& r) { r.device = RunDevice::kCuda; }), Codes{"E0921"});
  EXPECT_EQ(codes_with([](Request& r) { r.memory = 100; }), Codes{"E0901"});
}

TEST(Respond, OnlyTensorsAreCutAt) {
  std::string text(kSeed);
  text.replace(text.find("    T4"), 0, "    S9 = fd.define_scalar(2.0)\n");
  Request request = request_for(Command::kSegment, text);
  request.cut = {"S9"};
  const std::vector<std::string> found = codes(respond(request));
  EXPECT_NE(std::find(found.begin(), found.end(), "E0402"), found.end());
}

TEST(Respond, AnAskedBoundaryThatChangesNothingIsSaid) {
  const auto codes_with = [](std::vector<std::string> cut, std::vector<std::string> keep) {
    Request request = request_for(Command::kSegment, seed_with_inputs());
    request.cut = std::move(cut);
    request.keep = std::move(keep);
    return codes(respond(request));
  };
  using Codes = std::vector<std::string>;
  EXPECT_EQ(codes_with({"T0"}, {}), Codes{"W0415"}) << "an input";
  EXPECT_EQ(codes_with({}, {"T1"}), Codes{"W0415"});
  EXPECT_EQ(codes_with({"T4"}, {}), Codes{"W0416"}) << "the last output";
  EXPECT_EQ(codes_with({}, {"T4"}), Codes{"W0416"});
  EXPECT_EQ(codes_with({"T3"}, {"T3"}), Codes{"E0414"});
  EXPECT_EQ(codes_with({"T3"}, {"#3"}), Codes{"E0414"}) << "by name and by index";
  EXPECT_EQ(codes_with({"T3"}, {}), Codes{});
}

TEST(Respond, CuresAreFieldsOfTheRequest) {
  Request request = request_for(Command::kExplain, seed_with_inputs());
  const Response plain = respond(request);
  ASSERT_EQ(plain.cuts->size(), 1U);
  EXPECT_TRUE((*plain.cuts)[0].cure_searched);
  const CureView& setting = (*plain.cuts)[0].cure.value.value();
  EXPECT_EQ(setting.kind, CureKind::kSet);
  EXPECT_EQ(setting.field, "rules");
  EXPECT_EQ(setting.value, "extended");
  request.cut = {"T2"};
  const Response cut = respond(request);
  ASSERT_EQ(cut.cuts->size(), 1U);
  const CureView& removal = (*cut.cuts)[0].cure.value.value();
  EXPECT_EQ(removal.kind, CureKind::kRemove);
  EXPECT_EQ(removal.cuts, std::vector<std::string>{"T2"});
  EXPECT_FALSE(removal.field);
}

TEST(Respond, AKeepThatNoKernelCanHonourIsSaid) {
  Request request = request_for(Command::kSegment, seed_with_inputs());
  request.keep = {"T3"};
  const Response moved = respond(request);
  ASSERT_EQ(codes(moved), std::vector<std::string>{"N0420"});
  EXPECT_EQ(moved.diagnostics[0].message, "keeping `T3` inside a kernel moved the cut: `T2` crosses instead");
  request.keep = {"T2", "T3"};
  const std::vector<std::string> found = codes(respond(request));
  EXPECT_NE(std::find(found.begin(), found.end(), "W0403"), found.end());
}

TEST(Respond, EqualExtentsThatAreNoOneAxisAreSaid) {
  const auto why = [](std::string_view inputs) {
    return (*respond(request_for(Command::kExplain, concat(kSeed, inputs))).cuts)[0].reasons[0].message;
  };
  EXPECT_EQ(
      why("inputs = [torch.randn(2, 32), torch.randn(2, 32)]\n"),
      "the kernel would loop over the axes of `T0`; axis 1 of `T1` (extent 32) is none of them (axis 1 of `T0` is as "
      "long, but no op here pairs the two)");
  EXPECT_EQ(why("inputs = [torch.randn(2, 32), torch.randn(2, 128)]\n"),
            "the kernel would loop over the axes of `T0`; axis 1 of `T1` (extent 128) is none of them");
}

TEST(Respond, ACutWithoutACureHasTheAdviceOfItsReason) {
  Request request = request_for(Command::kExplain, seed_with_inputs());
  EXPECT_FALSE((*respond(request).cuts)[0].advice.has_value()) << "there is a cure";
  request.text =
      "def f(fd : FusionDefinition) -> None :\n"
      "    T0 = fd.define_tensor(shape=[-1, -1], contiguity=[True, True], dtype=DataType.Float)\n"
      "    T1 = fd.ops.neg(T0)\n    T2 = fd.ops.matmul(T1, T1)\n    fd.add_output(T2)\n"
      "inputs = [torch.randn(8, 8)]\n";
  const Response response = respond(request);
  ASSERT_FALSE(response.cuts->empty());
  const CutView& cut = (*response.cuts)[0];
  EXPECT_EQ(cut.advice.has_value(), !cut.cure.value.has_value());
}

TEST(Respond, ARunSaysHowItIsSplitBeforeItComputes) {
  std::vector<std::string> seen;
  Host host;
  host.progress = [&](std::string_view phase) { seen.emplace_back(phase); };
  host.split_seen = [&](const Response& response) {
    seen.emplace_back("split");
    EXPECT_EQ(response.segments->size(), 2U);
    EXPECT_EQ(response.cuts->size(), 1U);
    EXPECT_FALSE(response.outputs || response.run);
    EXPECT_FALSE((*response.segments)[0].microseconds.has_value());
  };
  const Response response = respond(request_for(Command::kRun, seed_with_inputs()), host);
  EXPECT_TRUE(response.ok);
  const auto split = std::find(seen.begin(), seen.end(), "split");
  ASSERT_NE(split, seen.end());
  EXPECT_TRUE(
      std::none_of(seen.begin(), split, [](const std::string& phase) { return phase.starts_with("reference"); }));
  EXPECT_TRUE(std::any_of(split, seen.end(), [](const std::string& phase) { return phase == "reference 3 of 6"; }));
}

TEST(Respond, ALongRunIsSaidBeforeItBegins) {
  // What is large reads what cannot be computed, so that the run is short all the same.
  const Response response =
      respond(request_for(Command::kRun,
                          "def f(fd : FusionDefinition) -> None :\n"
                          "    T0 = fd.define_tensor(shape=[-1, -1], contiguity=[True, True], dtype=DataType.Float)\n"
                          "    T1 = fd.define_tensor(shape=[-1], contiguity=[True], dtype=DataType.Int)\n"
                          "    T2 = fd.ops.index_select(T0, T1, dim=0)\n"
                          "    T3 = fd.ops.broadcast(T2, is_broadcast_dim=[True, False, False])\n"
                          "    T4 = fd.ops.expand(T3, shape=[20000, 3, 40000])\n"
                          "    T5 = fd.ops.neg(T4)\n    fd.add_output(T5)\n"
                          "inputs = [torch.randn(2, 40000), torch.tensor([7, 7, 7])]\n"));
  ASSERT_EQ(codes(response), (std::vector<std::string>{"N0906", "E0904"}));
  EXPECT_EQ(response.diagnostics[0].notes,
            std::vector<std::string>{"`--memory 64MiB --shrink` runs it with smaller extents"});
  EXPECT_FALSE(long_run_time(1'000'000).has_value());
  EXPECT_EQ(long_run_time(2'000'000'000), "a minute or two");
  EXPECT_EQ(long_run_time(50'000'000'000), "about 33 minutes");
  EXPECT_EQ(long_run_time(INT64_MAX / 2), "about 51,240,955 hours");
}

TEST(Respond, AnErrorStopsBeforeTheNextStageAndKeepsWhatWasMade) {
  std::string text(kSeed);
  text.replace(text.find("ops.sum"), 7, "ops.sumn");
  const Response response = respond(request_for(Command::kRun, text));
  EXPECT_FALSE(response.ok);
  ASSERT_EQ(codes(response), std::vector<std::string>{"E0102"});
  EXPECT_EQ(response.diagnostics[0].line, 4);
  EXPECT_EQ(response.diagnostics[0].message, "unknown op `sumn`; did you mean `sum`?");
  EXPECT_TRUE(response.source.has_value());
  EXPECT_FALSE(response.segments.has_value());
  EXPECT_FALSE(response.run.has_value());
}

TEST(Respond, TheSeedHasTwoSegmentsAndOneUnderTheExtendedRules) {
  Request request = request_for(Command::kSegment, seed_with_inputs());
  const Response response = respond(request);
  ASSERT_TRUE(response.segments.has_value());
  ASSERT_EQ(response.segments->size(), 2U);
  EXPECT_EQ((*response.segments)[0].inputs, std::vector<int64_t>{0});
  EXPECT_EQ((*response.segments)[0].outputs, std::vector<int64_t>{2});
  ASSERT_EQ(response.cuts->size(), 1U);
  const CutView& cut = (*response.cuts)[0];
  EXPECT_EQ(cut.values[0].value, 3);
  EXPECT_EQ(cut.crossings[0].line, 5);
  EXPECT_EQ(cut.value_bytes, 8);
  EXPECT_FALSE(cut.reasons.empty());
  request.rules = RuleSet::kExtended;
  EXPECT_EQ(respond(request).segments->size(), 1U);
}

TEST(Respond, OneSegmentOnlyWhereAskedFor) {
  Request request = request_for(Command::kSegment, seed_with_inputs());
  request.segment = 1;
  const Response response = respond(request);
  ASSERT_EQ(response.segments->size(), 1U);
  EXPECT_EQ((*response.segments)[0].id, 1);
  EXPECT_EQ(response.cuts->size(), 1U) << "g0 gives it a value";
}

TEST(Respond, RunComparesTheSegmentsWithTheWhole) {
  Request request = request_for(Command::kRun, seed_with_inputs());
  int64_t now = 0;
  std::vector<std::string> phases;
  const Host host{[&](std::string_view phase) { phases.emplace_back(phase); }, [&] { return now += 5; }};
  const Response response = respond(request, host);
  ASSERT_TRUE(response.run.has_value());
  EXPECT_TRUE(response.run->matches);
  ASSERT_EQ(response.outputs->size(), 1U);
  EXPECT_EQ((*response.outputs)[0].shape, (std::vector<int64_t>{2, 128}));
  EXPECT_EQ((*response.segments)[0].microseconds, 5);
  EXPECT_EQ(phases.front(), "parse");
  EXPECT_NE(std::find(phases.begin(), phases.end(), "run 2 of 2"), phases.end());
}

TEST(Respond, InputsUpdatedInPlaceAreComparedToo) {
  const Response response = respond(request_for(Command::kRun, R"(
def nvfuser_fusion_id0(fd : FusionDefinition) -> None :
    T0 = fd.define_tensor(shape=[-1], contiguity=[True], dtype=DataType.Float, is_cpu=False)
    T1 = fd.ops.relu(T0)
    T2 = fd.ops.add(T0, T1)
    fd.add_output(T1, T0)
    fd.add_output(T2)
)"));
  ASSERT_TRUE(response.outputs.has_value());
  ASSERT_EQ(response.outputs->size(), 2U);
  EXPECT_FALSE((*response.outputs)[0].updates_input);
  EXPECT_TRUE((*response.outputs)[1].updates_input);
  EXPECT_EQ((*response.outputs)[1].index.value, 0);
  EXPECT_TRUE(response.run->matches);
}

TEST(Respond, ShrinksStaticShapesThroughAReshape) {
  Request request = request_for(Command::kRun, R"(
def nvfuser_fusion_id0(fd : FusionDefinition) -> None :
    T0 = fd.define_tensor(shape=[512, 64, 4096], contiguity=[True, True, True], dtype=DataType.Float, is_cpu=False)
    T1 = fd.ops.reshape(T0, new_shape=[32768, 4096])
    T2 = fd.ops.sum(T1, dims=[1], keepdim=False, dtype=DataType.Null)
    fd.add_output(T2)
)");
  request.memory = int64_t{1} << 20;
  request.shrink = true;
  const Response response = respond(request);
  EXPECT_TRUE(response.ok) << (response.diagnostics.empty() ? "" : response.diagnostics[0].rendered);
  ASSERT_TRUE(response.run.has_value());
  ASSERT_TRUE(response.run->shrink.has_value());
  EXPECT_LE(response.run->estimated_bytes, *request.memory);
  EXPECT_NE(response.run->shrink->find("4,096 to "), std::string::npos) << *response.run->shrink;
}

TEST(Call, ARequestThatCannotBeReadGetsAResponseThatSaysSo) {
  EXPECT_NE(call("{").find("\"code\":\"E0920\""), std::string::npos);
  EXPECT_NE(call(R"({"comand": "run"})").find("did you mean `command`?"), std::string::npos);
  EXPECT_NE(call(R"({"command": "check", "text": ""})").find("\"ok\":false"), std::string::npos);
}

TEST(Call, IsTheSameTwice) {
  const std::string request = to_json(request_for(Command::kSegment, seed_with_inputs()));
  EXPECT_EQ(call(request), call(request));
}

TEST(FailedResponse, HasOneDiagnosticWithoutAPlace) {
  const Response response = failed_response(Request{}, DiagnosticCode{}, {"a", "b", "c", "d", "e"});
  ASSERT_EQ(response.diagnostics.size(), 1U);
  EXPECT_FALSE(response.diagnostics[0].line.has_value());
  EXPECT_FALSE(response.ok);
}

}  // namespace
}  // namespace cleave
