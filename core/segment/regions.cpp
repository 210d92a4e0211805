// Levels go up along every path: by one behind an op that runs alone and behind a forced cut. So a path that leaves a
// level does not come back, and two groups of one level have only groups of that level between them.
#include "core/segment/regions.h"

#include <algorithm>
#include <tuple>
#include <unordered_map>

namespace cleave {

namespace {

class RegionFinder {
 public:
  RegionFinder(const KernelGroups& groups, const GroupOrder& order, const std::vector<OpIndex>& ops);

  Regions run();

 private:
  bool is_alone(uint32_t group) const { return groups_.group(group).has(kFlagAlone); }
  uint32_t find(uint32_t group);
  void put_together(uint32_t a, uint32_t b);
  void find_levels();
  void connect();

  const KernelGroups& groups_;
  const OpTable& table_;
  /// Producers first.
  std::vector<uint32_t> order_;
  /// By group: twice its level, and one more if it runs alone.
  std::vector<uint32_t> rank_;
  std::vector<uint32_t> parent_;
};

RegionFinder::RegionFinder(const KernelGroups& groups, const GroupOrder& order, const std::vector<OpIndex>& ops)
    : groups_(groups), table_(groups.table()) {
  for (OpIndex op : ops) {
    if (groups.root(op) == op) order_.push_back(op);
  }
  std::sort(order_.begin(), order_.end(), [&](uint32_t a, uint32_t b) { return order.before(a, b); });
  rank_.assign(table_.ops.size(), 0);
  parent_.resize(table_.ops.size());
  for (uint32_t group : order_) parent_[group] = group;
}

uint32_t RegionFinder::find(uint32_t group) {
  while (parent_[group] != group) group = parent_[group] = parent_[parent_[group]];
  return group;
}

void RegionFinder::put_together(uint32_t a, uint32_t b) {
  a = find(a);
  b = find(b);
  parent_[std::max(a, b)] = std::min(a, b);
}

void RegionFinder::find_levels() {
  for (uint32_t group : order_) {
    for (TensorIndex tensor : groups_.border(group)) {
      const OpIndex producer = table_.producer[tensor];
      if (producer == kNone || groups_.root(producer) == group) continue;
      const uint32_t maker = groups_.root(producer);
      const bool parted = is_alone(maker) || table_.user_cut[tensor];
      const uint32_t level = rank_[maker] / 2 + (parted ? 1 : 0);
      rank_[group] = std::max(rank_[group], 2 * level);
    }
    if (is_alone(group)) ++rank_[group];
  }
}

/// Groups of one level that make or read the same tensor.
void RegionFinder::connect() {
  // By tensor and rank: the first group met.
  std::unordered_map<uint64_t, uint32_t> known;
  for (uint32_t group : order_) {
    if (is_alone(group)) continue;
    for (TensorIndex tensor : groups_.border(group)) {
      const auto [place, is_new] = known.emplace(uint64_t{rank_[group]} << 32 | tensor, group);
      if (!is_new) put_together(place->second, group);
    }
  }
}

Regions RegionFinder::run() {
  find_levels();
  connect();
  std::vector<uint32_t> place(table_.ops.size(), 0);
  for (uint32_t i = 0; i < order_.size(); ++i) place[order_[i]] = i;
  // A region stands where its first group stands.
  std::vector<uint32_t> region_place(table_.ops.size(), kNone);
  for (uint32_t group : order_) {
    uint32_t& first = region_place[find(group)];
    first = std::min(first, place[group]);
  }
  const auto key = [&](uint32_t group) { return std::tuple(rank_[group], region_place[find(group)], place[group]); };
  Regions out;
  out.order = order_;
  std::sort(out.order.begin(), out.order.end(), [&](uint32_t a, uint32_t b) { return key(a) < key(b); });
  for (size_t begin = 0, end = 0; begin < out.order.size(); begin = end) {
    end = begin + 1;
    while (end < out.order.size() && find(out.order[end]) == find(out.order[begin])) ++end;
    if (end - begin < 2) continue;
    const auto first = out.order.begin();
    out.regions.emplace_back(first + static_cast<std::ptrdiff_t>(begin), first + static_cast<std::ptrdiff_t>(end));
  }
  return out;
}

}  // namespace

Regions find_regions(const KernelGroups& groups, const GroupOrder& order, const std::vector<OpIndex>& ops) {
  return RegionFinder(groups, order, ops).run();
}

}  // namespace cleave
