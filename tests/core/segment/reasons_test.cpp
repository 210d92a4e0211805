// Every reason is given for some definition: the smallest one found for it.
#include <gtest/gtest.h>

#include <algorithm>
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
      // What a message says where the refusal does not name what it is about.
      for (const char* unnamed : {"an op ", "a value ", "?", "{", "}"})
        EXPECT_EQ(given.message.find(unnamed), std::string::npos) << given.message;
      EXPECT_EQ(std::count(given.message.begin(), given.message.end(), '`') % 2, 0) << given.message;
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
  for (const char* code : {"R.AXIS_UNCOVERED", "R.NOT_A_VIEW", "R.HAS_REDUCTION", "R.MISSING_OP"}) {
    EXPECT_TRUE(given.count(code)) << code;
  }
}

std::string asked(const Reason& given) {
  return given.refused_template ? concat(name(*given.refused_template), "/", name(given.refused_scheduler)) : "-";
}

/// `reduction/reduction R.X | -/none R.Y`, in the order of the cut.
std::string told(const Cut& cut) {
  return join(cut.reasons, " | ", [](const Reason& given) { return concat(asked(given), " ", info(given.code).code); });
}

/// A persistent kernel asks for a loop nest first; that the value is not expanded along the reduced axis comes later.
TEST(SegmentReasons, SeedLacksALoopInEveryTemplateThatReduces) {
  DefinitionFixture f;
  const StateId t0 = f.input({2, 32});
  const StateId t1 = f.input({2, 128});
  f.output(f.add(t1, row_sum(f, t0, {2, 32}), {2, 128}));
  const Segmentation s = segment(f.finish(), {});
  ASSERT_EQ(s.cuts.size(), 1U);
  EXPECT_EQ(told(s.cuts[0]),
            "persistent/inner_persistent R.AXIS_UNCOVERED | persistent/outer_persistent R.AXIS_UNCOVERED | "
            "reduction/reduction R.AXIS_UNCOVERED | alias/expr_eval R.NOT_A_VIEW | resize/resize R.MISSING_OP | "
            "pointwise/pointwise R.HAS_REDUCTION | inner_outer/inner_outer_persistent R.MISSING_OP | "
            "scan/greedy R.MISSING_OP");
}

