// See unsigned_meaning.h.
#include "core/evaluate/unsigned_meaning.h"

#include <algorithm>
#include <array>

#include "core/ops/op_table.h"

namespace cleave {
namespace {

constexpr uint64_t u(int64_t value) { return static_cast<uint64_t>(value); }
constexpr int64_t s(uint64_t value) { return static_cast<int64_t>(value); }

int64_t itself(int64_t a, int64_t, int64_t, int) { return a; }
int64_t never(int64_t, int64_t, int64_t, int) { return 0; }
/// By zero: 0, and below the dividend, as for signed integers.
int64_t divide(int64_t a, int64_t b, int64_t, int) { return b == 0 ? 0 : s(u(a) / u(b)); }
int64_t rest(int64_t a, int64_t b, int64_t, int) { return b == 0 ? a : s(u(a) % u(b)); }
int64_t larger(int64_t a, int64_t b, int64_t, int) { return s(std::max(u(a), u(b))); }
int64_t smaller(int64_t a, int64_t b, int64_t, int) { return s(std::min(u(a), u(b))); }
int64_t is_less(int64_t a, int64_t b, int64_t, int) { return u(a) < u(b) ? 1 : 0; }
int64_t is_less_or_equal(int64_t a, int64_t b, int64_t, int) { return u(a) <= u(b) ? 1 : 0; }
int64_t is_greater(int64_t a, int64_t b, int64_t, int) { return u(a) > u(b) ? 1 : 0; }
int64_t is_greater_or_equal(int64_t a, int64_t b, int64_t, int) { return u(a) >= u(b) ? 1 : 0; }
int64_t shift_right(int64_t a, int64_t count, int64_t, int) { return u(count) >= 64 ? 0 : s(u(a) >> u(count)); }
int64_t clamp(int64_t x, int64_t low, int64_t high, int) { return s(std::min(std::max(u(x), u(low)), u(high))); }
int64_t threshold(int64_t x, int64_t bound, int64_t value, int) { return u(x) <= u(bound) ? value : x; }

int64_t power(int64_t base, int64_t exponent, int64_t, int) {
  uint64_t result = 1;
  uint64_t factor = u(base);
  for (uint64_t left = u(exponent); left > 0; left /= 2) {
    if (left % 2 == 1) result *= factor;
    factor *= factor;
  }
  return s(result);
}

int64_t common_divisor(int64_t a, int64_t b, int64_t, int) {
  uint64_t first = u(a);
  uint64_t second = u(b);
  while (second != 0) {
    const uint64_t left = first % second;
    first = second;
    second = left;
  }
  return s(first);
}

struct UnsignedRow {
  OpCode op;
  IntegerMeaning meaning;
};

constexpr std::array kRows{
    UnsignedRow{op("abs"), itself},
    UnsignedRow{op("relu"), itself},
    UnsignedRow{op("signbit"), never},
    UnsignedRow{op("div"), divide},
    UnsignedRow{op("mod"), rest},
    UnsignedRow{op("fmod"), rest},
    UnsignedRow{op("remainder"), rest},
    UnsignedRow{op("pow"), power},
    UnsignedRow{op("maximum"), larger},
    UnsignedRow{op("minimum"), smaller},
    UnsignedRow{op("lt"), is_less},
    UnsignedRow{op("le"), is_less_or_equal},
    UnsignedRow{op("gt"), is_greater},
    UnsignedRow{op("ge"), is_greater_or_equal},
    UnsignedRow{op("bitwise_right_shift"), shift_right},
    UnsignedRow{op("logical_right_shift"), shift_right},
    UnsignedRow{op("gcd"), common_divisor},
    UnsignedRow{op("clamp"), clamp},
    UnsignedRow{op("threshold"), threshold},
    UnsignedRow{op("max"), larger},
    UnsignedRow{op("min"), smaller},
    UnsignedRow{op("cummax"), larger},
    UnsignedRow{op("cummin"), smaller},
};

}  // namespace

IntegerMeaning unsigned_meaning(OpCode op) {
  const auto* row = std::find_if(kRows.begin(), kRows.end(), [op](const UnsignedRow& each) { return each.op == op; });
  return row == kRows.end() ? info(op).meaning.integer : row->meaning;
}

}  // namespace cleave
