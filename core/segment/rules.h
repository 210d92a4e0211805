// May one kernel hold a group: the rules of every template as tests on the group's summary. The answer is a template,
// or for each template the first rule that refuses it. Nothing is changed and nothing is searched; names and sentences
// are made in explain.h from what a refusal holds.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "core/segment/groups.h"
#include "core/segment/segmentation.h"

namespace cleave {

struct Refusal {
  ReasonCode code{};
  /// Nothing where no template was asked.
  std::optional<Template> refused_template;
  std::optional<Scheduler> refused_scheduler;
  /// How many of the template's tests were passed.
  int passed = 0;
  TensorIndex tensor = kNone;
  TensorIndex other_tensor = kNone;
  OpIndex op = kNone;
  OpIndex other_op = kNone;
  /// Axis of `tensor` that is meant.
  uint32_t axis = kNone;
  /// Loops that are meant where the rules know no tensor with them: the one that two axes of one tensor would share,
  /// the two that one broadcast axis would be, or the one that nothing runs over and that `tensor` only repeats for.
  AxisSlot loop = kNoSlot;
  AxisSlot other_loop = kNoSlot;
  std::vector<ReasonNumber> numbers;
};

struct Verdict {
  bool accepted = false;
  Template kernel_template = Template::kSerial;
  /// Nothing where nvFuser has no scheduler for it.
  std::optional<Scheduler> scheduler;
  /// A refusal of the group as such, or those of the templates asked before the one that accepted; all when none did.
  std::vector<Refusal> refusals;
};

/// Judges the group of the open question; `members` are its ops (only read for resize kernels and single ops).
Verdict judge(const Primitive& primitive, const KernelGroups& groups, const Group& group,
              std::span<const std::span<const OpIndex>> members, const SegmentOptions& options);

/// Offers it to one scheduler alone; every rule of that scheduler that refuses is in the verdict.
Verdict judge_for(Scheduler scheduler, const Primitive& primitive, const KernelGroups& groups, const Group& group,
                  std::span<const std::span<const OpIndex>> members, const SegmentOptions& options);

/// True if a refusal for this reason can disappear when the groups grow.
inline bool can_be_cured_by_growth(ReasonCode code) { return info(code).cured_by_growth; }

}  // namespace cleave
