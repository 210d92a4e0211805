// Places counted from either end, and orders of dims.
#include "core/base/dims.h"

#include <gtest/gtest.h>

namespace cleave {
namespace {

using Order = std::vector<int64_t>;

TEST(NormalizedDim, CountsFromEitherEnd) {
  EXPECT_EQ(normalized_dim(0, 3), 0U);
  EXPECT_EQ(normalized_dim(2, 3), 2U);
  EXPECT_EQ(normalized_dim(-1, 3), 2U);
  EXPECT_EQ(normalized_dim(-3, 3), 0U);
  for (int64_t dim : {int64_t{3}, int64_t{-4}, INT64_MIN, INT64_MAX}) EXPECT_FALSE(normalized_dim(dim, 3)) << dim;
  EXPECT_FALSE(normalized_dim(0, 0));
}

TEST(NormalizedPermutation, NamesEachDimOnce) {
  EXPECT_EQ(normalized_permutation(Order{2, -3, 1}, 3), (Order{2, 0, 1}));
  EXPECT_EQ(normalized_permutation(Order{}, 0), Order{});
  for (const Order& wrong : {Order{0, 1}, Order{0, 1, 1}, Order{0, 1, -2}, Order{0, 1, 3}, Order{0, 1, 2, 0}})
    EXPECT_FALSE(normalized_permutation(wrong, 3).has_value());
}

}  // namespace
}  // namespace cleave
