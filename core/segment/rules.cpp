// One function a template, each a list of tests in the order in which they are explained.
#include "core/segment/rules.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <tuple>

#include "core/ops/op_table.h"
#include "core/segment/persistence_limits.h"

namespace cleave {

namespace {

using AxisSet = std::vector<AxisSlot>;

bool includes(const AxisSet& outer, const AxisSet& inner) {
  return std::includes(outer.begin(), outer.end(), inner.begin(), inner.end());
}

AxisSet joined_set(const AxisSet& a, const AxisSet& b) {
  AxisSet out;
  std::set_union(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(out));
  return out;
}

class Judge {
 public:
  Judge(const Primitive& primitive, const KernelGroups& groups, const Group& group,
        std::span<const std::span<const OpIndex>> members, const SegmentOptions& options)
      : primitive_(primitive), groups_(groups), table_(groups.table()), group_(group), members_(members), options_(options) {
    if (!group.reductions.empty()) {
      std::tie(reduced_, kept_) = groups.pattern(group.reductions[0]);
      loops_ = joined_set(reduced_, kept_);
    }
  }

  Verdict decide();

 private:
  using Test = bool (Judge::*)();

  bool ask(Template kernel_template, Scheduler scheduler, std::initializer_list<Test> tests);
  bool accept(Template kernel_template, Scheduler scheduler);
  Refusal& say(ReasonCode code) {
    current_ = Refusal();
    current_.code = code;
    return current_;
  }

  // Shared tests.
  bool only_views();
  bool no_cut_inside();
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
  bool no_new_input();
  // Persistent.
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

  Verdict decide_single();
  PersistentShape shape_of(OpIndex reduction) const;
  bool check_limit(std::optional<LimitRefusal> limit, OpIndex reduction);
  void point_at_uncovered(const TensorUse& use, const AxisSet& loops);
  AxisSet resolved_set(const PostWild& wild) const;

