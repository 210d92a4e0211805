// See across.h.
#include "core/layout/across.h"

#include <algorithm>
#include <array>
#include <utility>

namespace cleave {
namespace {

/// The leftmost left side of all slots, or the rightmost right side.
int64_t outer_side(const Layers& layers, const std::vector<int64_t>& x, bool left) {
  int64_t out = left ? INT64_MAX : INT64_MIN;
  for (size_t slot = 0; slot < x.size(); ++slot) {
    const int64_t half = layers.slots[slot].width / 2;
    out = left ? std::min(out, x[slot] - half) : std::max(out, x[slot] + layers.slots[slot].width - half);
  }
  return out;
}

/// What hangs on a trunk gives way to where the trunk goes on: a target beside it must not be lined up with it instead.
void let_trunks_go_on(const Layers& layers, std::vector<bool>& gives_way) {
  for (uint32_t slot = 0; slot < layers.slots.size(); ++slot) {
    if (!layers.slots[slot].is_trunk()) continue;
    const auto goes_on = [&](uint32_t link) { return layers.slots[layers.links[link].lower].is_trunk(); };
    const std::vector<uint32_t>& links = layers.down[slot];
    if (std::none_of(links.begin(), links.end(), goes_on)) continue;
    for (const uint32_t link : links) gives_way[link] = gives_way[link] || !goes_on(link);
  }
}

/// Links that cross a straight stretch of a trunk give way to it: by link, true for those.
std::vector<bool> find_giving_way(const Layers& layers, const std::vector<uint32_t>& place) {
  std::vector<bool> out(layers.links.size(), false);
  // The link of a trunk that ends in this slot and comes from the same trunk.
  const auto trunk_link = [&](uint32_t slot) -> uint32_t {
    if (!layers.slots[slot].is_trunk() || layers.up[slot].empty()) return kNoSlot;
    const uint32_t link = layers.up[slot][0];
    return layers.slots[layers.links[link].upper].is_trunk() ? link : kNoSlot;
  };
  for (size_t rank = 1; rank < layers.ranks.size(); ++rank) {
    const std::vector<uint32_t>& lower = layers.ranks[rank];
    const auto upper_count = static_cast<int64_t>(layers.ranks[rank - 1].size());
    int64_t left_end = 0;
    size_t scanned = 0;
    for (size_t i = 0; i < lower.size(); ++i) {
      const uint32_t link = trunk_link(lower[i]);
      const bool is_last = i + 1 == lower.size();
      if (link == kNoSlot && !is_last) continue;
      const int64_t right_end = link == kNoSlot ? upper_count : int64_t{place[layers.links[link].upper]};
      for (; scanned <= i; ++scanned) {
        for (const uint32_t other : layers.up[lower[scanned]]) {
          const int64_t end = place[layers.links[other].upper];
          if ((end < left_end || end > right_end) && other != trunk_link(lower[scanned])) out[other] = true;
        }
      }
      left_end = right_end;
    }
  }
  let_trunks_go_on(layers, out);
  return out;
}

/// One of the four layouts, made as if it were the one that looks up and pushes left.
class Alignment {
 public:
  Alignment(const Level& level, const Layers& layers, const std::vector<bool>& gives_way, bool looks_up,
            bool pushes_left)
      : level_(level), layers_(layers), gives_way_(gives_way), looks_up_(looks_up), pushes_left_(pushes_left) {
    const size_t count = layers.slots.size();
    place_.resize(count);
    root_.resize(count);
    align_.resize(count);
    shift_.assign(count, 0);
    for (uint32_t slot = 0; slot < count; ++slot) root_[slot] = align_[slot] = slot;
    ranks_ = layers.ranks;
    if (!looks_up) std::reverse(ranks_.begin(), ranks_.end());
    for (auto& rank : ranks_) {
      if (!pushes_left) std::reverse(rank.begin(), rank.end());
      for (uint32_t i = 0; i < rank.size(); ++i) place_[rank[i]] = i;
    }
  }

  std::vector<int64_t> places() {
    align();
    return compact();
  }

 private:
  /// Where a link meets a slot, in the mirrored picture.
  int64_t offset(const Layers::Link& link, bool at_upper) const {
    const int64_t value = at_upper ? link.upper_offset : link.lower_offset;
    return pushes_left_ ? value : -value;
  }

  /// Each slot is put under the median of its neighbours, where no pair before it stands in the way.
  void align() {
    struct Neighbour {
      uint32_t slot;
      uint32_t link;
    };
    std::vector<Neighbour> neighbours;
    for (const auto& rank : ranks_) {
      int64_t taken = -1;
      for (const uint32_t slot : rank) {
        neighbours.clear();
        for (const uint32_t link : looks_up_ ? layers_.up[slot] : layers_.down[slot]) {
          neighbours.push_back({looks_up_ ? layers_.links[link].upper : layers_.links[link].lower, link});
        }
        if (neighbours.empty()) continue;
        std::sort(neighbours.begin(), neighbours.end(), [&](const Neighbour& a, const Neighbour& b) {
          return std::pair(place_[a.slot], a.link) < std::pair(place_[b.slot], b.link);
        });
        const size_t last = neighbours.size() - 1;
        for (const size_t middle : {last / 2, last - last / 2}) {
          const Neighbour& to = neighbours[middle];
          if (align_[slot] != slot || gives_way_[to.link] || taken >= int64_t{place_[to.slot]}) continue;
          const Layers::Link& link = layers_.links[to.link];
          align_[to.slot] = slot;
          root_[slot] = root_[to.slot];
          align_[slot] = root_[slot];
          shift_[slot] = shift_[to.slot] + offset(link, looks_up_) - offset(link, !looks_up_);
          taken = place_[to.slot];
        }
      }
    }
  }

