// Shows what inputs hold for each fill and dtype, that the same seed gives the same values, and that elements which
// share an address are equal.
#include "core/evaluate/input_fill.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

namespace cleave {
namespace {

TensorInput input(std::vector<int64_t> sizes, std::vector<int64_t> strides, DType dtype, Fill fill) {
  return {.sizes = std::move(sizes),
          .strides = std::move(strides),
          .dtype = dtype,
          .is_cpu = false,
          .fill = std::move(fill)};
}

/// A bound that a script leaves out.
constexpr double kNotGiven = std::numeric_limits<double>::quiet_NaN();

Fill random_fill(Fill::Kind kind, double low = 0, double high = 1) {
  return {.kind = kind, .low = low, .high = high, .values = {}};
}

TensorPointer make(const TensorInput& of, uint64_t seed = 1, uint64_t ordinal = 0) {
  return std::get<TensorPointer>(make_value(of, std::nullopt, seed, ordinal));
}

std::vector<double> reals(const Tensor& tensor) {
  std::vector<double> out;
  for (int64_t i = 0; i < tensor.element_count(); ++i) out.push_back(tensor.real(i));
  return out;
}

double mean(const std::vector<double>& values) {
  double sum = 0;
  for (double value : values) sum += value;
  return sum / static_cast<double>(values.size());
}

TEST(InputFill, IsTheSameForTheSameSeedAndDiffersBetweenInputsAndSeeds) {
  const TensorInput x = input({50}, {1}, DType::kFloat, random_fill(Fill::Kind::kNormal));
  EXPECT_EQ(reals(*make(x, 1, 0)), reals(*make(x, 1, 0)));
  EXPECT_NE(reals(*make(x, 1, 0)), reals(*make(x, 1, 1)));
  EXPECT_NE(reals(*make(x, 1, 0)), reals(*make(x, 2, 0)));
}

TEST(InputFill, ElementsOfOneAddressAreEqual) {
  const Fill fill = random_fill(Fill::Kind::kNormal);
  const TensorPointer repeated = make(input({4, 3}, {0, 1}, DType::kBFloat16, fill));
  for (int64_t i = 0; i < 12; ++i) EXPECT_EQ(repeated->real(i), repeated->real(i % 3));
  const TensorPointer windows = make(input({4, 3}, {1, 1}, DType::kFloat, fill));
  for (int64_t row = 0; row < 3; ++row) EXPECT_EQ(windows->real(row * 3 + 1), windows->real((row + 1) * 3));
  const TensorPointer transposed = make(input({2, 3}, {1, 2}, DType::kFloat, fill));
  const TensorPointer straight = make(input({3, 2}, {2, 1}, DType::kFloat, fill));
  for (int64_t i = 0; i < 2; ++i) {
    for (int64_t j = 0; j < 3; ++j) EXPECT_EQ(transposed->real(i * 3 + j), straight->real(j * 2 + i));
  }
}

TEST(InputFill, NormalValuesHaveTheirMomentsAndAreRounded) {
  const std::vector<double> values = reals(*make(input({20000}, {1}, DType::kFloat, random_fill(Fill::Kind::kNormal))));
  EXPECT_NEAR(mean(values), 0, 0.03);
  std::vector<double> squares;
  for (double value : values) squares.push_back(value * value);
  EXPECT_NEAR(mean(squares), 1, 0.05);
  for (double value : values) EXPECT_EQ(value, static_cast<double>(static_cast<float>(value)));
}

TEST(InputFill, UniformValuesStayInTheirRange) {
  const std::vector<double> values =
      reals(*make(input({5000}, {1}, DType::kDouble, random_fill(Fill::Kind::kUniform, -2, 3))));
  EXPECT_GE(*std::min_element(values.begin(), values.end()), -2);
  EXPECT_LT(*std::max_element(values.begin(), values.end()), 3);
  EXPECT_NEAR(mean(values), 0.5, 0.1);
}

TEST(InputFill, IntegersTakeEveryValueOfTheirRangeAndNoOther) {
  const TensorPointer values = make(input({500}, {1}, DType::kInt, random_fill(Fill::Kind::kIntegers, -1, 4)));
  std::set<int64_t> seen;
  for (int64_t i = 0; i < 500; ++i) seen.insert(values->integer(i));
  EXPECT_EQ(seen, (std::set<int64_t>{-1, 0, 1, 2, 3}));
}

TEST(InputFill, MakeTensorReachesFromMinus9To9) {
  const Fill fill = random_fill(Fill::Kind::kMakeTensor, kNotGiven, kNotGiven);
  const TensorPointer whole = make(input({2000}, {1}, DType::kInt32, fill));
  std::set<int64_t> seen;
  for (int64_t i = 0; i < 2000; ++i) seen.insert(whole->integer(i));
  EXPECT_EQ(seen.size(), 19U);
  EXPECT_EQ(*seen.begin(), -9);
  const std::vector<double> values = reals(*make(input({2000}, {1}, DType::kHalf, fill)));
  EXPECT_GT(*std::max_element(values.begin(), values.end()), 8.9);
  EXPECT_LE(*std::max_element(values.begin(), values.end()), 9);
  const TensorPointer natural = make(input({2000}, {1}, DType::kUInt64, fill));
  for (int64_t i = 0; i < 2000; ++i) EXPECT_TRUE(natural->integer(i) >= 0 && natural->integer(i) < 10);
  EXPECT_NEAR(mean(reals(*make(input({2000}, {1}, DType::kBool, fill)))), 0.5, 0.05);
}

TEST(InputFill, MakeTensorKeepsTheBoundsThatAreGiven) {
  const TensorPointer whole = make(input({500}, {1}, DType::kInt, random_fill(Fill::Kind::kMakeTensor, 0, 5)));
  std::set<int64_t> seen;
  for (int64_t i = 0; i < 500; ++i) seen.insert(whole->integer(i));
  EXPECT_EQ(seen, (std::set<int64_t>{0, 1, 2, 3, 4}));
  const std::vector<double> values =
      reals(*make(input({500}, {1}, DType::kFloat, random_fill(Fill::Kind::kMakeTensor, 0, 1))));
  EXPECT_GE(*std::min_element(values.begin(), values.end()), 0);
  EXPECT_LE(*std::max_element(values.begin(), values.end()), 1);
  const std::vector<double> high =
      reals(*make(input({500}, {1}, DType::kDouble, random_fill(Fill::Kind::kMakeTensor, 8, kNotGiven))));
  EXPECT_GE(*std::min_element(high.begin(), high.end()), 8);
  EXPECT_LT(*std::max_element(high.begin(), high.end()), 9);
  // Bounds whose distance is no double.
  for (double value :
       reals(*make(input({100}, {1}, DType::kDouble, random_fill(Fill::Kind::kMakeTensor, -1e308, 1e308))))) {
    EXPECT_TRUE(std::isfinite(value));
  }
  EXPECT_EQ(mean(reals(*make(input({50}, {1}, DType::kBool, random_fill(Fill::Kind::kMakeTensor, 0, 1))))), 0);
  EXPECT_EQ(mean(reals(*make(input({50}, {1}, DType::kInt, random_fill(Fill::Kind::kMakeTensor, 3, 3))))), 3);
}

TEST(InputFill, BoolsAreEitherAndComplexNumbersHaveTwoParts) {
  const double share = mean(reals(*make(input({2000}, {1}, DType::kBool, random_fill(Fill::Kind::kIntegers, 0, 2)))));
  EXPECT_NEAR(share, 0.5, 0.05);
  const TensorPointer numbers = make(input({10}, {1}, DType::kComplexFloat, random_fill(Fill::Kind::kNormal)));
  for (int64_t i = 0; i < 10; ++i) EXPECT_NE(numbers->complex(i).imag(), numbers->complex(i).real());
}

TEST(InputFill, ConstantsListsAndSequencesAreTheStorage) {
  Fill constant{.kind = Fill::Kind::kConstant, .low = 0, .high = 0, .values = {1.0 / 3}};
  EXPECT_EQ(reals(*make(input({2}, {1}, DType::kFloat, constant))),
            (std::vector<double>(2, static_cast<double>(1.0F / 3))));
  Fill listed{
      .kind = Fill::Kind::kValues, .low = 0, .high = 0, .values = {int64_t{3}, int64_t{1}, int64_t{2}, int64_t{9}}};
  EXPECT_EQ(reals(*make(input({2, 2}, {1, 2}, DType::kInt, listed))), (std::vector<double>{3, 2, 1, 9}));
  Fill sequence{.kind = Fill::Kind::kSequence, .low = 0, .high = 0, .values = {int64_t{5}, int64_t{-2}}};
  EXPECT_EQ(reals(*make(input({3}, {1}, DType::kInt, sequence))), (std::vector<double>{5, 3, 1}));
  Fill empty{.kind = Fill::Kind::kConstant, .low = 0, .high = 0, .values = {}};
  EXPECT_EQ(reals(*make(input({0, 2}, {2, 1}, DType::kInt, empty))), std::vector<double>{});
}

TEST(InputFill, ScalarsTakeTheDeclaredType) {
  EXPECT_EQ(std::get<ScalarValue>(make_value(ScalarValue(0.1), DType::kFloat, 0, 0)),
            ScalarValue(static_cast<double>(0.1F)));
  EXPECT_EQ(std::get<ScalarValue>(make_value(ScalarValue(int64_t{7}), std::nullopt, 0, 0)), ScalarValue(int64_t{7}));
}

}  // namespace
}  // namespace cleave
