// The steps in order: facts of the ops, joining, computing cheap values again, the product, cures.
#include "core/segment/segment.h"

#include <array>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "core/segment/assembly.h"
#include "core/segment/cures.h"
#include "core/segment/groups.h"
#include "core/segment/merge_history.h"
#include "core/segment/nvfuser_order.h"
#include "core/segment/op_facts.h"
#include "core/segment/planner.h"
#include "core/segment/recompute.h"
#include "core/segment/rejoin.h"

namespace cleave {
namespace {

/// Up to so many ops both orders are tried (a millisecond at 50 ops, docs/performance.md), and the one that moves less
/// is taken: what saves most bytes first can end in a corner that another order walks past.
constexpr size_t kMaxOpsOfBothOrders = 64;

/// The ops joined in one order. Others point into it, so it stays where it was made.
class Joined {
 public:
  Joined(const Primitive& primitive, const SegmentOptions& options)
      : primitive_(primitive), options_(options), table_(make_op_table(primitive, options)), groups_(table_) {
    if (options_.order == Order::kNvfuser) {
      walk_ = plan_as_nvfuser(primitive_, table_, groups_, options_);
    } else {
      join_in_own_order();
    }
  }
  Joined(const Joined&) = delete;
  Joined& operator=(const Joined&) = delete;

  /// Without reasons and history.
  Segmentation segments() { return assembled(false); }

  /// With them; what was walked is given away.
  Segmentation explained() {
    Segmentation out = assembled(true);
    out.history = std::move(walk_.history);
    out.left_combinations_out = walk_.left_combinations_out;
    make_replayable(table_, out);
    return out;
  }

 private:
  void join_in_own_order() {
    walk_.history = plan_groups(primitive_, groups_, options_);
    const size_t original_ops = table_.ops.size();
    recompute_cheap_values(primitive_, table_, groups_, options_);
    if (table_.ops.size() == original_ops) return;
    const std::vector<MergeStep> freed = join_freed_pairs(primitive_, groups_, options_);
    walk_.history.insert(walk_.history.end(), freed.begin(), freed.end());
  }

  Segmentation assembled(bool with_reasons) {
    Segmentation out = assemble(primitive_, groups_, options_, with_reasons);
    out.order = options_.order;
    return out;
  }

  const Primitive& primitive_;
  const SegmentOptions options_;
  OpTable table_;
  KernelGroups groups_;
  NvfuserWalk walk_;
};

/// Bytes that are moved, then launches, then segments.
std::array<int64_t, 3> cost(const Segmentation& segmentation) {
  std::array<int64_t, 3> out{};
  for (const Segment& segment : segmentation.segments) {
    out[0] += segment.bytes_read + segment.bytes_written;
    out[1] += launches_nothing(segment) ? 0 : 1;
    ++out[2];
  }
  return out;
}

/// One kernel for all is never the worse one.
bool is_better(const Segmentation& theirs, const Segmentation& ours) {
  return ours.segments.size() > 1 && cost(theirs) < cost(ours);
}

/// Whether nvFuser's order may stand in for the one of the options. What a user wants kept whole only Cleave's own
/// order puts first.
bool may_take_other_order(const Primitive& primitive, const SegmentOptions& options) {
  return options.order == Order::kCleave && options.keep.empty() && count_ops(primitive) <= kMaxOpsOfBothOrders;
}

SegmentOptions as_nvfuser(SegmentOptions options) {
  options.order = Order::kNvfuser;
  return options;
}

/// What was joined in the better order, and its segments where they had to be made to know which that is.
struct Better {
  std::unique_ptr<Joined> joined;
  std::optional<Segmentation> segments;
};

/// Each order is followed once.
Better better(const Primitive& primitive, const SegmentOptions& options) {
  Better ours{std::make_unique<Joined>(primitive, options), std::nullopt};
  if (!may_take_other_order(primitive, options)) return ours;
  ours.segments = ours.joined->segments();
  if (ours.segments->segments.size() < 2) return ours;
  Better theirs{std::make_unique<Joined>(primitive, as_nvfuser(options)), std::nullopt};
  theirs.segments = theirs.joined->segments();
  return is_better(*theirs.segments, *ours.segments) ? std::move(theirs) : std::move(ours);
}

}  // namespace

Segmentation segment(const Primitive& primitive, const SegmentOptions& options) {
  Segmentation out = better(primitive, options).joined->explained();
  // Only who asked for nvFuser's order is told where it was not followed to its end.
  out.left_combinations_out = out.left_combinations_out && options.order == Order::kNvfuser;
  add_cures(primitive, options, out);
  return out;
}

Segmentation split(const Primitive& primitive, const SegmentOptions& options) {
  Better best = better(primitive, options);
  return best.segments ? std::move(*best.segments) : best.joined->segments();
}

Segmentation split_beside(const Primitive& primitive, const SegmentOptions& options, const Segmentation& theirs) {
  Segmentation ours = Joined(primitive, options).segments();
  const bool takes_theirs = may_take_other_order(primitive, options) && is_better(theirs, ours);
  return takes_theirs ? theirs : ours;
}

}  // namespace cleave
