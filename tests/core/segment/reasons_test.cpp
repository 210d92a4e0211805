// Every reason is given for some definition: the smallest one found for it.
#include <gtest/gtest.h>

#include <set>
#include <string>

#include "tests/core/segment/definition_fixture.h"

namespace cleave {
namespace {

std::set<std::string> reasons_of(const Primitive& primitive, const SegmentOptions& options = {}) {
  std::set<std::string> out;
  const Segmentation s = segment(primitive, options);
  for (const Cut& cut : s.cuts) {
    for (const Reason& given : cut.reasons) {
      out.insert(std::string(info(given.code).code));
      EXPECT_FALSE(given.message.empty());
      EXPECT_EQ(given.message.find("`an op`"), std::string::npos);
    }
  }
  for (const MergeStep& step : s.history) {
    if (step.refused) out.insert(std::string(info(*step.refused).code));
  }
  return out;
}

StateId row_sum(DefinitionFixture& f, StateId x, const Sizes& sizes) {
  return f.broadcast(f.sum(x, {1}, {sizes[0]}), {false, true}, {sizes[0], 1});
}

TEST(SegmentReasons, SeedIsRefusedByEachTemplateInItsOwnWords) {
  DefinitionFixture f;
  const StateId t0 = f.input({2, 32});
  const StateId t1 = f.input({2, 128});
  f.output(f.add(t1, row_sum(f, t0, {2, 32}), {2, 128}));
  const auto given = reasons_of(f.finish());
  for (const char* code :
       {"R.AXIS_UNCOVERED", "R.BCAST_NOT_FROM_REDUCED", "R.NOT_A_VIEW", "R.HAS_REDUCTION", "R.MISSING_OP"}) {
    EXPECT_TRUE(given.count(code)) << code;
  }
}

TEST(SegmentReasons, LongRowOnASmallDevice) {
  DefinitionFixture f;
  const StateId x = f.input({4096, 100000});
  f.output(f.add(x, row_sum(f, x, {4096, 100000}), {4096, 100000}));
  SegmentOptions options;
  options.device = named_device("a100");
  const auto given = reasons_of(f.finish(), options);
  EXPECT_TRUE(given.count("R.BUFFER_TOO_BIG"));
  EXPECT_TRUE(given.count("R.NEEDS_PERSISTENCE"));
}

TEST(SegmentReasons, RowThatNeedsHalfTheDevice) {
  DefinitionFixture f;
  const StateId x = f.input({4096, 1 << 19});
  f.output(f.add(x, row_sum(f, x, {4096, 1 << 19}), {4096, 1 << 19}));
  SegmentOptions options;
  options.device->sm_count = 16;
  EXPECT_TRUE(reasons_of(f.finish(), options).count("R.HALF_DEVICE"));
}

TEST(SegmentReasons, FewLongRows) {
  DefinitionFixture f;
  const StateId x = f.input({4, 16384});
  f.output(f.add(x, row_sum(f, x, {4, 16384}), {4, 16384}));
  EXPECT_TRUE(reasons_of(f.finish()).count("R.TOO_FEW_BLOCKS"));
}

TEST(SegmentReasons, TwoReductionsInARow) {
  DefinitionFixture f;
  const StateId x = f.input({8, 16, 32});
  f.output(f.sum(f.sum(x, {2}, {8, 16}), {1}, {8}));
  EXPECT_TRUE(reasons_of(f.finish()).count("R.REDUCE_AXES_DIFFER"));
}

TEST(SegmentReasons, OneReductionAlongTheOtherAcross) {
  DefinitionFixture f;
  const StateId x = f.exp(f.input({64, 32}), {64, 32});
  f.output(f.apply(op("sin"), {x}, {64, 32}));
  f.output(f.sum(x, {1}, {64}));
  f.output(f.sum(x, {0}, {32}));
  EXPECT_TRUE(reasons_of(f.finish()).count("R.KIND_MISMATCH"));
}

TEST(SegmentReasons, VectorAddedAfterAnInnerSum) {
  DefinitionFixture f;
  const StateId x = f.input({64, 32});
  f.output(f.add(f.sum(x, {1}, {64}), f.input({64}), {64}));
  const auto given = reasons_of(f.finish());
  EXPECT_TRUE(given.count("R.POST_REDUCE_NEW_INPUT"));
  EXPECT_TRUE(given.count("R.NO_PERSISTENCE"));
}

TEST(SegmentReasons, ReshapesThatDisagree) {
  DefinitionFixture f;
  const StateId x = f.exp(f.input({24}), {24});
  f.output(f.exp(f.reshape(x, {6, 4}), {6, 4}));
  f.output(f.exp(f.reshape(x, {3, 8}), {3, 8}));
  EXPECT_TRUE(reasons_of(f.finish()).count("R.RESHAPE_CONFLICT"));
}

TEST(SegmentReasons, MergeOfAKeptAndAReducedAxis) {
  DefinitionFixture f;
  const StateId x = f.input({64, 4, 32});
  const StateId total = f.broadcast(f.sum(x, {1, 2}, {64}), {false, true, true}, {64, 1, 1});
  f.output(f.exp(f.reshape(f.add(x, total, {64, 4, 32}), {256, 32}), {256, 32}));
  EXPECT_TRUE(reasons_of(f.finish()).count("R.RESHAPE_CROSSES_REDUCTION"));
}

/// One kernel that reads the expanded value in two lengths, while another tensor has all the axes.
TEST(SegmentReasons, OneBroadcastAxisWithTwoSizes) {
  DefinitionFixture f;
  const StateId column = f.exp(f.broadcast(f.input({64}), {true, false}, {1, 64}), {1, 64});
  const StateId eight = f.add(column, f.input({8, 64}), {8, 64});
  const StateId nine = f.add(column, f.input({9, 64}), {9, 64});
  f.output(column);
  const StateId left = f.broadcast(eight, {false, true, false}, {8, 1, 64});
  const StateId right = f.broadcast(nine, {true, false, false}, {1, 9, 64});
  f.output(f.add(left, right, {8, 9, 64}));
  EXPECT_TRUE(reasons_of(f.finish()).count("R.BCAST_TWO_SIZES"));
}

TEST(SegmentReasons, LookupInAComputedTable) {
  DefinitionFixture f;
  const StateId table = f.exp(f.input({64, 32}), {64, 32});
  const StateId places = f.input({16}, DType::kInt);
  DimAttributes dim;
  f.output(f.apply(op("index_select"), {table, places}, {16, 32}, dim));
  EXPECT_TRUE(reasons_of(f.finish()).count("R.INPUT_MUST_BE_GLOBAL"));
}

TEST(SegmentReasons, SliceBesideALookup) {
  DefinitionFixture f;
  const StateId table = f.input({64, 32});
  const StateId places = f.slice(f.input({32}, DType::kInt), {16});
  DimAttributes dim;
  f.output(f.exp(f.apply(op("index_select"), {table, places}, {16, 32}, dim), {16, 32}));
  EXPECT_TRUE(reasons_of(f.finish()).count("R.RESIZE_PLUS_INDEX"));
}

TEST(SegmentReasons, SliceOfAComputedValueToOne) {
  DefinitionFixture f;
  f.output(f.slice(f.exp(f.input({64, 32}), {64, 32}), {64, 1}));
  EXPECT_TRUE(reasons_of(f.finish()).count("R.RESIZE_BROADCAST"));
}

TEST(SegmentReasons, ComputedValueInTwoSizes) {
  DefinitionFixture f;
  const StateId x = f.add(f.input({64}), f.input({64}), {64});
  f.output(f.exp(f.slice(x, {32}), {32}));
  f.output(f.exp(f.slice(x, {16}), {16}));
  EXPECT_TRUE(reasons_of(f.finish()).count("R.RESIZE_SIZES_DIFFER"));
}

TEST(SegmentReasons, ProductIsOpaque) {
  DefinitionFixture f;
  f.output(f.exp(f.linear(f.input({64, 64}), f.input({64, 64}), {64, 64}), {64, 64}));
  EXPECT_TRUE(reasons_of(f.finish()).count("R.OPAQUE_OP"));
}

TEST(SegmentReasons, ReductionBehindAScan) {
  DefinitionFixture f;
  DimAttributes last;
  last.dim = 1;
  const StateId scanned = f.apply(op("cumsum"), {f.input({64, 32})}, {64, 32}, last);
  f.output(f.sum(scanned, {1}, {64}));
  EXPECT_TRUE(reasons_of(f.finish()).count("R.NOT_GREEDY_OP"));
}

TEST(SegmentReasons, ScansAlongDifferentAxes) {
  DefinitionFixture f;
  DimAttributes first;
  DimAttributes last;
  last.dim = 1;
  const StateId scanned = f.apply(op("cumsum"), {f.input({64, 32})}, {64, 32}, last);
  f.output(f.apply(op("cumsum"), {scanned}, {64, 32}, first));
  EXPECT_TRUE(reasons_of(f.finish()).count("R.ORDERED_AXES_DIFFER"));
}

TEST(SegmentReasons, SquareMatrixPlusItsTranspose) {
  DefinitionFixture f;
  const StateId x = f.input({64, 64});
  f.output(f.add(x, f.permute(x, {1, 0}, {64, 64}), {64, 64}));
  EXPECT_TRUE(reasons_of(f.finish()).count("R.SELF_MAP"));
}

TEST(SegmentReasons, CutByOption) {
  DefinitionFixture f;
  const StateId y = f.exp(f.input({64}), {64});
  f.output(f.neg(y, {64}));
  SegmentOptions options;
  options.cut_after = {y};
  EXPECT_TRUE(reasons_of(f.finish(), options).count("R.USER_BOUNDARY"));
}

/// exp, then `between` products of it, then a sum of the exp and the last product.
Primitive detour(int between) {
  DefinitionFixture f;
  const StateId x = f.add(f.input({64, 64}), f.input({64, 64}), {64, 64});
  const StateId w = f.input({64, 64});
  StateId y = x;
  for (int i = 0; i < between; ++i) y = f.linear(y, w, {64, 64});
  f.output(f.add(x, y, {64, 64}));
  return f.finish();
}

TEST(SegmentReasons, SomethingRunsBetween) { EXPECT_TRUE(reasons_of(detour(1)).count("R.CYCLE")); }

TEST(SegmentReasons, LongDetourIsNotSearchedToTheEnd) {
  const Primitive p = detour(1200);
  EXPECT_TRUE(reasons_of(p).count("R.SEARCH_LIMIT"));
  EXPECT_EQ(segment(p, {}).segments.size(), 1202U);
}

}  // namespace
}  // namespace cleave
