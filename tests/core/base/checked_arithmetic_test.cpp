// Arithmetic that answers nothing instead of overflowing.
#include "core/base/checked_arithmetic.h"

#include <gtest/gtest.h>

#include <vector>

namespace cleave {
namespace {

TEST(CheckedArithmetic, AnswersNothingWhereItWouldOverflow) {
  EXPECT_EQ(checked_sum(2, 3), 5);
  EXPECT_EQ(checked_sum(INT64_MAX, 1), std::nullopt);
  EXPECT_EQ(checked_sum(INT64_MIN, -1), std::nullopt);
  EXPECT_EQ(checked_difference(2, 3), -1);
  EXPECT_EQ(checked_difference(0, INT64_MIN), std::nullopt);
  EXPECT_EQ(checked_product(-4, 5), -20);
  EXPECT_EQ(checked_product(INT64_MAX, 2), std::nullopt);
}

TEST(CheckedArithmetic, AnEmptyTensorHasNoElementsHoweverLongItsOtherAxesAre) {
  EXPECT_EQ(checked_product(std::vector<int64_t>{}), 1);
  EXPECT_EQ(checked_product(std::vector<int64_t>{INT64_MAX, 7, 0}), 0);
  EXPECT_EQ(checked_product(std::vector<int64_t>{int64_t{1} << 40, int64_t{1} << 40}), std::nullopt);
}

}  // namespace
}  // namespace cleave