  const Primitive& primitive_;
  const KernelGroups& groups_;
  const OpTable& table_;
  const Group& group_;
  std::span<const std::span<const OpIndex>> members_;
  const SegmentOptions& options_;
  AxisSet reduced_;
  AxisSet kept_;
  AxisSet loops_;
  Refusal current_;
  Verdict verdict_;
};

bool Judge::ask(Template kernel_template, Scheduler scheduler, std::initializer_list<Test> tests) {
  int passed = 0;
  for (Test test : tests) {
    if (!(this->*test)()) {
      current_.refused_template = kernel_template;
      current_.refused_scheduler = scheduler;
      current_.passed = passed;
      verdict_.refusals.push_back(std::move(current_));
      return false;
    }
    ++passed;
  }
  return accept(kernel_template, scheduler);
}

bool Judge::accept(Template kernel_template, Scheduler scheduler) {
  verdict_.accepted = true;
  verdict_.kernel_template = kernel_template;
  verdict_.scheduler = scheduler;
  return true;
}

bool Judge::only_views() {
  if (group_.computing == 0) return true;
  say(reason("R.NOT_A_VIEW"));
  return false;
}

bool Judge::no_cut_inside() {
  if (group_.cut_inside == kNone) return true;
  say(reason("R.USER_BOUNDARY")).tensor = group_.cut_inside;
  current_.op = table_.producer[group_.cut_inside];
  return false;
}

bool Judge::not_alone() {
  if (!group_.has(kFlagAlone)) return true;
  say(reason("R.OPAQUE_OP")).op = group_.op_with(kFlagAlone);
  return false;
}

bool Judge::connected() {
  if (!group_.unconnected) return true;
  say(reason("R.NOT_CONNECTED"));
  return false;
}

bool Judge::no_self_map() {
  if (group_.self_map.first == kNoSlot) return true;
  say(reason("R.SELF_MAP"));
  for (const TensorUse& use : group_.extremes) {
    const auto slots = table_.slots_of(use);
    for (size_t i = 0; i < slots.size(); ++i) {
      for (size_t j = i + 1; j < slots.size(); ++j) {
        if (table_.classes.find(slots[i]) != table_.classes.find(slots[j])) continue;
        current_.tensor = use.tensor;
        current_.numbers = {{"first axis", static_cast<double>(i), ""}, {"second axis", static_cast<double>(j), ""}};
      }
    }
  }
  return false;
}

bool Judge::no_resize_with_index() {
  if (!group_.has(kFlagResize) || !group_.has(kFlagIndex | kFlagScatter)) return true;
  say(reason("R.RESIZE_PLUS_INDEX")).op = group_.op_with(kFlagResize);
  current_.other_op = group_.op_with(kFlagIndex | kFlagScatter);
  return false;
}

bool Judge::no_reshape_conflict() {
  if (group_.conflicts.empty()) return true;
  say(reason("R.RESHAPE_CONFLICT"));
  const auto [first, second] = group_.conflicts.front();
  const AxisSlot source = table_.classes.transform(first).source[0];
  current_.numbers = {{"extent", static_cast<double>(table_.classes.extent(source)), "elements"}};
  current_.op = table_.reshape_of_transform[first];
  current_.other_op = table_.reshape_of_transform[second];
  return false;
}

bool Judge::one_size() {
  if (group_.two_sizes.empty()) return true;
  say(reason("R.BCAST_TWO_SIZES"));
  const auto [a, b] = group_.two_sizes.front();
  current_.numbers = {{"first size", static_cast<double>(table_.classes.extent(a)), "elements"},
                      {"second size", static_cast<double>(table_.classes.extent(b)), "elements"}};
  current_.op = group_.op_with(kFlagBroadcast);
  return false;
}

bool Judge::lookups_are_global() {
  if (group_.index_of_inner == kNone) return true;
  say(reason("R.INPUT_MUST_BE_GLOBAL")).op = group_.index_of_inner;
  current_.tensor = table_.ops[group_.index_of_inner].operands[0].tensor;
  return false;
}

bool Judge::inputs_are_global() {
  if (!lookups_are_global()) return false;
  if (group_.resize_of_inner == kNone) return true;
  say(reason("R.INPUT_MUST_BE_GLOBAL")).op = group_.resize_of_inner;
  for (const TensorUse& use : table_.ops[group_.resize_of_inner].operands) {
    const OpIndex producer = table_.producer[use.tensor];
    if (producer != kNone && groups_.inside(producer)) current_.tensor = use.tensor;
  }
  return false;
}

bool Judge::no_reduction() {
  if (!group_.has(kFlagReduction)) return true;
  say(reason("R.HAS_REDUCTION")).op = group_.reductions[0];
  return false;
}

bool Judge::no_ordered() {
  if (!group_.has(kFlagOrdered | kFlagScatter)) return true;
  say(reason("R.NOT_GREEDY_OP")).op = group_.ordered[0];
  return false;
}

bool Judge::has_reduction() {
  if (group_.has(kFlagReduction)) return true;
  say(reason("R.MISSING_OP"));
  return false;
}

void Judge::point_at_uncovered(const TensorUse& use, const AxisSet& loops) {
  current_.tensor = use.tensor;
  for (uint32_t i = 0; i < use.rank; ++i) {
    TensorUse one = use;
    one.first_slot += i;
    one.rank = 1;
    if (includes(loops, groups_.axis_set(one))) continue;
    current_.axis = i;
    const AxisSlot slot = table_.slots_of(use)[i];
    current_.numbers = {{"extent", static_cast<double>(table_.classes.extent(slot)), "elements"}};
    return;
  }
}

bool Judge::covered_by_reference() {
  if (group_.extremes.size() <= 1) return true;
  say(reason("R.AXIS_UNCOVERED"));
  const TensorUse& reference = group_.extremes[0];
  point_at_uncovered(group_.extremes[1], groups_.axis_set(reference));
  current_.other_tensor = reference.tensor;
  return false;
}

bool Judge::covered_by_reduction() {
  for (const TensorUse& use : group_.extremes) {
    if (includes(loops_, groups_.axis_set(use))) continue;
    say(reason("R.AXIS_UNCOVERED"));
    point_at_uncovered(use, loops_);
    current_.op = group_.reductions[0];
    current_.other_tensor = table_.ops[group_.reductions[0]].operands[0].tensor;
    return false;
  }
  return true;
}

/// Where a reshape merges, the axes that it connects must all lie in one run of reduced or of kept axes.
bool Judge::reshapes_keep_reduction() {
  if (!group_.has(kFlagMergeReshape)) return true;
  const OpFacts& facts = table_.ops[group_.reductions[0]];
  const auto slots = table_.slots_of(facts.operands[0]);
  std::vector<uint32_t> run(slots.size(), 0);
  for (size_t i = 1; i < slots.size(); ++i) {
    const bool same = (facts.dims >> i & 1U) == (facts.dims >> (i - 1) & 1U);
    run[i] = same ? run[i - 1] : run[i - 1] + 1;
  }
  for (size_t i = 0; i < slots.size(); ++i) {
    for (size_t j = i + 1; j < slots.size(); ++j) {
      if (run[i] == run[j] || table_.classes.find_linked(slots[i]) != table_.classes.find_linked(slots[j])) continue;
      say(reason("R.RESHAPE_CROSSES_REDUCTION")).op = group_.op_with(kFlagMergeReshape);
      current_.other_op = group_.reductions[0];
      current_.tensor = facts.operands[0].tensor;
      current_.numbers = {{"first axis", static_cast<double>(i), ""}, {"second axis", static_cast<double>(j), ""}};
      return false;
    }
  }
  return true;
}

bool Judge::one_pattern() {
  if (group_.reductions.size() <= 1) return true;
  const OpIndex first = group_.reductions[0];
  OpIndex other = group_.reductions[1];
  for (OpIndex op : group_.reductions) {
    if (table_.has(op, kFlagInner) != table_.has(first, kFlagInner)) other = op;
  }
  const bool kinds = table_.has(first, kFlagInner) != table_.has(other, kFlagInner);
  say(kinds ? reason("R.KIND_MISMATCH") : reason("R.REDUCE_AXES_DIFFER")).op = first;
  current_.other_op = other;
  return false;
}

AxisSet Judge::resolved_set(const PostWild& wild) const {
  AxisSet out;
  const AxisSlot concrete = table_.classes.resolved(wild.slot);
  if (concrete != kNoSlot) table_.classes.final_classes(concrete, out);
  std::sort(out.begin(), out.end());
  return out;
}

bool Judge::nothing_expanded_after() {
  for (const PostWild& wild : group_.post_wilds) {
    const AxisSet resolved = resolved_set(wild);
    if (resolved.empty()) continue;
    say(reason("R.NEEDS_PERSISTENCE")).op = wild.op;
    current_.other_op = group_.reductions[0];
    if (!group_.live.empty()) current_.tensor = group_.live[0];
    return false;
  }
  return true;
}

bool Judge::no_new_input() {
  if (!table_.has(group_.reductions[0], kFlagInner)) return true;
  if (!group_.live.empty()) {
    say(reason("R.POST_REDUCE_NEW_INPUT")).tensor = group_.live[0];
    current_.other_op = group_.reductions[0];
    return false;
  }
  for (const PostRead& read : group_.post_reads) {
    const OpIndex producer = table_.producer[read.tensor];
    if (producer != kNone && groups_.inside(producer) && groups_.post(producer) != 0) continue;
    say(reason("R.POST_REDUCE_NEW_INPUT")).op = read.op;
    current_.tensor = read.tensor;
    current_.other_op = group_.reductions[0];
    return false;
  }
  return true;
}

bool Judge::is_inner() {
  if (table_.has(group_.reductions[0], kFlagInner)) return true;
  say(reason("R.KIND_MISMATCH")).op = group_.reductions[0];
  return false;
}

bool Judge::is_outer() {
  if (table_.has(group_.reductions[0], kFlagOuter)) return true;
  say(reason("R.KIND_MISMATCH")).op = group_.reductions[0];
  return false;
}

bool Judge::expanded_along_reduced() {
  for (const PostWild& wild : group_.post_wilds) {
    if (includes(loops_, resolved_set(wild))) continue;
    say(reason("R.BCAST_NOT_FROM_REDUCED")).op = wild.op;
    current_.other_op = group_.reductions[0];
    const AxisSlot concrete = table_.classes.resolved(wild.slot);
    current_.numbers = {{"extent", static_cast<double>(table_.classes.extent(concrete)), "elements"}};
    return false;
  }
  return true;
}

bool Judge::row_is_read_again() {
  AxisSet expanded;
  for (const PostWild& wild : group_.post_wilds) expanded = joined_set(expanded, resolved_set(wild));
  const bool row = !expanded.empty() && includes(expanded, reduced_) && !group_.live.empty();
  if (row) return true;
  say(reason("R.NO_PERSISTENCE")).op = group_.reductions[0];
  current_.tensor = table_.ops[group_.reductions[0]].operands[0].tensor;
  return false;
}

PersistentShape Judge::shape_of(OpIndex reduction) const {
  const OpFacts& facts = table_.ops[reduction];
  const TensorType& type = primitive_.types.tensor(StateId(facts.operands[0].tensor));
  PersistentShape shape;
  for (size_t i = 0; i < type.rank(); ++i) {
    ((facts.dims >> i & 1U) != 0 ? shape.row_elements : shape.rows) *= type.axes[i].extent;
  }
  bool in_run = true;
  for (size_t i = type.rank(); i > 0; --i) {
    const uint32_t axis = type.allocation_order[i - 1];
    if (type.axes[axis].extent == 1) continue;
    const bool reduced = (facts.dims >> axis & 1U) != 0;
    if (!reduced) in_run = false;
    if (reduced && !in_run) shape.contiguous_rows = false;
    if (reduced) continue;
    if (shape.row_stride_elements == 1) shape.row_stride_elements = type.axes[axis].extent;
  }
  int64_t bytes = group_.live_bytes;
  // Held as the inputs they are computed from, where nothing forbids computing them again.
  const bool projectable = !group_.has(kFlagReshape | kFlagRandom) && group_.input_bytes > 0;
  if (projectable) bytes = std::min(bytes, group_.input_bytes);
  shape.row_bytes = bytes / std::max<int64_t>(shape.rows, 1);
  shape.element_bytes = std::max<int64_t>(1, shape.row_bytes / std::max<int64_t>(shape.row_elements, 1));
  shape.all_welford = group_.all_welford;
  shape.outer_results = group_.outer_results;
  return shape;
}

bool Judge::check_limit(std::optional<LimitRefusal> limit, OpIndex reduction) {
  if (!limit) return true;
  say(limit->code).op = reduction;
  current_.numbers = std::move(limit->numbers);
  if (!group_.live.empty()) current_.tensor = group_.live[0];
  return false;
}

bool Judge::fits_inner() {
  if (!options_.device) return true;
  const OpIndex reduction = group_.reductions[0];
  return check_limit(inner_limit(shape_of(reduction), *options_.device), reduction);
}

bool Judge::fits_outer() {
  if (!options_.device) return true;
  const OpIndex reduction = group_.reductions[0];
  return check_limit(outer_limit(shape_of(reduction), *options_.device), reduction);
}

bool Judge::both_kinds() {
  if (group_.has(kFlagInner) && group_.has(kFlagOuter)) return true;
  say(reason("R.MISSING_OP"));
  return false;
}

bool Judge::complementary() {
  if (group_.reductions.size() == 2) {
    const auto [reduced, kept] = groups_.pattern(group_.reductions[1]);
    const bool kinds = table_.has(group_.reductions[0], kFlagInner) != table_.has(group_.reductions[1], kFlagInner);
    if (kinds && reduced == kept_ && kept == reduced_) return true;
  }
  say(reason("R.REDUCE_AXES_DIFFER")).op = group_.reductions[0];
  current_.other_op = group_.reductions[1];
  return false;
}

bool Judge::kinds_stay_apart() {
  OpIndex met = group_.mixed != kNone ? group_.mixed : group_.outer_read.op;
  for (const PostWild& wild : group_.post_wilds) {
    if ((wild.mask & kPostOuter) != 0 && table_.classes.resolved(wild.slot) != kNoSlot) met = wild.op;
  }
  if (met == kNone) {
    // The inner rows must be read again, or nothing is gained by one kernel.
    const bool inner_first = table_.has(group_.reductions[0], kFlagInner);
    const AxisSet& row = inner_first ? reduced_ : kept_;
    AxisSet expanded;
    for (const PostWild& wild : group_.post_wilds) expanded = joined_set(expanded, resolved_set(wild));
    if (!expanded.empty() && includes(expanded, row)) return true;
    say(reason("R.NO_PERSISTENCE")).op = group_.reductions[inner_first ? 0 : 1];
    return false;
  }
  say(reason("R.KIND_MISMATCH")).op = met;
  return false;
}

bool Judge::fits_inner_outer() {
  if (!options_.device) return true;
  const bool inner_first = table_.has(group_.reductions[0], kFlagInner);
  const OpIndex reduction = group_.reductions[inner_first ? 0 : 1];
  return check_limit(inner_outer_limit(shape_of(reduction), *options_.device), reduction);
}

bool Judge::has_resize() {
  if (group_.has(kFlagResize)) return true;
  say(reason("R.MISSING_OP"));
  return false;
}

bool Judge::no_broadcast_resize() {
  if (!group_.has(kFlagResizeBroadcast)) return true;
  say(reason("R.RESIZE_BROADCAST")).op = group_.op_with(kFlagResizeBroadcast);
  return false;
}

bool Judge::outputs_have_one_size() {
  std::vector<std::pair<AxisSlot, TensorUse>> seen;
  for (const auto& part : members_) {
    for (OpIndex op : part) {
      for (const TensorUse& use : table_.ops[op].results) {
        const auto& users = table_.users[use.tensor];
        // What is computed again stays inside.
        if (table_.producer[use.tensor] != op) continue;
        const bool leaves = table_.is_output[use.tensor] ||
                            std::any_of(users.begin(), users.end(), [&](OpIndex user) { return !groups_.inside(user); });
        if (!leaves) continue;
        for (AxisSlot slot : table_.slots_of(use)) {
          if (table_.classes.kind(slot) != AxisClasses::SlotKind::kConcrete) continue;
          const AxisSlot root = table_.classes.find(slot);
          for (const auto& [other, other_use] : seen) {
            if (table_.classes.find(other) != root || table_.classes.extent(other) == table_.classes.extent(slot)) continue;
            say(reason("R.RESIZE_SIZES_DIFFER")).tensor = use.tensor;
            current_.other_tensor = other_use.tensor;
            current_.numbers = {{"first size", static_cast<double>(table_.classes.extent(slot)), "elements"},
                                {"second size", static_cast<double>(table_.classes.extent(other)), "elements"}};
            return false;
          }
          if (seen.size() < 64) seen.emplace_back(slot, use);
        }
      }
    }
  }
  return true;
}

bool Judge::has_ordered() {
  if (group_.has(kFlagOrdered | kFlagScatter)) return true;
  say(reason("R.MISSING_OP"));
  return false;
}

bool Judge::only_greedy_ops() {
  if (!group_.has(kFlagNotGreedy)) return true;
  say(reason("R.NOT_GREEDY_OP")).op = group_.op_with(kFlagNotGreedy);
  current_.other_op = group_.ordered[0];
  return false;
}

bool Judge::same_rows() {
  const auto [sorted, rows] = groups_.pattern(group_.ordered[0]);
  for (OpIndex op : group_.ordered) {
    if (groups_.pattern(op).second == rows) continue;
    say(reason("R.ORDERED_AXES_DIFFER")).op = group_.ordered[0];
    current_.other_op = op;
    return false;
  }
  return true;
}

bool Judge::reshapes_keep_rows() {
  for (OpIndex op : group_.ordered) {
    const OpFacts& facts = table_.ops[op];
    const auto slots = table_.slots_of(facts.operands[0]);
    for (size_t i = 0; i < slots.size(); ++i) {
      if ((facts.dims >> i & 1U) == 0 || !group_.has(kFlagReshape)) continue;
      AxisSet through;
      table_.classes.final_classes(slots[i], through);
      const bool reshaped = through.size() != 1 || through[0] != table_.classes.find(slots[i]);
      bool linked = reshaped;
      for (size_t j = 0; j < slots.size(); ++j) {
        if (j != i && table_.classes.find_linked(slots[i]) == table_.classes.find_linked(slots[j])) linked = true;
      }
      if (!linked) continue;
      say(reason("R.RESHAPE_CROSSES_REDUCTION")).op = group_.op_with(kFlagReshape);
      current_.other_op = op;
      current_.tensor = facts.operands[0].tensor;
      return false;
    }
  }
  return true;
}

bool Judge::covered_unless_scatter() { return group_.has(kFlagScatter) || covered_by_reference(); }

bool Judge::same_kept_axes() {
  if (kept_.empty()) {
    say(reason("R.NO_PERSISTENCE")).op = group_.reductions[0];
    return false;
  }
  for (OpIndex op : group_.reductions) {
    if (table_.has(op, kFlagInner) && groups_.pattern(op).second == kept_) continue;
    say(reason("R.REDUCE_AXES_DIFFER")).op = group_.reductions[0];
    current_.other_op = op;
    return false;
  }
  return true;
}

bool Judge::every_loop_has_rows() {
  for (const TensorUse& use : group_.extremes) {
    const AxisSet axes = groups_.axis_set(use);
    if (includes(axes, kept_)) continue;
    say(reason("R.AXIS_UNCOVERED")).tensor = use.tensor;
    current_.op = group_.reductions[0];
    return false;
  }
  return true;
}

Verdict Judge::decide_single() {
  const OpIndex op = members_[0][0];
  const OpFacts& facts = table_.ops[op];
  const OpFamily op_family = family(primitive_.definition.records[facts.record].op);
  if ((facts.flags & kFlagAlone) != 0) {
    const bool library = op_family == OpFamily::kMatmul || op_family == OpFamily::kOpaque;
    accept(library ? Template::kLibrary : Template::kSerial, Scheduler::kExprEval);
  } else if ((facts.flags & kFlagHostAlone) != 0) {
    accept((facts.flags & kFlagScatter) != 0   ? Template::kScatter
           : (facts.flags & kFlagSort) != 0    ? Template::kSort
           : (facts.flags & kFlagOrdered) != 0 ? Template::kScan
                                               : Template::kPointwise,
           Scheduler::kExprEval);
  }
  return verdict_;
}

Verdict Judge::decide() {
  if (group_.op_count == 1 && group_.has(kFlagAlone | kFlagHostAlone)) return decide_single();
  using J = Judge;
  const bool extended = options_.rules == RuleSet::kExtended;
  const bool accepted =
      ask(Template::kAlias, Scheduler::kExprEval, {&J::no_cut_inside, &J::not_alone, &J::connected, &J::only_views}) ||
      ask(Template::kReduction, Scheduler::kReduction,
          {&J::has_reduction, &J::no_cut_inside, &J::not_alone, &J::connected, &J::no_self_map, &J::no_resize_with_index,
           &J::no_ordered, &J::no_reshape_conflict, &J::inputs_are_global, &J::covered_by_reduction, &J::one_size,
           &J::reshapes_keep_reduction, &J::one_pattern, &J::nothing_expanded_after, &J::no_new_input}) ||
      ask(Template::kResize, Scheduler::kResize,
          {&J::has_resize, &J::no_cut_inside, &J::not_alone, &J::connected, &J::no_self_map, &J::no_resize_with_index,
           &J::no_ordered, &J::no_reduction, &J::no_reshape_conflict, &J::one_size, &J::no_broadcast_resize, &J::covered_by_reference,
           &J::outputs_have_one_size}) ||
      ask(Template::kPointwise, Scheduler::kPointwise,
          {&J::no_reduction, &J::no_cut_inside, &J::not_alone, &J::connected, &J::no_self_map, &J::no_resize_with_index,
           &J::no_ordered, &J::no_reshape_conflict, &J::inputs_are_global, &J::covered_by_reference, &J::one_size}) ||
      ask(Template::kPersistent, Scheduler::kInnerPersistent,
          {&J::has_reduction, &J::no_cut_inside, &J::not_alone, &J::connected, &J::no_self_map, &J::no_resize_with_index,
           &J::no_ordered, &J::no_reshape_conflict, &J::inputs_are_global, &J::expanded_along_reduced, &J::covered_by_reduction,
           &J::one_size, &J::reshapes_keep_reduction, &J::one_pattern, &J::is_inner, &J::row_is_read_again,
           &J::fits_inner}) ||
      ask(Template::kPersistent, Scheduler::kOuterPersistent,
          {&J::has_reduction, &J::no_cut_inside, &J::not_alone, &J::connected, &J::no_self_map, &J::no_resize_with_index,
           &J::no_ordered, &J::no_reshape_conflict, &J::inputs_are_global, &J::expanded_along_reduced, &J::covered_by_reduction,
           &J::one_size, &J::reshapes_keep_reduction, &J::one_pattern, &J::is_outer, &J::row_is_read_again,
           &J::fits_outer}) ||
      ask(Template::kInnerOuter, Scheduler::kInnerOuterPersistent,
          {&J::both_kinds, &J::no_cut_inside, &J::not_alone, &J::connected, &J::no_self_map, &J::no_resize_with_index,
           &J::no_ordered, &J::no_reshape_conflict, &J::inputs_are_global, &J::covered_by_reduction, &J::one_size,
           &J::reshapes_keep_reduction, &J::complementary, &J::kinds_stay_apart, &J::fits_inner_outer}) ||
      ask(group_.has(kFlagScatter)   ? Template::kScatter
          : group_.has(kFlagSort)    ? Template::kSort
                                     : Template::kScan,
          Scheduler::kGreedy,
          {&J::has_ordered, &J::no_cut_inside, &J::not_alone, &J::connected, &J::no_self_map, &J::no_resize_with_index,
           &J::no_reshape_conflict, &J::only_greedy_ops, &J::same_rows, &J::reshapes_keep_rows,
           &J::covered_unless_scatter, &J::one_size}) ||
      (extended && ask(Template::kRowProgram, Scheduler::kInnerPersistent,
                       {&J::has_reduction, &J::no_cut_inside, &J::not_alone, &J::connected, &J::no_self_map,
                        &J::no_ordered, &J::no_reshape_conflict, &J::inputs_are_global, &J::one_size,
                        &J::reshapes_keep_reduction, &J::same_kept_axes, &J::every_loop_has_rows}));
  if (!accepted && group_.op_count == 1) accept(Template::kSerial, Scheduler::kExprEval);
  return std::move(verdict_);
}

}  // namespace

Verdict judge(const Primitive& primitive, const KernelGroups& groups, const Group& group,
              std::span<const std::span<const OpIndex>> members, const SegmentOptions& options) {
  return Judge(primitive, groups, group, members, options).decide();
}

bool can_be_cured_by_growth(ReasonCode code) {
  constexpr std::array kCurable{reason("R.AXIS_UNCOVERED"),          reason("R.POST_REDUCE_NEW_INPUT"),
                                reason("R.BCAST_NOT_FROM_REDUCED"),  reason("R.NO_PERSISTENCE"),
                                reason("R.REDUCE_AXES_DIFFER"),
                                reason("R.KIND_MISMATCH"),           reason("R.BCAST_TWO_SIZES"),
                                reason("R.NOT_CONNECTED"),           reason("R.CYCLE"),
                                reason("R.RESIZE_SIZES_DIFFER"),     reason("R.RESHAPE_CONFLICT"),
                                reason("R.NEEDS_PERSISTENCE"),       reason("R.HAS_REDUCTION")};
  return std::find(kCurable.begin(), kCurable.end(), code) != kCurable.end();
}

}  // namespace cleave
