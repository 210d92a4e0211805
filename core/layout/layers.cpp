// See layers.h.
#include "core/layout/layers.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace cleave {
namespace {

/// Trunk slots that a level may have, a node and a net.
constexpr size_t kTrunkSlotsEach = 24;
constexpr size_t kTrunkSlotsFree = 4000;

/// Where the longest trunks have to run outside so that the others fit.
std::vector<bool> find_outside(const Level& level, const Layers& layers) {
  std::vector<size_t> length(level.nets.size());
  size_t total = 0;
  for (size_t i = 0; i < level.nets.size(); ++i) {
    length[i] = layers.last_rank[i] - layers.rank_of_node[level.nets[i].source.node] - 1;
    total += length[i];
  }
  std::vector<bool> out(level.nets.size(), false);
  const size_t room = kTrunkSlotsFree + kTrunkSlotsEach * (level.nodes.size() + level.nets.size());
  if (total <= room) return out;
  std::vector<uint32_t> longest(level.nets.size());
  std::iota(longest.begin(), longest.end(), 0U);
  std::stable_sort(longest.begin(), longest.end(), [&](uint32_t a, uint32_t b) { return length[a] > length[b]; });
  for (size_t i = 0; i < longest.size() && total > room; ++i) {
    out[longest[i]] = true;
    total -= length[longest[i]];
  }
  return out;
}

int64_t offset_from_middle(const Level& level, const LevelEnd& end) {
  return end.offset ? *end.offset - level.nodes[end.node].width / 2 : 0;
}

void add_link(Layers& layers, Layers::Link link) {
  const auto number = static_cast<uint32_t>(layers.links.size());
  layers.down[link.upper].push_back(number);
  layers.up[link.lower].push_back(number);
  layers.links.push_back(link);
}

void add_net(const Level& level, uint32_t number, Layers& out) {
  const LevelNet& net = level.nets[number];
  const uint32_t first = out.rank_of_node[net.source.node] + 1;
  out.trunk[number] = static_cast<uint32_t>(out.slots.size());
  for (uint32_t rank = first; rank < out.last_rank[number]; ++rank) {
    out.ranks[rank].push_back(static_cast<uint32_t>(out.slots.size()));
    out.slots.push_back({rank, kNoSlot, number, 0});
    out.up.emplace_back();
    out.down.emplace_back();
  }
  const auto upper_end = [&](uint32_t rank) {
    return std::pair(out.slot_of(net, number, rank), rank + 1 == first ? offset_from_middle(level, net.source) : 0);
  };
  for (uint32_t rank = first; rank < out.last_rank[number]; ++rank) {
    const auto [upper, offset] = upper_end(rank - 1);
    add_link(out, {upper, out.slot_of(net, number, rank), offset, 0});
  }
  for (const LevelEnd& target : net.targets) {
    const auto [upper, offset] = upper_end(out.rank_of_node[target.node] - 1);
    add_link(out, {upper, target.node, offset, offset_from_middle(level, target)});
  }
}

}  // namespace

Layers make_layers(const Level& level, std::vector<uint32_t> rank) {
  Layers out;
  out.rank_of_node = std::move(rank);
  uint32_t ranks = 0;
  for (const uint32_t r : out.rank_of_node) ranks = std::max(ranks, r + 1);
  out.ranks.resize(ranks);
  for (uint32_t node = 0; node < level.nodes.size(); ++node) {
    out.slots.push_back({out.rank_of_node[node], node, kNoSlot, level.nodes[node].width});
    out.ranks[out.rank_of_node[node]].push_back(node);
  }
  out.up.resize(out.slots.size());
  out.down.resize(out.slots.size());
  out.trunk.assign(level.nets.size(), kNoSlot);
  for (const LevelNet& net : level.nets) {
    uint32_t last = out.rank_of_node[net.source.node] + 1;
    for (const LevelEnd& target : net.targets) last = std::max(last, out.rank_of_node[target.node]);
    out.last_rank.push_back(last);
  }
  out.is_outside = find_outside(level, out);
  for (uint32_t net = 0; net < level.nets.size(); ++net) {
    if (!out.is_outside[net]) add_net(level, net, out);
  }
  return out;
}

}  // namespace cleave
