// Meanings of element-wise ops that need more than an expression: integer arithmetic that wraps as the hardware does,
// NaN-propagating extremes, ties to even, the two remainders, integer powers, shifts past the width, inverse error
// functions. All are total: no argument is undefined behaviour.
#pragma once

#include <cmath>
#include <cstdint>

namespace cleave {

constexpr int64_t wrapping_add(int64_t a, int64_t b) {
  return static_cast<int64_t>(static_cast<uint64_t>(a) + static_cast<uint64_t>(b));
}
constexpr int64_t wrapping_mul(int64_t a, int64_t b) {
  return static_cast<int64_t>(static_cast<uint64_t>(a) * static_cast<uint64_t>(b));
}
constexpr int64_t wrapping_neg(int64_t a) { return static_cast<int64_t>(uint64_t{0} - static_cast<uint64_t>(a)); }
constexpr int64_t wrapping_abs(int64_t a) { return a < 0 ? wrapping_neg(a) : a; }

/// C division. By zero: 0 (CUDA leaves it undefined; PyTorch refuses it on the CPU).
constexpr int64_t truncating_div(int64_t a, int64_t b) {
  if (b == 0) return 0;
  return b == -1 ? wrapping_neg(a) : a / b;
}
/// C remainder, sign of the dividend. By zero: the dividend.
constexpr int64_t truncating_mod(int64_t a, int64_t b) {
  if (b == 0) return a;
  return b == -1 ? 0 : a % b;
}
/// Python remainder, sign of the divisor.
constexpr int64_t floor_mod(int64_t a, int64_t b) {
  const int64_t rest = truncating_mod(a, b);
  return b != 0 && rest != 0 && (rest < 0) != (b < 0) ? rest + b : rest;
}
inline double floor_mod(double a, double b) {
  const double rest = std::fmod(a, b);
  return rest != 0 && (rest < 0) != (b < 0) ? rest + b : rest;
}

/// Repeated squaring; a negative exponent gives 1 for base 1, ±1 for base -1, else 0.
constexpr int64_t integer_pow(int64_t base, int64_t exponent) {
  if (exponent < 0) {
    if (base == 1) return 1;
    if (base == -1) return exponent % 2 == 0 ? 1 : -1;
    return 0;
  }
  int64_t result = 1;
  while (exponent > 0) {
    if (exponent % 2 == 1) result = wrapping_mul(result, base);
    base = wrapping_mul(base, base);
    exponent /= 2;
  }
  return result;
}

inline double nan_maximum(double a, double b) {
  if (std::isnan(a)) return a;
  if (std::isnan(b)) return b;
  return a > b ? a : b;
}
inline double nan_minimum(double a, double b) {
  if (std::isnan(a)) return a;
  if (std::isnan(b)) return b;
  return a < b ? a : b;
}

/// Nearest integer, ties to even, whatever the rounding mode of the machine.
inline double round_half_even(double x) {
  const double below = std::floor(x);
  const double rest = x - below;
  if (!(rest == 0.5)) return rest < 0.5 ? std::copysign(below, x) : std::copysign(below + 1.0, x);
  const double even = std::fmod(below, 2.0) == 0.0 ? below : below + 1.0;
  return std::copysign(even, x);
}

/// A shift by the width or more gives 0, by a negative count 0.
constexpr int64_t shift_left(int64_t a, int64_t count, int bits) {
  if (count < 0 || count >= bits) return 0;
  return static_cast<int64_t>(static_cast<uint64_t>(a) << count);
}
constexpr int64_t shift_right_arithmetic(int64_t a, int64_t count, int bits) {
  if (count < 0 || count >= bits) return a < 0 ? -1 : 0;
  return a >> count;
}
constexpr int64_t shift_right_logical(int64_t a, int64_t count, int bits) {
  if (count < 0 || count >= bits) return 0;
  const uint64_t unsigned_value = bits == 32 ? static_cast<uint32_t>(a) : static_cast<uint64_t>(a);
  return static_cast<int64_t>(unsigned_value >> count);
}

constexpr int64_t greatest_common_divisor(int64_t a, int64_t b) {
  a = wrapping_abs(a);
  b = wrapping_abs(b);
  while (b != 0) {
    const int64_t rest = truncating_mod(a, b);
    a = b;
    b = rest;
  }
  return wrapping_abs(a);
}

inline double erfinv(double y);

/// Inverse complementary error function. Around 1, where 1 - y is exact, it is erfinv's; elsewhere a rational start
/// (Giles, "Approximating the erfinv function", GPU Computing Gems 2, 2010, shape of the central branch) refined by
/// three Halley steps on erfc, which keeps the tails exact.
inline double erfcinv(double y) {
  if (std::isnan(y) || y < 0 || y > 2) return std::nan("");
  if (y == 0) return HUGE_VAL;
  if (y == 2) return -HUGE_VAL;
  if (y >= 0.5 && y <= 1.5) return erfinv(1 - y);
  const double tail = y < 1 ? y : 2 - y;
  const double t = std::sqrt(-2 * std::log(tail / 2));
  // Abramowitz and Stegun 26.2.22: 0.3 % off, close enough for Halley to converge cubically.
  double x = -0.70711 * ((2.30753 + t * 0.27061) / (1 + t * (0.99229 + t * 0.04481)) - t);
  for (int step = 0; step < 3; ++step) {
    const double error = std::erfc(x) - tail;
    constexpr double kTwoOverSqrtPi = 1.1283791670955126;
    const double slope = kTwoOverSqrtPi * std::exp(-x * x);
    if (slope == 0) break;
    x += error / (slope - x * error);
  }
  return y < 1 ? x : -x;
}

/// Inverse error function. Near 0 Halley steps on erf itself, so that small arguments keep their relative accuracy.
inline double erfinv(double y) {
  if (std::isnan(y) || y < -1 || y > 1) return std::nan("");
  if (std::fabs(y) > 0.5) return y > 0 ? erfcinv(1 - y) : -erfcinv(1 + y);
  constexpr double kSqrtPiOverTwo = 0.8862269254527580;
  double x = y * kSqrtPiOverTwo;
  for (int step = 0; step < 5; ++step) {
    const double error = std::erf(x) - y;
    x -= error / (std::exp(-x * x) / kSqrtPiOverTwo + x * error);
  }
  return x;
}

}  // namespace cleave
