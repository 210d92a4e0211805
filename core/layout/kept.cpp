// See kept.h.
#include "core/layout/kept.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "core/layout/across.h"

namespace cleave {
namespace {

struct Span {
  int64_t left = 0;
  int64_t right = 0;
};

Span span_of(const Level& level, uint32_t node) {
  const LevelNode& n = level.nodes[node];
  const int64_t left = *n.before - n.width / 2;
  return {left, left + n.width};
}

/// What stands in one rank so far, from left to right.
class Row {
 public:
  Row(const Level& level, const Layers& layers, std::vector<int64_t>& x) : level_(level), layers_(layers), x_(x) {}

  void put(uint32_t slot, int64_t middle) {
    x_[slot] = middle;
    const auto place = std::find_if(slots_.begin(), slots_.end(), [&](uint32_t other) { return x_[other] > middle; });
    slots_.insert(place, slot);
  }

  /// The free place nearest to the wish; there is always one at the right end.
  int64_t nearest_place(uint32_t slot, int64_t wish) const {
    std::optional<int64_t> best;
    int64_t low = layers_.slots[slot].width / 2;
    for (size_t i = 0; i <= slots_.size(); ++i) {
      const int64_t high = i == slots_.size() ? INT64_MAX : x_[slots_[i]] - distance(slot, slots_[i]);
      if (low <= high) {
        const int64_t place = std::clamp(wish, low, high);
        if (!best || std::abs(place - wish) < std::abs(*best - wish)) best = place;
      }
      if (i < slots_.size()) low = std::max(low, x_[slots_[i]] + distance(slots_[i], slot));
    }
    return *best;
  }

  std::vector<uint32_t> slots() && { return std::move(slots_); }

 private:
  int64_t distance(uint32_t left, uint32_t right) const {
    return least_distance(level_, layers_.slots[left], layers_.slots[right]);
  }

  const Level& level_;
  const Layers& layers_;
  std::vector<int64_t>& x_;
  std::vector<uint32_t> slots_;
};

/// Where a slot is drawn to: where it stood, or the middle of what it is joined to above, or below.
int64_t wish_of(const Level& level, const Layers& layers, const std::vector<int64_t>& x, uint32_t slot) {
  const uint32_t node = layers.slots[slot].node;
  if (node != kNoSlot && level.nodes[node].before) return *level.nodes[node].before;
  std::vector<int64_t> ends;
  for (const uint32_t link : layers.up[slot]) {
    const Layers::Link& l = layers.links[link];
    ends.push_back(x[l.upper] + l.upper_offset - l.lower_offset);
  }
  for (const uint32_t link : layers.up[slot].empty() ? layers.down[slot] : std::vector<uint32_t>{}) {
    const Layers::Link& l = layers.links[link];
    const uint32_t below = layers.slots[l.lower].node;
    if (below == kNoSlot || !level.nodes[below].before) continue;
    ends.push_back(*level.nodes[below].before + l.lower_offset - l.upper_offset);
  }
  if (ends.empty()) return 0;
  std::sort(ends.begin(), ends.end());
  return (ends[(ends.size() - 1) / 2] + ends[ends.size() / 2]) / 2;
}

}  // namespace

bool has_kept(const Level& level) {
  return std::any_of(level.nodes.begin(), level.nodes.end(),
                     [](const LevelNode& node) { return node.before && node.stays; });
}

void separate_kept(const Level& level, std::vector<uint32_t>& rank) {
  uint32_t ranks = 0;
  for (const uint32_t r : rank) ranks = std::max(ranks, r + 1);
  std::vector<std::vector<uint32_t>> known(ranks);
  for (const bool stays : {true, false}) {
    for (uint32_t node = 0; node < rank.size(); ++node) {
      const LevelNode& n = level.nodes[node];
      if (n.before && n.stays == stays) known[rank[node]].push_back(node);
    }
  }
  std::vector<uint32_t> row_of(rank.size(), 0);
  uint32_t added = 0;
  std::vector<uint32_t> begin(ranks, 0);
  for (uint32_t r = 0; r < ranks; ++r) {
    begin[r] = r + added;
    std::vector<std::vector<Span>> rows(1);
    for (const uint32_t node : known[r]) {
      const Span span = span_of(level, node);
      const auto is_free = [&](const std::vector<Span>& row) {
        return std::all_of(row.begin(), row.end(), [&](const Span& other) {
          return span.right + level.spacing <= other.left || other.right + level.spacing <= span.left;
        });
      };
      auto row = std::find_if(rows.begin(), rows.end(), is_free);
      if (row == rows.end()) row = rows.emplace(rows.end());
      row->push_back(span);
      row_of[node] = static_cast<uint32_t>(row - rows.begin());
    }
    added += static_cast<uint32_t>(rows.size()) - 1;
  }
  for (uint32_t node = 0; node < rank.size(); ++node) rank[node] = begin[rank[node]] + row_of[node];
}

std::vector<int64_t> place_kept(const Level& level, Layers& layers) {
  std::vector<int64_t> x(layers.slots.size(), 0);
  for (auto& rank : layers.ranks) {
    Row row(level, layers, x);
    std::vector<std::pair<int64_t, uint32_t>> others;
    for (const bool stays : {true, false}) {
      for (const uint32_t slot : rank) {
        const uint32_t node = layers.slots[slot].node;
        const bool is_known = node != kNoSlot && level.nodes[node].before && level.nodes[node].stays;
        if (is_known != stays) continue;
        if (stays) {
          row.put(slot, *level.nodes[node].before);
        } else {
          others.emplace_back(wish_of(level, layers, x, slot), slot);
        }
      }
    }
    // Cards before wires: there is less room for them.
    std::stable_sort(others.begin(), others.end(), [&](const auto& a, const auto& b) {
      return std::pair(layers.slots[a.second].is_trunk(), a.first) <
             std::pair(layers.slots[b.second].is_trunk(), b.first);
    });
    for (const auto& [wish, slot] : others) row.put(slot, row.nearest_place(slot, wish));
    rank = std::move(row).slots();
  }
  return x;
}

}  // namespace cleave
