// Which of two lanes is above the other is decided by what crosses: a line that comes from above crosses the lanes over
// its own, one that goes down those under it. See lanes.h.
#include "core/layout/lanes.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace cleave {
namespace {

/// Two stretches in one lane keep so much distance.
constexpr int64_t kMargin = 7;
/// How far up a piece may be moved by its insertion.
constexpr size_t kMostMoves = 96;
/// Where two lines lie on each other, a reader cannot tell whose is whose.
constexpr int64_t kCostOfOverlap = 100;

struct Span {
  int64_t left;
  int64_t right;
};

bool is_within(int64_t x, const Span& span) { return span.left < x && x < span.right; }

/// Crossings of the two where `upper` has the higher lane.
int64_t cost_of(const LanePiece& upper, const Span& upper_span, const LanePiece& lower, const Span& lower_span) {
  int64_t out = is_within(lower.top, upper_span) ? 1 : 0;
  for (const int64_t bottom : upper.bottoms) {
    if (is_within(bottom, lower_span)) ++out;
    if (bottom == lower.top) out += kCostOfOverlap;
  }
  return out;
}

/// The largest of numbers in ranges of places, where ranges are raised.
class RangeMaximum {
 public:
  explicit RangeMaximum(size_t places) {
    while (size_ < places) size_ *= 2;
    all_.assign(2 * size_, 0);
    part_.assign(2 * size_, 0);
  }
  uint32_t most(size_t left, size_t right) const { return most(1, 0, size_, left, right); }
  void raise(size_t left, size_t right, uint32_t value) { raise(1, 0, size_, left, right, value); }

 private:
  // As deep as the logarithm of the places.
  uint32_t most(size_t node, size_t begin, size_t end, size_t left, size_t right) const {
    if (right <= begin || end <= left) return 0;
    if (left <= begin && end <= right) return part_[node];
    const size_t middle = (begin + end) / 2;
    return std::max(
        {all_[node], most(2 * node, begin, middle, left, right), most(2 * node + 1, middle, end, left, right)});
  }
  void raise(size_t node, size_t begin, size_t end, size_t left, size_t right, uint32_t value) {
    if (right <= begin || end <= left) return;
    part_[node] = std::max(part_[node], value);
    if (left <= begin && end <= right) {
      all_[node] = std::max(all_[node], value);
      return;
    }
    const size_t middle = (begin + end) / 2;
    raise(2 * node, begin, middle, left, right, value);
    raise(2 * node + 1, middle, end, left, right, value);
  }

  size_t size_ = 1;
  /// By node of the tree: the largest number that all of its places have, and that any has.
  std::vector<uint32_t> all_;
  std::vector<uint32_t> part_;
};

/// The pieces that turn, from the highest to the lowest: each moves up past others as long as that pays.
std::vector<uint32_t> order_of(const std::vector<LanePiece>& pieces, const std::vector<Span>& spans) {
  std::vector<uint32_t> order;
  for (uint32_t i = 0; i < pieces.size(); ++i) {
    if (!pieces[i].is_straight()) order.push_back(i);
  }
  std::stable_sort(order.begin(), order.end(), [&](uint32_t a, uint32_t b) { return spans[a].left < spans[b].left; });
  const auto overlap = [&](uint32_t a, uint32_t b) {
    return spans[a].left <= spans[b].right && spans[b].left <= spans[a].right;
  };
  for (int round = 0; round < 2; ++round) {
    for (size_t i = 1; i < order.size(); ++i) {
      const uint32_t moving = order[i];
      int64_t gain = 0;
      int64_t best = 0;
      size_t best_place = i;
      for (size_t j = i; j > 0 && i - j < kMostMoves; --j) {
        const uint32_t other = order[j - 1];
        if (overlap(moving, other)) {
          gain += cost_of(pieces[other], spans[other], pieces[moving], spans[moving]) -
                  cost_of(pieces[moving], spans[moving], pieces[other], spans[other]);
        }
        if (gain <= best) continue;
        best = gain;
        best_place = j - 1;
      }
      const auto at = [&](size_t place) { return order.begin() + static_cast<std::ptrdiff_t>(place); };
      std::rotate(at(best_place), at(i), at(i + 1));
    }
  }
  return order;
}

}  // namespace

int64_t LanePiece::left() const { return std::min(top, *std::min_element(bottoms.begin(), bottoms.end())); }
int64_t LanePiece::right() const { return std::max(top, *std::max_element(bottoms.begin(), bottoms.end())); }

Lanes assign_lanes(const std::vector<LanePiece>& pieces) {
  std::vector<Span> spans;
  std::vector<int64_t> places;
  for (const LanePiece& piece : pieces) {
    spans.push_back({piece.left(), piece.right()});
    places.push_back(spans.back().left);
    places.push_back(spans.back().right + kMargin);
  }
  std::sort(places.begin(), places.end());
  places.erase(std::unique(places.begin(), places.end()), places.end());
  const auto place_of = [&](int64_t x) {
    return static_cast<size_t>(std::lower_bound(places.begin(), places.end(), x) - places.begin());
  };
  Lanes out;
  out.lane.assign(pieces.size(), 0);
  // The number of lanes that are taken above each place.
  RangeMaximum taken(places.size() + 1);
  for (const uint32_t piece : order_of(pieces, spans)) {
    const size_t left = place_of(spans[piece].left);
    const size_t right = place_of(spans[piece].right + kMargin) + 1;
    out.lane[piece] = taken.most(left, right);
    taken.raise(left, right, out.lane[piece] + 1);
    out.count = std::max(out.count, out.lane[piece] + 1);
  }
  return out;
}

}  // namespace cleave
