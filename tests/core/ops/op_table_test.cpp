// The rows of the op table keep the promises that every pass relies on.
#include "core/ops/op_table.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

#include "core/ops/op_info.h"

namespace cleave {
namespace {

TEST(OpTable, FindsEveryRowByItsName) {
  for (size_t i = 0; i < all_ops().size(); ++i) {
    const auto found = find_op(all_ops()[i].name);
    ASSERT_TRUE(found.has_value());
    EXPECT_EQ(static_cast<size_t>(*found), i);
  }
  EXPECT_FALSE(find_op("sumn").has_value());
  EXPECT_EQ(closest_op("sumn"), "sum");
  EXPECT_EQ(closest_op("brodcast_in_dim"), "broadcast_in_dim");
  EXPECT_FALSE(closest_op("xyzzy_frobnicate").has_value());
}

TEST(OpTable, SaysWhatEachOpIsInASentence) {
  for (const OpInfo& row : all_ops()) {
    EXPECT_FALSE(row.doc.empty()) << row.name;
    EXPECT_TRUE(row.doc.ends_with('.')) << row.name;
  }
}

TEST(OpTable, GivesEveryElementwiseOpAMeaning) {
  // These two need the dtype of the result, so the evaluator knows them by name.
  const std::set<std::string_view> by_name{"nextafter", "complex"};
  for (const OpInfo& row : all_ops()) {
    if (row.family != OpFamily::kPointwise || by_name.contains(row.name)) continue;
    const bool has_meaning =
        row.meaning.real != nullptr || row.meaning.integer != nullptr || row.meaning.complex != nullptr;
    EXPECT_TRUE(has_meaning) << row.name;
  }
}

TEST(OpTable, NamesItsAttributesWithDefaults) {
  for (const OpInfo& row : all_ops()) ASSERT_NE(row.make_attributes, nullptr) << row.name;
  const Attributes reduce = info(op("sum")).make_attributes();
  EXPECT_EQ(std::get<ReduceAttributes>(reduce), ReduceAttributes{});
}

TEST(PointwiseMeaning, IsTotalOnIntegers) {
  const auto integer = [](OpCode code, int64_t a, int64_t b, int bits = 64) {
    return info(code).meaning.integer(a, b, 0, bits);
  };
  EXPECT_EQ(integer(op("div"), -7, 2), -3);
  EXPECT_EQ(integer(op("div"), 7, 0), 0);
  EXPECT_EQ(integer(op("div"), INT64_MIN, -1), INT64_MIN);
  EXPECT_EQ(integer(op("mod"), -7, 2), -1);
  EXPECT_EQ(integer(op("remainder"), -7, 2), 1);
  EXPECT_EQ(integer(op("pow"), 2, -1), 0);
  EXPECT_EQ(integer(op("pow"), 1, -5), 1);
  EXPECT_EQ(integer(op("pow"), -1, -3), -1);
  EXPECT_EQ(integer(op("pow"), -1, -2), 1);
  EXPECT_EQ(integer(op("gcd"), -12, 18), 6);
  EXPECT_EQ(integer(op("gcd"), 7, 0), 7);
  EXPECT_EQ(integer(op("logical_right_shift"), -1, 3, 32), 536870911);
  EXPECT_EQ(integer(op("logical_right_shift"), -1, 3, 64), 2305843009213693951);
  EXPECT_EQ(integer(op("logical_right_shift"), -1, 32, 32), 0);
  EXPECT_EQ(integer(op("bitwise_right_shift"), -2147483648, 3, 32), -268435456);
}

TEST(PointwiseMeaning, RoundsTiesToEven) {
  const auto rounded = [](double x) { return info(op("round")).meaning.real(x, 0, 0); };
  EXPECT_EQ(rounded(0.5), 0.0);
  EXPECT_EQ(rounded(1.5), 2.0);
  EXPECT_EQ(rounded(2.5), 2.0);
  EXPECT_EQ(rounded(-0.5), 0.0);
  EXPECT_TRUE(std::signbit(rounded(-0.5)));
  EXPECT_EQ(rounded(-1.5), -2.0);
  EXPECT_EQ(rounded(-2.4), -2.0);
  EXPECT_TRUE(std::isnan(rounded(NAN)));
  EXPECT_EQ(rounded(INFINITY), INFINITY);
}

TEST(PointwiseMeaning, LetsNaNThrough) {
  const auto real = [](OpCode code, double a, double b, double c = 0) { return info(code).meaning.real(a, b, c); };
  EXPECT_TRUE(std::isnan(real(op("maximum"), NAN, 1)));
  EXPECT_TRUE(std::isnan(real(op("minimum"), 1, NAN)));
  EXPECT_TRUE(std::isnan(real(op("relu"), NAN, 0)));
  EXPECT_TRUE(std::isnan(real(op("threshold"), NAN, 1, 2)));
  EXPECT_TRUE(std::isnan(real(op("clamp"), NAN, 0, 1)));
  EXPECT_EQ(real(op("ge"), 1, NAN), 0);
  EXPECT_EQ(real(op("ne"), NAN, NAN), 1);
}

TEST(PointwiseMeaning, InvertsTheErrorFunction) {
  for (double x : {-3.0, -1.0, -0.3, -1e-9, 0.0, 1e-9, 0.2, 0.7, 2.0, 4.0}) {
    EXPECT_NEAR(info(op("erfinv")).meaning.real(std::erf(x), 0, 0), x, std::fabs(x) * 1e-7 + 1e-300) << x;
    EXPECT_NEAR(info(op("erfcinv")).meaning.real(std::erfc(x), 0, 0), x, std::fabs(x) * 1e-7 + 1e-15) << x;
  }
  EXPECT_NEAR(info(op("erfcinv")).meaning.real(std::erfc(20.0), 0, 0), 20.0, 1e-12);
  EXPECT_EQ(info(op("erfinv")).meaning.real(1, 0, 0), INFINITY);
  EXPECT_TRUE(std::isnan(info(op("erfinv")).meaning.real(1.1, 0, 0)));
}

}  // namespace
}  // namespace cleave
