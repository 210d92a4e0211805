// Shows the narrow formats: known codes by the formats' published tables, every code its own image, rounding at ties,
// at the smallest and at the largest value. Casts between all types are judged by tests/vectors/cast.txt as well.
#include "core/evaluate/number_formats.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace cleave {
namespace {

struct KnownCode {
  NumberFormat format;
  uint32_t code;
  double value;
};

// IEEE 754-2019 for Half; OCP 8-bit Floating Point Specification 1.0, table 1; OCP Microscaling Formats 1.0, §5.3 for
// e2m1.
const KnownCode kKnownCodes[] = {
    {kHalfFormat, 0x3c00, 1.0},         {kHalfFormat, 0x3555, 0.333251953125}, {kHalfFormat, 0x7bff, 65504.0},
    {kHalfFormat, 0x0400, 0x1p-14},     {kHalfFormat, 0x0001, 0x1p-24},        {kHalfFormat, 0x03ff, 0x1.ff8p-15},
    {kBFloat16Format, 0x3f80, 1.0},     {kBFloat16Format, 0x4049, 3.140625},   {kBFloat16Format, 0x0001, 0x1p-133},
    {kFloat8E4M3FNFormat, 0x7e, 448.0}, {kFloat8E4M3FNFormat, 0x01, 0x1p-9},   {kFloat8E4M3FNFormat, 0x08, 0x1p-6},
    {kFloat8E4M3FNFormat, 0x78, 256.0}, {kFloat8E5M2Format, 0x7b, 57344.0},    {kFloat8E5M2Format, 0x01, 0x1p-16},
    {kFloat8E5M2Format, 0x04, 0x1p-14}, {kFloat4E2M1FNFormat, 0x1, 0.5},       {kFloat4E2M1FNFormat, 0x2, 1.0},
    {kFloat4E2M1FNFormat, 0x3, 1.5},    {kFloat4E2M1FNFormat, 0x4, 2.0},       {kFloat4E2M1FNFormat, 0x5, 3.0},
    {kFloat4E2M1FNFormat, 0x6, 4.0},    {kFloat4E2M1FNFormat, 0x7, 6.0},
};

TEST(NumberFormats, KnownCodesHaveTheirValues) {
  for (const KnownCode& known : kKnownCodes) {
    const uint32_t sign = 1U << (known.format.exponent_bits + known.format.mantissa_bits);
    EXPECT_EQ(decode(known.format, known.code), known.value);
    EXPECT_EQ(decode(known.format, sign | known.code), -known.value);
    EXPECT_EQ(encode(known.format, known.value), known.code);
    EXPECT_EQ(encode(known.format, -known.value), sign | known.code);
  }
}

TEST(NumberFormats, EveryCodeIsTheImageOfItsValue) {
  for (const NumberFormat& format :
       {kHalfFormat, kBFloat16Format, kFloat8E4M3FNFormat, kFloat8E5M2Format, kFloat4E2M1FNFormat}) {
    const uint32_t codes = 1U << (1 + format.exponent_bits + format.mantissa_bits);
    for (uint32_t code = 0; code < codes; ++code) {
      const double value = decode(format, code);
      if (std::isnan(value)) {
        EXPECT_TRUE(std::isnan(decode(format, encode(format, value))));
      } else if (std::isinf(value) && format.overflow == format.largest_finite) {
        EXPECT_EQ(encode(format, value) & (codes / 2 - 1), format.largest_finite);
      } else {
        ASSERT_EQ(encode(format, value), code);
      }
    }
  }
}

TEST(NumberFormats, EveryMiddleGoesToTheEvenNeighbour) {
  for (const NumberFormat& format :
       {kHalfFormat, kBFloat16Format, kFloat8E4M3FNFormat, kFloat8E5M2Format, kFloat4E2M1FNFormat}) {
    for (uint32_t code = 0; code < format.largest_finite; ++code) {
      const double low = decode(format, code);
      const double high = decode(format, code + 1);
      const double middle = low + (high - low) / 2;
      ASSERT_EQ(encode(format, middle), code % 2 == 0 ? code : code + 1);
      ASSERT_EQ(encode(format, std::nextafter(middle, low)), code);
      ASSERT_EQ(encode(format, std::nextafter(middle, high)), code + 1);
    }
  }
}

TEST(NumberFormats, WhatDoesNotFitOverflowsOrSaturates) {
  EXPECT_EQ(encode(kHalfFormat, 65519.99), 0x7bffU);
  EXPECT_EQ(encode(kHalfFormat, 65520.0), 0x7c00U);
  EXPECT_EQ(encode(kHalfFormat, -1e300), 0xfc00U);
  EXPECT_EQ(encode(kBFloat16Format, 3.4e38), 0x7f80U);
  EXPECT_EQ(encode(kFloat8E4M3FNFormat, 1e6), 0x7eU);
  EXPECT_EQ(encode(kFloat8E4M3FNFormat, HUGE_VAL), 0x7eU);
  EXPECT_EQ(encode(kFloat8E5M2Format, -HUGE_VAL), 0xfbU);
  EXPECT_EQ(encode(kFloat4E2M1FNFormat, -7.0), 0xfU);
  EXPECT_EQ(encode(kFloat4E2M1FNFormat, std::nan("")), 0x7U);
}

TEST(NumberFormats, SubnormalDoublesAreZeroWithTheirSign) {
  const double tiny = std::numeric_limits<double>::denorm_min();
  EXPECT_EQ(encode(kHalfFormat, tiny), 0U);
  EXPECT_EQ(encode(kHalfFormat, -tiny), 0x8000U);
}

TEST(NumberFormats, PowersOfTwoHaveNoSignAndNoZero) {
  EXPECT_EQ(encode_e8m0(1.0), 127);
  EXPECT_EQ(encode_e8m0(-4.0), 129);
  EXPECT_EQ(encode_e8m0(1.49), 127);
  EXPECT_EQ(encode_e8m0(1.5), 128);
  EXPECT_EQ(encode_e8m0(0.0), 0);
  EXPECT_EQ(encode_e8m0(HUGE_VAL), 254);
  EXPECT_EQ(encode_e8m0(std::nan("")), 255);
  EXPECT_EQ(decode_e8m0(0), 0x1p-127);
  EXPECT_EQ(decode_e8m0(254), 0x1p127);
  EXPECT_TRUE(std::isnan(decode_e8m0(255)));
}

TEST(NumberFormats, IntegersAreRoundedOnceNotTwice) {
  // 2^62 + 2^38 + 1 is just above the middle of two Floats; rounding to double first would give the middle itself.
  const int64_t value = (int64_t{1} << 62) + (int64_t{1} << 38) + 1;
  EXPECT_EQ(static_cast<float>(static_cast<double>(value)), 0x1p62F);
  EXPECT_EQ(static_cast<float>(to_odd_double(value)), 0x1.000002p62F);
  EXPECT_EQ(static_cast<float>(to_odd_double(-value)), -0x1.000002p62F);
  EXPECT_EQ(to_odd_double(std::numeric_limits<int64_t>::min()), -0x1p63);
  EXPECT_EQ(to_odd_double(0), 0.0);
}

}  // namespace
}  // namespace cleave
