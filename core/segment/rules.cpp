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

namespace {

/// Behind a refusal for this reason the scheduler's other rules have nothing to speak of.
bool ends_the_questions(ReasonCode code) { return code == reason("R.MISSING_OP") || code == reason("R.OPAQUE_OP"); }

}  // namespace

bool Judge::ask(Template kernel_template, std::optional<Scheduler> scheduler, std::initializer_list<Test> tests) {
  if (alone_ && alone_ != scheduler) return false;
  int passed = 0;
  bool refused = false;
  for (Test test : tests) {
    if ((this->*test)()) {
      ++passed;
      continue;
    }
    refused = true;
    current_.refused_template = kernel_template;
    current_.refused_scheduler = scheduler;
    current_.passed = passed;
    verdict_.refusals.push_back(std::move(current_));
    if (!alone_ || ends_the_questions(verdict_.refusals.back().code)) return false;
  }
  return !refused && accept(kernel_template, scheduler);
}

bool Judge::accept(Template kernel_template, std::optional<Scheduler> scheduler) {
  verdict_.accepted = true;
  verdict_.kernel_template = kernel_template;
  verdict_.scheduler = scheduler;
  return true;
}

/// No template is asked about a group with a forced cut inside.
bool Judge::is_cut_inside() {
  if (group_.cut_inside == kNone) return false;
  const StateId value(group_.cut_inside);
  const bool is_asked =
      std::find(options_.cut_after.begin(), options_.cut_after.end(), value) != options_.cut_after.end();
  const bool by_pass = !is_asked && is_boundary_of_pass(primitive_, value);
  say(by_pass ? reason("R.PASS_BOUNDARY") : reason("R.USER_BOUNDARY")).tensor = group_.cut_inside;
  current_.op = table_.producer[group_.cut_inside];
  verdict_.refusals.push_back(std::move(current_));
  return true;
}

/// The summary leaves something out, and what is not known does not fit: no template is asked.
bool Judge::is_overfull() {
  if (!group_.overfull) return false;
  say(reason("R.SEARCH_LIMIT")).numbers = {
      {"sets of axes or patterns of reductions", static_cast<double>(KernelGroups::kMaxDistinct), ""}};
  verdict_.refusals.push_back(std::move(current_));
  return true;
}

/// nvFuser evaluates some ops on the host and has kernels for the narrow block types; of others Cleave does not know
/// what nvFuser would do.
std::optional<Scheduler> Judge::scheduler_of_alone(const OpFacts& facts) const {
  if ((facts.flags & kFlagHostAlone) != 0) return Scheduler::kExprEval;
  switch (info(primitive_.definition.records[facts.record].op).alone_by) {
    case AloneBy::kNothing: return std::nullopt;
    case AloneBy::kHost: return Scheduler::kExprEval;
    case AloneBy::kPointwise: return Scheduler::kPointwise;
  }
  CHECK(false, "all answers are listed");
}

/// An op that runs alone, or that a library takes when it is.
bool Judge::decide_single() {
  const OpFacts& facts = table_.ops[members_[0][0]];
  const OpFamily op_family = family(primitive_.definition.records[facts.record].op);
  const std::optional<Scheduler> scheduler = scheduler_of_alone(facts);
  if ((facts.flags & kFlagAlone) != 0) {
    const bool library = op_family == OpFamily::kMatmul || op_family == OpFamily::kOpaque;
    return accept(library ? Template::kLibrary : Template::kSerial, scheduler);
  }
  return accept((facts.flags & kFlagScatter) != 0   ? Template::kScatter
                : (facts.flags & kFlagSort) != 0    ? Template::kSort
                : (facts.flags & kFlagOrdered) != 0 ? Template::kScan
                                                    : Template::kPointwise,
                scheduler);
}

Verdict Judge::decide_for(Scheduler scheduler) {
  alone_ = scheduler;
  if (is_cut_inside() || is_overfull()) return std::move(verdict_);
  using J = Judge;
  ask(Template::kNoOp, Scheduler::kNoOp,
      {&J::not_alone, &J::connected, &J::no_resize_with_index, &J::no_ordered, &J::outputs_have_no_loop,
       &J::no_reduction, &J::inputs_are_global});
  ask(Template::kLibrary, Scheduler::kMatmul, {&J::has_product, &J::products_are_enabled});
  ask(Template::kTranspose, Scheduler::kTranspose,
      {&J::no_reduction, &J::not_alone, &J::connected, &J::no_self_map, &J::no_resize_with_index, &J::no_ordered,
       &J::no_reshape_conflict, &J::inputs_are_global, &J::one_size, &J::no_lookup_along_fastest, &J::two_memory_orders,
       &J::enough_for_tiles});
  return verdict_.accepted ? std::move(verdict_) : decide();
}

