// nvFuser's visiting order beside Cleave's own: which ops it gives copies of their own, which inputs it looks through,
// what only its fixed steps join, and what it never tries.
#include "core/segment/nvfuser_order.h"

#include <gtest/gtest.h>

#include "core/segment/op_facts.h"
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

/// The op that the first question of the walk is about: what a step with a pattern of its own asks comes first.
std::string asked_first(bool manual_padding, bool all_padded) {
  DefinitionFixture f;
  const auto plain = [&] { f.output(f.exp(f.add(f.input({8}), f.input({8}), {8}), {8})); };
  plain();
  const int64_t joined = manual_padding ? 12 : 24;
  const StateId left = f.pad(f.input({8}), 0, 4, {12});
  const StateId right = all_padded ? f.pad(f.input({4}), 8, 0, {12}) : f.input({12});
  f.output(f.cat({left, right}, manual_padding, {joined}));
  plain();
  SegmentOptions options;
  options.order = Order::kNvfuser;
  const Primitive p = f.finish();
  const Segmentation s = segment(p, options);
  const OpTable table = make_op_table(p, options);
  const auto spelling = [&](uint32_t op) { return info(p.definition.records[table.ops[op].record].op).name; };
  return s.history.empty() ? "nothing"
                           : concat(spelling(s.history[0].first_group), " ", spelling(s.history[0].second_group));
}

TEST(NvfuserOrder, ALoweredCatTakesInItsPadsFirst) {
  EXPECT_EQ(asked_first(true, true), "pad cat");
  EXPECT_NE(asked_first(true, false), "pad cat") << "one operand is no pad";
  EXPECT_NE(asked_first(false, true), "pad cat") << "the pads are the definition's own";
}

/// Two readers of one upcast that see two copies while they are joined, and one value afterwards: as a column and as a
/// row it makes both axes of the result one loop.
TEST(NvfuserOrder, WhatReadsCopiesThatHaveBecomeOneIsAskedAboutAgain) {
  DefinitionFixture f;
  const StateId wide = f.cast(f.slice(f.input({4, 1}), {3, 1}), DType::kDouble, {3, 1});
  f.output(wide);
  f.output(f.apply(op("maximum"), {f.permute(wide, {1, 0}, {1, 3}), wide}, {3, 3}));
  const std::string made = visited(f.finish());
  EXPECT_EQ(made.find("permute maximum"), std::string::npos) << made;
  EXPECT_NE(made.find("permute"), std::string::npos) << made;
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

TEST(NvfuserOrder, AKeptValueTakesWhatLiesBetweenOrIsCut) {
  DefinitionFixture f;
  const StateId x = f.input({16, 4194304});
  const StateId difference = f.add(x, x, {16, 4194304});
  const StateId sum = f.broadcast(f.sum(difference, {1}, {16}), {false, true}, {16, 1});
  f.output(f.mul(difference, sum, {16, 4194304}));
  SegmentOptions options;
  options.order = Order::kNvfuser;
  options.keep = {difference};
  EXPECT_EQ(segment(f.finish(), options).segments.size(), 2U);
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
