// Philox4x32-10, a counter-based random generator: ten rounds that scramble four words under a key of two (Salmon,
// Moraes, Dror, Shaw, "Parallel random numbers: as easy as 1, 2, 3", SC 2011). The same counter and key give the same
// words anywhere, which is why a random op's values do not depend on how it is run.
#pragma once

#include <array>
#include <cstdint>

namespace cleave {

using PhiloxWords = std::array<uint32_t, 4>;

/// Four random words for a counter and a key.
constexpr PhiloxWords philox_words(PhiloxWords counter, std::array<uint32_t, 2> key) {
  constexpr uint64_t kMultiplier0 = 0xD2511F53;
  constexpr uint64_t kMultiplier1 = 0xCD9E8D57;
  // The golden ratio and the square root of 3 less 1, as fractions of 2^32.
  constexpr uint32_t kKeyStep0 = 0x9E3779B9;
  constexpr uint32_t kKeyStep1 = 0xBB67AE85;
  for (int round = 0; round < 10; ++round) {
    const uint64_t product0 = kMultiplier0 * counter[0];
    const uint64_t product1 = kMultiplier1 * counter[2];
    counter = {static_cast<uint32_t>(product1 >> 32) ^ counter[1] ^ key[0], static_cast<uint32_t>(product1),
               static_cast<uint32_t>(product0 >> 32) ^ counter[3] ^ key[1], static_cast<uint32_t>(product0)};
    key[0] += kKeyStep0;
    key[1] += kKeyStep1;
  }
  return counter;
}

/// Low and high half of `seed` as the key; `offset` and `subsequence`, low half first, as the counter.
constexpr PhiloxWords philox(uint64_t seed, uint64_t offset, uint64_t subsequence) {
  return philox_words({static_cast<uint32_t>(offset), static_cast<uint32_t>(offset >> 32),
                       static_cast<uint32_t>(subsequence), static_cast<uint32_t>(subsequence >> 32)},
                      std::array<uint32_t, 2>{static_cast<uint32_t>(seed), static_cast<uint32_t>(seed >> 32)});
}

}  // namespace cleave
