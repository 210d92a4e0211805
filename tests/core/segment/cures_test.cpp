// What is offered to remove a cut, and what is said where nothing was tried.
#include "core/segment/cures.h"

#include <gtest/gtest.h>

#include "tests/core/segment/definition_fixture.h"

namespace cleave {
namespace {

/// `count` times: exp, a forced cut, neg.
Primitive many_forced_cuts(int count) {
  DefinitionFixture f;
  StateId x = f.input({64});
  for (int i = 0; i < count; ++i) x = f.neg(f.apply(op("segment_set"), {f.exp(x, {64})}, {64}), {64});
  f.output(x);
  return f.finish();
}

/// `blocks` chains of `length` ops, each ending in a row sum that a value of other columns is added to.
Primitive many_seeds(int blocks, int length) {
  DefinitionFixture f;
  for (int block = 0; block < blocks; ++block) {
    StateId x = f.input({8, 32});
    for (int i = 0; i < length; ++i) x = f.exp(x, {8, 32});
    const StateId total = f.broadcast(f.sum(x, {1}, {8}), {false, true}, {8, 1});
    f.output(f.add(f.input({8, 128}), total, {8, 128}));
  }
  return f.finish();
}

TEST(Cures, EveryForcedCutCanBeTakenAwayHoweverMany) {
  const Primitive p = many_forced_cuts(120);
  const Segmentation s = segment(p, {});
  ASSERT_EQ(s.cuts.size(), 120U);
  for (const Cut& cut : s.cuts) {
    ASSERT_TRUE(cut.cure.has_value());
    EXPECT_EQ(cut.cure->kind, Cure::Kind::kRemoveCuts);
    EXPECT_TRUE(cut.cure_searched);
    EXPECT_EQ(cut.cure->segment_sets.size(), 1U);
  }
  const Cut& last = s.cuts.back();
  const auto [changed, options] = apply_cure(p, {}, *last.cure);
  EXPECT_TRUE(cut_is_gone(p, s, last, segment(changed, options)));
}

TEST(Cures, BothForcedCutsOfOnePairAreTakenAwayTogether) {
  DefinitionFixture f;
  const StateId x = f.exp(f.input({64}), {64});
  const StateId y = f.apply(op("segment_set"), {f.neg(x, {64})}, {64});
  f.output(f.add(x, y, {64}));
  SegmentOptions options;
  options.cut_after = {x};
  const Primitive p = f.finish();
  for (const Cut& cut : segment(p, options).cuts) {
    if (!cut.cure) continue;
    const auto [changed, with] = apply_cure(p, options, *cut.cure);
    EXPECT_TRUE(cut_is_gone(p, segment(p, options), cut, segment(changed, with))) << cut.cure->text;
  }
}

TEST(Cures, OneTryOfASettingServesEveryCut) {
  const Segmentation s = segment(many_seeds(30, 300), {});
  ASSERT_EQ(s.cuts.size(), 30U);
  for (const Cut& cut : s.cuts) {
    ASSERT_TRUE(cut.cure.has_value());
    EXPECT_EQ(cut.cure->kind, Cure::Kind::kRules);
    EXPECT_EQ(cut.cure->rules, RuleSet::kExtended);
  }
}

TEST(Cures, WhereThereIsNoRoomToTryItIsSaid) {
  const Segmentation s = segment(many_seeds(70, 300), {});
  ASSERT_EQ(s.cuts.size(), 70U);
  for (const Cut& cut : s.cuts) {
    EXPECT_FALSE(cut.cure.has_value());
    EXPECT_FALSE(cut.cure_searched);
  }
}

TEST(Cures, ADeviceThatHoldsTheRowIsOffered) {
  DefinitionFixture f;
  const StateId x = f.input({4096, 100000});
  const StateId total = f.broadcast(f.sum(x, {1}, {4096}), {false, true}, {4096, 1});
  f.output(f.add(x, total, {4096, 100000}));
  SegmentOptions options;
  options.device = named_device("a100");
  options.rules = RuleSet::kExtended;
  const Segmentation s = segment(f.finish(), options);
  for (const Cut& cut : s.cuts) {
    ASSERT_TRUE(cut.cure.has_value());
    EXPECT_EQ(cut.cure->kind, Cure::Kind::kDevice);
    ASSERT_TRUE(cut.cure->device.has_value());
    EXPECT_EQ(cut.cure->device->name, "h200");
  }
}

/// The browser shows the same sentences and has no command line.
TEST(Cures, SentencesNameNoOption) {
  SegmentOptions options;
  options.device = named_device("a100");
  for (const Cut& cut : segment(many_seeds(1, 1), options).cuts) {
    ASSERT_TRUE(cut.cure.has_value());
    EXPECT_EQ(cut.cure->text.find("--"), std::string::npos);
  }
}

}  // namespace
}  // namespace cleave
