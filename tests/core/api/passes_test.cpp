// Passes through the one door: which run, what the response says of them, and what the run is compared with.
#include <gtest/gtest.h>

#include <string>
#include <utility>

#include "core/api/call.h"
#include "core/base/text.h"

namespace cleave {
namespace {

/// The permuted product is only a view, the middle pair of ops cancels, and the input is updated in place.
constexpr std::string_view kText = R"(def nvfuser_fusion_id0(fd : FusionDefinition) -> None :
    T0 = fd.define_tensor(shape=[2, 3], contiguity=[True, True], dtype=DataType.Float, is_cpu=False)
    T1 = fd.ops.broadcast(T0, is_broadcast_dim=[False, True, False])
    T2 = fd.ops.squeeze(T1, dims=[1])
    T3 = fd.ops.mul(T2, T2)
    T4 = fd.ops.permute(T3, dims=[1, 0])
    fd.add_output(T4)

inputs = [torch.randn(2, 3)]
)";

Response respond_to(Command command, std::string passes) {
  Request request;
  request.command = command;
  request.text = kText;
  request.passes = std::move(passes);
  return respond(request);
}

const PassView* find(const Response& response, std::string_view name) {
  for (const PassView& pass : *response.passes) {
    if (pass.name == name) return &pass;
  }
  return nullptr;
}

TEST(Passes, OnlyWhatResultsNeedRunsUnasked) {
  const Response response = respond_to(Command::kSegment, "none");
  ASSERT_TRUE(response.passes);
  ASSERT_EQ(response.passes->size(), 1U);
  EXPECT_EQ(response.passes->front().name, "segment_inplace_update");
  EXPECT_EQ(response.passes->front().sentence, "no input is updated in place");
  EXPECT_FALSE(response.passes->front().index_map);
  EXPECT_EQ(response.segments->size(), 1U);
}

TEST(Passes, EachSaysWhatItDidAndWhere) {
  const Response response = respond_to(Command::kExplain, "nvfuser");
  const PassView* pair = find(response, "remove_bcast_squeeze");
  ASSERT_TRUE(pair != nullptr && pair->changed);
  EXPECT_EQ(pair->order, 10);
  EXPECT_TRUE(pair->exact);
  EXPECT_EQ(pair->sentence, "squeeze `T2` undoes what broadcast `T1` did");
  ASSERT_EQ(pair->done.size(), 1U);
  EXPECT_EQ(pair->done[0].line, 4);
  ASSERT_TRUE(pair->definition);
  EXPECT_NE(pair->definition->find("T1 = fd.ops.mul(T0, T0)"), std::string::npos);
  const PassView* views = find(response, "mark_aliases_prepare");
  ASSERT_TRUE(views != nullptr && views->index_map);
  ASSERT_EQ(views->index_map->size(), 3U) << "the input, the boundary, the output";
  EXPECT_EQ(views->index_map->at(1).label, "T4.segment_set");
  EXPECT_FALSE(views->index_map->at(1).before.value);
  EXPECT_EQ(views->index_map->at(2).original.value, 4);
  EXPECT_EQ(response.segments->size(), 2U);
}

TEST(Passes, APassCanBeSwitchedOffOrAskedForAlone) {
  const Response without = respond_to(Command::kSegment, "nvfuser,-mark_aliases_prepare");
  EXPECT_EQ(find(without, "mark_aliases_prepare"), nullptr);
  EXPECT_EQ(without.segments->size(), 1U);
  const Response alone = respond_to(Command::kSegment, "remove_bcast_squeeze");
  EXPECT_EQ(alone.passes->size(), 2U);
  EXPECT_EQ(alone.segments->front().ops, 2);
}

TEST(Passes, MapsLeadToTheSourceThroughAllOfThem) {
  const Response response = respond_to(Command::kSegment, "nvfuser");
  ASSERT_EQ(response.segments->size(), 2U);
  const auto& last = response.segments->back().index_map;
  ASSERT_FALSE(last.empty());
  EXPECT_EQ(last.back().original.value, 4);
  EXPECT_EQ(last.back().label, "T4");
}

TEST(Passes, PrintShowsThePrimitiveDefinitionAfterThem) {
  Request request;
  request.command = Command::kPrint;
  request.text = kText;
  request.passes = "remove_bcast_squeeze";
  EXPECT_EQ(respond(request).definition->find("squeeze"), std::string::npos);
  request.level = PrintLevel::kSource;
  EXPECT_NE(respond(request).definition->find("squeeze"), std::string::npos) << "asked for by name";
}

TEST(Passes, OneThatResultsNeedCannotBeTakenAway) {
  const Response response = respond_to(Command::kSegment, "nvfuser,-segment_inplace_update");
  ASSERT_EQ(response.diagnostics.size(), 1U);
  EXPECT_EQ(response.diagnostics[0].name, "pass_always_runs");
}

TEST(Passes, ARunIsComparedWithWhatWasWritten) {
  const Response response = respond_to(Command::kRun, "nvfuser");
  ASSERT_TRUE(response.ok) << (response.diagnostics.empty() ? "" : response.diagnostics[0].message);
  ASSERT_EQ(response.outputs->size(), 1U);
  EXPECT_EQ(response.outputs->front().index.value, 4);
  EXPECT_TRUE(response.run->matches);
}

/// One double is multiplied, and the product is rounded to Half through Float; the input is overwritten by it where
/// `updates` says so.
Response run_of_two_roundings(std::string_view factor, std::string_view passes, bool updates = false) {
  Request request;
  request.command = Command::kRun;
  request.text = concat(R"(def nvfuser_fusion_id0(fd : FusionDefinition) -> None :
    T0 = fd.define_tensor(shape=[4], contiguity=[True], dtype=DataType.Double, is_cpu=False)
    S1 = fd.define_scalar()",
                        factor, R"(, dtype=DataType.Double)
    T2 = fd.ops.mul(T0, S1)
    T3 = fd.ops.cast(T2, dtype=DataType.Float)
    T4 = fd.ops.cast(T3, dtype=DataType.Half)
)",
                        updates ? "    T5 = fd.ops.cast(T4, dtype=DataType.Double)\n    fd.add_output(T5, T0)\n" : "",
                        R"(    fd.add_output(T4)

inputs = [torch.ones(4, dtype=torch.float64)]
)");
  request.passes = std::string(passes);
  return respond(request);
}

