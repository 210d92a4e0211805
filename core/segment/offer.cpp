// See offer.h.
#include "core/segment/offer.h"

#include <algorithm>
#include <span>
#include <utility>

#include "core/segment/explain.h"
#include "core/segment/groups.h"
#include "core/segment/nvfuser_graph.h"
#include "core/segment/rules.h"

namespace cleave {

namespace {

Reason nothing_to_compute(Scheduler scheduler) {
  Reason out;
  out.code = reason("R.MISSING_OP");
  out.refused_scheduler = scheduler;
  out.message = "there is nothing to compute: the outputs are inputs";
  return out;
}

}  // namespace

Offer offer_whole(const Primitive& primitive, const SegmentOptions& options, Scheduler scheduler) {
  Offer out;
  out.scheduler = scheduler;
  OpTable table = make_op_table(primitive, options);
  if (table.ops.empty()) {
    // Outputs that are inputs: nothing to compute, which the host does.
    out.accepted = scheduler == Scheduler::kExprEval || scheduler == Scheduler::kNoOp;
    if (!out.accepted) out.refusals.push_back(nothing_to_compute(scheduler));
    return out;
  }
  KernelGroups groups(table);
  std::vector<OpIndex> ops(table.ops.size());
  for (OpIndex op = 0; op < ops.size(); ++op) ops[op] = op;
  std::sort(ops.begin(), ops.end(), [&](OpIndex a, OpIndex b) { return table.place[a] < table.place[b]; });
  Group whole = groups.join_all(ops);
  whole.unconnected = whole.unconnected || !is_connected(table);
  const std::span<const OpIndex> all(ops);
  Verdict verdict = judge_for(scheduler, primitive, groups, whole, std::span(&all, 1), options);
  out.accepted = verdict.accepted;
  if (!verdict.accepted) out.refusals = reasons_of(primitive, groups, std::span(&all, 1), std::move(verdict));
  groups.rollback();
  return out;
}

}  // namespace cleave
