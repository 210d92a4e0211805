// See order.h.
#include "core/layout/order.h"

#include <algorithm>
#include <utility>

namespace cleave {
namespace {

/// Steps that ordering may take, a slot and link. A step is about a comparison.
constexpr int64_t kStepsEach = 2500;
constexpr int64_t kStepsFree = 400'000;
constexpr int kMostSweeps = 24;
/// Sweeps without a better order after which a beginning is given up.
constexpr int kPatience = 5;

class Ordering {
 public:
  /// Ranks that are fixed stay in the order that they have.
  Ordering(Layers& layers, std::vector<bool> is_fixed)
      : layers_(layers), is_fixed_(std::move(is_fixed)), place_(layers.slots.size()), key_(layers.slots.size()) {
    steps_left_ = kStepsFree + kStepsEach * static_cast<int64_t>(layers.slots.size() + layers.links.size());
    renumber_all();
  }

  /// Sweeps from the order that is there; the best one seen by any run stays in best().
  void run() {
    take_if_better();
    int idle = 0;
    for (int sweep = 0; sweep < kMostSweeps && idle < kPatience && steps_left_ > 0 && best_crossings_ > 0; ++sweep) {
      const bool is_down = sweep % 2 == 0;
      sort_by_medians(is_down, sweep % 4 >= 2);
      exchange_neighbours(sweep % 4 >= 2);
      idle = take_if_better() ? 0 : idle + 1;
    }
  }

  void begin_from(std::vector<std::vector<uint32_t>> ranks) {
    for (size_t rank = 0; rank < ranks.size(); ++rank) {
      if (!is_fixed_[rank]) layers_.ranks[rank] = std::move(ranks[rank]);
    }
    renumber_all();
  }
  bool has_steps() const { return steps_left_ > 0 && best_crossings_ != 0; }
  std::vector<std::vector<uint32_t>> best() && { return std::move(best_); }

 private:
  void renumber(const std::vector<uint32_t>& rank) {
    for (uint32_t i = 0; i < rank.size(); ++i) place_[rank[i]] = i;
  }
  void renumber_all() {
    for (const auto& rank : layers_.ranks) renumber(rank);
  }
  bool take_if_better() {
    steps_left_ -= 4 * static_cast<int64_t>(layers_.links.size());
    const int64_t crossings = count_crossings(layers_);
    if (best_crossings_ >= 0 && crossings >= best_crossings_) return false;
    best_crossings_ = crossings;
    best_ = layers_.ranks;
    return true;
  }

  /// Where a link ends in the rank beside, finer than whole slots: a card has its wires in an order of their own.
  int64_t end_place(const Layers::Link& link, bool upper) const {
    const uint32_t slot = upper ? link.upper : link.lower;
    const int64_t offset = upper ? link.upper_offset : link.lower_offset;
    return (int64_t{place_[slot]} << 20) + offset;
  }

  /// The weighted median of the neighbours' places; nothing is -1.
  int64_t median(uint32_t slot, bool is_down) {
    const std::vector<uint32_t>& links = is_down ? layers_.up[slot] : layers_.down[slot];
    if (links.empty()) return -1;
    ends_.clear();
    for (const uint32_t link : links) ends_.push_back(end_place(layers_.links[link], is_down));
    std::sort(ends_.begin(), ends_.end());
    steps_left_ -= 4 * static_cast<int64_t>(ends_.size());
    const size_t middle = ends_.size() / 2;
    if (ends_.size() % 2 == 1) return ends_[middle];
    if (ends_.size() == 2) return (ends_[0] + ends_[1]) / 2;
    const int64_t left = ends_[middle - 1] - ends_.front();
    const int64_t right = ends_.back() - ends_[middle];
    if (left + right == 0) return (ends_[middle - 1] + ends_[middle]) / 2;
    return (ends_[middle - 1] * right + ends_[middle] * left) / (left + right);
  }

  /// Slots without neighbours stay where they are; the others are sorted around them.
  void sort_rank(std::vector<uint32_t>& rank, bool is_down, bool equal_turn) {
    moving_.clear();
    for (const uint32_t slot : rank) {
      key_[slot] = median(slot, is_down);
      if (key_[slot] >= 0) moving_.push_back(slot);
    }
    if (equal_turn) std::reverse(moving_.begin(), moving_.end());
    std::stable_sort(moving_.begin(), moving_.end(), [&](uint32_t a, uint32_t b) { return key_[a] < key_[b]; });
    steps_left_ -= 12 * static_cast<int64_t>(rank.size());
    size_t next = 0;
    for (uint32_t& slot : rank) {
      if (key_[slot] >= 0) slot = moving_[next++];
    }
    renumber(rank);
  }