TEST(Passes, ARunSaysWhatARoundingLessMakesOfWhatWasWritten) {
  const Response response = run_of_two_roundings("2049.0000000001", "nvfuser");
  ASSERT_TRUE(response.ok);
  EXPECT_TRUE(response.run->matches);
  EXPECT_EQ(response.run->verdict,
            "the segments give the same result as the whole, bit for bit; the whole is the definition after "
            "`consecutive_cast`, which rounds once instead of twice: from what was written 1 of 1 output differs (T4 "
            "by up to 2)");
  EXPECT_EQ(run_of_two_roundings("65519.9999999", "nvfuser").run->verdict,
            "the segments give the same result as the whole, bit for bit; the whole is the definition after "
            "`consecutive_cast`, which rounds once instead of twice: from what was written 1 of 1 output differs (T4 "
            "in 4 infinities or NaNs)");
}

TEST(Passes, ARoundingLessMayChangeNothing) {
  const Response response = run_of_two_roundings("1.5", "nvfuser");
  ASSERT_TRUE(response.ok);
  EXPECT_EQ(response.run->verdict,
            "the segments give the same result as the whole, bit for bit; the whole is the definition after "
            "`consecutive_cast`, which rounds once instead of twice and here changes no output of what was written");
  // Where the pass does not run there is nothing to say.
  EXPECT_EQ(run_of_two_roundings("2049.0000000001", "nvfuser,-consecutive_cast").run->verdict,
            "the segments give the same result as the whole, bit for bit");
}

TEST(Passes, AnUpdatedInputIsJudgedWithARoundingLessToo) {
  const Response response = run_of_two_roundings("2049.0000000001", "nvfuser", true);
  ASSERT_TRUE(response.ok);
  EXPECT_EQ(response.outputs->size(), 2U);
  EXPECT_NE(response.run->verdict.find("2 of 2 outputs differ (T4 by up to 2, T0 by up to 2)"), std::string::npos)
      << response.run->verdict;
}

TEST(Passes, AnUnknownNameIsADiagnostic) {
  const Response response = respond_to(Command::kSegment, "nvfuser,-move_gathr");
  EXPECT_FALSE(response.ok);
  ASSERT_EQ(response.diagnostics.size(), 1U);
  EXPECT_EQ(response.diagnostics[0].code, "E0404");
  EXPECT_NE(response.diagnostics[0].rendered.find("did you mean `move_gather`?"), std::string::npos);
}

}  // namespace
}  // namespace cleave
