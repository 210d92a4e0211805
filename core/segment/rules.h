// May one kernel hold a group: the rules of every template as tests on the group's summary. The answer is a template,
// or for each template the first rule that refuses it. Nothing is changed and nothing is searched; names and sentences
// are made in explain.h from what a refusal holds.
#pragma once

#include <span>
#include <vector>

#include "core/segment/groups.h"
#include "core/segment/segmentation.h"

namespace cleave {

struct Refusal {
  ReasonCode code{};
  Template refused_template = Template::kPointwise;
  Scheduler refused_scheduler = Scheduler::kPointwise;
  /// How many of the template's tests were passed.
  int passed = 0;
  TensorIndex tensor = kNone;
  TensorIndex other_tensor = kNone;
  OpIndex op = kNone;
  OpIndex other_op = kNone;
  /// The loop that two axes of one tensor would share.
  AxisSlot self_map = kNoSlot;
  /// Axis of `tensor` that is meant.
  uint32_t axis = kNone;
  std::vector<ReasonNumber> numbers;
};

struct Verdict {
  bool accepted = false;
  Template kernel_template = Template::kSerial;
  Scheduler scheduler = Scheduler::kExprEval;
  /// Templates asked before the one that accepted; all when none did.
  std::vector<Refusal> refusals;
};

/// Judges the group of the open question; `members` are its ops (only read for resize kernels and single ops).
Verdict judge(const Primitive& primitive, const KernelGroups& groups, const Group& group,
              std::span<const std::span<const OpIndex>> members, const SegmentOptions& options);

/// True if a refusal for this reason can disappear when the groups grow.
bool can_be_cured_by_growth(ReasonCode code);

}  // namespace cleave
