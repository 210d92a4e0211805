// What a group's summary says: every value that stays alive counted once, copies followed where they are, and lists of
// bounded size that are honest about being full.
#include <gtest/gtest.h>

#include <span>
#include <string>
#include <vector>

#include "core/segment/groups.h"
#include "core/segment/op_facts.h"
#include "core/segment/planner.h"
#include "core/segment/rules.h"
#include "tests/core/segment/definition_fixture.h"

namespace cleave {
namespace {

const Sizes kFull{64, 128};
constexpr int64_t kFullBytes = 64 * 128 * 4;

/// Groups of single ops, numbered in program order.
struct Groups {
  explicit Groups(Primitive made) : primitive(std::move(made)), table(make_op_table(primitive, {})), groups(table) {
    groups.open_all();
  }

  Group look(std::initializer_list<OpIndex> ops) {
    const auto [first, last] = join_all_but_last(ops);
    return groups.join(first, last);
  }
  uint32_t join(std::initializer_list<OpIndex> ops) {
    const auto [first, last] = join_all_but_last(ops);
    return groups.commit(groups.join(first, last));
  }
  Verdict verdict(const Group& group) const {
    const std::vector<OpIndex> none;
    const std::span<const OpIndex> members(none);
    return judge(primitive, groups, group, std::span(&members, 1), {});
  }

  Primitive primitive;
  OpTable table;
  KernelGroups groups;

