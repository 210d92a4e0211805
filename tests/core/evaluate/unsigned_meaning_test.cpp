// UInt64 where order and sign matter: the largest number is the one with all bits set.
#include "core/evaluate/unsigned_meaning.h"

#include <gtest/gtest.h>

#include "core/ops/op_table.h"

namespace cleave {
namespace {

constexpr int64_t kAllBits = -1;

TEST(UnsignedMeaning, TakesTheTopBitForANumber) {
  EXPECT_EQ(unsigned_meaning(op("gt"))(kAllBits, 1, 0, 64), 1);
  EXPECT_EQ(unsigned_meaning(op("maximum"))(kAllBits, 1, 0, 64), kAllBits);
  EXPECT_EQ(unsigned_meaning(op("minimum"))(kAllBits, 1, 0, 64), 1);
  EXPECT_EQ(unsigned_meaning(op("div"))(kAllBits, 2, 0, 64), INT64_MAX);
  EXPECT_EQ(unsigned_meaning(op("bitwise_right_shift"))(kAllBits, 63, 0, 64), 1);
  EXPECT_EQ(unsigned_meaning(op("exp")), nullptr);
}

}  // namespace
}  // namespace cleave
