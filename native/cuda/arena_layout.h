// Where buffers lie in one piece of memory: two that are alive in one step never overlap, two that are not may share a
// place. Numbers only.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace cleave::cuda {

struct ArenaRequest {
  int64_t bytes = 0;
  /// Alive from the beginning of the first step to the end of the last.
  size_t first_step = 0;
  size_t last_step = 0;
};

struct ArenaLayout {
  /// Of every request, a multiple of kArenaAlignment.
  std::vector<int64_t> offsets;
  int64_t bytes = 0;
};

/// What a device's allocator aligns to, so that a place in the arena is as good as memory of its own.
inline constexpr int64_t kArenaAlignment = 256;

/// The largest first, each at the lowest place that is free while it lives (Pisarchyk and Lee 2020, "Efficient Memory
/// Management for Deep Neural Net Inference", greedy by size). The order of the requests does not matter but for ties.
ArenaLayout lay_out_arena(std::span<const ArenaRequest> requests);

}  // namespace cleave::cuda
