// What shares a kernel and what does not: one small definition a rule.
#include <gtest/gtest.h>

#include "tests/core/segment/definition_fixture.h"

namespace cleave {
namespace {

Primitive seed(int64_t columns, bool read_reduced) {
  DefinitionFixture f;
  const StateId t0 = f.input({2, 32});
  const StateId t1 = f.input({2, columns});
  const StateId sum = f.sum(t0, {1}, {2});
  const StateId expanded = f.broadcast(sum, {false, true}, {2, 1});
  f.output(f.add(read_reduced ? t0 : t1, expanded, {2, read_reduced ? 32 : columns}));
  return f.finish();
}

Primitive softmax(int64_t rows, int64_t columns, DType dtype) {
  DefinitionFixture f;
  const Sizes full{rows, columns};
  StateId x = f.input(full, dtype);
  if (dtype != DType::kFloat) x = f.cast(x, DType::kFloat, full);
  const StateId top = f.broadcast(f.max(x, {1}, {rows}), {false, true}, {rows, 1});
  const StateId e = f.exp(f.apply(op("sub"), {x, top}, full), full);
  const StateId total = f.broadcast(f.sum(e, {1}, {rows}), {false, true}, {rows, 1});
  StateId y = f.apply(op("div"), {e, total}, full);
  if (dtype != DType::kFloat) y = f.cast(y, dtype, full);
  f.output(y);
  return f.finish();
}

TEST(SegmentRules, SumOverOneLoopAndAddOverAnotherAreTwoKernels) {
  const Primitive p = seed(128, false);
  EXPECT_EQ(shape_of(p), "reduction: sum broadcast | pointwise: add");
}

TEST(SegmentRules, CutNamesTheAxisAndTheBroadcastValueCrosses) {
  const Primitive p = seed(128, false);
  const Segmentation s = segment(p, {});
  ASSERT_EQ(s.cuts.size(), 1U);
  EXPECT_EQ(s.cuts[0].values, std::vector<StateId>{StateId(3U)});
  EXPECT_EQ(s.cuts[0].value_bytes, 8);
  ASSERT_FALSE(s.cuts[0].reasons.empty());
  EXPECT_EQ(s.cuts[0].reasons[0].code, reason("R.AXIS_UNCOVERED"));
  EXPECT_NE(s.cuts[0].reasons[0].message.find("axis 1 of `T1` (extent 128)"), std::string::npos);
}

TEST(SegmentRules, ExtendedRulesHoldTheSeedInOneRowProgram) {
  const Primitive p = seed(128, false);
  SegmentOptions options;
  options.rules = RuleSet::kExtended;
  const Segmentation s = segment(p, options);
  ASSERT_EQ(s.segments.size(), 1U);
  EXPECT_EQ(s.segments[SegmentId(0U)].kernel_template, Template::kRowProgram);
}

TEST(SegmentRules, ReadingTheReducedTensorAgainIsOnePersistentKernel) {
  const Primitive p = seed(32, true);
  EXPECT_EQ(shape_of(p), "inner_persistent: sum broadcast add");
}

TEST(SegmentRules, SoftmaxIsOneKernelUpToTheRegisterBudget) {
  SegmentOptions a100;
  a100.device = named_device("a100");
  EXPECT_EQ(segment(softmax(4096, 65536, DType::kBFloat16), a100).segments.size(), 1U);
  // Longer rows go to shared memory on cc 8, to a cluster on cc 9, and are cut beyond.
  EXPECT_EQ(segment(softmax(4096, 65537, DType::kBFloat16), a100).segments.size(), 1U);
  EXPECT_GT(segment(softmax(4096, 100000, DType::kBFloat16), a100).segments.size(), 1U);
  EXPECT_EQ(segment(softmax(4096, 100000, DType::kBFloat16), {}).segments.size(), 1U);
  EXPECT_GT(segment(softmax(4096, 16 * 65536 + 1, DType::kBFloat16), {}).segments.size(), 1U);
  SegmentOptions none;
  none.device.reset();
  EXPECT_EQ(segment(softmax(4096, 16 * 65536 + 1, DType::kBFloat16), none).segments.size(), 1U);
}

TEST(SegmentRules, BufferTooBigSaysBothNumbers) {
  SegmentOptions a100;
  a100.device = named_device("a100");
  const Segmentation s = segment(softmax(4096, 100000, DType::kFloat), a100);
  bool found = false;
  for (const Cut& cut : s.cuts) {
    for (const Reason& given : cut.reasons) {
      if (given.code != reason("R.BUFFER_TOO_BIG")) continue;
      found = true;
      ASSERT_EQ(given.numbers.size(), 2U);
      EXPECT_GT(given.numbers[0].value, given.numbers[1].value);
    }
  }
  EXPECT_TRUE(found);
}

TEST(SegmentRules, FewLongRowsAreNotKeptOnChip) {
  EXPECT_EQ(segment(softmax(16, 8192, DType::kFloat), {}).segments.size(), 1U);
  EXPECT_GT(segment(softmax(15, 8192, DType::kFloat), {}).segments.size(), 1U);
}

TEST(SegmentRules, ReductionsOfDifferentAxesAreTwoKernels) {
  DefinitionFixture f;
  const StateId x = f.input({64, 32});
  f.output(f.sum(x, {0}, {32}));
  f.output(f.sum(x, {1}, {64}));
  const Primitive p = f.finish();
  EXPECT_EQ(shape_of(p), "reduction: sum | reduction: sum");
}

TEST(SegmentRules, ReductionsOfTheSameAxesShareAKernel) {
  DefinitionFixture f;
  const StateId x = f.input({64, 32});
  f.output(f.sum(x, {1}, {64}));
  f.output(f.max(x, {1}, {64}));
  EXPECT_EQ(shape_of(f.finish()), "reduction: sum max");
}

TEST(SegmentRules, ComplementaryReductionsShareAKernelWhenRowsAreReadAgain) {
  DefinitionFixture f;
  const StateId x = f.input({512, 64});
  const StateId rows = f.broadcast(f.sum(x, {1}, {512}), {false, true}, {512, 1});
  f.output(f.add(x, rows, {512, 64}));
  f.output(f.sum(x, {0}, {64}));
  EXPECT_EQ(shape_of(f.finish()), "inner_outer_persistent: sum broadcast add sum");
}

TEST(SegmentRules, ComputedValueIsSlicedInAResizeKernel) {
  DefinitionFixture f;
  const StateId x = f.input({64});
  f.output(f.slice(f.apply(op("relu"), {x}, {64}), {32}));
  EXPECT_EQ(shape_of(f.finish()), "resize: relu slice");
}

TEST(SegmentRules, SliceOfAnInputJoinsWhatFollows) {
  DefinitionFixture f;
  const StateId x = f.input({64});
  f.output(f.apply(op("relu"), {f.slice(x, {32})}, {32}));
  EXPECT_EQ(segment(f.finish(), {}).segments.size(), 1U);
}

TEST(SegmentRules, ReshapesThatDisagreeAreCut) {
  DefinitionFixture f;
  const StateId x = f.input({24});
  f.output(f.exp(f.reshape(f.exp(x, {24}), {6, 4}), {6, 4}));
  f.output(f.exp(f.reshape(f.exp(x, {24}), {3, 8}), {3, 8}));
  const Segmentation s = segment(f.finish(), {});
  EXPECT_GE(s.segments.size(), 2U);
}

TEST(SegmentRules, ReshapesThatAgreeShareAKernel) {
  DefinitionFixture f;
  const StateId x = f.input({24});
  f.output(f.exp(f.reshape(f.exp(x, {24}), {6, 4}), {6, 4}));
  f.output(f.exp(f.reshape(f.neg(x, {24}), {6, 4}), {6, 4}));
  EXPECT_EQ(segment(f.finish(), {}).segments.size(), 1U);
}

TEST(SegmentRules, MatrixPlusItsTransposeIsNotOneKernel) {
  DefinitionFixture f;
  const StateId x = f.input({64, 64});
  f.output(f.add(x, f.permute(x, {1, 0}, {64, 64}), {64, 64}));
  const Segmentation s = segment(f.finish(), {});
  ASSERT_EQ(s.segments.size(), 2U);
  ASSERT_EQ(s.cuts.size(), 1U);
  bool found = false;
  for (const Reason& given : s.cuts[0].reasons) found = found || given.code == reason("R.SELF_MAP");
  EXPECT_TRUE(found);
}

TEST(SegmentRules, ProductsRunAlone) {
  DefinitionFixture f;
  const StateId x = f.input({64, 64});
  const StateId w = f.input({64, 64});
  f.output(f.apply(op("relu"), {f.linear(x, w, {64, 64})}, {64, 64}));
  EXPECT_EQ(shape_of(f.finish()), "expr_eval: linear | pointwise: relu");
}

TEST(SegmentRules, UnrelatedOutputsAreSeparate) {
  DefinitionFixture f;
  f.output(f.exp(f.input({11}), {11}));
  f.output(f.exp(f.input({13}), {13}));
  EXPECT_EQ(segment(f.finish(), {}).segments.size(), 2U);
}

TEST(SegmentRules, SiblingsShareAKernelBesideACut) {
  DefinitionFixture f;
  const StateId x = f.input({1000});
  f.output(f.apply(op("sin"), {x}, {1000}));
  f.output(f.apply(op("cos"), {x}, {1000}));
  f.output(f.exp(f.apply(op("segment_set"), {f.neg(x, {1000})}, {1000}), {1000}));
  const Primitive p = f.finish();
  const Segmentation s = segment(p, {});
  EXPECT_EQ(shape_of(p, s), "pointwise: sin cos neg segment_set | pointwise: exp");
}

TEST(SegmentRules, NarrowValueCrossesAndTheCastIsDoneAgain) {
  DefinitionFixture f;
  const StateId x = f.input({64, 32}, DType::kBFloat16);
  const StateId wide = f.cast(x, DType::kFloat, {64, 32});
  f.output(f.sum(wide, {0}, {32}));
  f.output(f.sum(wide, {1}, {64}));
  const Primitive p = f.finish();
  const Segmentation s = segment(p, {});
  EXPECT_EQ(shape_of(p, s), "reduction: cast sum | reduction: cast sum");
  EXPECT_TRUE(s.cuts.empty());
  EXPECT_EQ(s.segments[SegmentId(0U)].recomputed.size(), 1U);
}

TEST(SegmentRules, ForcedCutIsMadeAndNamed) {
  DefinitionFixture f;
  const StateId x = f.input({64});
  const StateId y = f.exp(x, {64});
  f.output(f.neg(y, {64}));
  const Primitive p = f.finish();
  SegmentOptions options;
  options.cut_after = {y};
  const Segmentation s = segment(p, options);
  ASSERT_EQ(s.segments.size(), 2U);
  EXPECT_EQ(s.cuts[0].reasons[0].code, reason("R.USER_BOUNDARY"));
}

TEST(SegmentRules, ReadersOfAnUpdatedInputRunFirst) {
  DefinitionFixture f;
  const StateId t0 = f.input({64, 1});
  const StateId t1 = f.input({64, 128});
  const StateId set = f.apply(op("segment_set"), {f.neg(t0, {64, 1})}, {64, 1});
  f.output(f.apply(op("set"), {set}, {64, 1}), t0);
  f.output(f.add(t1, t0, {64, 128}));
  const Primitive p = f.finish();
  EXPECT_EQ(shape_of(p), "pointwise: neg segment_set add | pointwise: set");
}

TEST(SegmentRules, ViewInAnotherMemoryOrderIsNoAlias) {
  const auto transposed = [](std::vector<uint32_t> order) {
    DefinitionFixture f;
    f.output_in_order(f.permute(f.input({64, 32}), {1, 0}, {32, 64}), std::move(order));
    const Primitive p = f.finish();
    return segment(p, {}).segments[SegmentId(0U)].kernel_template;
  };
  // The operand's rows are the result's columns: that order is there, the other has to be made.
  EXPECT_EQ(transposed({1, 0}), Template::kAlias);
  EXPECT_EQ(transposed({0, 1}), Template::kPointwise);
  const auto reshaped = [](std::vector<uint32_t> order) {
    DefinitionFixture f;
    f.output_in_order(f.reshape(f.input({64, 32}), {32, 64}), std::move(order));
    return segment(f.finish(), {}).segments[SegmentId(0U)].kernel_template;
  };
  EXPECT_EQ(reshaped({0, 1}), Template::kAlias);
  EXPECT_EQ(reshaped({1, 0}), Template::kPointwise);
}

TEST(SegmentRules, ValuesOnBothSidesOfASelfMapAreNamed) {
  DefinitionFixture f;
  const StateId x = f.sum(f.input({2, 3, 1}), {1}, {2, 1});
  SqueezeAttributes last;
  last.dims = {1};
  const StateId row = f.broadcast(f.apply(op("squeeze"), {x}, {2}, last), {true, false}, {1, 2});
  f.output(f.add(row, x, {2, 2}));
  const Segmentation s = segment(f.finish(), {});
  ASSERT_EQ(s.cuts.size(), 1U);
  EXPECT_EQ(s.cuts[0].reasons[0].code, reason("R.SELF_MAP"));
  EXPECT_EQ(s.cuts[0].reasons[0].message.find('?'), std::string::npos);
}

/// x minus its mean, over the deviation: two reductions of the same axes and what lies between.
StateId normalized(DefinitionFixture& f, StateId x) {
  const Sizes full{2048, 1024};
  const Sizes column{2048, 1};
  const StateId mean = f.broadcast(f.sum(x, {1}, {2048}), {false, true}, column);
  const StateId centred = f.apply(op("sub"), {x, mean}, full);
  const StateId variance = f.broadcast(f.sum(f.mul(centred, centred, full), {1}, {2048}), {false, true}, column);
  return f.mul(centred, f.apply(op("rsqrt"), {variance}, column), full);
}

TEST(SegmentRules, EachNormBesideAProductIsOnePersistentKernel) {
  DefinitionFixture f;
  const StateId weight = f.input({1024, 1024});
  const StateId x = normalized(f, f.input({2048, 1024}));
  f.output(normalized(f, f.linear(x, weight, {2048, 1024})));
  const Segmentation s = segment(f.finish(), {});
  ASSERT_EQ(s.segments.size(), 3U);
  EXPECT_EQ(s.segments[SegmentId(0U)].scheduler, Scheduler::kInnerPersistent);
  EXPECT_EQ(s.segments[SegmentId(1U)].kernel_template, Template::kLibrary);
  EXPECT_EQ(s.segments[SegmentId(2U)].scheduler, Scheduler::kInnerPersistent);
}

TEST(SegmentRules, DeadOpsAreInNoSegment) {
  DefinitionFixture f;
  const StateId x = f.input({64});
  f.exp(x, {64});
  f.output(f.neg(x, {64}));
  EXPECT_EQ(shape_of(f.finish()), "pointwise: neg");
}

TEST(SegmentRules, WhatNvFuserHasNoSchedulerForNamesNone) {
  SegmentOptions extended;
  extended.rules = RuleSet::kExtended;
  const Segmentation s = segment(seed(128, false), extended);
  EXPECT_EQ(s.segments[SegmentId(0U)].scheduler, std::nullopt);
  DefinitionFixture f;
  f.output(f.apply(op("preprocess_grouped_matmul_input_sf"), {f.input({4, 8})}, {4, 8}, OpaqueAttributes{}));
  const Segmentation alone = segment(f.finish(), {});
  EXPECT_EQ(alone.segments[SegmentId(0U)].kernel_template, Template::kLibrary);
  EXPECT_EQ(alone.segments[SegmentId(0U)].scheduler, std::nullopt);
  DefinitionFixture g;
  g.output(g.linear(g.input({8, 8}), g.input({8, 8}), {8, 8}));
  EXPECT_EQ(segment(g.finish(), {}).segments[SegmentId(0U)].scheduler, Scheduler::kExprEval);
}

/// x is 2.25 MiB a row as Float, its BFloat16 source half of that; the H200 holds 2 MiB. `random` and `reshaped` stand
/// between the two.
std::string long_norm(bool random, bool reshaped) {
  DefinitionFixture f;
  const int64_t columns = 589824;
  const Sizes full{4096, columns};
  StateId x = f.exp(f.cast(f.input(full, DType::kBFloat16), DType::kFloat, full), full);
  if (reshaped) x = f.reshape(f.reshape(x, {4096, 2, columns / 2}), full);
  if (random) x = f.mul(x, f.uniform(full), full);
  const StateId total = f.broadcast(f.sum(x, {1}, {4096}), {false, true}, {4096, 1});
  f.output(f.apply(op("div"), {x, total}, full));
  const Primitive p = f.finish();
  const Segmentation s = segment(p, {});
  return s.segments.size() == 1 ? std::string(name(s.segments[SegmentId(0U)].scheduler)) : concat(s.segments.size());
}

TEST(SegmentRules, WhatDoesNotFitIsKeptAsItsInputsEvenBehindARandomOp) {
  EXPECT_EQ(long_norm(false, false), "inner_persistent");
  EXPECT_EQ(long_norm(true, false), "inner_persistent");
  EXPECT_NE(long_norm(false, true), "inner_persistent");
}

TEST(SegmentRules, AViewMovesNoBytes) {
  DefinitionFixture f;
  const StateId x = f.input({64, 32});
  f.output(f.permute(x, {1, 0}, {32, 64}));
  const Segmentation s = segment(f.finish(), {});
  ASSERT_EQ(s.segments.size(), 1U);
  EXPECT_EQ(s.segments[SegmentId(0U)].kernel_template, Template::kAlias);
  EXPECT_EQ(s.segments[SegmentId(0U)].bytes_read, 0);
  EXPECT_EQ(s.segments[SegmentId(0U)].bytes_written, 0);
}

TEST(SegmentRules, AViewThatIsWrittenInPlaceMovesItsBytes) {
  DefinitionFixture f;
  const StateId x = f.input({32, 32});
  f.output(f.permute(f.input({32, 32}), {1, 0}, {32, 32}), x);
  const Segmentation s = segment(f.finish(), {});
  ASSERT_EQ(s.segments.size(), 1U);
  EXPECT_NE(s.segments[SegmentId(0U)].kernel_template, Template::kAlias);
  EXPECT_EQ(s.segments[SegmentId(0U)].bytes_read, 32 * 32 * 4);
  EXPECT_EQ(s.segments[SegmentId(0U)].bytes_written, 32 * 32 * 4);
}

TEST(SegmentPlan, AViewStaysWithWhatReadsItNotBesideAnotherReaderOfItsSource) {
  DefinitionFixture f;
  const StateId x = f.input({100, 20, 1});
  SqueezeAttributes squeezed;
  squeezed.dims = {2};
  const StateId rows = f.sum(f.apply(op("squeeze"), {x}, {100, 20}, squeezed), {1}, {100});
  f.output(f.add(x, f.broadcast(rows, {false, true, true}, {100, 1, 1}), {100, 20, 1}));
  f.output(f.add(x, f.input({100, 20, 125}), {100, 20, 125}));
  EXPECT_EQ(segment(f.finish(), {}).segments.size(), 2U);
}

}  // namespace
}  // namespace cleave
