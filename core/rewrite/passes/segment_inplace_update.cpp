// Pass 11, which results need. A value is written into an input that something also reads away from the place written:
// through a broadcast, a permutation, a slice, an index. One kernel that did both would write elements that other
// threads still have to read, so the value is kept apart with a segment_set, and a copy in a later kernel does the
// write. An input that is only read place by place, reshapes and reductions included, needs no cut.
#include <optional>
#include <string>
#include <vector>

#include "core/base/text.h"
#include "core/ops/op_table.h"
#include "core/rewrite/passes/pass.h"

namespace cleave {
namespace {

/// The op reads its tensors at other places than it writes.
bool moves(const Record& record) {
  switch (family(record.op)) {
    case OpFamily::kBroadcast:
    case OpFamily::kExpand:
    case OpFamily::kPermute:
    case OpFamily::kSlice:
    case OpFamily::kPad:
    case OpFamily::kCat:
    case OpFamily::kIndex:
    case OpFamily::kScatter:
    case OpFamily::kScan:
    case OpFamily::kSort: return true;
    case OpFamily::kDefineTensor:
    case OpFamily::kDefineScalar:
    case OpFamily::kDefineVector:
    case OpFamily::kAddOutput:
    case OpFamily::kPointwise:
    case OpFamily::kCast:
    case OpFamily::kCopy:
    case OpFamily::kReduction:
    case OpFamily::kWelford:
    case OpFamily::kSqueeze:
    case OpFamily::kReshape:
    case OpFamily::kFactory:
    case OpFamily::kRandom:
    case OpFamily::kMatmul:
    case OpFamily::kOpaque:
    case OpFamily::kSize:
    case OpFamily::kShapeQuery:
    case OpFamily::kComposite: return false;
  }
  return false;
}

/// What follows does not read the input's places: it reads memory that another kernel wrote, or what a reduction made
/// of places that its own block has read before it writes.
bool ends_reading(const Record& record) {
  const OpFamily kind = family(record.op);
  return kind == OpFamily::kMatmul || kind == OpFamily::kOpaque || kind == OpFamily::kReduction ||
         kind == OpFamily::kWelford || record.op == op("segment_set");
}

/// Per state the records after it that matter, through ops that one kernel may hold.
struct Readers {
  /// The first that moves what it reads.
  std::vector<std::optional<RecordId>> mover;
  /// The first of which nothing is known.
  std::vector<std::optional<RecordId>> unknown;
};

Readers readers_of(const Definition& definition) {
  Readers out{.mover = std::vector<std::optional<RecordId>>(definition.states.size()),
              .unknown = std::vector<std::optional<RecordId>>(definition.states.size())};
  for (size_t i = definition.records.size(); i-- > 0;) {
    const RecordId id(i);
    const Record& record = definition.records[id];
    const bool is_unknown = family(record.op) == OpFamily::kOpaque;
    if (family(record.op) == OpFamily::kSize || (ends_reading(record) && !is_unknown)) continue;
    std::optional<RecordId> mover = moves(record) ? std::optional(id) : std::nullopt;
    std::optional<RecordId> unknown = is_unknown ? std::optional(id) : std::nullopt;
    for (StateId result : record.results) {
      if (is_unknown) break;
      if (!mover) mover = out.mover[result.index];
      if (!unknown) unknown = out.unknown[result.index];
    }
    for (const std::optional<StateId>& operand : record.operands) {
      if (!operand || !definition.is_tensor(*operand)) continue;
      if (mover) out.mover[operand->index] = mover;
      if (unknown) out.unknown[operand->index] = unknown;
    }
  }
  return out;
}

/// The value is a copy of its own that is made after a cut already.
bool is_apart(const Definition& definition, StateId value) {
  const Record& copy = definition.producer(value);
  return copy.op == op("set") && definition.producer(copy.operand(0)).op == op("segment_set");
}

bool updates_something(const Definition& definition) {
  for (const Output& output : definition.outputs) {
    if (output.alias && output.value != *output.alias) return true;
  }
  return false;
}

}  // namespace

PassResult segment_inplace_update(const PassFacts& facts) {
  PassResult out;
  const Definition& definition = facts.definition();
  out.remark = "no input is updated in place";
  if (!updates_something(definition)) return out;
  out.remark = "every input that is updated in place is only read place by place";
  const Readers readers = readers_of(definition);
  std::vector<bool> is_replaced(definition.records.size(), false);
  for (const Output& output : definition.outputs) {
    if (!output.alias || output.value == *output.alias) continue;
    if (facts.is_input(output.value) || is_apart(definition, output.value)) continue;
    const std::string what =
        concat("`", facts.name(output.value), "` is written into `", facts.name(*output.alias), "`, which ");
    const std::optional<RecordId> mover = readers.mover[output.alias->index];
    if (const auto unknown = readers.unknown[output.alias->index]; unknown && !mover) {
      out.left.push_back({output.record, concat(what, facts.called(definition.records[*unknown]),
                                                " reads, for which the pass has no rule: that op runs alone, before "
                                                "the write")});
    }
    if (!mover) continue;
    is_replaced[output.record.index] = true;
    out.done.push_back({output.record, concat(what, info(definition.records[*mover].op).name,
                                              " reads at other places: the write is a kernel of its own now")});
  }
  if (!out.left.empty()) out.remark.clear();
  if (out.done.empty()) return out;
  out.step = rebuilt(facts.primitive, [&](Rebuild& rebuild, RecordId id, const Record& record) {
    if (!is_replaced[id.index]) return false;
    const StateId value = record.operand(0);
    const StateId apart = rebuild.emit(op("segment_set"), {rebuild.operand(value)});
    const StateId copy = rebuild.emit(op("set"), {apart});
    // What is written is the value under its own name and index.
    rebuild.bind(value, copy);
    rebuild.update(copy, rebuild.operand(*record.operands[1]));
    return true;
  });
  return out;
}

}  // namespace cleave
