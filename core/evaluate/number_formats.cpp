// See number_formats.h.
#include "core/evaluate/number_formats.h"

#include <cmath>
#include <cstring>
#include <limits>

namespace cleave {
namespace {

constexpr int kDoubleMantissaBits = 52;
constexpr int kDoubleBias = 1023;
constexpr uint64_t kDoubleImplicitBit = uint64_t{1} << kDoubleMantissaBits;

uint64_t bits_of(double value) {
  uint64_t bits = 0;
  std::memcpy(&bits, &value, sizeof bits);
  return bits;
}

double from_bits(uint64_t bits) {
  double value = 0;
  std::memcpy(&value, &bits, sizeof value);
  return value;
}

/// value / 2^shift to the nearest integer, ties to even.
uint64_t shift_to_nearest_even(uint64_t value, int shift) {
  if (shift >= 64) return 0;
  const uint64_t quotient = value >> shift;
  const uint64_t rest = value & ((uint64_t{1} << shift) - 1);
  const uint64_t half = uint64_t{1} << (shift - 1);
  return quotient + (rest > half || (rest == half && (quotient & 1) != 0) ? 1 : 0);
}

}  // namespace

uint32_t encode(const NumberFormat& format, double value) {
  const uint64_t bits = bits_of(value);
  const uint32_t sign = (bits >> 63) != 0 ? 1U << (format.exponent_bits + format.mantissa_bits) : 0U;
  if (std::isnan(value)) return format.nan == format.largest_finite ? format.nan : sign | format.nan;
  if (std::isinf(value)) return sign | format.overflow;
  const int exponent = static_cast<int>((bits >> kDoubleMantissaBits) & 0x7ff) - kDoubleBias;
  // Doubles below 2^-1022 are below half of every format's smallest value.
  if (exponent == -kDoubleBias) return sign;
  const uint64_t mantissa = (bits & (kDoubleImplicitBit - 1)) | kDoubleImplicitBit;
  const int lowest_exponent = 1 - format.bias;
  const int below = exponent < lowest_exponent ? lowest_exponent - exponent : 0;
  const uint64_t rounded = shift_to_nearest_even(mantissa, kDoubleMantissaBits - format.mantissa_bits + below);
  // A carry out of the mantissa moves into the exponent field by itself, from subnormal to normal as well.
  const uint64_t field = below > 0 ? 0 : static_cast<uint64_t>(exponent + format.bias - 1) << format.mantissa_bits;
  const uint64_t code = field + rounded;
  return sign | (code > format.largest_finite ? format.overflow : static_cast<uint32_t>(code));
}

double decode(const NumberFormat& format, uint32_t code) {
  const uint32_t exponent_mask = (1U << format.exponent_bits) - 1;
  const uint32_t exponent = (code >> format.mantissa_bits) & exponent_mask;
  const uint32_t mantissa = code & ((1U << format.mantissa_bits) - 1);
  const bool negative = ((code >> (format.exponent_bits + format.mantissa_bits)) & 1) != 0;
  const uint64_t sign = negative ? uint64_t{1} << 63 : 0;
  const bool is_special = format.ieee_specials && exponent == exponent_mask;
  if (is_special && mantissa == 0) return negative ? -HUGE_VAL : HUGE_VAL;
  const bool is_nan =
      is_special || (format.nan > format.largest_finite && (exponent << format.mantissa_bits | mantissa) == format.nan);
  if (is_nan) return std::numeric_limits<double>::quiet_NaN();
  const uint64_t shifted = static_cast<uint64_t>(mantissa) << (kDoubleMantissaBits - format.mantissa_bits);
  if (exponent != 0) {
    const auto field = static_cast<uint64_t>(static_cast<int>(exponent) - format.bias + kDoubleBias);
    return from_bits(sign | field << kDoubleMantissaBits | shifted);
  }
  // Subnormal: 0.mantissa times the smallest normal.
  const double smallest_normal = from_bits(static_cast<uint64_t>(1 - format.bias + kDoubleBias) << kDoubleMantissaBits);
  const double magnitude = smallest_normal * static_cast<double>(mantissa) / (1U << format.mantissa_bits);
  return negative ? -magnitude : magnitude;
}

uint8_t encode_e8m0(double value) {
  if (std::isnan(value)) return 255;
  const double magnitude = std::fabs(value);
  if (std::isinf(magnitude)) return 254;
  if (magnitude == 0) return 0;
  int exponent = 0;
  // magnitude = fraction * 2^exponent with fraction in [0.5, 1); 2^(exponent-1) and 2^exponent are its neighbours.
  const double fraction = std::frexp(magnitude, &exponent);
  const int nearest = fraction >= 0.75 ? exponent : exponent - 1;
  const int code = nearest + 127;
  return static_cast<uint8_t>(code < 0 ? 0 : code > 254 ? 254 : code);
}

double decode_e8m0(uint8_t code) {
  return code == 255 ? std::numeric_limits<double>::quiet_NaN() : std::ldexp(1.0, static_cast<int>(code) - 127);
}

double unsigned_to_odd_double(uint64_t magnitude) {
  int cut = 0;
  while ((magnitude >> cut) >= (uint64_t{1} << 53)) ++cut;
  uint64_t kept = magnitude >> cut;
  if ((magnitude & ((uint64_t{1} << cut) - 1)) != 0) kept |= 1;
  return std::ldexp(static_cast<double>(kept), cut);
}

double to_odd_double(int64_t value) {
  const auto bits = static_cast<uint64_t>(value);
  return value < 0 ? -unsigned_to_odd_double(uint64_t{0} - bits) : unsigned_to_odd_double(bits);
}

}  // namespace cleave
