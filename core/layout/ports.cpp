// See ports.h.
#include "core/layout/ports.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace cleave {
namespace {

constexpr int64_t kFromCorner = 10;
constexpr int64_t kApart = 12;

/// One wire at one side of a node.
struct Meeting {
  uint32_t net = 0;
  size_t target = 0;
  int64_t wished = 0;
  std::optional<int64_t> fixed;
};

/// Gives each its place: in the order of their wishes, near them, apart from each other. Fixed ones are where they are.
void spread(std::vector<Meeting>& meetings, int64_t left, int64_t width) {
  std::stable_sort(meetings.begin(), meetings.end(),
                   [](const Meeting& a, const Meeting& b) { return a.wished < b.wished; });
  const int64_t margin = std::min(kFromCorner, width / 4);
  const int64_t low = left + margin;
  const int64_t high = std::max(low, left + width - margin);
  const auto gaps = static_cast<int64_t>(meetings.size()) - 1;
  const int64_t apart = gaps > 0 ? std::min(kApart, (high - low) / gaps) : 0;
  int64_t next = low;
  for (Meeting& meeting : meetings) {
    if (!meeting.fixed) meeting.wished = std::max(meeting.wished, next);
    next = meeting.wished + apart;
  }
  next = high;
  for (size_t i = meetings.size(); i-- > 0;) {
    if (!meetings[i].fixed) meetings[i].wished = std::min(meetings[i].wished, next);
    next = meetings[i].wished - apart;
  }
}

}  // namespace

Ports place_ports(const Level& level, const Layers& layers, const std::vector<int64_t>& across,
                  const std::vector<int64_t>& outside) {
  Ports out;
  out.source.resize(level.nets.size());
  std::vector<std::vector<Meeting>> below(level.nodes.size());
  std::vector<std::vector<Meeting>> above(level.nodes.size());
  const auto left = [&](uint32_t node) { return across[node] - level.nodes[node].width / 2; };
  const auto fixed = [&](const LevelEnd& end) {
    return end.offset ? std::optional(left(end.node) + *end.offset) : std::nullopt;
  };
  for (uint32_t i = 0; i < level.nets.size(); ++i) {
    const LevelNet& net = level.nets[i];
    out.target.emplace_back(net.targets.size());
    const uint32_t rank = layers.rank_of_node[net.source.node];
    int64_t wished = layers.is_outside[i] ? outside[i] : across[net.targets[0].node];
    if (!layers.is_outside[i] && layers.last_rank[i] > rank + 1) wished = across[layers.slot_of(net, i, rank + 1)];
    const auto place = fixed(net.source);
    below[net.source.node].push_back({i, 0, place.value_or(wished), place});
  }
  for (uint32_t node = 0; node < below.size(); ++node) {
    std::vector<Meeting>& meetings = below[node];
    // One wire leaves in the middle.
    if (meetings.size() == 1 && !meetings[0].fixed) meetings[0].wished = across[node];
    spread(meetings, left(node), level.nodes[node].width);
    for (const Meeting& meeting : meetings) out.source[meeting.net] = meeting.wished;
  }
  for (uint32_t i = 0; i < level.nets.size(); ++i) {
    const LevelNet& net = level.nets[i];
    const uint32_t source_rank = layers.rank_of_node[net.source.node];
    for (size_t t = 0; t < net.targets.size(); ++t) {
      const uint32_t rank = layers.rank_of_node[net.targets[t].node];
      int64_t wished = out.source[i];
      if (rank > source_rank + 1) {
        wished = layers.is_outside[i] ? outside[i] : across[layers.slot_of(net, i, rank - 1)];
      }
      const auto place = fixed(net.targets[t]);
      above[net.targets[t].node].push_back({i, t, place.value_or(wished), place});
    }
  }
  for (uint32_t node = 0; node < above.size(); ++node) {
    spread(above[node], left(node), level.nodes[node].width);
    for (const Meeting& meeting : above[node]) out.target[meeting.net][meeting.target] = meeting.wished;
  }
  return out;
}

}  // namespace cleave
