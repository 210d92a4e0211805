// The steps in order: facts of the ops, joining, computing cheap values again, the product, cures.
#include "core/segment/segment.h"

#include <algorithm>
#include <array>
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

/// Up to so many ops both orders are tried (a millisecond at 50 ops, docs/performance.md), and the one that moves less
/// is taken: what saves most bytes first can end in a corner that another order walks past.
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

/// Bytes that are moved, then launches, then segments.
std::array<int64_t, 3> cost(const Segmentation& segmentation) {
  std::array<int64_t, 3> out{};
  for (const Segment& segment : segmentation.segments) {
    const bool is_free = segment.kernel_template == Template::kAlias || segment.kernel_template == Template::kNoOp;
    out[0] += segment.bytes_read + segment.bytes_written;
    out[1] += is_free ? 0 : 1;
    ++out[2];
  }
  return out;
}

/// The options with the order that is the better one for this definition. What a user wants kept whole only Cleave's
/// own order puts first.
SegmentOptions with_better_order(const Primitive& primitive, const SegmentOptions& options) {
  const size_t ops =
      static_cast<size_t>(std::count_if(primitive.definition.records.begin(), primitive.definition.records.end(),
                                        [](const Record& record) { return !is_declaration(record); }));
  if (options.order == Order::kNvfuser || !options.keep.empty() || ops > kMaxOpsOfBothOrders) return options;
  SegmentOptions other = options;
  other.order = Order::kNvfuser;
  const Segmentation ours = in_order(primitive, options, false);
  if (ours.segments.size() < 2) return options;
  return cost(in_order(primitive, other, false)) < cost(ours) ? other : options;
}

}  // namespace

Order order_taken(const Primitive& primitive, const SegmentOptions& options) {
  return with_better_order(primitive, options).order;
}

Segmentation segment(const Primitive& primitive, const SegmentOptions& options) {
  Segmentation out = in_order(primitive, with_better_order(primitive, options), true);
  // Only who asked for nvFuser's order is told where it was not followed to its end.
  out.left_combinations_out = out.left_combinations_out && options.order == Order::kNvfuser;
  add_cures(primitive, options, out);
  return out;
}

Segmentation split(const Primitive& primitive, const SegmentOptions& options) {
  return in_order(primitive, with_better_order(primitive, options), false);
}

}  // namespace cleave
