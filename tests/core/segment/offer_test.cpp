// One scheduler asked alone about a whole definition: taken, or every rule of it that refuses.
#include "core/segment/offer.h"

#include <gtest/gtest.h>

#include <algorithm>

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
}

TEST(Offer, StopsWhereTheKindOfOpIsMissing) {
  const Primitive p = seed();
  EXPECT_EQ(refusals(p, Scheduler::kResize), "R.MISSING_OP");
  EXPECT_EQ(refusals(p, Scheduler::kGreedy), "R.MISSING_OP");
}

TEST(Offer, ProductsAreNeverGenerated) { EXPECT_EQ(refusals(seed(), Scheduler::kMatmul), "R.PRODUCTS_OFF"); }

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
