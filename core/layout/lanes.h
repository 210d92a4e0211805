// The lanes between two ranks: every net that has to turn there gets a level stretch of its own, so that few lines
// cross and none lies on another.
#pragma once

#include <cstdint>
#include <vector>

namespace cleave {

inline constexpr int64_t kLaneDistance = 4;

/// What of one net lies between two ranks: it comes from above at one place and goes on below at some.
struct LanePiece {
  int64_t top = 0;
  std::vector<int64_t> bottoms;

  int64_t left() const;
  int64_t right() const;
  /// It goes straight down and needs no lane.
  bool is_straight() const { return left() == right(); }
};

struct Lanes {
  /// By piece: its lane from 0, the highest; meaningless for straight ones.
  std::vector<uint32_t> lane;
  uint32_t count = 0;
};

Lanes assign_lanes(const std::vector<LanePiece>& pieces);

}  // namespace cleave
