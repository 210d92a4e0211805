// A short name for a long text, the same on every machine. Two texts have one name with a chance that nobody meets.
// Tested with drawing.h.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace cleave {

class Fingerprint {
 public:
  /// Texts one after the other; where one ends counts.
  void add(std::string_view text) {
    for (const char c : text) add(static_cast<unsigned char>(c));
    add(kEnd);
  }
  /// 13 letters and digits.
  std::string text() const {
    constexpr std::string_view kDigits = "0123456789abcdefghijklmnopqrstuv";
    std::string out;
    for (uint64_t rest = hash_; out.size() < 13; rest >>= 5) out += kDigits[rest & 31];
    return out;
  }

 private:
  static constexpr uint64_t kEnd = 0x1ff;
  static constexpr uint64_t kPrime = 0x100000001b3;
  void add(uint64_t value) { hash_ = (hash_ ^ value) * kPrime; }

  uint64_t hash_ = 0xcbf29ce484222325;
};

}  // namespace cleave
