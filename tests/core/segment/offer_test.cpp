// One scheduler asked alone about a whole definition: taken, or every rule of it that refuses.
#include "core/segment/offer.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "core/segment/groups.h"
#include "tests/core/segment/definition_fixture.h"

namespace cleave {
namespace {

std::string refusals(const Primitive& primitive, Scheduler scheduler) {
  const Offer offer = offer_whole(primitive, {}, scheduler);
  EXPECT_EQ(offer.accepted, offer.refusals.empty());
  return join(offer.refusals, " ", [](const Reason& reason) { return info(reason.code).code; });
}

Primitive seed() {
  DefinitionFixture f;
  const StateId x = f.input({2, 32});
  const StateId y = f.input({2, 128});
  f.output(f.add(y, f.broadcast(f.sum(x, {1}, {2}), {false, true}, {2, 1}), {2, 128}));
  return f.finish();
}

TEST(Offer, SaysEveryRuleThatRefuses) {
  const Primitive p = seed();
  const std::string reduction = refusals(p, Scheduler::kReduction);
  EXPECT_NE(reduction.find("R.AXIS_UNCOVERED"), std::string::npos) << reduction;
  EXPECT_NE(reduction.find(' '), std::string::npos) << "more than one rule refuses: " << reduction;
  EXPECT_EQ(refusals(p, Scheduler::kPointwise), "R.HAS_REDUCTION R.AXIS_UNCOVERED");
  EXPECT_EQ(refusals(p, Scheduler::kInnerPersistent), "R.AXIS_UNCOVERED R.NO_PERSISTENCE R.BCAST_NOT_FROM_REDUCED");
}

TEST(Offer, ATensorThatNoReductionReadsIsNotReadAgain) {
  EXPECT_EQ(refusals(seed(), Scheduler::kReduction), "R.AXIS_UNCOVERED R.POST_REDUCE_BCAST R.POST_REDUCE_NEW_INPUT");
}

TEST(Offer, WhatIsReadAgainIsNamedNotWhatIsReadFirst) {
  DefinitionFixture f;
  const StateId bias = f.input({64, 32});
  const StateId x = f.input({64, 32});
  const StateId mean = f.broadcast(f.sum(x, {1}, {64}), {false, true}, {64, 1});
  f.output(f.add(bias, f.add(x, mean, {64, 32}), {64, 32}));
  const Offer offer = offer_whole(f.finish(), {}, Scheduler::kReduction);
  const auto found = std::find_if(offer.refusals.begin(), offer.refusals.end(),
                                  [](const Reason& given) { return given.code == reason("R.NEEDS_PERSISTENCE"); });
  ASSERT_NE(found, offer.refusals.end());
  EXPECT_EQ(found->states, std::vector<StateId>{x}) << found->message;
}

/// One input expanded along `count` axes, each another one.
Primitive many_loop_nests(size_t count) {
  DefinitionFixture f;
  const StateId column = f.broadcast(f.input({16}), {true, false}, {1, 16});
  for (size_t i = 0; i < count; ++i) {
    const Sizes sizes{static_cast<int64_t>(i) + 2, 16};
    f.output(f.add(column, f.input(sizes), sizes));
  }
  return f.finish();
}

TEST(Offer, MoreThanTheRulesLookAtIsRefusedByEveryScheduler) {
  const Primitive p = many_loop_nests(KernelGroups::kMaxDistinct + 1);
  for (const auto& row : EnumNames<Scheduler>::kNames) EXPECT_EQ(refusals(p, row.value), "R.SEARCH_LIMIT") << row.name;
  EXPECT_EQ(offer_whole(p, {}, Scheduler::kPointwise).refusals[0].message,
            "there are more than 64 sets of axes or patterns of reductions, and the rules look at no more");
  const std::string few = refusals(many_loop_nests(3), Scheduler::kPointwise);
  EXPECT_EQ(few.find("R.SEARCH_LIMIT"), std::string::npos) << few;
}

TEST(Offer, MoreReshapesThanAreFollowedAreRefused) {
  DefinitionFixture f;
  StateId x = f.input({2, 12});
  for (size_t i = 0; i < AxisClasses::kMaxReshapes; ++i) x = f.reshape(x, i % 2 == 0 ? Sizes{3, 8} : Sizes{2, 12});
  f.output(f.exp(x, {2, 12}));
  EXPECT_EQ(refusals(f.finish(), Scheduler::kPointwise), "R.SEARCH_LIMIT");
}

/// A row of 2.25 MiB that is read again, `length` ops behind an input of half the bytes; the device holds 2 MiB.
Primitive row_behind(size_t length) {
  DefinitionFixture f;
  const Sizes full{4096, 589824};
  StateId x = f.cast(f.input(full, DType::kBFloat16), DType::kFloat, full);
  for (size_t i = 0; i < length; ++i) x = f.exp(x, full);
  f.output(f.apply(op("div"), {x, f.broadcast(f.sum(x, {1}, {4096}), {false, true}, {4096, 1})}, full));
  return f.finish();
}

TEST(Offer, ARowIsNotTooBigWhereItsInputsWereNotLookedForToTheEnd) {
  EXPECT_EQ(refusals(row_behind(40), Scheduler::kInnerPersistent), "");
  EXPECT_EQ(refusals(row_behind(5000), Scheduler::kInnerPersistent), "R.SEARCH_LIMIT");
}

TEST(Offer, StopsWhereTheKindOfOpIsMissing) {
  const Primitive p = seed();
  EXPECT_EQ(refusals(p, Scheduler::kResize), "R.MISSING_OP");
  EXPECT_EQ(refusals(p, Scheduler::kGreedy), "R.MISSING_OP");
}

TEST(Offer, ProductsAreNeverGeneratedAndNotMissedWhereThereIsNone) {
  EXPECT_EQ(refusals(seed(), Scheduler::kMatmul), "R.MISSING_OP");
  EXPECT_EQ(offer_whole(seed(), {}, Scheduler::kMatmul).refusals[0].message, "there is no matmul or linear");
  DefinitionFixture f;
  f.output(f.linear(f.input({64, 64}), f.input({64, 64}), {64, 64}));
  EXPECT_EQ(refusals(f.finish(), Scheduler::kMatmul), "R.PRODUCTS_OFF");
}

TEST(Offer, ASumThatIsReadAgainIsForTheInnerPersistentSchedulerOnly) {
  DefinitionFixture f;
  const StateId x = f.input({2, 32});
  f.output(f.add(x, f.broadcast(f.sum(x, {1}, {2}), {false, true}, {2, 1}), {2, 32}));
  const Primitive p = f.finish();
  for (const auto& row : EnumNames<Scheduler>::kNames) {
    EXPECT_EQ(offer_whole(p, {}, row.value).accepted, row.value == Scheduler::kInnerPersistent) << row.name;
  }
}

TEST(Offer, TransposeWantsTwoOrdersAndEnoughElements) {
  const auto transposed = [](int64_t rows, int64_t columns) {
    DefinitionFixture f;
    f.output(f.exp(f.permute(f.input({rows, columns}), {1, 0}, {columns, rows}), {columns, rows}));
    return f.finish();
  };
  EXPECT_EQ(refusals(transposed(2048, 2048), Scheduler::kTranspose), "");
  EXPECT_EQ(refusals(transposed(64, 64), Scheduler::kTranspose), "R.SMALL_TRANSPOSE");
  DefinitionFixture f;
  f.output(f.exp(f.input({2048, 2048}), {2048, 2048}));
  EXPECT_EQ(refusals(f.finish(), Scheduler::kTranspose), "R.ONE_MEMORY_ORDER");
}

/// Between x [d, a, b] with y [c, b], which share the fastest axis, and the output [b, d, c, a].
TEST(Offer, TransposeWantsATensorWithAllAxesOfItsOrder) {
  const auto offered = [](bool covered) {
    DefinitionFixture f;
    const StateId x = f.input({8, 64, 512});
    const StateId y = f.input(covered ? Sizes{8, 512} : Sizes{16, 512});
    const StateId left = f.permute(x, {2, 0, 1}, {512, 8, 64});
    const StateId right = f.permute(y, {1, 0}, covered ? Sizes{512, 8} : Sizes{512, 16});
    if (covered) {
      f.output(f.add(left, f.broadcast(right, {false, false, true}, {512, 8, 1}), {512, 8, 64}));
    } else {
      const StateId wide = f.broadcast(left, {false, false, true, false}, {512, 8, 1, 64});
      f.output(f.add(wide, f.broadcast(right, {false, true, false, true}, {512, 1, 16, 1}), {512, 8, 16, 64}));
    }
    return refusals(f.finish(), Scheduler::kTranspose);
  };
  EXPECT_EQ(offered(true), "");
  EXPECT_EQ(offered(false), "R.ONE_MEMORY_ORDER");
}

/// The merged axis is as much the one order's fastest axis as the other's.
TEST(Offer, TransposeWantsNoTensorBetweenTheTwoOrders) {
  const auto offered = [](bool merged) {
    DefinitionFixture f;
    const Sizes square{2048, 1024};
    const StateId x = f.add(f.input(square), f.input(square), square);
    f.output(f.permute(x, {1, 0}, {1024, 2048}));
    if (merged) f.output(f.reshape(x, {2048 * 1024}));
    return refusals(f.finish(), Scheduler::kTranspose);
  };
  EXPECT_EQ(offered(false), "");
  EXPECT_EQ(offered(true), "R.ONE_MEMORY_ORDER");
}

TEST(Offer, NoOpWantsNoLoop) {
  DefinitionFixture f;
  f.output(f.exp(f.input({1, 1}), {1, 1}));
  EXPECT_EQ(refusals(f.finish(), Scheduler::kNoOp), "");
  DefinitionFixture g;
  g.output(g.exp(g.input({4, 1}), {4, 1}));
  EXPECT_EQ(refusals(g.finish(), Scheduler::kNoOp), "R.OUTPUT_HAS_LOOP");
}

TEST(Offer, TwoPartsThatShareNothingAreNotOneKernel) {
  DefinitionFixture f;
  f.output(f.exp(f.input({8}), {8}));
  f.output(f.neg(f.input({8}), {8}));
  EXPECT_EQ(refusals(f.finish(), Scheduler::kPointwise), "R.NOT_CONNECTED R.AXIS_UNCOVERED");
}

TEST(Offer, OutputsThatAreInputsAreForTheHost) {
  DefinitionFixture f;
  f.output(f.input({8}));
  const Primitive p = f.finish();
  EXPECT_EQ(refusals(p, Scheduler::kExprEval), "");
  EXPECT_EQ(refusals(p, Scheduler::kReduction), "R.MISSING_OP");
}

TEST(Offer, TransposeLooksNothingUpAlongTheFastestAxis) {
  DefinitionFixture f;
  DimAttributes last;
  last.dim = 1;
  const StateId table = f.input({2048, 2048});
  const StateId places = f.input({2048}, DType::kInt);
  f.output(f.permute(f.apply(op("index_select"), {table, places}, {2048, 2048}, last), {1, 0}, {2048, 2048}));
  const std::string found = refusals(f.finish(), Scheduler::kTranspose);
  EXPECT_NE(found.find("R.LOOKUP_ALONG_FASTEST"), std::string::npos) << found;
}

}  // namespace
}  // namespace cleave