  /// Blocks of slots that are lined up, each as far to the left as the blocks beside it let it; then those that could
  /// stand further to the right without moving another go there.
  std::vector<int64_t> compact() {
    const size_t count = layers_.slots.size();
    struct Room {
      uint32_t left;
      uint32_t right;
      int64_t distance;
    };
    std::vector<Room> rooms;
    std::vector<std::vector<uint32_t>> to_right(count);
    std::vector<size_t> waits(count, 0);
    for (const auto& rank : ranks_) {
      for (size_t i = 1; i < rank.size(); ++i) {
        const uint32_t a = rank[i - 1];
        const uint32_t b = rank[i];
        const int64_t distance = least_distance(level_, layers_.slots[a], layers_.slots[b]) + shift_[a] - shift_[b];
        to_right[root_[a]].push_back(static_cast<uint32_t>(rooms.size()));
        ++waits[root_[b]];
        rooms.push_back({root_[a], root_[b], distance});
      }
    }
    std::vector<uint32_t> order;
    for (uint32_t slot = 0; slot < count; ++slot) {
      if (root_[slot] == slot && waits[slot] == 0) order.push_back(slot);
    }
    // No side of a slot is left of 0.
    std::vector<int64_t> x(count, INT64_MIN);
    for (uint32_t slot = 0; slot < count; ++slot) {
      x[root_[slot]] = std::max(x[root_[slot]], layers_.slots[slot].width / 2 - shift_[slot]);
    }
    for (size_t next = 0; next < order.size(); ++next) {
      for (const uint32_t i : to_right[order[next]]) {
        x[rooms[i].right] = std::max(x[rooms[i].right], x[rooms[i].left] + rooms[i].distance);
        if (--waits[rooms[i].right] == 0) order.push_back(rooms[i].right);
      }
    }
    for (size_t i = order.size(); i-- > 0;) {
      int64_t most = INT64_MAX;
      for (const uint32_t room : to_right[order[i]]) {
        most = std::min(most, x[rooms[room].right] - rooms[room].distance);
      }
      if (most != INT64_MAX) x[order[i]] = std::max(x[order[i]], most);
    }
    std::vector<int64_t> out(count);
    for (uint32_t slot = 0; slot < count; ++slot) {
      const int64_t middle = x[root_[slot]] + shift_[slot];
      out[slot] = pushes_left_ ? middle : -middle;
    }
    return out;
  }

  const Level& level_;
  const Layers& layers_;
  const std::vector<bool>& gives_way_;
  const bool looks_up_;
  const bool pushes_left_;
  std::vector<std::vector<uint32_t>> ranks_;
  std::vector<uint32_t> place_;
  std::vector<uint32_t> root_;
  std::vector<uint32_t> align_;
  std::vector<int64_t> shift_;
};

/// Moves everything so that the outermost sides on one side stand at `side`.
void move_to(const Layers& layers, bool left, int64_t side, std::vector<int64_t>& x) {
  const int64_t move = side - outer_side(layers, x, left);
  for (int64_t& middle : x) middle += move;
}

}  // namespace

int64_t least_distance(const Level& level, const Layers::Slot& left, const Layers::Slot& right) {
  const int64_t halves = (left.width + 1) / 2 + (right.width + 1) / 2;
  if (left.is_trunk() && right.is_trunk()) return kWireToWire;
  if (left.width == 0 && right.width == 0) return left.is_trunk() || right.is_trunk() ? kWireToWire : kWayToWay;
  if (left.width == 0 || right.width == 0) return halves + kWireToNode;
  return halves + level.spacing;
}

std::vector<int64_t> place_across(const Level& level, const Layers& layers) {
  if (layers.slots.empty()) return {};
  std::vector<uint32_t> place(layers.slots.size());
  for (const auto& rank : layers.ranks) {
    for (uint32_t i = 0; i < rank.size(); ++i) place[rank[i]] = i;
  }
  const std::vector<bool> gives_way = find_giving_way(layers, place);
  std::array<std::vector<int64_t>, 4> layouts;
  size_t narrowest = 0;
  int64_t least = INT64_MAX;
  for (size_t i = 0; i < 4; ++i) {
    layouts[i] = Alignment(level, layers, gives_way, i < 2, i % 2 == 0).places();
    const int64_t width = outer_side(layers, layouts[i], false) - outer_side(layers, layouts[i], true);
    if (width >= least) continue;
    least = width;
    narrowest = i;
  }
  const int64_t left = outer_side(layers, layouts[narrowest], true);
  for (size_t i = 0; i < 4; ++i) move_to(layers, i % 2 == 0, i % 2 == 0 ? left : left + least, layouts[i]);
  std::vector<int64_t> out(layers.slots.size());
  for (size_t slot = 0; slot < out.size(); ++slot) {
    std::array<int64_t, 4> all{layouts[0][slot], layouts[1][slot], layouts[2][slot], layouts[3][slot]};
    std::sort(all.begin(), all.end());
    out[slot] = (all[1] + all[2]) >> 1;
  }
  move_to(layers, true, 0, out);
  return out;
}

}  // namespace cleave
