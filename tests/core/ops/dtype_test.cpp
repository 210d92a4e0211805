// Promotion and the dtype rules of element-wise ops, against the language's tables.
#include "core/ops/dtype.h"

#include <gtest/gtest.h>

#include <array>
#include <string>
#include <vector>

#include "core/ops/dtype_rules.h"

namespace cleave {
namespace {

using enum DType;

constexpr OperandDType dimensioned(DType dtype) { return {dtype, OperandWeight::kDimensioned}; }
constexpr OperandDType zero_dim(DType dtype) { return {dtype, OperandWeight::kZeroDim}; }
constexpr OperandDType scalar(DType dtype) { return {dtype, OperandWeight::kScalar}; }

std::string computed(DTypeRule rule, std::vector<OperandDType> operands) {
  const auto out = computation_dtype(rule, operands);
  if (const auto* refusal = std::get_if<DTypeRefusal>(&out)) return "refused: " + refusal->why;
  return std::string(name(std::get<DType>(out)));
}

TEST(Promote, FollowsTheTableOfTheLanguage) {
  constexpr std::array kTypes{kBool, kInt32, kInt, kHalf, kBFloat16, kFloat, kDouble, kComplexFloat, kComplexDouble};
  constexpr DType kTable[9][9] = {
      {kBool, kInt32, kInt, kHalf, kBFloat16, kFloat, kDouble, kComplexFloat, kComplexDouble},
      {kInt32, kInt32, kInt, kHalf, kBFloat16, kFloat, kDouble, kComplexFloat, kComplexDouble},
      {kInt, kInt, kInt, kHalf, kBFloat16, kFloat, kDouble, kComplexFloat, kComplexDouble},
      {kHalf, kHalf, kHalf, kHalf, kFloat, kFloat, kDouble, kComplexFloat, kComplexDouble},
      {kBFloat16, kBFloat16, kBFloat16, kFloat, kBFloat16, kFloat, kDouble, kComplexFloat, kComplexDouble},
      {kFloat, kFloat, kFloat, kFloat, kFloat, kFloat, kDouble, kComplexFloat, kComplexDouble},
      {kDouble, kDouble, kDouble, kDouble, kDouble, kDouble, kDouble, kComplexDouble, kComplexDouble},
      {kComplexFloat, kComplexFloat, kComplexFloat, kComplexFloat, kComplexFloat, kComplexFloat, kComplexDouble,
       kComplexFloat, kComplexDouble},
      {kComplexDouble, kComplexDouble, kComplexDouble, kComplexDouble, kComplexDouble, kComplexDouble, kComplexDouble,
       kComplexDouble, kComplexDouble},
  };
  for (size_t i = 0; i < kTypes.size(); ++i) {
    for (size_t j = 0; j < kTypes.size(); ++j) {
      const auto common = promote(kTypes[i], kTypes[j]);
      ASSERT_TRUE(common.has_value()) << name(kTypes[i]) << " with " << name(kTypes[j]);
      EXPECT_EQ(name(*common), name(kTable[i][j])) << name(kTypes[i]) << " with " << name(kTypes[j]);
    }
  }
}

TEST(Promote, RefusesUnsignedWithSigned) {
  EXPECT_FALSE(promote(kUInt64, kInt).has_value());
  EXPECT_EQ(promote(kFloat8E4M3FN, kHalf), kFloat);
  EXPECT_EQ(promote(kIndex, kInt32), kIndex);
}

TEST(ComputationDType, WidensHalfTypesOfArithmetic) {
  EXPECT_EQ(computed(DTypeRule::kArithmetic, {dimensioned(kHalf), dimensioned(kHalf)}), "Float");
  EXPECT_EQ(computed(DTypeRule::kArithmetic, {dimensioned(kHalf), dimensioned(kBFloat16)}), "Float");
  EXPECT_EQ(computed(DTypeRule::kArithmetic, {dimensioned(kHalf), scalar(kDouble)}), "Float");
  EXPECT_EQ(computed(DTypeRule::kKeep, {dimensioned(kHalf)}), "Half");
  EXPECT_EQ(computed(DTypeRule::kWhere, {dimensioned(kHalf), dimensioned(kHalf)}), "Half");
}

TEST(ComputationDType, LetsTensorsOutweighScalars) {
  EXPECT_EQ(computed(DTypeRule::kArithmetic, {dimensioned(kFloat), scalar(kDouble)}), "Float");
  EXPECT_EQ(computed(DTypeRule::kArithmetic, {dimensioned(kFloat), zero_dim(kDouble)}), "Float");
  EXPECT_EQ(computed(DTypeRule::kArithmetic, {dimensioned(kFloat), dimensioned(kDouble)}), "Double");
  EXPECT_EQ(computed(DTypeRule::kArithmetic, {dimensioned(kInt), scalar(kDouble)}), "Double");
  EXPECT_EQ(computed(DTypeRule::kArithmetic, {dimensioned(kInt32), scalar(kInt)}), "Int32");
  EXPECT_EQ(computed(DTypeRule::kArithmetic, {dimensioned(kBool), scalar(kInt)}), "Int");
  EXPECT_EQ(computed(DTypeRule::kArithmetic, {dimensioned(kBool), dimensioned(kBool)}), "Bool");
}

TEST(ComputationDType, KeepsThePrecisionOfTheTensorBesideComplexScalars) {
  EXPECT_EQ(computed(DTypeRule::kArithmetic, {dimensioned(kFloat), scalar(kComplexDouble)}), "ComplexFloat");
  EXPECT_EQ(computed(DTypeRule::kArithmetic, {dimensioned(kInt), scalar(kComplexDouble)}), "ComplexDouble");
  EXPECT_EQ(computed(DTypeRule::kArithmetic, {dimensioned(kComplexFloat), scalar(kComplexDouble)}), "ComplexFloat");
  EXPECT_EQ(computed(DTypeRule::kArithmetic, {dimensioned(kHalf), scalar(kComplexDouble)}),
            "refused: a `Half` tensor cannot meet a complex number; cast it to Float");
}

TEST(ComputationDType, HoldsOpsToTheirClass) {
  EXPECT_EQ(computed(DTypeRule::kFloat, {dimensioned(kInt)}), "Float");
  EXPECT_EQ(computed(DTypeRule::kFloat, {dimensioned(kBool), dimensioned(kBool)}), "Float");
  EXPECT_EQ(computed(DTypeRule::kLogical, {dimensioned(kFloat)}), "Bool");
  EXPECT_EQ(computed(DTypeRule::kInteger, {dimensioned(kFloat), dimensioned(kInt)}),
            "refused: the common dtype is `Float`, it must be an integer");
  EXPECT_EQ(computed(DTypeRule::kIntegerOrBool, {dimensioned(kBool), dimensioned(kBool)}), "Bool");
  EXPECT_EQ(computed(DTypeRule::kFloatOnly, {dimensioned(kHalf), dimensioned(kHalf)}), "Float");
  EXPECT_EQ(computed(DTypeRule::kFloatOnly, {dimensioned(kInt), dimensioned(kInt)}),
            "refused: the common dtype is `Int`, it must be Float or Double");
}

TEST(ResultDType, IsBoolForQuestions) {
  EXPECT_EQ(result_dtype(DTypeRule::kCompare, kFloat), kBool);
  EXPECT_EQ(result_dtype(DTypeRule::kPredicate, kHalf), kBool);
  EXPECT_EQ(result_dtype(DTypeRule::kAccumulate, kInt32), kInt);
  EXPECT_EQ(result_dtype(DTypeRule::kAccumulate, kHalf), kHalf);
  EXPECT_EQ(result_dtype(DTypeRule::kRealOf, kComplexFloat), kFloat);
}

}  // namespace
}  // namespace cleave
