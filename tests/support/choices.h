// Where a generator gets its decisions from: a seed (tests: the same on every machine) or a string of bytes (a fuzzer,
// which then steers the generator). When the bytes run out every decision is the first one, so short strings give small
// cases.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/base/check.h"

namespace cleave {

class Choices {
 public:
  explicit Choices(uint64_t seed) : state_(seed * 0x9E3779B97F4A7C15ull + 0x632BE59BD9B4E019ull) {}
  explicit Choices(std::span<const uint8_t> bytes) : bytes_(bytes), from_bytes_(true) {}

  /// A number in [0, count).
  size_t below(size_t count) {
    CHECK(count > 0, "there is something to choose from");
    return static_cast<size_t>(next() % count);
  }
  /// A number in [low, high].
  int64_t between(int64_t low, int64_t high) {
    return low + static_cast<int64_t>(below(static_cast<size_t>(high - low + 1)));
  }
  /// True in about `percent` of 100 cases; never when the bytes have run out.
  bool chance(unsigned percent) { return 99 - below(100) < percent; }
  template <class T>
  const T& pick(const std::vector<T>& items) {
    return items[below(items.size())];
  }
  bool exhausted() const { return from_bytes_ && place_ >= bytes_.size(); }

 private:
  uint64_t next() {
    if (from_bytes_) {
      if (place_ >= bytes_.size()) return 0;
      return bytes_[place_++];
    }
    // splitmix64.
    state_ += 0x9E3779B97F4A7C15ull;
    uint64_t mixed = state_;
    mixed = (mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9ull;
    mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EBull;
    return mixed ^ (mixed >> 31);
  }

  uint64_t state_ = 0;
  std::span<const uint8_t> bytes_;
  size_t place_ = 0;
  bool from_bytes_ = false;
};

}  // namespace cleave
