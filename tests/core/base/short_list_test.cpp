// Short lists inside their owner, and on the heap once they have grown.
#include "core/base/short_list.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <utility>

namespace cleave {
namespace {

using List = ShortList<uint32_t, 2>;

List counted(uint32_t count) {
  List out;
  for (uint32_t i = 0; i < count; ++i) out.push_back(i);
  return out;
}

TEST(ShortList, HoldsItsValuesInsideAndOutside) {
  for (uint32_t count : {0U, 1U, 2U, 3U, 50U}) {
    const List list = counted(count);
    ASSERT_EQ(list.size(), count);
    uint32_t expected = 0;
    for (uint32_t value : list) EXPECT_EQ(value, expected++);
  }
}

TEST(ShortList, CopiesAreIndependent) {
  for (uint32_t count : {2U, 5U}) {
    const List original = counted(count);
    List copy = original;
    EXPECT_EQ(copy, original);
    copy[0] = 9;
    EXPECT_NE(copy, original);
    copy = original;
    EXPECT_EQ(copy, original);
  }
}

TEST(ShortList, MovingLeavesNothingBehind) {
  for (uint32_t count : {2U, 5U}) {
    List from = counted(count);
    List to = counted(7);
    to = std::move(from);
    EXPECT_EQ(to, counted(count));
    EXPECT_TRUE(from.empty());
    from.push_back(4);
    EXPECT_EQ(from, List{4});
  }
}

TEST(ShortList, AClearedListTakesValuesAgain) {
  List list = counted(6);
  list.clear();
  EXPECT_TRUE(list.empty());
  list.push_back(3);
  EXPECT_EQ(list, List{3});
}

}  // namespace
}  // namespace cleave
