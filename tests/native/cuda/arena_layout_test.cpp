// Places in the arena: never shared by two that are alive at once, and not much more than what is alive at most.
#include "native/cuda/arena_layout.h"

#include <gtest/gtest.h>

#include "tests/support/choices.h"

namespace cleave::cuda {
namespace {

TEST(ArenaLayout, SharesAPlaceBetweenThoseThatNeverMeet) {
  const ArenaRequest requests[] = {{1000, 0, 1}, {1000, 1, 2}, {1000, 2, 3}};
  const ArenaLayout layout = lay_out_arena(requests);
  EXPECT_EQ(layout.offsets[0], layout.offsets[2]);
  EXPECT_NE(layout.offsets[0], layout.offsets[1]);
  EXPECT_EQ(layout.bytes, 2048);
}

TEST(ArenaLayout, OfNothingIsNothing) {
  EXPECT_EQ(lay_out_arena({}).bytes, 0);
  const ArenaRequest empty[] = {{0, 0, 5}, {0, 0, 5}};
  EXPECT_EQ(lay_out_arena(empty).bytes, 0);
}

TEST(ArenaLayout, NeverOverlapsWhatIsAliveAtOnce) {
  for (uint64_t seed = 1; seed <= 300; ++seed) {
    Choices choices(seed);
    std::vector<ArenaRequest> requests(choices.below(40));
    for (ArenaRequest& request : requests) {
      request.bytes = choices.between(0, 5000);
      request.first_step = choices.below(12);
      request.last_step = request.first_step + choices.below(5);
    }
    const ArenaLayout layout = lay_out_arena(requests);
    int64_t most_alive = 0;
    for (size_t step = 0; step < 20; ++step) {
      int64_t alive = 0;
      for (const ArenaRequest& request : requests) {
        if (request.first_step <= step && step <= request.last_step) {
          alive += (request.bytes + kArenaAlignment - 1) / kArenaAlignment * kArenaAlignment;
        }
      }
      most_alive = std::max(most_alive, alive);
    }
    EXPECT_GE(layout.bytes, most_alive);
    EXPECT_LE(layout.bytes, most_alive * 2) << "seed " << seed;
    for (size_t i = 0; i < requests.size(); ++i) {
      EXPECT_EQ(layout.offsets[i] % kArenaAlignment, 0);
      EXPECT_LE(layout.offsets[i] + requests[i].bytes, layout.bytes);
      for (size_t j = 0; j < i; ++j) {
        const bool meet =
            requests[i].first_step <= requests[j].last_step && requests[j].first_step <= requests[i].last_step;
        const bool overlap = layout.offsets[i] < layout.offsets[j] + requests[j].bytes &&
                             layout.offsets[j] < layout.offsets[i] + requests[i].bytes;
        EXPECT_FALSE(meet && overlap && requests[i].bytes > 0 && requests[j].bytes > 0) << "seed " << seed;
      }
    }
  }
}

}  // namespace
}  // namespace cleave::cuda
