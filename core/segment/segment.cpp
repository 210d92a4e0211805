// The steps in order: facts of the ops, joining, computing cheap values again, the product, cures.
#include "core/segment/segment.h"

#include <algorithm>
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

/// Up to so many ops both orders are tried, which takes a millisecond or two, and the one that moves less is taken:
/// what saves most bytes first can end in a corner that another order walks past.
constexpr size_t kMaxOpsOfBothOrders = 64;

NvfuserWalk plan(const Primitive& primitive, OpTable& table, KernelGroups& groups, const SegmentOptions& options) {
  if (options.order == Order::kNvfuser) return plan_as_nvfuser(primitive, table, groups, options);
  std::vector<MergeStep> history = plan_groups(primitive, groups, options);
  recompute_cheap_values(primitive, table, groups, options);
  return {std::move(history), false};
}

Segmentation in_order(const Primitive& primitive, const SegmentOptions& options, bool with_reasons) {
  OpTable table = make_op_table(primitive, options);
  KernelGroups groups(table);
  NvfuserWalk walk = plan(primitive, table, groups, options);
  Segmentation out = assemble(primitive, groups, options, with_reasons);
  if (!with_reasons) return out;
  out.history = std::move(walk.history);
  out.left_combinations_out = walk.left_combinations_out;
  return out;
}

/// Bytes that are moved, then segments.
std::pair<int64_t, size_t> cost(const Segmentation& segmentation) {
  int64_t bytes = 0;
  for (const Segment& segment : segmentation.segments) bytes += segment.bytes_read + segment.bytes_written;
  return {bytes, segmentation.segments.size()};
}

/// The options with the order that is the better one for this definition.
SegmentOptions with_better_order(const Primitive& primitive, const SegmentOptions& options) {
  const size_t ops =
      static_cast<size_t>(std::count_if(primitive.definition.records.begin(), primitive.definition.records.end(),
                                        [](const Record& record) { return !is_declaration(record); }));
  if (options.order == Order::kNvfuser || ops > kMaxOpsOfBothOrders) return options;
  SegmentOptions other = options;
  other.order = Order::kNvfuser;
  const Segmentation ours = in_order(primitive, options, false);
  if (ours.segments.size() < 2) return options;
  return cost(in_order(primitive, other, false)) < cost(ours) ? other : options;
}

}  // namespace

Segmentation segment(const Primitive& primitive, const SegmentOptions& options) {
  Segmentation out = in_order(primitive, with_better_order(primitive, options), true);
  add_cures(primitive, options, out);
  return out;
}

Segmentation split(const Primitive& primitive, const SegmentOptions& options) {
  return in_order(primitive, with_better_order(primitive, options), false);
}

}  // namespace cleave
