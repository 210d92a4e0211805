// The steps in order: facts of the ops, joining, computing cheap values again, the product, cures.
#include "core/segment/segment.h"

#include <utility>

#include "core/segment/assembly.h"
#include "core/segment/cures.h"
#include "core/segment/groups.h"
#include "core/segment/nvfuser_order.h"
#include "core/segment/op_facts.h"
#include "core/segment/planner.h"
#include "core/segment/recompute.h"

namespace cleave {
namespace {

NvfuserWalk plan(const Primitive& primitive, OpTable& table, KernelGroups& groups, const SegmentOptions& options) {
  if (options.order == Order::kNvfuser) return plan_as_nvfuser(primitive, table, groups, options);
  std::vector<MergeStep> history = plan_groups(primitive, groups, options);
  recompute_cheap_values(primitive, table, groups, options);
  return {std::move(history), false};
}

}  // namespace

Segmentation segment(const Primitive& primitive, const SegmentOptions& options) {
  OpTable table = make_op_table(primitive, options);
  KernelGroups groups(table);
  NvfuserWalk walk = plan(primitive, table, groups, options);
  Segmentation out = assemble(primitive, groups, options, true);
  out.history = std::move(walk.history);
  out.left_combinations_out = walk.left_combinations_out;
  add_cures(primitive, options, out);
  return out;
}

Segmentation split(const Primitive& primitive, const SegmentOptions& options) {
  OpTable table = make_op_table(primitive, options);
  KernelGroups groups(table);
  plan(primitive, table, groups, options);
  return assemble(primitive, groups, options, false);
}

}  // namespace cleave