  void sort_by_medians(bool is_down, bool equal_turn) {
    const size_t count = layers_.ranks.size();
    for (size_t i = 1; i < count; ++i) {
      const size_t rank = is_down ? i : count - 1 - i;
      if (!is_fixed_[rank]) sort_rank(layers_.ranks[rank], is_down, equal_turn);
    }
  }

  /// Crossings of the links of two neighbours on one side: as they stand, and exchanged.
  void add_crossings(const std::vector<uint32_t>& left, const std::vector<uint32_t>& right, bool upper,
                     int64_t& standing, int64_t& exchanged) {
    for (const uint32_t a : left) {
      const int64_t end = end_place(layers_.links[a], upper);
      for (const uint32_t b : right) {
        const int64_t other = end_place(layers_.links[b], upper);
        standing += end > other ? 1 : 0;
        exchanged += end < other ? 1 : 0;
      }
    }
    steps_left_ -= static_cast<int64_t>(left.size() * right.size());
  }

  bool exchange_in(std::vector<uint32_t>& rank, bool equal_too) {
    constexpr size_t kMostPairs = 4096;
    bool changed = false;
    for (size_t i = 0; i + 1 < rank.size() && steps_left_ > 0; ++i) {
      const uint32_t a = rank[i];
      const uint32_t b = rank[i + 1];
      steps_left_ -= 8;
      if (layers_.up[a].size() * layers_.up[b].size() > kMostPairs) continue;
      if (layers_.down[a].size() * layers_.down[b].size() > kMostPairs) continue;
      int64_t standing = 0;
      int64_t exchanged = 0;
      add_crossings(layers_.up[a], layers_.up[b], true, standing, exchanged);
      add_crossings(layers_.down[a], layers_.down[b], false, standing, exchanged);
      if (exchanged > standing || (exchanged == standing && !(equal_too && standing > 0))) continue;
      std::swap(rank[i], rank[i + 1]);
      place_[b] = static_cast<uint32_t>(i);
      place_[a] = static_cast<uint32_t>(i + 1);
      changed = changed || exchanged < standing;
    }
    return changed;
  }

  void exchange_neighbours(bool equal_too) {
    constexpr int kMostRounds = 10;
    bool changed = true;
    for (int round = 0; round < kMostRounds && changed && steps_left_ > 0; ++round) {
      changed = false;
      for (size_t rank = 0; rank < layers_.ranks.size(); ++rank) {
        if (!is_fixed_[rank]) changed = exchange_in(layers_.ranks[rank], equal_too) || changed;
      }
    }
  }

  Layers& layers_;
  const std::vector<bool> is_fixed_;
  std::vector<uint32_t> place_;
  std::vector<int64_t> key_;
  std::vector<std::vector<uint32_t>> best_;
  int64_t best_crossings_ = -1;
  int64_t steps_left_ = 0;
  std::vector<int64_t> ends_;
  std::vector<uint32_t> moving_;
};

/// Slots in the order in which a walk along the links meets them, from the first rank on or from the last.
std::vector<std::vector<uint32_t>> walked(const Layers& layers, bool is_down, bool is_deep) {
  std::vector<std::vector<uint32_t>> out(layers.ranks.size());
  std::vector<bool> seen(layers.slots.size(), false);
  std::vector<uint32_t> open;
  const auto visit = [&](uint32_t start) {
    if (seen[start]) return;
    seen[start] = true;
    open.assign(1, start);
    for (size_t next = 0; next < open.size();) {
      const uint32_t slot = is_deep ? open.back() : open[next++];
      if (is_deep) open.pop_back();
      out[layers.slots[slot].rank].push_back(slot);
      const auto go = [&](uint32_t other) {
        if (seen[other]) return;
        seen[other] = true;
        open.push_back(other);
      };
      for (const uint32_t link : is_down ? layers.down[slot] : layers.up[slot]) {
        go(is_down ? layers.links[link].lower : layers.links[link].upper);
      }
      for (const uint32_t link : is_down ? layers.up[slot] : layers.down[slot]) {
        go(is_down ? layers.links[link].upper : layers.links[link].lower);
      }
      if (is_deep) next = 0;
    }
  };
  const size_t count = layers.ranks.size();
  for (size_t i = 0; i < count; ++i) {
    for (const uint32_t slot : layers.ranks[is_down ? i : count - 1 - i]) visit(slot);
  }
  return out;
}

/// Counts pairs in the wrong order, by a tree of partial sums.
class Inversions {
 public:
  explicit Inversions(size_t places) : sums_(places + 1, 0) {}
  int64_t above(size_t place) const {
    int64_t below = 0;
    for (size_t i = place + 1; i > 0; i -= i & (~i + 1)) below += sums_[i];
    return total_ - below;
  }
  void add(size_t place) {
    for (size_t i = place + 1; i < sums_.size(); i += i & (~i + 1)) ++sums_[i];
    ++total_;
  }

