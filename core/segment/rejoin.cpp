// A rule is asked before a path is looked for: most pairs are apart because of a rule. Pairs come in the structural
// order, and joining goes on until nothing is joined or so many rounds are over.
#include "core/segment/rejoin.h"

#include <algorithm>
#include <optional>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/segment/rules.h"
#include "core/segment/traffic.h"

namespace cleave {
namespace {

constexpr int kMaxRounds = 4;
/// What one search for a path may cost, and what all searches of a round may: so many steps, and so many for each edge.
constexpr size_t kStepsOfSearch = 4096;
constexpr size_t kFreeSteps = 1'000'000;
constexpr size_t kStepsAnEdge = 16;

/// One round over the pairs.
class Round {
 public:
  Round(const Primitive& primitive, KernelGroups& groups, const SegmentOptions& options)
      : primitive_(primitive), groups_(groups), options_(options), traffic_(find_traffic(primitive, groups)) {}

  std::vector<MergeStep> run() {
    std::vector<Traffic::Edge> edges;
    for (const auto& [edge, tensors] : traffic_.crossing) {
      edges.push_back(edge);
      next_[edge.first].push_back(edge.second);
    }
    std::unordered_map<uint32_t, std::pair<bool, uint32_t>> places;
    for (const auto& [group, ops] : traffic_.ops) places[group] = place(ops);
    std::sort(edges.begin(), edges.end(), [&](const Traffic::Edge& x, const Traffic::Edge& y) {
      return std::pair(places[x.first], places[x.second]) < std::pair(places[y.first], places[y.second]);
    });
    steps_left_ = kFreeSteps + kStepsAnEdge * edges.size();
    for (const Traffic::Edge& edge : edges) consider(edge);
    return std::move(steps_);
  }

 private:
  /// Place of the first op in the structural order; that of a copy where there is nothing else.
  std::pair<bool, uint32_t> place(const std::vector<OpIndex>& ops) const {
    const OpTable& table = groups_.table();
    std::pair<bool, uint32_t> first{true, kNone};
    for (OpIndex op : ops) {
      const bool is_copy = table.producer[table.ops[op].results[0].tensor] != op;
      first = std::min(first, {is_copy, table.place[op]});
    }
    return first;
  }

  void consider(const Traffic::Edge& edge) {
    const uint32_t from = groups_.root(edge.first);
    const uint32_t to = groups_.root(edge.second);
    if (from == to || groups_.group(from).has(kFlagAlone) || groups_.group(to).has(kFlagAlone)) return;
    Group joined = groups_.join(from, to);
    const std::span<const OpIndex> parts[2] = {groups_.members(from), groups_.members(to)};
    const bool is_allowed = judge(primitive_, groups_, joined, parts, options_).accepted;
    if (!is_allowed || !nothing_between(from, to)) return groups_.rollback();
    const uint32_t root = groups_.commit(std::move(joined));
    std::vector<uint32_t>& next = next_[root];
    const std::vector<uint32_t> gone = std::move(next_[root == from ? to : from]);
    next.insert(next.end(), gone.begin(), gone.end());
    int64_t bytes = 0;
    for (TensorIndex tensor : traffic_.crossing.at(edge)) bytes += groups_.table().bytes[tensor];
    steps_.push_back({from, to, bytes, std::nullopt});
  }

  /// False also where the search takes too long.
  bool nothing_between(uint32_t from, uint32_t to) {
    ++round_;
    std::vector<uint32_t> open{from};
    size_t left = std::min(steps_left_, kStepsOfSearch);
    const size_t given = left;
    bool is_free = true;
    while (!open.empty() && is_free) {
      const uint32_t group = open.back();
      open.pop_back();
      for (uint32_t reader : next_[group]) {
        const uint32_t after = groups_.root(reader);
        if (left == 0) is_free = false;
        if (!is_free) break;
        --left;
        if (after == from || (after == to && group == from)) continue;
        is_free = after != to;
        if (stamp_[after] == round_) continue;
        stamp_[after] = round_;
        open.push_back(after);
      }
    }
    steps_left_ -= given - left;
    return is_free;
  }

  const Primitive& primitive_;
  KernelGroups& groups_;
  const SegmentOptions& options_;
  const Traffic traffic_;
  /// By group: readers, some of which are one group by now.
  std::unordered_map<uint32_t, std::vector<uint32_t>> next_;
  /// By group: the search that met it last.
  std::unordered_map<uint32_t, uint32_t> stamp_;
  uint32_t round_ = 0;
  size_t steps_left_ = 0;
  std::vector<MergeStep> steps_;
};

}  // namespace

std::vector<MergeStep> join_freed_pairs(const Primitive& primitive, KernelGroups& groups,
                                        const SegmentOptions& options) {
  std::vector<MergeStep> out;
  for (int round = 0; round < kMaxRounds; ++round) {
    const std::vector<MergeStep> joined = Round(primitive, groups, options).run();
    out.insert(out.end(), joined.begin(), joined.end());
    if (joined.empty()) break;
  }
  return out;
}

}  // namespace cleave
