// Pass 10. A squeeze reads a broadcast, or a broadcast a squeeze: axes that one makes and the other takes away cancel,
// and what is left of the pair is one op on the value before both. The value between stays where something else reads
// it.
#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/base/text.h"
#include "core/ops/op_table.h"
#include "core/rewrite/passes/pass.h"

namespace cleave {
namespace {

/// What a value is of another: its axes with some of them taken away, then new ones of extent 1 between.
struct AxisEdit {
  std::vector<int64_t> squeezed;
  std::vector<bool> is_new;
  bool squeezes_expanded = false;

  bool inserts() const { return std::find(is_new.begin(), is_new.end(), true) != is_new.end(); }
};

bool is_edit(const Record& record) {
  const OpFamily kind = family(record.op);
  return kind == OpFamily::kBroadcast || kind == OpFamily::kSqueeze;
}

/// squeeze(broadcast(x)): the squeezed axes that the broadcast made are gone, the others are axes of x.
AxisEdit squeeze_of_broadcast(const std::vector<bool>& is_new, const SqueezeAttributes& squeeze) {
  AxisEdit out;
  out.squeezes_expanded = squeeze.squeeze_expanded;
  int64_t own = 0;
  for (size_t dim = 0; dim < is_new.size(); ++dim) {
    const bool goes =
        std::find(squeeze.dims.begin(), squeeze.dims.end(), static_cast<int64_t>(dim)) != squeeze.dims.end();
    if (!is_new[dim]) {
      if (goes) out.squeezed.push_back(own);
      ++own;
    }
    if (!goes) out.is_new.push_back(is_new[dim]);
  }
  return out;
}

/// broadcast(squeeze(x)): a new axis at the place of a squeezed one of extent 1 is that axis.
AxisEdit broadcast_of_squeeze(const std::vector<Axis>& axes, const SqueezeAttributes& squeeze,
                              const std::vector<bool>& is_new) {
  AxisEdit out;
  out.squeezes_expanded = squeeze.squeeze_expanded;
  size_t own = 0;
  const auto is_squeezed = [&](size_t dim) {
    return std::find(squeeze.dims.begin(), squeeze.dims.end(), static_cast<int64_t>(dim)) != squeeze.dims.end();
  };
  for (size_t dim = 0; dim < is_new.size(); ++dim) {
    if (is_new[dim] && own < axes.size() && is_squeezed(own) && !axes[own].is_expanded()) {
      out.is_new.push_back(false);
      ++own;
      continue;
    }
    for (; !is_new[dim] && own < axes.size() && is_squeezed(own); ++own)
      out.squeezed.push_back(static_cast<int64_t>(own));
    out.is_new.push_back(is_new[dim]);
    if (!is_new[dim]) ++own;
  }
  for (; own < axes.size(); ++own) out.squeezed.push_back(static_cast<int64_t>(own));
  return out;
}

/// What `record` makes of the value that `inner` reads, which has these axes, where the two cancel.
std::optional<AxisEdit> cancelled(const Record& inner, const std::vector<Axis>& axes, const Record& record) {
  if (family(record.op) == OpFamily::kBroadcast) {
    const auto& squeeze = attributes<SqueezeAttributes>(inner);
    AxisEdit edit = broadcast_of_squeeze(axes, squeeze, attributes<BroadcastAttributes>(record).is_broadcast_dim);
    return edit.squeezed.size() < squeeze.dims.size() ? std::optional(std::move(edit)) : std::nullopt;
  }
  const std::vector<bool>& made = attributes<BroadcastAttributes>(inner).is_broadcast_dim;
  AxisEdit edit = squeeze_of_broadcast(made, attributes<SqueezeAttributes>(record));
  if (std::count(edit.is_new.begin(), edit.is_new.end(), true) == std::count(made.begin(), made.end(), true)) {
    return std::nullopt;
  }
  return broadcast_of_squeeze(axes, {.dims = edit.squeezed, .squeeze_expanded = edit.squeezes_expanded}, edit.is_new);
}

bool are_opposite(const Record& inner, const Record& record) {
  return is_edit(inner) && is_edit(record) && family(inner.op) != family(record.op);
}

/// What `record` makes of the value before `value`, where it cancels with what makes `value`.
std::optional<AxisEdit> cancelled(const TypedBuilder& built, const Record& record, StateId value) {
  const Record& inner = built.definition().producer(value);
  if (!are_opposite(inner, record)) return std::nullopt;
  return cancelled(inner, built.tensor(inner.operand(0)).axes, record);
}

/// The edit of `value` as ops; a squeeze that is left may meet a broadcast in its turn.
StateId apply(Rebuild& rebuild, StateId value, const AxisEdit& edit) {
  if (!edit.squeezed.empty()) {
    const Record squeeze{
        .op = op("squeeze"),
        .form = RecordForm::kExplicit,
        .operands = {value},
        .results = {},
        .attributes = SqueezeAttributes{.dims = edit.squeezed, .squeeze_expanded = edit.squeezes_expanded}};
    const std::optional<AxisEdit> again = cancelled(rebuild, squeeze, value);
    value = again ? apply(rebuild, rebuild.definition().producer(value).operand(0), *again)
                  : rebuild.emit(squeeze.op, squeeze.operands, squeeze.attributes);
  }
  return edit.inserts() ? rebuild.broadcast(value, edit.is_new) : value;
}

/// The type of the operand whose axes the result has, one by one and in their order; null where it has others.
const TensorType* same_axes_before(const PassFacts& facts, const Record& record) {
  if (is_edit(record) || record.results.empty() || !record.has_operand(0)) return nullptr;
  if (family(record.op) == OpFamily::kPermute) return nullptr;
  const TensorType* before = facts.tensor(record.operand(0));
  const TensorType* made = facts.tensor(record.results[0]);
  return before != nullptr && made != nullptr && before->extents() == made->extents() ? before : nullptr;
}

/// The op without a rule that keeps two apart which would cancel; nothing where none does.
std::optional<std::string> kept_apart(const PassFacts& facts, const Record& record) {
  StateId value = record.operand(0);
  const Record& stops = facts.producer(value);
  for (size_t steps = 0; steps < kMostLookedThrough && same_axes_before(facts, facts.producer(value)); ++steps) {
    value = facts.producer(value).operand(0);
  }
  const Record& inner = facts.producer(value);
  if (is_edit(stops) || !are_opposite(inner, record)) return std::nullopt;
  const TensorType* before = facts.tensor(inner.operand(0));
  if (before == nullptr || !cancelled(inner, before->axes, record)) return std::nullopt;
  return concat(facts.called(record), " would undo what ", facts.called(inner), " did, but ", facts.called(stops),
                " stands between, for which the pass has no rule");
}

}  // namespace

PassResult remove_bcast_squeeze(const PassFacts& facts) {
  PassResult out;
  bool has_pair = false;
  for (RecordId id : facts.definition().records.ids()) {
    const Record& record = facts.definition().records[id];
    if (!is_edit(record)) continue;
    has_pair = has_pair || are_opposite(facts.producer(record.operand(0)), record);
    if (auto reason = kept_apart(facts, record)) out.left.push_back({id, std::move(*reason)});
  }
  if (!has_pair) return out;
  PassStep step = rebuilt(facts.primitive, [&](Rebuild& rebuild, RecordId id, const Record& record) {
    if (!is_edit(record)) return false;
    const StateId between = rebuild.operand(record.operand(0));
    const std::optional<AxisEdit> edit = cancelled(rebuild, record, between);
    if (!edit) return false;
    rebuild.bind(record.result(), apply(rebuild, rebuild.definition().producer(between).operand(0), *edit));
    out.done.push_back(
        {id, concat(facts.called(record), " undoes what ", facts.called(facts.producer(record.operand(0))), " did")});
    return true;
  });
  if (!out.done.empty()) out.step = std::move(step);
  return out;
}

}  // namespace cleave
