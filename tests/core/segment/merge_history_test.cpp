// The steps of the joining, as a reader replays them. That they end at the segments is a law (tests/laws).
#include "core/segment/merge_history.h"

#include <gtest/gtest.h>

#include "core/segment/segment.h"
#include "tests/core/segment/definition_fixture.h"

namespace cleave {
namespace {

TEST(MergeHistory, AWholeThatFitsIsJoinedToItsFirstOp) {
  DefinitionFixture f;
  f.output(f.exp(f.exp(f.exp(f.input({8}), {8}), {8}), {8}));
  const Segmentation s = segment(f.finish(), {});
  ASSERT_EQ(s.history.size(), 2U);
  for (const MergeStep& step : s.history) {
    EXPECT_EQ(step.first_group, 0U);
    EXPECT_FALSE(step.refused.has_value());
  }
  EXPECT_EQ(s.group_records.size(), 3U);
}

TEST(MergeHistory, NvfusersOrderHasStepsToo) {
  DefinitionFixture f;
  f.output(f.exp(f.exp(f.input({8}), {8}), {8}));
  SegmentOptions options;
  options.order = Order::kNvfuser;
  EXPECT_EQ(segment(f.finish(), options).history.size(), 1U);
}

}  // namespace
}  // namespace cleave
