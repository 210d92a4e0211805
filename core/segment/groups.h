// Ops put together: for every group a summary of bounded size that says what one kernel for it would have to do, and
// what joining two groups would give. A question costs what the smaller border costs; it is either committed or rolled
// back. A list of bounded size that is full says so (Group::overfull): what was left out counts as a no. Nothing here
// decides what is allowed: rules.h reads the summaries.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "core/base/check.h"
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
  /// Smaller tensors from before a reduction that ops behind one read and that nothing inside computes behind one.
  std::vector<PostRead> post_reads;
  /// There are more than post_reads has room for.
  bool more_post_reads = false;
  /// Some of the full-sized tensors from before a reduction that are read behind one, for messages; all of those of the
  /// open question are KernelGroups::live_tensors().
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
  /// A list of distinct things was full: what it leaves out is not known to fit.
  bool overfull = false;
  bool all_welford = true;
  /// Elements of the largest tensor; bytes of that size that stay alive over a reduction, each tensor once.
  int64_t max_elements = 0;
  int64_t live_bytes = 0;
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
  /// Distinct axis sets, reduction patterns and scan patterns that a summary can tell apart.
  static constexpr size_t kMaxDistinct = 64;
  /// Reads behind a reduction that a summary can remember.
  static constexpr size_t kMaxPostReads = 8;

  /// No groups yet: join_all() can be asked, everything else needs open().
  explicit KernelGroups(OpTable& table);
  /// Makes a group of each of `ops`.
  void open(const std::vector<OpIndex>& ops);
  /// Makes a group of each op.
  void open_all();

  uint32_t root(OpIndex op) const;
  const Group& group(uint32_t root) const { return home(root).group; }
  const std::vector<OpIndex>& members(uint32_t root) const { return home(root).members; }
  /// Tensors that the group shares with others (and some it no longer does).
  const std::vector<TensorIndex>& border(uint32_t root) const { return home(root).border; }
  bool on_border(uint32_t root, TensorIndex tensor) const { return borders_.count(key(root, tensor)) != 0; }

  /// What the two groups would be as one. Must be followed by commit() or rollback().
  Group join(uint32_t a, uint32_t b);
  /// What all `ops` would be as one: whole groups, or ops of which none is open yet.
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
  void note_copy(uint32_t root, OpIndex op) { copies_.insert(key(group(root).first_op, op)); }
  bool has_copy(uint32_t root, OpIndex op) const { return copies_.count(key(group(root).first_op, op)) != 0; }
  /// True for the ops of the open question.
  bool inside(OpIndex op) const;
  /// The op of the open question that computes the tensor: its producer or a copy of it; kNone if it comes from
  /// outside.
  OpIndex maker_inside(TensorIndex tensor) const;
  /// Full-sized tensors from before a reduction that ops of the open question read behind one.
  std::vector<TensorIndex> live_tensors() const;
  /// True while `op` depends on a reduction of its own group.
  uint8_t post(OpIndex op) const { return post_[op]; }
  const OpTable& table() const { return table_; }
  /// Classes of a tensor's axes at the end of reshapes, sorted; broadcast axes that nothing resolved are left out.
  std::vector<AxisSlot> axis_set(const TensorUse& use) const;
  /// Reduced and kept classes of a reduction (or scan).
  std::pair<std::vector<AxisSlot>, std::vector<AxisSlot>> pattern(OpIndex op) const;
  /// Pairs of groups asked about so far: the work done.
  size_t join_count() const { return join_count_; }
  /// Groups made so far, other than by joining two.
  size_t made() const { return made_; }

 private:
  /// A tensor that a group shares with others, as the group sees it.
  struct Border {
    TensorUse use;
    ShortList<OpIndex, 2> readers;
    /// Readers that are no copies.
    uint32_t own_readers = 0;
    /// The op of the group that computes it: its producer or a copy of it.
    OpIndex maker = kNone;
    OpIndex indexed_by = kNone;
    OpIndex resized_by = kNone;
  };
  struct Home {
    Group group;
    std::vector<OpIndex> members;
    std::vector<TensorIndex> border;
    /// Full-sized tensors that stay alive, and the name of their set in live_bytes_.
    std::vector<TensorIndex> live;
    uint32_t live_set = kNone;
  };
  struct LiveTensor {
    TensorIndex tensor = kNone;
    int64_t bytes = 0;
  };

  static uint64_t key(uint32_t root, TensorIndex tensor) { return uint64_t{root} << 32 | tensor; }
  const Home& home(uint32_t root) const {
    CHECK(home_of_[root] != kNone, "the group is open and was not joined to another");
    return homes_[home_of_[root]];
  }
  Home& home(uint32_t root) { return const_cast<Home&>(std::as_const(*this).home(root)); }
  Home& new_home(OpIndex op);
  void close_home(uint32_t root);
  void make_single(OpIndex op);
  void add_border(OpIndex op, const TensorUse& use, bool is_made);
  void merge_border(uint32_t into, TensorIndex tensor, Border moved);
  void merge_live(Home& into, Home& from, int64_t max_elements);
  void reopen_border(TensorIndex tensor);
  void begin_question();
  void end_question();

  // What follows is in group_summary.cpp.
  void count_op(Group& group, OpIndex op) const;
  void absorb(Group& into, const Group& from) const;
  /// The bytes with which the group counts a tensor of the question's size as alive, if it does.
  std::optional<int64_t> live_bytes_in(uint32_t root, TensorIndex tensor) const;
  int64_t shared_live_bytes(uint32_t a, uint32_t b) const;
  void meet(TensorUse a, TensorUse b);
  void meet_all(Group& joined, const std::vector<OpIndex>& ops);
  void internalise(Group& joined, TensorIndex tensor, OpIndex maker, const Border& reading);
  void flood(Group& joined, OpIndex op, uint8_t mask);
  void note_post_op(Group& joined, OpIndex op);
  void note_live(Group& joined, TensorIndex tensor);
  void compress(Group& joined);
  void thin_extremes(Group& joined);
  void thin_patterns(Group& joined, std::vector<OpIndex>& ops);
  void thin_post(Group& joined);
  bool append_axis_set(const TensorUse& use, std::vector<AxisSlot>& out) const;
  int64_t narrow_bytes(TensorIndex tensor) const;
  bool says_more(const TensorUse& use, const TensorUse& other) const;

  OpTable& table_;
  /// Ops that the table had when the groups were made; later ones are copies.
  const OpIndex original_ops_;
  /// By op: the place of the group in homes_, kNone if the op is not open or is in another's group.
  std::vector<uint32_t> home_of_;
  std::vector<Home> homes_;
  std::vector<uint32_t> free_homes_;
  mutable std::vector<uint32_t> parent_;
  std::unordered_map<uint64_t, Border> borders_;
  std::unordered_set<uint64_t> copies_;
  std::unordered_map<TensorIndex, std::vector<OpIndex>> copy_makers_;
  std::unordered_map<TensorIndex, std::vector<OpIndex>> copy_readers_;
  /// By set and tensor: the bytes with which the tensor is counted in the group's live_bytes.
  std::unordered_map<uint64_t, int64_t> live_bytes_;
  std::vector<uint8_t> post_;

  // The open question.
  uint32_t asked_a_ = kNone;
  uint32_t asked_b_ = kNone;
  bool asked_all_ = false;
  /// By op: the last join_all() that asked about it.
  std::vector<uint32_t> asked_stamp_;
  size_t mark_ = 0;
  std::vector<std::pair<OpIndex, uint8_t>> post_journal_;
  std::vector<OpIndex> newly_post_;
  std::vector<LiveTensor> newly_live_;
  /// By tensor: the question in which it was last put into newly_live_.
  std::vector<uint32_t> live_stamp_;
  uint32_t question_ = 0;
  int64_t question_elements_ = 0;
  size_t join_count_ = 0;
  size_t made_ = 0;
  std::vector<AxisSlot> scratch_;
};

}  // namespace cleave
