// Shows what the comparison of values accepts and what it says of the rest, and that a sum in Float of any length that
// it is meant for stays within the table while one in Half does not.
#include "core/evaluate/tolerance.h"

#include <gtest/gtest.h>

#include <cmath>

#include "core/evaluate/input_fill.h"

namespace cleave {
namespace {

Tensor tensor(DType dtype, const std::vector<double>& values) {
  Tensor out(dtype, {static_cast<int64_t>(values.size())});
  for (size_t i = 0; i < values.size(); ++i) out.set_real(static_cast<int64_t>(i), values[i]);
  return out;
}

TEST(Compare, EqualValuesAreEqualNanAndSignedZeroIncluded) {
  const Comparison same =
      compare(tensor(DType::kFloat, {1, NAN, INFINITY, -0.0}), tensor(DType::kFloat, {1, NAN, INFINITY, 0}), 1);
  EXPECT_TRUE(same.is_equal);
  EXPECT_TRUE(same.is_within);
  EXPECT_EQ(same.worst, std::nullopt);
}

TEST(Compare, NeighboursAreWithinButNotEqual) {
  const Comparison near = compare(tensor(DType::kBFloat16, {1.0078125, 2}), tensor(DType::kBFloat16, {1, 2}), 1);
  EXPECT_FALSE(near.is_equal);
  EXPECT_TRUE(near.is_within);
  EXPECT_EQ(near.worst, 0);
  EXPECT_EQ(near.max_abs_error, 0.0078125);
  const Comparison far = compare(tensor(DType::kBFloat16, {1.03125, 2}), tensor(DType::kBFloat16, {1, 2}), 1);
  EXPECT_FALSE(far.is_within);
}

TEST(Compare, SpecialsOnOneSideAreMismatches) {
  const Comparison comparison =
      compare(tensor(DType::kFloat, {NAN, 1, INFINITY, 2}), tensor(DType::kFloat, {1, NAN, -INFINITY, 2}), 1000);
  EXPECT_FALSE(comparison.is_within);
  EXPECT_EQ(comparison.special_mismatches, 3);
  EXPECT_EQ(comparison.worst, 0);
}

TEST(Compare, TheWorstElementIsTheOneThatExceedsItsToleranceMost) {
  const Comparison comparison =
      compare(tensor(DType::kFloat, {1000.001, 0.002, 1}), tensor(DType::kFloat, {1000, 0.001, 1}), 1);
  EXPECT_EQ(comparison.worst, 1);
  EXPECT_NEAR(comparison.max_rel_error, 1, 1e-3);
}

TEST(Compare, IntegersAndBoolsMustBeEqual) {
  EXPECT_FALSE(compare(tensor(DType::kInt, {1000000, 5}), tensor(DType::kInt, {1000001, 5}), 1000).is_within);
  EXPECT_EQ(compare(tensor(DType::kInt, {3, 5}), tensor(DType::kInt, {3, 9}), 1).max_abs_error, 4);
  EXPECT_FALSE(compare(tensor(DType::kBool, {1}), tensor(DType::kBool, {0}), 1).is_within);
}

TEST(Compare, OtherExtentsAreNeverWithin) {
  EXPECT_FALSE(compare(Tensor(DType::kFloat, {2, 0}), Tensor(DType::kFloat, {0, 2}), 1).is_within);
  EXPECT_TRUE(compare(Tensor(DType::kFloat, {2, 0}), Tensor(DType::kFloat, {2, 0}), 1).is_equal);
}

/// Sums of `length` normal numbers, with every partial sum rounded to `accumulator`.
Tensor sums(DType accumulator, DType dtype, int64_t length) {
  constexpr int64_t kRows = 64;
  const TensorInput numbers{
      .sizes = {kRows, length}, .strides = {length, 1}, .dtype = DType::kFloat, .is_cpu = false, .fill = {}};
  const TensorPointer values = std::get<TensorPointer>(make_value(numbers, std::nullopt, 3, 0));
  Tensor out(dtype, {kRows});
  Tensor total(accumulator, {});
  for (int64_t row = 0; row < kRows; ++row) {
    total.set_real(0, 0);
    for (int64_t i = 0; i < length; ++i) total.set_real(0, total.real(0) + values->real(row * length + i));
    out.set_real(row, total.real(0));
  }
  return out;
}

TEST(Tolerance, HoldsForSumsInFloatAndNotForSumsInHalf) {
  for (const int64_t length : {10, 100, 3000}) {
    const Tensor reference = sums(DType::kDouble, DType::kDouble, length);
    EXPECT_TRUE(compare(sums(DType::kFloat, DType::kFloat, length), reference, length).is_within) << length;
    EXPECT_TRUE(compare(sums(DType::kFloat, DType::kBFloat16, length), reference, length).is_within) << length;
    EXPECT_FALSE(compare(sums(DType::kHalf, DType::kHalf, length), reference, length).is_within) << length;
    EXPECT_FALSE(compare(sums(DType::kHalf, DType::kFloat, length), reference, length).is_within) << length;
  }
}

TEST(Tolerance, GrowsWithLengthAndIsNothingForIntegers) {
  EXPECT_LT(tolerance(DType::kFloat, 1).relative, tolerance(DType::kFloat, 1000).relative);
  EXPECT_LT(tolerance(DType::kDouble, 1000).relative, tolerance(DType::kFloat, 1).relative);
  EXPECT_EQ(tolerance(DType::kInt, 1000).relative, 0);
  EXPECT_EQ(tolerance(DType::kComplexFloat, 7).relative, tolerance(DType::kFloat, 7).relative);
}

}  // namespace
}  // namespace cleave
