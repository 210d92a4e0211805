// See tighten.h.
#include "core/layout/tighten.h"

#include <algorithm>

#include "core/layout/across.h"

namespace cleave {
namespace {

constexpr int kRounds = 3;

class Tightener {
 public:
  Tightener(const Level& level, const Layers& layers, std::vector<int64_t>& across)
      : level_(level),
        layers_(layers),
        x_(across),
        left_of_(across.size(), kNoSlot),
        right_of_(across.size(), kNoSlot) {
    for (const auto& rank : layers.ranks) {
      for (size_t i = 1; i < rank.size(); ++i) {
        left_of_[rank[i]] = rank[i - 1];
        right_of_[rank[i - 1]] = rank[i];
      }
    }
    for (size_t slot = 0; slot < across.size(); ++slot) {
      const int64_t width = layers.slots[slot].width;
      left_ = std::min(left_, across[slot] - width / 2);
      right_ = std::max(right_, across[slot] - width / 2 + width);
    }
  }

  void round() {
    for (uint32_t net = 0; net < level_.nets.size(); ++net) {
      const uint32_t first = layers_.trunk[net];
      if (layers_.is_outside[net]) continue;
      const uint32_t source_rank = layers_.rank_of_node[level_.nets[net].source.node];
      const uint32_t end = first + (layers_.last_rank[net] - source_rank - 1);
      for (uint32_t begin = first; begin < end;) {
        uint32_t stop = begin + 1;
        while (stop < end && x_[stop] == x_[begin]) ++stop;
        move(begin, stop);
        begin = stop;
      }
    }
  }

 private:
  /// Slots begin … stop-1 are one straight stretch.
  void move(uint32_t begin, uint32_t stop) {
    int64_t low = left_;
    int64_t high = right_;
    ends_.clear();
    for (uint32_t slot = begin; slot < stop; ++slot) {
      if (left_of_[slot] != kNoSlot) low = std::max(low, x_[left_of_[slot]] + distance(left_of_[slot], slot));
      if (right_of_[slot] != kNoSlot) high = std::min(high, x_[right_of_[slot]] - distance(slot, right_of_[slot]));
      for (const uint32_t link : layers_.up[slot])
        add_end(layers_.links[link].upper, layers_.links[link].upper_offset, begin, stop);
      for (const uint32_t link : layers_.down[slot])
        add_end(layers_.links[link].lower, layers_.links[link].lower_offset, begin, stop);
    }
    if (low > high || ends_.empty()) return;
    std::sort(ends_.begin(), ends_.end());
    // Anywhere between the two middle ends the wires are as short: there, as little as possible is moved.
    const int64_t from = ends_[(ends_.size() - 1) / 2];
    const int64_t to = ends_[ends_.size() / 2];
    const int64_t place = std::clamp(std::clamp(x_[begin], from, to), low, high);
    for (uint32_t slot = begin; slot < stop; ++slot) x_[slot] = place;
  }

  void add_end(uint32_t slot, int64_t offset, uint32_t begin, uint32_t stop) {
    if (slot < begin || slot >= stop) ends_.push_back(x_[slot] + offset);
  }

  int64_t distance(uint32_t left, uint32_t right) const {
    return least_distance(level_, layers_.slots[left], layers_.slots[right]);
  }

  const Level& level_;
  const Layers& layers_;
  std::vector<int64_t>& x_;
  std::vector<uint32_t> left_of_;
  std::vector<uint32_t> right_of_;
  std::vector<int64_t> ends_;
  int64_t left_ = INT64_MAX;
  int64_t right_ = INT64_MIN;
};

}  // namespace

void tighten_trunks(const Level& level, const Layers& layers, std::vector<int64_t>& across) {
  Tightener tightener(level, layers, across);
  for (int round = 0; round < kRounds; ++round) tightener.round();
}

}  // namespace cleave
