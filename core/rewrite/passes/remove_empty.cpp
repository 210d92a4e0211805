// Pass 1. What has no element needs no kernel: every computed tensor with an extent of 0 becomes a `full` of that
// shape, and what an op makes of nothing is written down (a matmul over nothing is 0, a cat keeps its other operands, a
// pad is its padding). Empty inputs and outputs stay.
#include <algorithm>
#include <vector>

#include "core/base/text.h"
#include "core/ops/op_table.h"
#include "core/rewrite/passes/pass.h"

namespace cleave {
namespace {

bool is_empty(const PassFacts& facts, StateId state) {
  const TensorType* type = facts.tensor(state);
  return type != nullptr && type->element_count() == 0;
}

/// What a record becomes.
enum class Change : uint8_t {
  kNone,
  /// It has empty results: a full each.
  kFull,
  /// A cat without its empty operands.
  kDropOperands,
  /// A pad of nothing: its padding everywhere.
  kPadding,
  /// A product over nothing: zeros, plus the bias.
  kZeros,
  /// A scatter of nothing: the value it starts from.
  kFirstOperand,
  /// It reads something empty and makes something that is not; no rule says what.
  kUnknown,
};

bool reads_empty(const PassFacts& facts, const Record& record) {
  return std::any_of(record.operands.begin(), record.operands.end(),
                     [&](const std::optional<StateId>& operand) { return operand && is_empty(facts, *operand); });
}

Change change_of(const PassFacts& facts, const Record& record) {
  const OpFamily kind = family(record.op);
  if (is_declaration(record) || kind == OpFamily::kFactory || kind == OpFamily::kSize) return Change::kNone;
  const bool all_empty = !record.results.empty() && std::all_of(record.results.begin(), record.results.end(),
                                                                [&](StateId made) { return is_empty(facts, made); });
  if (all_empty) return Change::kFull;
  if (!reads_empty(facts, record)) return Change::kNone;
  if (kind == OpFamily::kCat) return Change::kDropOperands;
  if (kind == OpFamily::kPad) return Change::kPadding;
  if (kind == OpFamily::kMatmul) return Change::kZeros;
  if (kind == OpFamily::kScatter && is_empty(facts, record.operand(1))) return Change::kFirstOperand;
  return Change::kUnknown;
}

StateId full_like(Rebuild& rebuild, const TensorType& type, std::optional<StateId> fill) {
  if (!fill) fill = rebuild.constant(to_category(int64_t{0}, type.dtype));
  const StateId shape = rebuild.literal_vector(type.extents());
  return rebuild.emit(op("full"), {shape, fill}, DTypeAttributes{.dtype = type.dtype});
}

/// The bias of a linear over the shape of the product.
StateId expanded_bias(Rebuild& rebuild, StateId bias, const TensorType& type) {
  const StateId aligned = rebuild.aligned(bias, type.rank());
  const StateId zeros = full_like(rebuild, type, std::nullopt);
  const DType wide = is_half_like(type.dtype) ? DType::kFloat : type.dtype;
  const StateId sum = rebuild.emit(op("add"), {rebuild.cast(zeros, wide), rebuild.cast(aligned, wide)});
  return rebuild.cast(sum, type.dtype);
}

void without_empty_operands(Rebuild& rebuild, const PassFacts& facts, const Record& record) {
  std::vector<std::optional<StateId>> kept;
  for (const std::optional<StateId>& operand : record.operands) {
    if (!is_empty(facts, *operand)) kept.push_back(rebuild.operand(*operand));
  }
  if (kept.size() > 1) return rebuild.copy_with(std::move(kept));
  rebuild.bind(record.result(), *kept[0]);
}

void apply(Rebuild& rebuild, const PassFacts& facts, const Record& record, Change change) {
  const StateId made = record.results[0];
  switch (change) {
    case Change::kFull:
      for (StateId result : record.results) {
        rebuild.bind(result, full_like(rebuild, *facts.tensor(result), std::nullopt));
      }
      return;
    case Change::kDropOperands: return without_empty_operands(rebuild, facts, record);
    case Change::kPadding:
      return rebuild.bind(made, full_like(rebuild, *facts.tensor(made), rebuild.operand(record.operand(2))));
    case Change::kZeros: {
      const bool has_bias = record.op == op("linear") && record.has_operand(2);
      return rebuild.bind(made, has_bias
                                    ? expanded_bias(rebuild, rebuild.operand(record.operand(2)), *facts.tensor(made))
                                    : full_like(rebuild, *facts.tensor(made), std::nullopt));
    }
    case Change::kFirstOperand: return rebuild.bind(made, rebuild.operand(record.operand(0)));
    case Change::kNone:
    case Change::kUnknown: return;
  }
}

std::string sentence(const PassFacts& facts, const Record& record, Change change) {
  const std::string value = concat("`", facts.name(record.results[0]), "`");
  switch (change) {
    case Change::kFull: return value + " has no element: nothing is computed for it";
    case Change::kDropOperands: return concat("cat ", value, " drops its empty operands");
    case Change::kPadding: return concat("pad ", value, " is padding only");
    case Change::kZeros: return concat(info(record.op).name, ' ', value, " multiplies nothing: it is 0");
    case Change::kFirstOperand: return concat("scatter ", value, " places nothing");
    case Change::kNone:
    case Change::kUnknown: break;
  }
  return concat(info(record.op).name, ' ', value, " reads a tensor without elements; no rule says what it makes of it");
}

}  // namespace

PassResult remove_empty(const PassFacts& facts) {
  PassResult out;
  const Definition& definition = facts.definition();
  std::vector<Change> changes(definition.records.size(), Change::kNone);
  for (RecordId id : definition.records.ids()) {
    const Record& record = definition.records[id];
    const Change change = change_of(facts, record);
    if (change == Change::kNone) continue;
    std::vector<PassPlace>& places = change == Change::kUnknown ? out.left : out.done;
    places.push_back({id, sentence(facts, record, change)});
    if (change != Change::kUnknown) changes[id.index] = change;
  }
  if (out.done.empty()) return out;
  out.step = rebuilt(facts.primitive, [&](Rebuild& rebuild, RecordId id, const Record& record) {
    if (changes[id.index] == Change::kNone) return false;
    apply(rebuild, facts, record, changes[id.index]);
    return true;
  });
  return out;
}

}  // namespace cleave
