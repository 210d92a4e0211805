// See prune.h.
#include "core/rewrite/prune.h"

#include <utility>

#include "core/ir/builder.h"

namespace cleave {
namespace {

// Records that an output, an input or a needed record needs.
std::vector<bool> needed_records(const Definition& definition) {
  std::vector<bool> needed(definition.records.size(), false);
  for (StateId input : definition.inputs) needed[definition.states[input].producer.index] = true;
  for (const Output& output : definition.outputs) needed[output.record.index] = true;
  for (size_t i = definition.records.size(); i-- > 0;) {
    if (!needed[i]) continue;
    for (const std::optional<StateId>& operand : definition.records[RecordId(i)].operands) {
      if (operand) needed[definition.states[*operand].producer.index] = true;
    }
  }
  return needed;
}

}  // namespace

Primitive prune(const Primitive& whole) {
  const std::vector<bool> needed = needed_records(whole.definition);
  Builder builder;
  Primitive out;
  IndexMap kept;
  for (RecordId id : whole.definition.records.ids()) {
    if (!needed[id.index]) continue;
    const Record& record = whole.definition.records[id];
    std::vector<std::optional<StateId>> operands;
    for (const std::optional<StateId>& operand : record.operands) {
      operands.push_back(operand ? kept.origin(*operand) : std::nullopt);
    }
    std::vector<StateKind> kinds;
    for (StateId result : record.results) kinds.push_back(whole.definition.states[result].kind);
    const RecordId made = builder.add_with_results(record.op, std::move(operands), record.attributes, kinds, record.form);
    out.record_origin.set(made, whole.record_origin[id]);
    for (size_t i = 0; i < record.results.size(); ++i) {
      const StateId from = record.results[i];
      const StateId to = builder.definition().records[made].results[i];
      kept.set(from, to);
      out.types.states.set(to, whole.types.states[from]);
      out.labels.set(to, whole.labels[from]);
      if (const auto source = whole.to_source.origin(from)) out.to_source.set(to, *source);
    }
  }
  out.types.extents = whole.types.extents;
  for (ExtentId id : out.types.extents.ids()) {
    ExtentOrigin& origin = out.types.extents[id];
    if (!origin.state) continue;
    origin.state = kept.origin(*origin.state);
    if (!origin.state) origin.kind = ExtentOrigin::Kind::kDerived;
  }
  for (const auto& [source, from] : whole.from_source.pairs()) {
    if (const auto to = kept.origin(from)) out.from_source.set(source, *to);
  }
  out.definition = std::move(builder).finish();
  return out;
}

}  // namespace cleave