/// The broadcast axis of the sum only repeats for the other operand's: that one is named, whichever comes first.
TEST(SegmentReasons, TheAxisThatIsNotCoveredIsNamedNotTheOneThatRepeatsForIt) {
  DefinitionFixture f;
  const StateId x = f.input({8, 16});
  const StateId y = f.input({8, 64});
  f.output(f.exp(x, {8, 16}), x);
  f.output(f.add(f.neg(row_sum(f, x, {8, 16}), {8, 1}), y, {8, 64}));
  for (const Cut& cut : segment(f.finish(), {}).cuts) {
    for (const Reason& given : cut.reasons) {
      if (given.code != reason("R.AXIS_UNCOVERED")) continue;
      EXPECT_EQ(given.states[0], y) << given.message;
      ASSERT_EQ(given.numbers.size(), 2U);
      EXPECT_EQ(given.numbers[0].value, 1);
      EXPECT_EQ(given.numbers[1].value, 64);
    }
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

/// Rows are normalized, then summed across.
Primitive sum_across_normalized_rows() {
  DefinitionFixture f;
  const StateId x = f.input({64, 32});
  const StateId y = f.apply(op("div"), {x, row_sum(f, x, {64, 32})}, {64, 32});
  f.output(y);
  f.output(f.sum(y, {0}, {32}));
  return f.finish();
}

TEST(SegmentReasons, OneReductionAlongTheOtherAcross) {
  EXPECT_TRUE(reasons_of(sum_across_normalized_rows()).count("R.KINDS_MEET"));
  const Segmentation s = segment(sum_across_normalized_rows(), {});
  ASSERT_EQ(s.cuts.size(), 1U);
  std::set<std::string> messages;
  for (const Reason& given : s.cuts[0].reasons) messages.insert(given.message);
  for (const char* message :
       {"one of `sum` that makes `T1` and `sum` that makes `T4` reduces along the fastest axis, the other across it",
        "`sum` that makes `T4` reduces across the fastest axis, the template the other way",
        "`sum` that makes `T1` reduces along the fastest axis, the template the other way",
        "`sum` that makes `T4` ties the two kinds of reduction together; they may share only what both read"}) {
    EXPECT_TRUE(messages.count(message)) << message << "\n"
                                         << join(std::vector<std::string>(messages.begin(), messages.end()), "\n");
  }
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

/// No template is asked about a forced cut, so none refuses.
TEST(SegmentReasons, CutByOptionIsTheOnlyReasonWhereTheRulesHaveNone) {
  DefinitionFixture f;
  const StateId y = f.exp(f.input({64}), {64});
  f.output(f.neg(y, {64}));
  SegmentOptions options;
  options.cut_after = {y};
  const Segmentation s = segment(f.finish(), options);
  ASSERT_EQ(s.cuts.size(), 1U);
  EXPECT_EQ(told(s.cuts[0]), "- R.USER_BOUNDARY");
  EXPECT_FALSE(s.cuts[0].reasons[0].refused_scheduler);
}

TEST(SegmentReasons, WhatElseTheRulesHaveAgainstAForcedCutIsSaidToo) {
  DefinitionFixture f;
  const StateId x = f.input({8, 16, 32});
  const StateId inner = f.sum(x, {2}, {8, 16});
  f.output(f.sum(inner, {1}, {8}));
  SegmentOptions options;
  options.cut_after = {inner};
  const Segmentation s = segment(f.finish(), options);
  ASSERT_EQ(s.cuts.size(), 1U);
  EXPECT_EQ(info(s.cuts[0].reasons[0].code).code, "R.USER_BOUNDARY");
  EXPECT_EQ(info(s.cuts[0].reasons[1].code).code, "R.REDUCE_AXES_DIFFER");
  EXPECT_TRUE(s.cuts[0].reasons[1].refused_template);
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

const Cut* cut_between(const Segmentation& s, size_t from, size_t to) {
  for (const Cut& cut : s.cuts) {
    if (cut.from == SegmentId(from) && cut.to == SegmentId(to)) return &cut;
  }
  return nullptr;
}

TEST(SegmentReasons, WhatRunsBetweenIsNamedAndNoTemplateIsBlamed) {
  const Segmentation s = segment(detour(2), {});
  ASSERT_EQ(s.segments.size(), 4U);
  const Cut* cut = cut_between(s, 0, 3);
  ASSERT_NE(cut, nullptr);
  EXPECT_EQ(told(*cut), "- R.CYCLE");
  EXPECT_EQ(cut->reasons[0].message,
            "`T4`, then `T5` must be computed between the two, from the one and for the other");
  EXPECT_EQ(cut->reasons[0].states, (std::vector<StateId>{StateId(4U), StateId(5U)}));
}

/// The planner gives up on a long way round; the explanation does not.
TEST(SegmentReasons, ALongWayRoundIsStillACycle) {
  const Segmentation s = segment(detour(600), {});
  ASSERT_EQ(s.segments.size(), 602U);
  const Cut* cut = cut_between(s, 0, 601);
  ASSERT_NE(cut, nullptr);
  EXPECT_EQ(told(*cut), "- R.CYCLE");
  EXPECT_NE(cut->reasons[0].message.find(" and 596 more "), std::string::npos) << cut->reasons[0].message;
}

SegmentOptions extended() {
  SegmentOptions options;
  options.rules = RuleSet::kExtended;
  return options;
}

TEST(SegmentReasons, ARowProgramNeedsRows) {
  DefinitionFixture f;
  const StateId x = f.input({64, 32});
  const StateId all = f.broadcast(f.sum(x, {0, 1}, {}), {true}, {1});
  f.output(f.add(all, f.input({100}), {100}));
  EXPECT_TRUE(reasons_of(f.finish(), extended()).count("R.NO_ROWS"));
}

/// The weight goes into the rows' sum and into a tensor that has none of the rows.
TEST(SegmentReasons, ATensorOfARowProgramWithoutItsRows) {
  DefinitionFixture f;
  const StateId weight = f.exp(f.input({32}), {32});
  const StateId across = f.broadcast(weight, {false, true}, {32, 1});
  f.output(f.mul(across, f.input({32, 4096}), {32, 4096}));
  const StateId along = f.broadcast(weight, {true, false}, {1, 32});
  f.output(f.sum(f.mul(f.input({64, 32}), along, {64, 32}), {1}, {64}));
  EXPECT_TRUE(reasons_of(f.finish(), extended()).count("R.NOT_PER_ROW"));
}

/// What no script asks for, and no option: a boundary that has a label and no origin.
TEST(SegmentReasons, ABoundaryThatAPassHasPutInIsNotTheUsers) {
  const auto refused = [](bool by_pass) {
    DefinitionFixture f;
    const StateId x = f.exp(f.input({64}), {64});
    const StateId apart = f.apply(op("segment_set"), {x}, {64});
    f.output(f.neg(apart, {64}));
    Primitive p = f.finish();
    if (by_pass) p.labels.set(apart, "T1.segment_set");
    const Segmentation s = segment(p, {});
    EXPECT_EQ(s.cuts.size(), 1U);
    const Reason& first = s.cuts[0].reasons[0];
    EXPECT_FALSE(first.refused_template);
    EXPECT_EQ(s.cuts[0].cure.has_value(), !by_pass) << "nobody takes away what a pass has put in";
    return std::string(info(first.code).code);
  };
  EXPECT_EQ(refused(true), "R.PASS_BOUNDARY");
  EXPECT_EQ(refused(false), "R.USER_BOUNDARY");
}

}  // namespace
}  // namespace cleave
