// Passes through the one door: which run, what the response says of them, and what the run is compared with.
#include <gtest/gtest.h>

#include <string>
#include <utility>

#include "core/api/call.h"

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
  ASSERT_EQ(views->index_map->size(), 1U);
  EXPECT_EQ(views->index_map->front().label, "T4.segment_set");
  EXPECT_FALSE(views->index_map->front().before.value);
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
  request.level = PrintLevel::kPrimitive;
  request.text = kText;
  request.passes = "remove_bcast_squeeze";
  EXPECT_EQ(respond(request).definition->find("squeeze"), std::string::npos);
}

TEST(Passes, ARunIsComparedWithWhatWasWritten) {
  const Response response = respond_to(Command::kRun, "nvfuser");
  ASSERT_TRUE(response.ok) << (response.diagnostics.empty() ? "" : response.diagnostics[0].message);
  ASSERT_EQ(response.outputs->size(), 1U);
  EXPECT_EQ(response.outputs->front().index.value, 4);
  EXPECT_TRUE(response.run->matches);
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