 private:
  std::pair<uint32_t, uint32_t> join_all_but_last(std::initializer_list<OpIndex> ops) {
    const std::vector<OpIndex> given(ops);
    uint32_t root = groups.root(given[0]);
    for (size_t i = 1; i + 1 < given.size(); ++i) root = groups.commit(groups.join(root, groups.root(given[i])));
    return {root, groups.root(given.back())};
  }
};

/// Ops 3 i, 3 i + 1, 3 i + 2: a row sum of x, its broadcast, and x read again with it.
Primitive norms_of_one_value(int norms) {
  DefinitionFixture f;
  const StateId x = f.input(kFull);
  for (int i = 0; i < norms; ++i) {
    f.output(f.add(x, f.broadcast(f.sum(x, {1}, {64}), {false, true}, {64, 1}), kFull));
  }
  return f.finish();
}

TEST(GroupSummary, AValueThatBothSidesKeepIsKeptOnce) {
  Groups g(norms_of_one_value(2));
  const uint32_t first = g.join({0, 1, 2});
  EXPECT_EQ(g.groups.group(first).live_bytes, kFullBytes);
  const uint32_t second = g.join({3, 4, 5});
  const Group both = g.look({first, second});
  EXPECT_EQ(both.live_bytes, kFullBytes);
  EXPECT_EQ(g.groups.live_tensors().size(), 1U);
  const uint32_t all = g.groups.commit(both);
  EXPECT_EQ(g.groups.group(all).live_bytes, kFullBytes);
}

TEST(GroupSummary, ARolledBackQuestionKeepsNothing) {
  Groups g(norms_of_one_value(2));
  const uint32_t first = g.join({0, 1, 2});
  g.look({first, 3});
  g.groups.rollback();
  EXPECT_EQ(g.groups.group(first).live_bytes, kFullBytes);
  const Group again = g.look({first, 3});
  EXPECT_EQ(again.live_bytes, kFullBytes);
  g.groups.rollback();
}

TEST(GroupSummary, ManyValuesThatStayAliveAreAllCountedAndEachOnce) {
  constexpr size_t kValues = 200;
  DefinitionFixture f;
  std::vector<StateId> values;
  for (size_t i = 0; i < kValues; ++i) values.push_back(f.input(kFull));
  StateId total = values[0];
  for (size_t i = 1; i < kValues; ++i) total = f.add(total, values[i], kFull);
  const StateId row = f.broadcast(f.sum(total, {1}, {64}), {false, true}, {64, 1});
  for (int reads = 0; reads < 2; ++reads) {
    for (StateId value : values) f.output(f.mul(value, row, kFull));
  }
  const Primitive p = f.finish();
  OpTable table = make_op_table(p, {});
  KernelGroups groups(table);
  std::vector<OpIndex> ops(table.ops.size());
  for (OpIndex op = 0; op < ops.size(); ++op) ops[op] = op;
  const Group whole = groups.join_all(ops);
  EXPECT_EQ(whole.live_bytes, static_cast<int64_t>(kValues) * kFullBytes);
  EXPECT_EQ(groups.live_tensors().size(), kValues);
  groups.rollback();
}

/// Ops 0 to 3: sum, broadcast, add, exp (behind the sum); op 4: neg of exp.
Primitive reader_of_a_value_behind_a_sum() {
  DefinitionFixture f;
  const StateId x = f.input(kFull);
  const StateId v = f.add(x, f.broadcast(f.sum(x, {1}, {64}), {false, true}, {64, 1}), kFull);
  const StateId e = f.exp(v, kFull);
  f.output(f.neg(e, kFull));
  f.output(v);
  f.output(e);
  return f.finish();
}

TEST(GroupSummary, ACopyIsNotBehindTheReductionOfItsOriginal) {
  Groups g(reader_of_a_value_behind_a_sum());
  const uint32_t home = g.join({0, 1, 2, 3});
  EXPECT_NE(g.groups.post(3), 0);
  const uint32_t copy = g.groups.add_single(add_copy(g.primitive, {}, g.table, 3));
  const Group reader = g.look({4, copy});
  EXPECT_EQ(g.groups.post(4), 0) << "here the value comes from outside";
  EXPECT_TRUE(reader.live.empty());
  EXPECT_FALSE(reader.unconnected);
  g.groups.rollback();
  EXPECT_NE(home, copy);
}

TEST(GroupSummary, WhatACopyComputesBehindAReductionIsBehindIt) {
  // 0 sum, 1 broadcast, 2 add, 3 exp of add, 4 neg of exp: the reader holds all but exp and then computes it again.
  Groups g(reader_of_a_value_behind_a_sum());
  const uint32_t reader = g.join({0, 1, 2});
  const uint32_t copy = g.groups.add_single(add_copy(g.primitive, {}, g.table, 3));
  const uint32_t tail = g.groups.commit(g.groups.join(4, copy));
  EXPECT_EQ(g.groups.post(4), 0);
  const Group all = g.look({reader, tail});
  EXPECT_NE(g.groups.post(4), 0);
  EXPECT_EQ(all.live_bytes, kFullBytes) << "only x stays alive";
  g.groups.rollback();
}

/// A row sum and then `reads` other values of the sum's size added to it, one after the other.
Group reads_after_a_sum(size_t reads) {
  DefinitionFixture f;
  StateId row = f.sum(f.input(kFull), {1}, {64});
  for (size_t i = 0; i < reads; ++i) row = f.add(row, f.input({64}), {64});
  f.output(row);
  const Primitive p = f.finish();
  OpTable table = make_op_table(p, {});
  KernelGroups groups(table);
  std::vector<OpIndex> ops(table.ops.size());
  for (OpIndex op = 0; op < ops.size(); ++op) ops[op] = op;
  Group whole = groups.join_all(ops);
  groups.rollback();
  return whole;
}

TEST(GroupSummary, ReadsBehindAReductionAreRememberedUpToALimitThatIsSaid) {
  const Group at_limit = reads_after_a_sum(KernelGroups::kMaxPostReads);
  EXPECT_EQ(at_limit.post_reads.size(), KernelGroups::kMaxPostReads);
  EXPECT_FALSE(at_limit.more_post_reads);
  const Group above = reads_after_a_sum(KernelGroups::kMaxPostReads + 1);
  EXPECT_EQ(above.post_reads.size(), KernelGroups::kMaxPostReads);
  EXPECT_TRUE(above.more_post_reads);
}

TEST(GroupSummary, ReadsThatAreNotRememberedCountAsNew) {
  DefinitionFixture f;
  f.output(f.exp(f.sum(f.input(kFull), {1}, {64}), {64}));
  Groups g(f.finish());
  Group sum = g.look({0, 1});
  EXPECT_TRUE(g.verdict(sum).accepted);
  sum.more_post_reads = true;
  EXPECT_FALSE(g.verdict(sum).accepted);
  g.groups.rollback();
}

/// Ops over `count` values that share no axis.
std::pair<bool, bool> overfull_and_accepted(size_t count) {
  DefinitionFixture f;
  for (size_t i = 0; i < count; ++i) f.output(f.exp(f.input({16}), {16}));
  const Primitive p = f.finish();
  OpTable table = make_op_table(p, {});
  KernelGroups groups(table);
  std::vector<OpIndex> ops(table.ops.size());
  for (OpIndex op = 0; op < ops.size(); ++op) ops[op] = op;
  const Group whole = groups.join_all(ops);
  const std::span<const OpIndex> members(ops);
  const Verdict verdict = judge(p, groups, whole, std::span(&members, 1), {});
  groups.rollback();
  return {whole.overfull, verdict.accepted};
}

TEST(GroupSummary, MoreLoopNestsThanItCanTellApartAreRefused) {
  EXPECT_EQ(overfull_and_accepted(KernelGroups::kMaxDistinct), std::pair(false, false));
  EXPECT_EQ(overfull_and_accepted(KernelGroups::kMaxDistinct + 1), std::pair(true, false));
}

TEST(GroupSummary, MoreReshapesThanCanBeFollowedAreRefused) {
  const auto overfull = [](size_t reshapes) {
    DefinitionFixture f;
    StateId x = f.input({2, 12});
    for (size_t i = 0; i < reshapes; ++i) x = f.reshape(x, i % 2 == 0 ? Sizes{3, 8} : Sizes{2, 12});
    f.output(x);
    const Primitive p = f.finish();
    OpTable table = make_op_table(p, {});
    KernelGroups groups(table);
    std::vector<OpIndex> ops(table.ops.size());
    for (OpIndex op = 0; op < ops.size(); ++op) ops[op] = op;
    const Group whole = groups.join_all(ops);
    groups.rollback();
    return whole.overfull;
  };
  // A merge, and a split with two results, for each.
  EXPECT_FALSE(overfull(AxisClasses::kMaxReshapes / 4));
  EXPECT_TRUE(overfull(AxisClasses::kMaxReshapes));
}

TEST(GroupSummary, TheWholeIsAskedWithoutMakingGroups) {
  DefinitionFixture f;
  StateId x = f.input(kFull);
  for (int i = 0; i < 40; ++i) x = f.exp(x, kFull);
  f.output(x);
  const Primitive p = f.finish();
  OpTable table = make_op_table(p, {});
  KernelGroups groups(table);
  plan_groups(p, groups, {});
  EXPECT_EQ(groups.join_count(), 1U);
  EXPECT_EQ(groups.made(), 1U);
}

/// exp and add can be one kernel; between them stand many products that read exp, and many that add waits for.
TEST(GroupSummary, APairFarApartIsAskedToTheEnd) {
  DefinitionFixture f;
  const Sizes square{64, 64};
  const StateId weight = f.input(square);
  const StateId near = f.exp(f.input(square), square);
  StateId other = f.input(square);
  for (size_t i = 0; i < 1500; ++i) {
    f.output(f.linear(near, weight, square));
    other = f.linear(other, weight, square);
  }
  const StateId last = f.add(near, other, square);
  f.output(last);
  const Primitive p = f.finish();
  OpTable table = make_op_table(p, {});
  KernelGroups groups(table);
  plan_groups(p, groups, {});
  EXPECT_EQ(groups.root(table.producer[near.index]), groups.root(table.producer[last.index]));
}

}  // namespace
}  // namespace cleave
