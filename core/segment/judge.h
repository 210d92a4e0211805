// One question to the rules: the group of the open question, and what the tests have found so far. A test answers yes,
// or leaves in `current_` what it refuses. Tests stand in files by what they are about (shared, reduction, persistence,
// movement, tiles); decide() in rules.cpp says which template asks which, in which order. Only those files include this
// header.
#pragma once

#include <initializer_list>
#include <optional>
#include <span>
#include <vector>

#include "core/segment/persistence_limits.h"
#include "core/segment/rules.h"

namespace cleave {

using AxisSet = std::vector<AxisSlot>;

/// Of sorted sets.
bool includes(const AxisSet& outer, const AxisSet& inner);
AxisSet joined_set(const AxisSet& a, const AxisSet& b);

class Judge {
 public:
  Judge(const Primitive& primitive, const KernelGroups& groups, const Group& group,
        std::span<const std::span<const OpIndex>> members, const SegmentOptions& options);

  Verdict decide();
  /// The same asked of one scheduler alone, which goes on behind a refusal: every rule of it that refuses is said, the
  /// first one first.
  Verdict decide_for(Scheduler scheduler);

 private:
  using Test = bool (Judge::*)();

  bool ask(Template kernel_template, std::optional<Scheduler> scheduler, std::initializer_list<Test> tests);
  bool accept(Template kernel_template, std::optional<Scheduler> scheduler);
  Refusal& say(ReasonCode code) {
    current_ = Refusal();
    current_.code = code;
    return current_;
  }

  // Shared tests.
  bool only_views();
  bool not_alone();
  bool connected();
  bool no_self_map();
  bool no_resize_with_index();
  bool no_reshape_conflict();
  bool one_size();
  bool inputs_are_global();
  bool lookups_are_global();
  bool no_reduction();
  bool no_ordered();
  bool has_reduction();
  bool covered_by_reference();
  bool covered_by_reduction();
  bool reshapes_keep_reduction();
  bool one_pattern();
  // Reduction.
  bool nothing_expanded_after();
  TensorIndex read_again() const;
  bool no_new_input();
  // Persistent.
  bool all_reduce(OpFlag direction);
  bool is_inner();
  bool is_outer();
  bool expanded_along_reduced();
  bool row_is_read_again();
  bool fits_inner();
  bool fits_outer();
  // Inner-outer.
  bool both_kinds();
  bool complementary();
  bool kinds_stay_apart();
  bool fits_inner_outer();
  // Resize.
  bool has_resize();
  bool no_broadcast_resize();
  bool outputs_have_one_size();
  // Greedy.
  bool has_ordered();
  bool only_greedy_ops();
  bool same_rows();
  bool reshapes_keep_rows();
  bool covered_unless_scatter();
  // Row program.
  bool same_kept_axes();
  bool every_loop_has_rows();

  // No-op, matmul and transpose.
  bool outputs_have_no_loop();
  bool has_product();
  bool products_are_enabled();
  bool no_lookup_along_fastest();
  bool two_memory_orders();
  bool enough_for_tiles();

  bool is_cut_inside();
  bool is_overfull();
  bool decide_single();
  /// Every template that may take the group, in nvFuser's order, until one does.
  bool ask_all();
  std::optional<Scheduler> scheduler_of_alone(const OpFacts& facts) const;
  PersistentShape shape_of(OpIndex reduction) const;
  /// What could be kept on chip in place of the values that are read again.
  struct Projection {
    /// Of full-sized tensors from outside the group.
    int64_t bytes = 0;
    bool is_random = false;
    bool is_possible = true;
    /// There was more to walk over than kMostProjected tensors.
    bool is_complete = true;
  };
  static constexpr size_t kMostProjected = 4096;
  Projection projection() const;
  using Limit = std::optional<LimitRefusal> (*)(const PersistentShape& shape, const DeviceLimits& device);
  bool check_limit(Limit limit, OpIndex reduction, bool also_random);
  void point_at_uncovered(const TensorUse& use, const AxisSet& loops);
  AxisSlot linked_class(AxisSlot slot) const;
  /// Tensors that the members compute and others need; tensors that they read and do not compute, inputs by index.
  std::vector<TensorUse> leaving() const;
  std::vector<TensorUse> entering() const;
  AxisSet resolved_set(const PostWild& wild) const;

  const Primitive& primitive_;
  const KernelGroups& groups_;
  const OpTable& table_;
  const Group& group_;
  std::span<const std::span<const OpIndex>> members_;
  const SegmentOptions& options_;
  /// Set while one scheduler alone is asked.
  std::optional<Scheduler> alone_;
  AxisSet reduced_;
  AxisSet kept_;
  AxisSet loops_;
  /// What tiles would go over: elements, the two fastest extents, then the extents between them.
  std::vector<int64_t> tiles_;
  Refusal current_;
  Verdict verdict_;
};

}  // namespace cleave
