// Pass 6. A max or min reduction has to pass a NaN on, which costs a kernel more than one that may drop it. It may drop
// it where a sum of the same row brings the NaN back before anything leaves: the denominator of a softmax. The language
// has no reduction that drops NaN, so there is nothing to write down: the pass finds the places and changes nothing.
#include <map>
#include <optional>
#include <set>
#include <vector>

#include "core/base/text.h"
#include "core/ops/op_table.h"
#include "core/rewrite/passes/pass.h"

namespace cleave {
namespace {

/// Where a NaN of the reduced tensor is in a value, were the reduction to drop it.
struct NanTrace {
  /// In the elements that were NaN.
  bool in_element = false;
  /// In the whole row, as if nothing had been dropped.
  bool in_row = false;
  /// The value depends on the reduction and the row is not NaN as it would have been.
  bool is_lost = false;
};

/// Followed for one reduction, for the sake of definitions with many.
constexpr size_t kMostRecords = 256;

/// Follows the values after one reduction, in program order, until each has its NaN back.
class Follower {
 public:
  Follower(const PassFacts& facts, const Record& reduction) : facts_(facts), reduction_(reduction) {}

  /// Nothing leaves, and nothing that is not followed is reached, while the NaN is lost.
  bool comes_back() {
    mark(reduction_.operand(0), {.in_element = true});
    mark(reduction_.result(), {.is_lost = true});
    for (size_t steps = 0; !waiting_.empty(); ++steps) {
      is_cut_short_ = steps == kMostRecords;
      if (is_cut_short_) return false;
      const RecordId id(*queue_.begin());
      queue_.erase(id.index);
      waiting_.erase(id.index);
      if (!follow(facts_.definition().records[id])) return false;
    }
    return true;
  }
  /// It was given up because too much depends on the reduction.
  bool is_cut_short() const { return is_cut_short_; }
  /// It was given up at a record that the pass has no rule for.
  const Record* stops_at() const { return stops_at_; }

 private:
  void mark(StateId state, NanTrace trace) {
    traces_[state.index] = trace;
    for (RecordId reader : facts_.users(state)) {
      queue_.insert(reader.index);
      if (trace.is_lost) waiting_.insert(reader.index);
    }
  }

  /// Of all operands together.
  NanTrace operands_trace(const Record& record) const {
    NanTrace out;
    for (const std::optional<StateId>& operand : record.operands) {
      const auto found = operand ? traces_.find(operand->index) : traces_.end();
      if (found == traces_.end()) continue;
      out.in_element = out.in_element || found->second.in_element;
      out.in_row = out.in_row || found->second.in_row;
      out.is_lost = out.is_lost || found->second.is_lost;
    }
    out.is_lost = out.is_lost && !out.in_row;
    return out;
  }

  bool follow(const Record& record) {
    if (!record.results.empty() && record.results[0] == reduction_.result()) return true;
    if (family(record.op) == OpFamily::kSize) return true;
    const NanTrace trace = operands_trace(record);
    const TensorType* made = record.results.size() == 1 ? facts_.tensor(record.results[0]) : nullptr;
    if (made != nullptr && is_floating(made->dtype)) {
      const OpFamily kind = family(record.op);
      const bool passes_on = (kind == OpFamily::kPointwise && record.op != op("where")) || kind == OpFamily::kCast ||
                             kind == OpFamily::kBroadcast;
      if (passes_on) mark(record.results[0], trace);
      if (passes_on) return true;
      if (sums_the_row(record)) mark(record.results[0], {.in_row = trace.in_element || trace.in_row});
      if (sums_the_row(record)) return trace.in_element || trace.in_row;
    }
    // Other readers of a value that has its NaN see it as before.
    if (trace.is_lost && !is_known(record)) stops_at_ = &record;
    return !trace.is_lost;
  }

  /// What element-wise ops, reductions and outputs do to a NaN is known.
  static bool is_known(const Record& record) {
    const OpFamily kind = family(record.op);
    return kind == OpFamily::kPointwise || kind == OpFamily::kCast || kind == OpFamily::kBroadcast ||
           kind == OpFamily::kReduction || kind == OpFamily::kAddOutput;
  }

  /// A sum over the reduced axes of something of the reduced tensor's shape.
  bool sums_the_row(const Record& record) const {
    return record.op == op("sum") &&
           attributes<ReduceAttributes>(record).dims == attributes<ReduceAttributes>(reduction_).dims &&
           facts_.tensor(record.operand(0))->extents() == facts_.tensor(reduction_.operand(0))->extents();
  }

  const PassFacts& facts_;
  const Record& reduction_;
  std::map<uint32_t, NanTrace> traces_;
  /// Records to follow, and those among them that read a value whose NaN is lost.
  std::set<uint32_t> queue_;
  std::set<uint32_t> waiting_;
  bool is_cut_short_ = false;
  const Record* stops_at_ = nullptr;
};

}  // namespace

PassResult fmin_fmax_promotion(const PassFacts& facts) {
  PassResult out;
  out.remark = "no max or min reduction may drop a NaN";
  size_t found = 0;
  for (RecordId id : facts.definition().records.ids()) {
    const Record& record = facts.definition().records[id];
    if (record.op != op("max") && record.op != op("min")) continue;
    Follower follower(facts, record);
    const bool comes_back = follower.comes_back();
    const std::string what = facts.called(record);
    if (follower.is_cut_short()) {
      out.left.push_back({id, concat(what, " reaches more than ", kMostRecords,
                                     " ops: whether its NaN comes back is not followed any further")});
    }
    if (follower.stops_at() != nullptr) {
      out.left.push_back({id, concat(what, " reaches ", facts.called(*follower.stops_at()),
                                     ", for which the pass has no rule: whether its NaN comes back is not known")});
    }
    if (!comes_back) continue;
    ++found;
    out.left.push_back({id, concat(what,
                                   " may drop a NaN, which a sum of the same row brings back; the language has no "
                                   "reduction that does")});
  }
  // With what was not followed to its end, nothing is known of all.
  if (found == 0 && !out.left.empty()) out.remark.clear();
  if (found > 0) {
    out.remark = concat(counted(found, "reduction", "reductions"),
                        " may drop a NaN; the language has no reduction that does, so nothing changes");
  }
  return out;
}

}  // namespace cleave