Verdict Judge::decide() {
  if (is_cut_inside()) return std::move(verdict_);
  const bool runs_alone = group_.op_count == 1 && group_.has(kFlagAlone | kFlagHostAlone);
  if (runs_alone && (!alone_ || alone_ == scheduler_of_alone(table_.ops[members_[0][0]]))) {
    decide_single();
    return std::move(verdict_);
  }
  const bool accepted = !is_overfull() && ask_all();
  if (!accepted && !alone_ && group_.op_count == 1) accept(Template::kSerial, std::nullopt);
  return std::move(verdict_);
}

bool Judge::ask_all() {
  using J = Judge;
  const bool extended = options_.rules == RuleSet::kExtended;
  return ask(Template::kAlias, Scheduler::kExprEval, {&J::not_alone, &J::connected, &J::only_views}) ||
         ask(Template::kReduction, Scheduler::kReduction,
             {&J::has_reduction, &J::not_alone, &J::connected, &J::no_self_map, &J::no_resize_with_index,
              &J::no_ordered, &J::no_reshape_conflict, &J::inputs_are_global, &J::covered_by_reduction, &J::one_size,
              &J::reshapes_keep_reduction, &J::one_pattern, &J::nothing_expanded_after, &J::no_new_input}) ||
         ask(Template::kResize, Scheduler::kResize,
             {&J::has_resize, &J::not_alone, &J::connected, &J::no_self_map, &J::no_resize_with_index, &J::no_ordered,
              &J::no_reduction, &J::no_reshape_conflict, &J::one_size, &J::no_broadcast_resize,
              &J::covered_by_reference, &J::outputs_have_one_size}) ||
         ask(Template::kPointwise, Scheduler::kPointwise,
             {&J::no_reduction, &J::not_alone, &J::connected, &J::no_self_map, &J::no_resize_with_index, &J::no_ordered,
              &J::no_reshape_conflict, &J::inputs_are_global, &J::covered_by_reference, &J::one_size}) ||
         ask(Template::kPersistent, Scheduler::kInnerPersistent,
             {&J::has_reduction, &J::not_alone, &J::connected, &J::no_self_map, &J::no_resize_with_index,
              &J::no_ordered, &J::no_reshape_conflict, &J::inputs_are_global, &J::one_size, &J::covered_by_reduction,
              &J::is_inner, &J::reshapes_keep_reduction, &J::one_pattern, &J::row_is_read_again,
              &J::expanded_along_reduced, &J::fits_inner}) ||
         ask(Template::kPersistent, Scheduler::kOuterPersistent,
             {&J::has_reduction, &J::not_alone, &J::connected, &J::no_self_map, &J::no_resize_with_index,
              &J::no_ordered, &J::no_reshape_conflict, &J::inputs_are_global, &J::one_size, &J::covered_by_reduction,
              &J::is_outer, &J::reshapes_keep_reduction, &J::one_pattern, &J::row_is_read_again,
              &J::expanded_along_reduced, &J::fits_outer}) ||
         ask(Template::kInnerOuter, Scheduler::kInnerOuterPersistent,
             {&J::both_kinds, &J::not_alone, &J::connected, &J::no_self_map, &J::no_resize_with_index, &J::no_ordered,
              &J::no_reshape_conflict, &J::inputs_are_global, &J::one_size, &J::covered_by_reduction,
              &J::reshapes_keep_reduction, &J::complementary, &J::kinds_stay_apart, &J::fits_inner_outer}) ||
         ask(group_.has(kFlagScatter) ? Template::kScatter
             : group_.has(kFlagSort)  ? Template::kSort
                                      : Template::kScan,
             Scheduler::kGreedy,
             {&J::has_ordered, &J::not_alone, &J::connected, &J::no_self_map, &J::no_resize_with_index,
              &J::no_reshape_conflict, &J::only_greedy_ops, &J::same_rows, &J::reshapes_keep_rows,
              &J::covered_unless_scatter, &J::one_size}) ||
         (extended && ask(Template::kRowProgram, std::nullopt,
                          {&J::has_reduction, &J::not_alone, &J::connected, &J::no_self_map, &J::no_ordered,
                           &J::no_reshape_conflict, &J::inputs_are_global, &J::one_size, &J::reshapes_keep_reduction,
                           &J::same_kept_axes, &J::every_loop_has_rows}));
}

Verdict judge(const Primitive& primitive, const KernelGroups& groups, const Group& group,
              std::span<const std::span<const OpIndex>> members, const SegmentOptions& options) {
  return Judge(primitive, groups, group, members, options).decide();
}

Verdict judge_for(Scheduler scheduler, const Primitive& primitive, const KernelGroups& groups, const Group& group,
                  std::span<const std::span<const OpIndex>> members, const SegmentOptions& options) {
  return Judge(primitive, groups, group, members, options).decide_for(scheduler);
}

}  // namespace cleave
