// A kernel that computes nothing and a kernel in tiles are asked for by nobody while groups are joined: what they hold,
// an element-wise kernel holds too.
#include "core/segment/classify.h"

#include <algorithm>

namespace cleave {

void classify(const Primitive& primitive, const KernelGroups& groups, const Group& group,
              std::span<const std::span<const OpIndex>> members, const SegmentOptions& options, Segment& segment) {
  const OpTable& table = groups.table();
  if (segment.kernel_template == Template::kAlias || segment.kernel_template == Template::kLibrary) return;
  const bool empty = std::all_of(segment.outputs.begin(), segment.outputs.end(),
                                 [&](StateId state) { return table.elements[state.index] == 0; });
  if (empty) {
    segment.kernel_template = Template::kNoOp;
    // What the host evaluates it evaluates before any kernel is thought of.
    if (segment.scheduler != Scheduler::kExprEval) segment.scheduler = Scheduler::kNoOp;
    return;
  }
  if (segment.kernel_template != Template::kPointwise || segment.scheduler != Scheduler::kPointwise) return;
  if (judge_for(Scheduler::kNoOp, primitive, groups, group, members, options).accepted) {
    segment.scheduler = Scheduler::kNoOp;
  } else if (judge_for(Scheduler::kTranspose, primitive, groups, group, members, options).accepted) {
    segment.kernel_template = Template::kTranspose;
    segment.scheduler = Scheduler::kTranspose;
  }
}

}  // namespace cleave