 private:
  std::vector<int64_t> sums_;
  int64_t total_ = 0;
};

int64_t crossings_below(const Layers& layers, const std::vector<uint32_t>& upper, const std::vector<uint32_t>& place) {
  struct Ends {
    int64_t upper;
    int64_t lower;
  };
  std::vector<Ends> ends;
  for (const uint32_t slot : upper) {
    for (const uint32_t link : layers.down[slot]) {
      const Layers::Link& l = layers.links[link];
      ends.push_back({(int64_t{place[slot]} << 20) + l.upper_offset, (int64_t{place[l.lower]} << 20) + l.lower_offset});
    }
  }
  std::vector<int64_t> lower;
  for (const Ends& end : ends) lower.push_back(end.lower);
  std::sort(lower.begin(), lower.end());
  lower.erase(std::unique(lower.begin(), lower.end()), lower.end());
  std::sort(ends.begin(), ends.end(),
            [](const Ends& a, const Ends& b) { return std::pair(a.upper, a.lower) < std::pair(b.upper, b.lower); });
  Inversions inversions(lower.size());
  int64_t out = 0;
  for (size_t i = 0; i < ends.size();) {
    // Links from one point cross none of each other.
    size_t next = i;
    const auto at = [&](size_t j) {
      return static_cast<size_t>(std::lower_bound(lower.begin(), lower.end(), ends[j].lower) - lower.begin());
    };
    for (; next < ends.size() && ends[next].upper == ends[i].upper; ++next) out += inversions.above(at(next));
    for (; i < next; ++i) inversions.add(at(i));
  }
  return out;
}

/// The layers between two more: what the nodes at the border are drawn to outside, in its order there.
Layers with_anchors(const Level& level, const Layers& layers) {
  Layers out = layers;
  for (Layers::Slot& slot : out.slots) ++slot.rank;
  out.ranks.insert(out.ranks.begin(), std::vector<uint32_t>());
  out.ranks.emplace_back();
  std::vector<uint32_t> nodes;
  for (uint32_t node = 0; node < level.nodes.size(); ++node) {
    if (level.nodes[node].drawn_to) nodes.push_back(node);
  }
  std::stable_sort(nodes.begin(), nodes.end(),
                   [&](uint32_t a, uint32_t b) { return *level.nodes[a].drawn_to < *level.nodes[b].drawn_to; });
  for (const uint32_t node : nodes) {
    const bool is_first = level.nodes[node].place == LevelNode::Place::kFirst;
    const auto anchor = static_cast<uint32_t>(out.slots.size());
    const auto link = static_cast<uint32_t>(out.links.size());
    const auto rank = static_cast<uint32_t>(is_first ? 0 : out.ranks.size() - 1);
    out.slots.push_back({rank, kNoSlot, kNoSlot, 0});
    out.ranks[rank].push_back(anchor);
    out.up.emplace_back();
    out.down.emplace_back();
    out.links.push_back(is_first ? Layers::Link{anchor, node, 0, 0} : Layers::Link{node, anchor, 0, 0});
    out.down[is_first ? anchor : node].push_back(link);
    out.up[is_first ? node : anchor].push_back(link);
  }
  return out;
}

}  // namespace

int64_t count_crossings(const Layers& layers) {
  std::vector<uint32_t> place(layers.slots.size());
  for (const auto& rank : layers.ranks) {
    for (uint32_t i = 0; i < rank.size(); ++i) place[rank[i]] = i;
  }
  int64_t out = 0;
  for (size_t rank = 0; rank + 1 < layers.ranks.size(); ++rank) {
    out += crossings_below(layers, layers.ranks[rank], place);
  }
  return out;
}

void order_slots(const Level& level, Layers& layers) {
  Layers anchored = with_anchors(level, layers);
  std::vector<bool> is_fixed(anchored.ranks.size(), false);
  is_fixed.front() = is_fixed.back() = true;
  const std::vector<std::vector<uint32_t>> given = anchored.ranks;
  Ordering ordering(anchored, is_fixed);
  const bool choices[2] = {true, false};
  for (const bool is_deep : choices) {
    for (const bool is_down : choices) {
      if (!ordering.has_steps()) continue;
      ordering.begin_from(given);
      ordering.begin_from(walked(anchored, is_down, is_deep));
      ordering.run();
    }
  }
  if (ordering.has_steps()) {
    ordering.begin_from(given);
    ordering.run();
  }
  std::vector<std::vector<uint32_t>> best = std::move(ordering).best();
  std::move(best.begin() + 1, best.end() - 1, layers.ranks.begin());
}

}  // namespace cleave
