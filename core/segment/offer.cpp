// See offer.h.
#include "core/segment/offer.h"

#include <algorithm>
#include <span>
#include <utility>

#include "core/segment/explain.h"
#include "core/segment/groups.h"
#include "core/segment/rules.h"

namespace cleave {
namespace {

/// True if a tensor leads from each op to each other one.
bool is_connected(const OpTable& table) {
  std::vector<bool> seen(table.ops.size(), false);
  std::vector<bool> seen_tensor(table.users.size(), false);
  std::vector<OpIndex> open{0};
  seen[0] = true;
  size_t count = 0;
  while (!open.empty()) {
    const OpIndex op = open.back();
    open.pop_back();
    ++count;
    const auto visit = [&](OpIndex next) {
      if (next == kNone || seen[next]) return;
      seen[next] = true;
      open.push_back(next);
    };
    for (const auto* uses : {&table.ops[op].operands, &table.ops[op].results}) {
      for (const TensorUse& use : *uses) {
        if (seen_tensor[use.tensor]) continue;
        seen_tensor[use.tensor] = true;
        visit(table.producer[use.tensor]);
        for (OpIndex user : table.users[use.tensor]) visit(user);
      }
    }
  }
  return count == table.ops.size();
}

}  // namespace

Offer offer_whole(const Primitive& primitive, const SegmentOptions& options, Scheduler scheduler) {
  Offer out;
  out.scheduler = scheduler;
  OpTable table = make_op_table(primitive, options);
  if (table.ops.empty()) {
    // Outputs that are inputs: nothing to compute, which the host does.
    out.accepted = scheduler == Scheduler::kExprEval || scheduler == Scheduler::kNoOp;
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
