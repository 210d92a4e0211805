// See orders.h.
#include "core/api/orders.h"

#include <algorithm>
#include <utility>

#include "core/base/text.h"
#include "core/segment/nvfuser_order.h"
#include "core/segment/op_facts.h"
#include "core/segment/segment.h"

namespace cleave {
namespace {

/// Ops up to which the two are compared without being asked for: nvFuser's order takes half a second at most then.
constexpr size_t kMaxComparedOps = 1000;

OrderView order_view(Order order, const Segmentation& segmentation) {
  OrderView out;
  out.order = order;
  for (const SegmentId id : segmentation.segments.ids()) {
    const Segment& segment = segmentation.segments[id];
    ++out.segments;
    out.kernels += launches_nothing(segment) ? 0 : 1;
    out.bytes += segment.bytes_read + segment.bytes_written;
  }
  return out;
}

/// What each segment computes, in no order.
std::vector<std::vector<RecordId>> contents(const Segmentation& segmentation) {
  std::vector<std::vector<RecordId>> out;
  for (const SegmentId id : segmentation.segments.ids()) out.push_back(segmentation.segments[id].records);
  std::sort(out.begin(), out.end());
  return out;
}

/// Up to how many ops both orders are followed.
size_t most_ops(const Compilation& c) {
  return c.segment_options.order == Order::kNvfuser ? kMaxNvfuserOrderOps : kMaxComparedOps;
}

}  // namespace

bool is_too_large_for_nvfuser_order(const Primitive& primitive) { return count_ops(primitive) > kMaxNvfuserOrderOps; }

std::optional<std::vector<OrderView>> order_views(const Compilation& c) {
  if (count_ops(c.primitive) > most_ops(c)) return std::nullopt;
  SegmentOptions options = c.segment_options;
  options.order = options.order == Order::kCleave ? Order::kNvfuser : Order::kCleave;
  // Nothing is followed a second time.
  if (c.segmentation.order != c.segment_options.order) return std::nullopt;
  const Segmentation other = options.order == Order::kCleave ? split_beside(c.primitive, options, c.segmentation)
                                                             : split(c.primitive, options);
  if (contents(other) == contents(c.segmentation)) return std::nullopt;
  std::vector<OrderView> out{order_view(c.segment_options.order, c.segmentation), order_view(options.order, other)};
  if (options.order == Order::kCleave) std::swap(out[0], out[1]);
  return out;
}

std::string orders_remark(const Compilation& c) {
  const size_t ops = count_ops(c.primitive);
  if (c.segmentation.order != c.segment_options.order) {
    return "the order of nvFuser moves fewer bytes here than Cleave's own, and is taken";
  }
  if (ops <= most_ops(c)) return "both orders, nvFuser's and Cleave's, make the same segments";
  const std::string head = concat("the order of nvFuser was not compared: there are ",
                                  grouped_number(static_cast<int64_t>(ops)), " ops, and ");
  if (ops > kMaxNvfuserOrderOps) return concat(head, "it is followed up to ", grouped_number(kMaxNvfuserOrderOps));
  return concat(head, "more than ", grouped_number(kMaxComparedOps), " are compared only with `--order nvfuser`");
}

}  // namespace cleave
