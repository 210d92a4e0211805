// See arena_layout.h. Tested by tests/native/cuda.
#include "native/cuda/arena_layout.h"

#include <algorithm>
#include <numeric>

namespace cleave::cuda {
namespace {

int64_t aligned(int64_t bytes) { return (bytes + kArenaAlignment - 1) / kArenaAlignment * kArenaAlignment; }

bool live_together(const ArenaRequest& a, const ArenaRequest& b) {
  return a.first_step <= b.last_step && b.first_step <= a.last_step;
}

}  // namespace

ArenaLayout lay_out_arena(std::span<const ArenaRequest> requests) {
  ArenaLayout out{.offsets = std::vector<int64_t>(requests.size()), .bytes = 0};
  std::vector<size_t> order(requests.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](size_t a, size_t b) { return requests[a].bytes > requests[b].bytes; });
  /// What has its place, from the lowest.
  std::vector<size_t> placed;
  placed.reserve(requests.size());
  for (const size_t number : order) {
    const int64_t bytes = aligned(requests[number].bytes);
    int64_t offset = 0;
    for (const size_t other : placed) {
      if (!live_together(requests[number], requests[other])) continue;
      if (offset + bytes <= out.offsets[other]) break;
      offset = std::max(offset, out.offsets[other] + aligned(requests[other].bytes));
    }
    out.offsets[number] = offset;
    out.bytes = std::max(out.bytes, offset + bytes);
    const auto place = std::upper_bound(placed.begin(), placed.end(), offset,
                                        [&](int64_t at, size_t other) { return at < out.offsets[other]; });
    placed.insert(place, number);
  }
  return out;
}

}  // namespace cleave::cuda
