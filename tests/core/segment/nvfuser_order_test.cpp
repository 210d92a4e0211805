// nvFuser's visiting order beside Cleave's own: which ops it gives copies of their own, which inputs it looks through,
// what only its fixed steps join, and what it never tries.
#include "core/segment/nvfuser_order.h"

#include <gtest/gtest.h>

#include "tests/core/segment/definition_fixture.h"

namespace cleave {
namespace {

std::string visited(const Primitive& primitive) {
  SegmentOptions options;
  options.order = Order::kNvfuser;
  return shape_of(primitive, options);
}

TEST(NvfuserOrder, BroadcastStaysWithItsSum) {
  DefinitionFixture f;
  const StateId x = f.input({2, 32});
  const StateId y = f.input({2, 128});
  f.output(f.add(y, f.broadcast(f.sum(x, {1}, {2}), {false, true}, {2, 1}), {2, 128}));
  EXPECT_EQ(visited(f.finish()), "reduction: sum broadcast | pointwise: add");
}

TEST(NvfuserOrder, EveryReaderOfAnUpcastHasItsOwn) {
  DefinitionFixture f;
  const StateId x = f.input({64, 32}, DType::kBFloat16);
  const StateId wide = f.cast(x, DType::kFloat, {64, 32});
  f.output(f.sum(wide, {0}, {32}));
  f.output(f.sum(wide, {1}, {64}));
  const Primitive p = f.finish();
  EXPECT_EQ(visited(p), "reduction: cast sum | reduction: cast sum");
}

TEST(NvfuserOrder, UnaryOpsBehindAnInputAreComputedByEveryReader) {
  DefinitionFixture f;
  const StateId negated = f.neg(f.exp(f.input({64, 32}), {64, 32}), {64, 32});
  f.output(f.sum(negated, {0}, {32}));
  f.output(f.sum(negated, {1}, {64}));
  EXPECT_EQ(visited(f.finish()), "reduction: exp neg sum | reduction: exp neg sum");
}

TEST(NvfuserOrder, AnOutputIsNotLookedThrough) {
  DefinitionFixture f;
  const StateId negated = f.neg(f.input({64, 32}), {64, 32});
  f.output(negated);
  f.output(f.sum(negated, {0}, {32}));
  f.output(f.sum(negated, {1}, {64}));
  EXPECT_EQ(visited(f.finish()), "reduction: neg sum | reduction: sum");
}

TEST(NvfuserOrder, SiblingsAreNotJoined) {
  DefinitionFixture f;
  const StateId x = f.input({16, 16});
  f.output(f.linear(x, f.input({16, 16}), {16, 16}));
  f.output(f.exp(x, {16, 16}));
  f.output(f.neg(x, {16, 16}));
  const Primitive p = f.finish();
  EXPECT_EQ(visited(p), "expr_eval: linear | pointwise: exp | pointwise: neg");
  EXPECT_EQ(shape_of(p), "expr_eval: linear | pointwise: exp neg");
}

TEST(NvfuserOrder, SiblingReductionsOfOneKindAreJoined) {
  DefinitionFixture f;
  const StateId x = f.input({16, 16});
  f.output(f.linear(x, f.input({16, 16}), {16, 16}));
  f.output(f.sum(x, {1}, {16}));
  f.output(f.max(x, {1}, {16}));
  EXPECT_EQ(visited(f.finish()), "reduction: sum max | expr_eval: linear");
}

TEST(NvfuserOrder, ReductionsInARowAreJoinedWithWhatLiesBetween) {
  DefinitionFixture f;
  const Sizes full{16, 64};
  const StateId x = f.input(full);
  const StateId top = f.broadcast(f.max(x, {1}, {16}), {false, true}, {16, 1});
  const StateId e = f.exp(f.apply(op("sub"), {x, top}, full), full);
  const StateId total = f.broadcast(f.sum(e, {1}, {16}), {false, true}, {16, 1});
  f.output(f.linear(f.apply(op("div"), {e, total}, full), f.input({64, 64}), full));
  EXPECT_EQ(visited(f.finish()), "inner_persistent: max broadcast sub exp sum broadcast div | expr_eval: linear");
}

TEST(NvfuserOrder, KeptValuesAreJoinedFirst) {
  DefinitionFixture f;
  const StateId x = f.input({64, 32});
  const StateId product = f.mul(x, f.input({64, 32}), {64, 32});
  f.output(f.sum(product, {0}, {32}));
  const StateId rows = f.sum(product, {1}, {64});
  f.output(rows);
  const Primitive p = f.finish();
  EXPECT_EQ(visited(p), "reduction: mul sum | reduction: sum");
  SegmentOptions options;
  options.order = Order::kNvfuser;
  options.keep = {product};
  const Segmentation kept = segment(p, options);
  EXPECT_EQ(kept.segments.size(), 2U);
}

TEST(NvfuserOrder, ACopyIsNoOutputOfItsKernel) {
  DefinitionFixture f;
  const StateId sine = f.exp(f.input({16, 100}), {16, 100});
  f.output(f.neg(f.slice(sine, {16, 99}), {16, 99}));
  f.output(f.neg(f.slice(f.exp(sine, {16, 100}), {16, 98}), {16, 98}));
  EXPECT_EQ(visited(f.finish()), "resize: exp exp slice neg | resize: exp slice neg");
}

}  // namespace
}  // namespace cleave
