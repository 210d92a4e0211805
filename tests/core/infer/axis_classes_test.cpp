// Which axes are one loop: what is united stays so until it is rolled back, broadcast axes meet any extent but not two,
// equal reshapes of equal axes have equal results, and others are a conflict.
#include "core/infer/axis_classes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace cleave {
namespace {

using Kind = AxisClasses::SlotKind;

/// `extent` axes in one row of `count` slots.
std::vector<AxisSlot> slots(AxisClasses& classes, size_t count, int64_t extent, Kind kind = Kind::kConcrete) {
  std::vector<AxisSlot> out;
  for (size_t i = 0; i < count; ++i) out.push_back(classes.add_slot(kind, extent));
  return out;
}

bool same(const AxisClasses& classes, AxisSlot a, AxisSlot b) { return classes.find(a) == classes.find(b); }

AxisTransform merge(AxisSlot outer, AxisSlot inner, AxisSlot result) {
  return {.kind = AxisTransform::Kind::kMerge, .factor = 0, .source = {outer, inner}, .result = {result, result}};
}

AxisTransform split(AxisSlot source, int64_t factor, AxisSlot outer, AxisSlot inner) {
  return {.kind = AxisTransform::Kind::kSplit, .factor = factor, .source = {source, source}, .result = {outer, inner}};
}

TEST(AxisClasses, EqualityIsTransitive) {
  AxisClasses classes;
  const auto axis = slots(classes, 4, 8);
  classes.unite(axis[0], axis[1]);
  classes.unite(axis[2], axis[1]);
  EXPECT_TRUE(same(classes, axis[0], axis[2]));
  EXPECT_FALSE(same(classes, axis[0], axis[3]));
}

TEST(AxisClasses, RollbackRestoresWhatWasThere) {
  AxisClasses classes;
  const auto axis = slots(classes, 6, 8);
  const AxisSlot wild = classes.add_slot(Kind::kWild, 1);
  classes.unite(axis[0], axis[1]);
  classes.commit();
  const size_t mark = classes.mark();
  classes.unite(axis[1], axis[2]);
  classes.unite(axis[3], axis[4]);
  classes.unite(axis[4], axis[0]);
  classes.unite(wild, axis[5]);
  classes.finish_tensor();
  ASSERT_TRUE(same(classes, axis[0], axis[3]));
  ASSERT_NE(classes.resolved(wild), kNoSlot);
  classes.rollback(mark);
  for (size_t i = 0; i < axis.size(); ++i) {
    for (size_t j = 0; j < i; ++j) EXPECT_EQ(same(classes, axis[i], axis[j]), i == 1 && j == 0) << i << ' ' << j;
  }
  EXPECT_EQ(classes.resolved(wild), kNoSlot);
  EXPECT_NE(classes.find_linked(axis[0]), classes.find_linked(axis[2]));
}

TEST(AxisClasses, ABroadcastAxisTakesTheExtentItMeets) {
  AxisClasses classes;
  const AxisSlot wild = classes.add_slot(Kind::kWild, 1);
  const AxisSlot rows = classes.add_slot(Kind::kConcrete, 8);
  classes.unite(wild, rows);
  EXPECT_EQ(classes.resolved(wild), classes.find(rows));
  EXPECT_FALSE(same(classes, wild, rows)) << "it is read once, not once a row";
  EXPECT_TRUE(classes.two_sizes().empty());
}

TEST(AxisClasses, ABroadcastAxisCannotMeetTwoExtents) {
  AxisClasses classes;
  const AxisSlot wild = classes.add_slot(Kind::kWild, 1);
  const AxisSlot rows = classes.add_slot(Kind::kConcrete, 8);
  const AxisSlot others = classes.add_slot(Kind::kConcrete, 9);
  classes.unite(wild, rows);
  classes.unite(wild, others);
  classes.settle();
  EXPECT_EQ(classes.two_sizes().size(), 1U);
}

TEST(AxisClasses, TwoExtentsThatBecomeOneAxisAreNoConflict) {
  AxisClasses classes;
  const AxisSlot wild = classes.add_slot(Kind::kWild, 1);
  const auto rows = slots(classes, 2, 8);
  classes.unite(wild, rows[0]);
  classes.unite(wild, rows[1]);
  classes.unite(rows[0], rows[1]);
  classes.settle();
  EXPECT_TRUE(classes.two_sizes().empty());
}

TEST(AxisClasses, AnIndexedAxisMatchesNothing) {
  AxisClasses classes;
  const AxisSlot indexed = classes.add_slot(Kind::kIndexed, 8);
  const AxisSlot rows = classes.add_slot(Kind::kConcrete, 8);
  classes.unite(indexed, rows);
  EXPECT_FALSE(same(classes, indexed, rows));
}

TEST(AxisClasses, TwoAxesOfOneTensorThatBecomeOneAreASelfMap) {
  AxisClasses classes;
  const auto tensor = slots(classes, 2, 8);
  const AxisSlot other = classes.add_slot(Kind::kConcrete, 8);
  classes.add_siblings(tensor[0], tensor[1]);
  classes.unite(tensor[0], other);
  classes.finish_tensor();
  EXPECT_TRUE(classes.self_maps().empty());
  classes.unite(other, tensor[1]);
  classes.finish_tensor();
  EXPECT_FALSE(classes.self_maps().empty());
}

TEST(AxisClasses, EqualReshapesOfEqualAxesHaveEqualResults) {
  AxisClasses classes;
  const auto rows = slots(classes, 2, 4);
  const auto columns = slots(classes, 2, 6);
  const auto flat = slots(classes, 2, 24);
  const auto outer = slots(classes, 2, 2);
  const auto inner = slots(classes, 2, 12);
  for (size_t i = 0; i < 2; ++i) {
    classes.add_transform(merge(rows[i], columns[i], flat[i]));
    classes.add_transform(split(flat[i], 2, outer[i], inner[i]));
  }
  classes.unite(rows[0], rows[1]);
  classes.unite(columns[0], columns[1]);
  classes.settle();
  EXPECT_TRUE(classes.conflicts().empty());
  EXPECT_TRUE(same(classes, flat[0], flat[1]));
  EXPECT_TRUE(same(classes, outer[0], outer[1])) << "the second step follows from the first";
  EXPECT_TRUE(same(classes, inner[0], inner[1]));
}

TEST(AxisClasses, ReshapesThatDoNotAgreeAreAConflict) {
  AxisClasses classes;
  const auto flat = slots(classes, 2, 24);
  const auto halves = slots(classes, 2, 2);
  const auto thirds = slots(classes, 2, 3);
  classes.add_transform(split(flat[0], 2, halves[0], halves[1]));
  classes.add_transform(split(flat[1], 3, thirds[0], thirds[1]));
  classes.unite(flat[0], flat[1]);
  classes.settle();
  ASSERT_EQ(classes.conflicts().size(), 1U);
  EXPECT_FALSE(same(classes, halves[0], thirds[0]));
}

TEST(AxisClasses, FinalClassesAreWhatAllReshapesLeaveBehind) {
  AxisClasses classes;
  const auto axis = slots(classes, 2, 6);
  const AxisSlot flat = classes.add_slot(Kind::kConcrete, 36);
  const AxisSlot outer = classes.add_slot(Kind::kConcrete, 4);
  const AxisSlot inner = classes.add_slot(Kind::kConcrete, 9);
  classes.add_transform(merge(axis[0], axis[1], flat));
  classes.add_transform(split(flat, 4, outer, inner));
  std::vector<AxisSlot> last;
  EXPECT_TRUE(classes.final_classes(axis[0], last));
  std::sort(last.begin(), last.end());
  EXPECT_EQ(last, (std::vector<AxisSlot>{outer, inner}));
  EXPECT_EQ(classes.find_linked(axis[0]), classes.find_linked(inner));
}

/// A chain of `steps` reshapes, each of which splits off an axis; gives the first axis.
AxisSlot chain_of_splits(AxisClasses& classes, size_t steps) {
  const AxisSlot first = classes.add_slot(Kind::kConcrete, 7);
  AxisSlot last = first;
  for (size_t i = 0; i < steps; ++i) {
    const AxisSlot outer = classes.add_slot(Kind::kConcrete, 1);
    const AxisSlot inner = classes.add_slot(Kind::kConcrete, 7);
    classes.add_transform(split(last, 1, outer, inner));
    last = inner;
  }
  return first;
}

TEST(AxisClasses, MoreReshapesThanTheLimitHaveNoFinalClasses) {
  std::vector<AxisSlot> last;
  AxisClasses at_limit;
  EXPECT_TRUE(at_limit.final_classes(chain_of_splits(at_limit, AxisClasses::kMaxReshapes), last));
  EXPECT_EQ(last.size(), AxisClasses::kMaxReshapes + 1);
  AxisClasses above;
  last.clear();
  EXPECT_FALSE(above.final_classes(chain_of_splits(above, AxisClasses::kMaxReshapes + 1), last));
}

TEST(AxisClasses, AxesOnACircleOfReshapesHaveOneFinalClass) {
  AxisClasses classes;
  const auto flat = slots(classes, 2, 24);
  const AxisSlot outer = classes.add_slot(Kind::kConcrete, 4);
  const AxisSlot inner = classes.add_slot(Kind::kConcrete, 6);
  classes.add_transform(split(flat[0], 4, outer, inner));
  classes.add_transform(merge(outer, inner, flat[1]));
  classes.unite(flat[0], flat[1]);
  classes.settle();
  std::vector<AxisSlot> from_flat;
  std::vector<AxisSlot> from_inner;
  EXPECT_TRUE(classes.final_classes(flat[1], from_flat));
  EXPECT_TRUE(classes.final_classes(inner, from_inner));
  EXPECT_EQ(from_flat.size(), 1U);
  EXPECT_EQ(from_flat, from_inner);
}

TEST(AxisClasses, RollbackTakesNeighboursBack) {
  AxisClasses classes;
  const auto a = slots(classes, 2, 8);
  const auto b = slots(classes, 2, 8);
  classes.add_siblings(a[0], a[1]);
  classes.add_siblings(b[0], b[1]);
  classes.commit();
  const size_t mark = classes.mark();
  classes.begin({}, {});
  classes.unite(a[0], b[0]);
  classes.settle();
  classes.rollback(mark);
  classes.begin({}, {});
  // Were b's neighbour still a neighbour of a[0], this would be a self-map.
  classes.unite(a[0], b[1]);
  classes.settle();
  EXPECT_TRUE(classes.self_maps().empty());
}

TEST(AxisClasses, ClassesAreAppendedWhateverStandsBeforeThem) {
  AxisClasses classes;
  const AxisSlot slot = classes.add_slot(AxisClasses::SlotKind::kConcrete, 8);
  std::vector<AxisSlot> both;
  EXPECT_TRUE(classes.final_classes(slot, both));
  EXPECT_TRUE(classes.final_classes(slot, both));
  EXPECT_EQ(both, (std::vector<AxisSlot>{slot, slot}));
}

}  // namespace
}  // namespace cleave
