// A topological order of the groups that stays one while groups are joined. Joining two groups is possible if no path
// leads from one to the other through a third; the search for such a path stays between the two places in the order,
// starts at the cheaper end, and gives up after a bounded number of steps. Only groups that are open are in it.
#pragma once

#include <cstdint>
#include <vector>

#include "core/segment/groups.h"

namespace cleave {

class GroupOrder {
 public:
  explicit GroupOrder(const KernelGroups& groups);

  enum class Answer : uint8_t { kFree, kCycle, kGaveUp };
  /// May `a` and `b` become one? On kFree, remembers what has to move for joined().
  Answer ask(uint32_t a, uint32_t b);
  /// A group on the path that the last kCycle found.
  uint32_t between() const { return between_; }
  /// The groups of the last ask() are one now, called `root` (one of the two).
  void joined(uint32_t root);
  /// From now on the order is that of `groups`, which are all there are.
  void reset(const std::vector<uint32_t>& groups);
  bool before(uint32_t a, uint32_t b) const { return label_[a] < label_[b]; }
  /// Steps of all searches.
  size_t steps() const { return steps_; }
  /// From now on a search in one direction gives up after so many steps.
  void give_up_after(size_t steps) { max_steps_ = steps; }
  static constexpr size_t kUsualSteps = 1024;

 private:
  size_t forward_cost(uint32_t group, size_t limit) const;
  Answer give_up(size_t steps);
  Answer search(uint32_t from, uint32_t to, bool forward);
  void place_between(uint32_t left, const std::vector<uint32_t>& nodes, uint32_t right);
  void unlink(uint32_t node);
  void relabel();

  const KernelGroups& groups_;
  std::vector<uint64_t> label_;
  std::vector<uint32_t> previous_;
  std::vector<uint32_t> next_;
  std::vector<uint32_t> stamp_;
  std::vector<uint32_t> moved_;
  uint32_t round_ = 0;
  uint32_t first_ = kNone;
  uint32_t second_ = kNone;
  uint32_t between_ = kNone;
  bool moved_forward_ = false;
  size_t steps_ = 0;
  size_t max_steps_ = kUsualSteps;
};

}  // namespace cleave
