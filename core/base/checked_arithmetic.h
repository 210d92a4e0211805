// Sums and products of numbers that users write: sizes, strides, widths, counts. Each answers nothing instead of
// overflowing; who asks says what that means to the user.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

namespace cleave {

/// a + b, or nothing where that does not fit.
inline std::optional<int64_t> checked_sum(int64_t a, int64_t b) {
  int64_t out = 0;
  if (__builtin_add_overflow(a, b, &out)) return std::nullopt;
  return out;
}

/// a - b, or nothing where that does not fit.
inline std::optional<int64_t> checked_difference(int64_t a, int64_t b) {
  int64_t out = 0;
  if (__builtin_sub_overflow(a, b, &out)) return std::nullopt;
  return out;
}

/// a * b, or nothing where that does not fit.
inline std::optional<int64_t> checked_product(int64_t a, int64_t b) {
  int64_t out = 0;
  if (__builtin_mul_overflow(a, b, &out)) return std::nullopt;
  return out;
}

/// The product of all values, 1 for none; 0 where any is 0, however large the others are. Nothing where it does not
/// fit.
inline std::optional<int64_t> checked_product(std::span<const int64_t> values) {
  for (int64_t value : values) {
    if (value == 0) return 0;
  }
  std::optional<int64_t> out = 1;
  for (int64_t value : values) {
    out = checked_product(*out, value);
    if (!out) return std::nullopt;
  }
  return out;
}

}  // namespace cleave
