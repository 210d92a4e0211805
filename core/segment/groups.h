// Ops put together: for every group a summary of bounded size that says what one kernel for it would have to do, and
// what joining two groups would give. A question costs what the smaller border costs; it is either committed or rolled
// back. Nothing here decides what is allowed: rules.h reads the summaries.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "core/segment/op_facts.h"

namespace cleave {

/// Values that depend on a reduction of the group, by the reduction's kind.
enum PostMask : uint8_t { kPostInner = 1, kPostOuter = 2 };

struct PostWild {
  AxisSlot slot = kNoSlot;
  uint8_t mask = 0;
  /// The broadcast that made it.
  OpIndex op = kNone;
};

/// A tensor from before any reduction, read by an op behind one.
struct PostRead {
  OpIndex op = kNone;
  TensorIndex tensor = kNone;
};

struct Group {
  /// Or of the ops' flags, and for each flag the first op that has it.
  uint32_t flags = 0;
  std::array<OpIndex, kOpFlagCount> first_with = no_ops();
  uint32_t op_count = 0;
  /// Ops that are no views.
  uint32_t computing = 0;
  OpIndex first_op = kNone;
  /// One op for each distinct reduction pattern; scans, sorts and scatters by their axes.
  std::vector<OpIndex> reductions;
  std::vector<OpIndex> ordered;
  /// Tensors whose axes no other tensor of the group has all of. One: everything fits one loop nest.
  std::vector<TensorUse> extremes;
  /// Axes made by broadcasts behind a reduction.
  std::vector<PostWild> post_wilds;
  std::vector<PostRead> post_reads;
  std::vector<TensorIndex> live;
  std::vector<std::pair<uint32_t, uint32_t>> conflicts;
  std::vector<std::pair<AxisSlot, AxisSlot>> two_sizes;
  /// First of each kind of trouble that joining made.
  std::pair<AxisSlot, AxisSlot> self_map{kNoSlot, kNoSlot};
  TensorIndex cut_inside = kNone;
  OpIndex index_of_inner = kNone;
  OpIndex resize_of_inner = kNone;
  OpIndex mixed = kNone;
  PostRead outer_read;
  bool unconnected = false;
  bool all_welford = true;
  /// Elements of the largest tensor; bytes of that size that stay alive over a reduction; inputs of that size.
  int64_t max_elements = 0;
  int64_t live_bytes = 0;
  int64_t input_bytes = 0;
  uint32_t outer_results = 0;

  bool has(uint32_t mask) const { return (flags & mask) != 0; }
  /// The first op with one of the flags, or kNone.
  OpIndex op_with(uint32_t mask) const {
    OpIndex found = kNone;
    for (size_t i = 0; i < first_with.size(); ++i) {
      if ((mask >> i & 1U) != 0 && first_with[i] < found) found = first_with[i];
    }
    return found;
  }

 private:
  static constexpr std::array<OpIndex, kOpFlagCount> no_ops() {
    std::array<OpIndex, kOpFlagCount> out{};
    for (OpIndex& op : out) op = kNone;
    return out;
  }
};

class KernelGroups {
 public:
  explicit KernelGroups(OpTable& table);

  uint32_t root(OpIndex op) const;
  const Group& group(uint32_t root) const { return groups_[root]; }
  const std::vector<OpIndex>& members(uint32_t root) const { return members_[root]; }
  /// Tensors that the group shares with others (and some it no longer does).
  const std::vector<TensorIndex>& border(uint32_t root) const { return border_lists_[root]; }
  bool on_border(uint32_t root, TensorIndex tensor) const { return borders_.count(key(root, tensor)) != 0; }

  /// What the two groups would be as one. Must be followed by commit() or rollback().
  Group join(uint32_t a, uint32_t b);
  /// What all `ops`, each still alone, would be as one.
  Group join_all(const std::vector<OpIndex>& ops);
  /// Makes the last join() true and gives the root of the joined group.
  uint32_t commit(Group joined);
  /// The same for the last join_all().
  uint32_t commit_all(const std::vector<OpIndex>& ops, Group joined);
  /// Opens a question about one group as it is.
  Group look_at(uint32_t root);
  void rollback();
  /// A new group of one op that was added to the table after the groups were made.
  uint32_t add_single(OpIndex op);
  /// Remembers, and tells, that the group computes `op` a second time.
  void note_copy(uint32_t root, OpIndex op) { copies_.insert(key(groups_[root].first_op, op)); }
  bool has_copy(uint32_t root, OpIndex op) const { return copies_.count(key(groups_[root].first_op, op)) != 0; }
  /// True for the ops of the open question.
  bool inside(OpIndex op) const;
  /// True while `op` depends on a reduction of its own group.
  uint8_t post(OpIndex op) const { return post_[op]; }
  const OpTable& table() const { return table_; }
  /// Classes of a tensor's axes at the end of reshapes, sorted; broadcast axes that nothing resolved are left out.
  std::vector<AxisSlot> axis_set(const TensorUse& use) const;
  /// Reduced and kept classes of a reduction (or scan).
  std::pair<std::vector<AxisSlot>, std::vector<AxisSlot>> pattern(OpIndex op) const;
  /// Pairs of groups asked about so far: the work done.
  size_t join_count() const { return join_count_; }

 private:
  struct Border {
    TensorUse use;
    std::vector<OpIndex> readers;
    bool produced = false;
    OpIndex indexed_by = kNone;
    OpIndex resized_by = kNone;
  };

  static uint64_t key(uint32_t root, TensorIndex tensor) { return uint64_t{root} << 32 | tensor; }
  void make_single(OpIndex op);
  void absorb(Group& into, const Group& from) const;
  void meet(Group& joined, TensorIndex tensor, const Border& a, const Border& b);
  void internalise(Group& joined, TensorIndex tensor, const Border& reading);
  void flood(Group& joined, OpIndex op, uint8_t mask);
  void note_post_op(Group& joined, OpIndex op);
  void compress(Group& joined);
  void reopen_border(TensorIndex tensor);
  int64_t narrow_bytes(TensorIndex tensor) const;
  bool says_more(const TensorUse& use, const TensorUse& other) const;

  OpTable& table_;
  std::vector<Group> groups_;
  mutable std::vector<uint32_t> parent_;
  std::vector<std::vector<OpIndex>> members_;
  std::vector<std::vector<TensorIndex>> border_lists_;
  std::unordered_map<uint64_t, Border> borders_;
  std::unordered_set<uint64_t> copies_;
  std::vector<uint8_t> post_;
  std::vector<std::pair<OpIndex, uint8_t>> post_journal_;
  std::vector<OpIndex> newly_post_;
  uint32_t asked_a_ = kNone;
  uint32_t asked_b_ = kNone;
  bool asked_all_ = false;
  size_t mark_ = 0;
  size_t join_count_ = 0;
};

}  // namespace cleave
