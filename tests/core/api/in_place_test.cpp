// When in-place updates are done: in the definition of a segment where no later one reads the old value, else after the
// last such reader, and said so. Every segment with an update runs alone.
#include <gtest/gtest.h>

#include <string>

#include "core/api/call.h"
#include "core/api/json.h"
#include "core/base/text.h"

namespace cleave {
namespace {

Response respond_to(Command command, const std::string& text, std::optional<int64_t> segment = std::nullopt) {
  Request request;
  request.command = command;
  request.text = text;
  request.segment = segment;
  return respond(request);
}

/// What is written where: `g0 writes`, `after g2: T1 to T0`.
std::string updates_text(const Response& response) {
  std::string out;
  for (const SegmentView& segment : *response.segments) {
    size_t found = 0;
    for (size_t at = segment.definition.find("add_output("); at != std::string::npos;
         at = segment.definition.find("add_output(", at + 1)) {
      const std::string call = segment.definition.substr(at, segment.definition.find(')', at) - at);
      if (call.find(", T") != std::string::npos) ++found;
    }
    if (found > 0) out += concat("g", segment.id, " writes; ");
    if (!segment.updates_after) continue;
    for (const UpdateView& update : *segment.updates_after)
      out += concat("after g", segment.id, ": ", update.value_label, " to ", update.input_label, "; ");
  }
  return out;
}

constexpr const char* kCircle = R"(def nvfuser_fusion_id0(fd : FusionDefinition) -> None :
    T0 = fd.define_tensor(shape=[-1, -1], contiguity=[True, True], dtype=DataType.Float, is_cpu=False)
    T1 = fd.ops.neg(T0)
    T2 = fd.ops.matmul(T1, T1)
    T3 = fd.ops.add(T2, T0)
    fd.add_output(T1, T0)
    fd.add_output(T3)
inputs = [torch.randn(16,16)]
)";

/// Two sums read T0 through one cast, which is computed twice.
constexpr const char* kCopiedReader = R"(def nvfuser_fusion_id0(fd : FusionDefinition) -> None :
    T0 = fd.define_tensor(shape=[-1, -1], contiguity=[True, True], dtype=DataType.BFloat16, is_cpu=False)
    w = fd.ops.cast(T0, dtype=DataType.Float)
    a = fd.ops.sum(w, dims=[0], keepdim=False, dtype=DataType.Null)
    n = fd.ops.cast(fd.ops.neg(w), dtype=DataType.BFloat16)
    fd.add_output(n, T0)
    fd.add_output(a)
    c = fd.ops.sum(w, dims=[1], keepdim=False, dtype=DataType.Null)
    fd.add_output(c)
inputs = [torch.randn(64, 32, dtype=torch.bfloat16)]
)";

TEST(InPlace, WaitsForALaterReaderOfTheOldValue) {
  const Response response = respond_to(Command::kRun, kCircle);
  ASSERT_TRUE(response.ok);
  EXPECT_EQ(updates_text(response), "after g2: T1 to T0; ");
  EXPECT_NE(to_json(response).find("\"updates_after\""), std::string::npos);
}

TEST(InPlace, IsDoneByTheSegmentThatRunsAfterAllReaders) {
  const Response response = respond_to(Command::kRun, kCopiedReader);
  ASSERT_TRUE(response.ok);
  ASSERT_GE(response.segments->size(), 2u);
  EXPECT_EQ(updates_text(response), concat("g", response.segments->back().id, " writes; "));
}

TEST(InPlace, EverySegmentRunsAlone) {
  for (const char* text : {kCircle, kCopiedReader}) {
    const size_t count = respond_to(Command::kSegment, text).segments->size();
    for (size_t i = 0; i < count; ++i) {
      const Response response = respond_to(Command::kRun, text, static_cast<int64_t>(i));
      ASSERT_TRUE(response.run.has_value()) << i;
      EXPECT_TRUE(response.ok) << i << ": " << response.run->verdict;
    }
  }
}

}  // namespace
}  // namespace cleave
