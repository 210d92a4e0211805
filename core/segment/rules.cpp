// Which template asks what: one line a template, each a list of tests in the order in which they are explained.
#include "core/segment/rules.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <tuple>

#include "core/ops/op_table.h"
#include "core/segment/judge.h"

namespace cleave {

bool includes(const AxisSet& outer, const AxisSet& inner) {
  return std::includes(outer.begin(), outer.end(), inner.begin(), inner.end());
}

AxisSet joined_set(const AxisSet& a, const AxisSet& b) {
  AxisSet out;
  std::set_union(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(out));
  return out;
}

Judge::Judge(const Primitive& primitive, const KernelGroups& groups, const Group& group,
             std::span<const std::span<const OpIndex>> members, const SegmentOptions& options)
    : primitive_(primitive),
      groups_(groups),
      table_(groups.table()),
      group_(group),
      members_(members),
      options_(options) {
  if (group.reductions.empty()) return;
  std::tie(reduced_, kept_) = groups.pattern(group.reductions[0]);
  loops_ = joined_set(reduced_, kept_);
}

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
          {&J::has_reduction, &J::no_cut_inside, &J::not_alone, &J::connected, &J::no_self_map,
           &J::no_resize_with_index, &J::no_ordered, &J::no_reshape_conflict, &J::inputs_are_global,
           &J::covered_by_reduction, &J::one_size, &J::reshapes_keep_reduction, &J::one_pattern,
           &J::nothing_expanded_after, &J::no_new_input}) ||
      ask(Template::kResize, Scheduler::kResize,
          {&J::has_resize, &J::no_cut_inside, &J::not_alone, &J::connected, &J::no_self_map, &J::no_resize_with_index,
           &J::no_ordered, &J::no_reduction, &J::no_reshape_conflict, &J::one_size, &J::no_broadcast_resize,
           &J::covered_by_reference, &J::outputs_have_one_size}) ||
      ask(Template::kPointwise, Scheduler::kPointwise,
          {&J::no_reduction, &J::no_cut_inside, &J::not_alone, &J::connected, &J::no_self_map, &J::no_resize_with_index,
           &J::no_ordered, &J::no_reshape_conflict, &J::inputs_are_global, &J::covered_by_reference, &J::one_size}) ||
      ask(Template::kPersistent, Scheduler::kInnerPersistent,
          {&J::has_reduction, &J::no_cut_inside, &J::not_alone, &J::connected, &J::no_self_map,
           &J::no_resize_with_index, &J::no_ordered, &J::no_reshape_conflict, &J::inputs_are_global,
           &J::expanded_along_reduced, &J::covered_by_reduction, &J::one_size, &J::reshapes_keep_reduction,
           &J::one_pattern, &J::is_inner, &J::row_is_read_again, &J::fits_inner}) ||
      ask(Template::kPersistent, Scheduler::kOuterPersistent,
          {&J::has_reduction, &J::no_cut_inside, &J::not_alone, &J::connected, &J::no_self_map,
           &J::no_resize_with_index, &J::no_ordered, &J::no_reshape_conflict, &J::inputs_are_global,
           &J::expanded_along_reduced, &J::covered_by_reduction, &J::one_size, &J::reshapes_keep_reduction,
           &J::one_pattern, &J::is_outer, &J::row_is_read_again, &J::fits_outer}) ||
      ask(Template::kInnerOuter, Scheduler::kInnerOuterPersistent,
          {&J::both_kinds, &J::no_cut_inside, &J::not_alone, &J::connected, &J::no_self_map, &J::no_resize_with_index,
           &J::no_ordered, &J::no_reshape_conflict, &J::inputs_are_global, &J::covered_by_reduction, &J::one_size,
           &J::reshapes_keep_reduction, &J::complementary, &J::kinds_stay_apart, &J::fits_inner_outer}) ||
      ask(group_.has(kFlagScatter) ? Template::kScatter
          : group_.has(kFlagSort)  ? Template::kSort
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

Verdict judge(const Primitive& primitive, const KernelGroups& groups, const Group& group,
              std::span<const std::span<const OpIndex>> members, const SegmentOptions& options) {
  return Judge(primitive, groups, group, members, options).decide();
}

bool can_be_cured_by_growth(ReasonCode code) {
  constexpr std::array kCurable{
      reason("R.AXIS_UNCOVERED"),      reason("R.POST_REDUCE_NEW_INPUT"), reason("R.BCAST_NOT_FROM_REDUCED"),
      reason("R.NO_PERSISTENCE"),      reason("R.REDUCE_AXES_DIFFER"),    reason("R.KIND_MISMATCH"),
      reason("R.BCAST_TWO_SIZES"),     reason("R.NOT_CONNECTED"),         reason("R.CYCLE"),
      reason("R.RESIZE_SIZES_DIFFER"), reason("R.RESHAPE_CONFLICT"),      reason("R.NEEDS_PERSISTENCE"),
      reason("R.HAS_REDUCTION")};
  return std::find(kCurable.begin(), kCurable.end(), code) != kCurable.end();
}

}  // namespace cleave
