// Pass 12. A repeat (broadcast, expand, merging reshape) moves behind the ops that read it, so that these work on the
// tensor before it is repeated. It passes element-wise ops whose other tensors are the same for every copy, casts,
// copies, and slices of other axes; it stops at a value that is an output or that two ops read.
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "core/base/text.h"
#include "core/ops/op_table.h"
#include "core/rewrite/passes/pass.h"
#include "core/rewrite/passes/repeat_form.h"

namespace cleave {
namespace {

struct Move {
  Repeat repeat;
  /// The repeat's last op, and the ops that it moves behind, in order.
  RecordId reshape{0U};
  std::vector<RecordId> passed;
};

/// Every other tensor of an element-wise op has extent 1 along the repeated axis.
bool others_repeat(const PassFacts& facts, const Record& record, StateId repeated, size_t dim) {
  for (const std::optional<StateId>& operand : record.operands) {
    if (!operand || *operand == repeated || !facts.definition().is_tensor(*operand)) continue;
    const TensorType* type = facts.tensor(*operand);
    if (type == nullptr || !type->axes[dim].is_broadcast() || type->axes[dim].extent != 1) return false;
  }
  return true;
}

bool keeps_axis(const PassFacts& facts, const Record& slice, size_t dim) {
  return facts.tensor(slice.operand(0))->axes[dim].extent == facts.tensor(slice.result())->axes[dim].extent;
}

bool can_pass(const PassFacts& facts, const Record& record, StateId repeated, size_t dim) {
  if (record.results.size() != 1 || facts.tensor(record.results[0]) == nullptr) return false;
  const OpFamily kind = family(record.op);
  if (kind == OpFamily::kPointwise) return others_repeat(facts, record, repeated, dim);
  if (kind == OpFamily::kSlice) return keeps_axis(facts, record, dim);
  return kind == OpFamily::kCast || record.op == op("set");
}

bool has_rule(const Record& record) {
  const OpFamily kind = family(record.op);
  return kind == OpFamily::kPointwise || kind == OpFamily::kSlice || kind == OpFamily::kCast ||
         record.op == op("set") || kind == OpFamily::kSize;
}

/// The move of a repeat; passes nothing where it is stopped at once.
std::optional<Move> move_of(const PassFacts& facts, RecordId id) {
  const std::optional<Repeat> repeat = repeat_of(facts, facts.definition().records[id]);
  if (!repeat) return std::nullopt;
  Move out{.repeat = *repeat, .reshape = id, .passed = {}};
  StateId value = facts.definition().records[id].result();
  while (facts.has_one_reader(value)) {
    const RecordId reader = facts.users(value)[0];
    const Record& record = facts.definition().records[reader];
    if (!can_pass(facts, record, value, repeat->dim)) break;
    out.passed.push_back(reader);
    value = record.results[0];
  }
  return out;
}

/// The op without a rule that alone reads `value`; null where there is none.
const Record* stopped_by(const PassFacts& facts, StateId value) {
  if (!facts.has_one_reader(value)) return nullptr;
  const Record& reader = facts.definition().records[facts.users(value)[0]];
  return has_rule(reader) ? nullptr : &reader;
}

/// The move has a record in common with those of others.
bool meets(const Move& move, const std::set<uint32_t>& taken) {
  if (taken.count(move.reshape.index) > 0) return true;
  for (RecordId passed : move.passed) {
    if (taken.count(passed.index) > 0) return true;
  }
  return false;
}

/// The operands of a slice that leaves `dim` as long as it is now.
std::vector<std::optional<StateId>> slice_operands(Rebuild& rebuild, const PassFacts& facts, const Record& record,
                                                   StateId value, size_t dim) {
  std::vector<StateId> ends;
  const std::vector<StateId> old_ends = vector_items(facts.definition(), record.operand(2));
  for (size_t i = 0; i < old_ends.size(); ++i) {
    ends.push_back(i == dim ? rebuild.extent_scalar(value, dim) : rebuild.operand(old_ends[i]));
  }
  const StateId starts = rebuild.operand(record.operand(1));
  const StateId made_ends = rebuild.vector(ends);
  const auto strides = record.has_operand(3) ? std::optional(rebuild.operand(record.operand(3))) : std::nullopt;
  return {value, starts, made_ends, strides};
}

/// The passed ops on what is repeated, then the repeat.
StateId apply(Rebuild& rebuild, const PassFacts& facts, const Move& move) {
  StateId repeated = facts.definition().records[move.reshape].result();
  StateId value = rebuild.operand(move.repeat.value);
  for (RecordId id : move.passed) {
    const Record& record = facts.definition().records[id];
    std::vector<std::optional<StateId>> operands;
    if (family(record.op) == OpFamily::kSlice) {
      operands = slice_operands(rebuild, facts, record, value, move.repeat.dim);
    } else {
      for (const std::optional<StateId>& operand : record.operands) {
        operands.push_back(!operand               ? std::nullopt
                           : *operand == repeated ? std::optional(value)
                                                  : std::optional(rebuild.operand(*operand)));
      }
    }
    value = rebuild.emit(record.op, std::move(operands), record.attributes);
    repeated = record.results[0];
  }
  const StateId copies = rebuild.operand(move.repeat.copies);
  return emit_repeat(rebuild, value, move.repeat.dim, copies, rebuild.operand(move.repeat.merged));
}

}  // namespace

PassResult move_repeat_forward(const PassFacts& facts) {
  PassResult out;
  const Definition& definition = facts.definition();
  // By the last op that is passed; the ops before it are built there.
  std::map<uint32_t, Move> moves;
  std::set<uint32_t> is_skipped;
  for (RecordId id : definition.records.ids()) {
    const std::optional<Move> move = move_of(facts, id);
    if (!move) continue;
    if (move->passed.empty()) {
      const StateId repeated = definition.records[id].result();
      if (const Record* stops = stopped_by(facts, repeated)) {
        out.left.push_back({id, concat("repeat `", facts.name(repeated), "` stays before ", facts.called(*stops),
                                       ", for which the pass has no rule")});
      }
      continue;
    }
    // Where two moves meet the first is made; the other finds its way in the next round.
    if (meets(*move, is_skipped)) continue;
    const Record& last = definition.records[move->passed.back()];
    out.done.push_back(
        {id, concat("repeat `", facts.name(definition.records[id].result()), "` moves behind ",
                    counted(move->passed.size(), "op", "ops"), ", to `", facts.name(last.results[0]), "`")});
    is_skipped.insert(id.index);
    for (RecordId passed : move->passed) is_skipped.insert(passed.index);
    moves.emplace(move->passed.back().index, *move);
  }
  if (out.done.empty()) return out;
  out.step = rebuilt(facts.primitive, [&](Rebuild& rebuild, RecordId id, const Record& record) {
    const auto found = moves.find(id.index);
    if (found != moves.end()) rebuild.bind(record.results[0], apply(rebuild, facts, found->second));
    return is_skipped.count(id.index) > 0;
  });
  return out;
}

}  // namespace cleave
