// See merge_history.h.
#include "core/segment/merge_history.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace cleave {
namespace {

/// Groups as far as they are joined. A set is called by the group whose number it keeps, and ends in one segment: that
/// of an op of it that only one segment computes.
class Replay {
 public:
  Replay(const OpTable& table, const Segmentation& segmentation) {
    const size_t count = table.ops.size();
    std::vector<uint32_t> home_of_record(table.op_of_record.size(), kNone);
    std::vector<bool> is_copied(table.op_of_record.size(), false);
    for (const SegmentId id : segmentation.segments.ids()) {
      for (const RecordId record : segmentation.segments[id].records) home_of_record[record.index] = id.index;
      for (const RecordId record : segmentation.segments[id].recomputed) is_copied[record.index] = true;
    }
    parent_.resize(count);
    home_.assign(count, kNone);
    for (uint32_t op = 0; op < count; ++op) {
      parent_[op] = op;
      const uint32_t record = table.ops[op].record.index;
      if (!is_copied[record]) home_[op] = home_of_record[record];
    }
  }

  /// The number of the set that the group is part of: that of the first group of all its joins.
  uint32_t number(uint32_t group) { return root(group); }
  uint32_t home(uint32_t group) { return home_[root(group)]; }
  bool are_one(uint32_t a, uint32_t b) { return root(a) == root(b); }
  bool may_join(uint32_t a, uint32_t b) {
    return !are_one(a, b) && (home(a) == kNone || home(b) == kNone || home(a) == home(b));
  }
  void join(uint32_t first, uint32_t second) {
    const uint32_t a = root(first);
    const uint32_t b = root(second);
    parent_[b] = a;
    if (home_[a] == kNone) home_[a] = home_[b];
  }

 private:
  uint32_t root(uint32_t group) {
    while (parent_[group] != group) group = parent_[group] = parent_[parent_[group]];
    return group;
  }

  std::vector<uint32_t> parent_;
  std::vector<uint32_t> home_;
};

}  // namespace

void make_replayable(const OpTable& table, Segmentation& out) {
  Replay replay(table, out);
  std::vector<MergeStep> told;
  for (const MergeStep& step : out.history) {
    const MergeStep named{replay.number(step.first_group), replay.number(step.second_group), step.saved_bytes,
                          step.refused};
    if (replay.are_one(step.first_group, step.second_group)) continue;
    if (!step.refused) {
      if (!replay.may_join(step.first_group, step.second_group)) continue;
      replay.join(step.first_group, step.second_group);
    }
    told.push_back(named);
  }
  std::vector<uint32_t> first_of_segment(out.segments.size(), kNone);
  for (uint32_t op = 0; op < table.ops.size(); ++op) {
    const uint32_t home = replay.home(op);
    if (home == kNone) continue;
    uint32_t& first = first_of_segment[home];
    if (first == kNone) first = op;
    if (replay.are_one(first, op)) continue;
    told.push_back({replay.number(first), replay.number(op), 0, std::nullopt});
    replay.join(first, op);
  }
  out.history = std::move(told);
  out.group_records.clear();
  for (const OpFacts& op : table.ops) out.group_records.push_back(op.record);
}

}  // namespace cleave
