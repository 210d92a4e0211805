// The steps in order: facts of the ops, joining, computing cheap values again, the product, cures.
#include "core/segment/segment.h"

#include "core/segment/assembly.h"
#include "core/segment/cures.h"
#include "core/segment/groups.h"
#include "core/segment/op_facts.h"
#include "core/segment/planner.h"
#include "core/segment/recompute.h"

namespace cleave {

Segmentation segment(const Primitive& primitive, const SegmentOptions& options) {
  OpTable table = make_op_table(primitive, options);
  KernelGroups groups(table);
  std::vector<MergeStep> history = plan_groups(primitive, groups, options);
  recompute_cheap_values(primitive, table, groups, options);
  Segmentation out = assemble(primitive, groups, options, true);
  out.history = std::move(history);
  add_cures(primitive, options, out);
  return out;
}

}  // namespace cleave
