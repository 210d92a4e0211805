// What holds for every definition and needs the groups or the cures to see it: templates that can be asked again, cures
// that work, and work that grows with the definition. What can be seen of the product stands in tests/laws.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>
#include <span>

#include "core/segment/cures.h"
#include "core/segment/groups.h"
#include "core/segment/op_facts.h"
#include "core/segment/planner.h"
#include "core/segment/recompute.h"
#include "core/segment/rejoin.h"
#include "core/segment/rules.h"
#include "tests/core/segment/definition_fixture.h"

namespace cleave {
namespace {

/// Ops on matrices, row sums, column sums and products, picked from the last `window` values.
Primitive random_definition(size_t ops, size_t window, unsigned seed) {
  DefinitionFixture f;
  std::mt19937 generator(seed);
  struct Value {
    StateId state;
    bool narrow;
  };
  const Sizes full{64, 128};
  const Sizes narrow{64, 1};
  std::vector<Value> values;
  for (int i = 0; i < 4; ++i) values.push_back({f.input(full), false});
  const StateId weight = f.input({128, 128});
  const auto pick = [&] {
    const size_t low = values.size() > window ? values.size() - window : 0;
    return values[low + generator() % (values.size() - low)];
  };
  for (size_t i = 0; i < ops; ++i) {
    const Value a = pick();
    const Value b = pick();
    const auto kind = generator() % 12;
    if (kind == 0 && !a.narrow) {
      values.push_back({f.broadcast(f.sum(a.state, {1}, {64}), {false, true}, narrow), true});
    } else if (kind == 1 && !a.narrow) {
      values.push_back({f.linear(a.state, weight, full), false});
    } else if (kind == 2 && !a.narrow) {
      const StateId columns = f.broadcast(f.sum(a.state, {0}, {128}), {true, false}, {1, 128});
      values.push_back({f.add(columns, values[0].state, full), false});
    } else {
      const bool both = a.narrow && b.narrow;
      values.push_back({f.add(a.state, b.state, both ? narrow : full), both});
    }
  }
  for (size_t i = values.size() - std::min<size_t>(values.size(), 5); i < values.size(); ++i) f.output(values[i].state);
  return f.finish();
}

/// Segments one segment's records alone, as a definition whose outputs are the segment's.
void expect_accepted_alone(const Primitive& primitive, const Segment& s) {
  Primitive alone = primitive;
  alone.definition.outputs.clear();
  for (StateId output : s.outputs) alone.definition.outputs.push_back({output, std::nullopt, {}, RecordId(0U)});
  std::set<uint32_t> own;
  for (RecordId record : s.records) own.insert(record.index);
  for (RecordId record : alone.definition.records.ids()) {
    Record& r = alone.definition.records[record];
    if (!own.count(record.index) && !is_declaration(r)) r.op = op("define_tensor");
    if (!own.count(record.index)) r.operands.clear();
  }
  const Segmentation again = segment(alone, {});
  EXPECT_EQ(again.segments.size(), 1U);
}

TEST(SegmentLaws, JoinedGroupsAreAcceptedFromScratch) {
  for (unsigned seed = 1; seed <= 15; ++seed) {
    const Primitive p = random_definition(40, 10, seed);
    for (const Segment& s : segment(p, {}).segments) expect_accepted_alone(p, s);
  }
}

TEST(SegmentLaws, OnlyTheDefinitionDecides) {
  const Primitive p = random_definition(80, 12, 7);
  const std::string once = shape_of(p);
  // Between the two, other work: nothing of it is remembered, and the copy lies elsewhere in memory.
  EXPECT_NE(shape_of(random_definition(80, 12, 8)), once);
  const Primitive copy = p;
  EXPECT_EQ(shape_of(copy), once);
}

TEST(SegmentLaws, OfferedCuresMakeTheirCutGo) {
  size_t tried = 0;
  for (unsigned seed = 1; seed <= 20; ++seed) {
    const Primitive p = random_definition(12, 8, seed);
    const SegmentOptions options;
    const Segmentation s = segment(p, options);
    for (const Cut& cut : s.cuts) {
      if (!cut.cure) continue;
      ++tried;
      const auto [changed, changed_options] = apply_cure(p, options, *cut.cure);
      EXPECT_TRUE(cut_is_gone(p, s, cut, segment(changed, changed_options))) << cut.cure->text;
    }
  }
  EXPECT_GT(tried, 0U);
}

int64_t bytes_of(const Segmentation& segmentation) {
  int64_t out = 0;
  for (const Segment& s : segmentation.segments) out += s.bytes_read + s.bytes_written;
  return out;
}

TEST(SegmentLaws, ASmallDefinitionNeverMovesMoreThanInTheOrderOfNvfuser) {
  size_t taken = 0;
  for (const RuleSet rules : {RuleSet::kNvfuser, RuleSet::kExtended}) {
    for (unsigned seed = 1; seed <= 40; ++seed) {
      const Primitive p = random_definition(16, 8, seed);
      SegmentOptions ours;
      ours.rules = rules;
      SegmentOptions theirs = ours;
      theirs.order = Order::kNvfuser;
      EXPECT_LE(bytes_of(segment(p, ours)), bytes_of(segment(p, theirs))) << seed;
      EXPECT_EQ(bytes_of(split(p, ours)), bytes_of(segment(p, ours))) << seed;
      EXPECT_EQ(bytes_of(split_beside(p, ours, split(p, theirs))), bytes_of(segment(p, ours))) << seed;
      if (segment(p, ours).order == Order::kNvfuser) {
        ++taken;
        // What must not be cut is Cleave's own order's to see to.
        ours.keep.push_back(p.definition.outputs[0].value);
        EXPECT_EQ(segment(p, ours).order, Order::kCleave) << seed;
      }
    }
  }
  EXPECT_GT(taken, 0U) << "nvFuser's order is never the better one";
  const Primitive large = random_definition(200, 8, 1);
  EXPECT_EQ(segment(large, {}).order, Order::kCleave);
}

TEST(SegmentLaws, RemovingASegmentSetIsOffered) {
  DefinitionFixture f;
  const StateId x = f.input({64});
  f.output(f.neg(f.apply(op("segment_set"), {f.exp(x, {64})}, {64}), {64}));
  const Segmentation s = segment(f.finish(), {});
  ASSERT_EQ(s.cuts.size(), 1U);
  ASSERT_TRUE(s.cuts[0].cure.has_value());
  EXPECT_EQ(s.cuts[0].cure->kind, Cure::Kind::kRemoveCuts);
}

struct Work {
  size_t questions = 0;
  size_t steps = 0;
};

/// Joins tried, and steps of the history (which also has the pairs with something between them).
Work work(const Primitive& primitive) {
  const SegmentOptions options;
  OpTable table = make_op_table(primitive, options);
  KernelGroups groups(table);
  const size_t steps = plan_groups(primitive, groups, options).size();
  return {groups.join_count(), steps};
}

TEST(SegmentLaws, WorkAnOpStaysTheSameAsTheDefinitionGrows) {
  for (size_t window : {size_t{8}, size_t{40}}) {
    const Work small = work(random_definition(2000, window, 3));
    const Work large = work(random_definition(16000, window, 3));
    EXPECT_LT(large.questions * 10, 8 * small.questions * 13) << "window " << window;
    EXPECT_LT(large.steps * 10, 8 * small.steps * 13) << "window " << window;
  }
}

TEST(SegmentLaws, UnconnectedGroupsAreRefused) {
  DefinitionFixture f;
  f.output(f.exp(f.input({11}), {11}));
  f.output(f.exp(f.input({11}), {11}));
  const Primitive p = f.finish();
  const SegmentOptions options;
  OpTable table = make_op_table(p, options);
  KernelGroups groups(table);
  groups.open_all();
  const Group joined = groups.join(0, 1);
  const std::span<const OpIndex> parts[2] = {groups.members(0), groups.members(1)};
  const Verdict verdict = judge(p, groups, joined, parts, options);
  EXPECT_FALSE(verdict.accepted);
  bool named = false;
  for (const Refusal& refusal : verdict.refusals) named = named || info(refusal.code).code == "R.NOT_CONNECTED";
  EXPECT_TRUE(named);
  groups.rollback();
}

TEST(SegmentLaws, EveryCutOfASmallDefinitionHasARuleForIt) {
  for (unsigned seed = 1; seed <= 60; ++seed) {
    const Primitive p = random_definition(40, seed % 3 == 0 ? 40 : 10, seed);
    for (const Cut& cut : segment(p, {}).cuts) {
      ASSERT_FALSE(cut.reasons.empty());
      EXPECT_NE(cut.reasons[0].code, reason("R.SEARCH_LIMIT")) << "seed " << seed;
    }
  }
}

/// Sums along both axes, products and casts: cheap values cross between kernels and are computed again.
Primitive random_casts(size_t ops, size_t window, unsigned seed) {
  DefinitionFixture f;
  std::mt19937 generator(seed);
  struct Value {
    StateId state;
    bool wide;
  };
  const Sizes sizes{128, 128};
  std::vector<Value> values;
  for (int i = 0; i < 3; ++i) values.push_back({f.input(sizes, DType::kHalf), false});
  const auto pick = [&] {
    const size_t low = values.size() > window ? values.size() - window : 0;
    return values[low + generator() % (values.size() - low)];
  };
  const auto cast = [&](StateId state, DType to) {
    DTypeAttributes attributes;
    attributes.dtype = to;
    return f.apply(op("cast"), {state}, sizes, attributes, to);
  };
  for (size_t i = 0; i < ops; ++i) {
    const Value a = pick();
    const Value b = pick();
    const auto kind = generator() % 8;
    const DType dtype = a.wide ? DType::kFloat : DType::kHalf;
    if (kind < 2) {
      values.push_back({cast(a.state, a.wide ? DType::kHalf : DType::kFloat), !a.wide});
    } else if (kind == 6 && a.wide) {
      values.push_back({f.add(f.broadcast(f.sum(a.state, {1}, {128}), {false, true}, {128, 1}), b.state, sizes), true});
    } else if (kind == 7 && a.wide) {
      values.push_back({f.add(f.broadcast(f.sum(a.state, {0}, {128}), {true, false}, {1, 128}), b.state, sizes), true});
    } else if (kind == 2) {
      values.push_back({f.apply(op("linear"), {a.state, a.state}, sizes, NoAttributes{}, dtype), a.wide});
    } else if (kind == 3) {
      values.push_back({f.apply(op("exp"), {a.state}, sizes, NoAttributes{}, dtype), a.wide});
    } else {
      const DType either = a.wide || b.wide ? DType::kFloat : DType::kHalf;
      values.push_back({f.apply(op("add"), {a.state, b.state}, sizes, NoAttributes{}, either), a.wide || b.wide});
    }
  }
  for (size_t i = values.size() - std::min<size_t>(values.size(), 4); i < values.size(); ++i) f.output(values[i].state);
  return f.finish();
}

TEST(SegmentLaws, ACutBehindComputedAgainValuesHasARuleForItToo) {
  size_t recomputed = 0;
  for (unsigned seed = 101; seed <= 200; ++seed) {
    const Primitive p = random_casts(80, seed % 2 == 0 ? 30 : 8, seed);
    const Segmentation made = segment(p, {});
    for (const Segment& s : made.segments) {
      recomputed += s.recomputed.size();
      const std::set<RecordId> once(s.records.begin(), s.records.end());
      EXPECT_EQ(once.size(), s.records.size()) << "seed " << seed;
    }
    for (const Cut& cut : made.cuts) EXPECT_NE(cut.reasons[0].code, reason("R.SEARCH_LIMIT")) << "seed " << seed;
  }
  EXPECT_GT(recomputed, 0U) << "nothing is computed again";
}

TEST(SegmentLaws, WorkBehindComputedAgainValuesStaysTheSameAnOp) {
  const auto questions = [](size_t ops) {
    size_t out = 0;
    for (unsigned seed = 1; seed <= 4; ++seed) {
      const Primitive p = random_casts(ops, 30, seed);
      const SegmentOptions options;
      OpTable table = make_op_table(p, options);
      KernelGroups groups(table);
      plan_groups(p, groups, options);
      recompute_cheap_values(p, table, groups, options);
      const size_t before = groups.join_count();
      join_freed_pairs(p, groups, options);
      out += groups.join_count() - before;
    }
    return out;
  };
  const size_t small = questions(1000);
  EXPECT_GT(small, 0U);
  EXPECT_LT(questions(4000) * 10, 4 * small * 13);
}

}  // namespace
}  // namespace cleave
