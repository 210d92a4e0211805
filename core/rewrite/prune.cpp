// See prune.h. Literals (inline constants and vectors) are made again for each reader; the first one made stands for
// the literal in the maps.
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

class Pruner {
 public:
  explicit Pruner(const Primitive& whole) : whole_(whole) {}

  Primitive run() {
    const std::vector<bool> needed = needed_records(whole_.definition);
    for (RecordId id : whole_.definition.records.ids()) {
      const bool is_literal = whole_.definition.records[id].form == RecordForm::kInline;
      if (needed[id.index] && !is_literal) copy(id);
    }
    copy_extents();
    for (const auto& [source, from] : whole_.from_source.pairs()) {
      if (const auto to = kept_.origin(from)) out_.from_source.set(source, *to);
    }
    out_.definition = std::move(builder_).finish();
    return std::move(out_);
  }

 private:
  const Record& producer(StateId state) const { return whole_.definition.producer(state); }
  bool is_literal(StateId state) const { return producer(state).form == RecordForm::kInline; }

  /// The operand in the new definition; a literal is made again.
  StateId operand(StateId state) {
    if (!is_literal(state)) return *kept_.origin(state);
    const Record& record = producer(state);
    std::vector<std::optional<StateId>> items;
    for (const std::optional<StateId>& item : record.operands) items.push_back(operand(*item));
    return add(whole_.definition.states[state].producer, std::move(items))[0];
  }

  void copy(RecordId id) {
    std::vector<std::optional<StateId>> operands;
    for (const std::optional<StateId>& slot : whole_.definition.records[id].operands) {
      operands.push_back(slot ? std::optional(operand(*slot)) : std::nullopt);
    }
    add(id, std::move(operands));
  }

  std::vector<StateId> add(RecordId id, std::vector<std::optional<StateId>> operands) {
    const Record& record = whole_.definition.records[id];
    std::vector<StateKind> kinds;
    for (StateId result : record.results) kinds.push_back(whole_.definition.states[result].kind);
    const RecordId made =
        builder_.add_with_results(record.op, std::move(operands), record.attributes, kinds, record.form);
    out_.record_origin.set(made, whole_.record_origin[id]);
    const std::vector<StateId>& results = builder_.definition().records[made].results;
    for (size_t i = 0; i < results.size(); ++i) {
      const StateId from = record.results[i];
      kept_.set(from, results[i]);
      out_.types.states.set(results[i], whole_.types.states[from]);
      out_.labels.set(results[i], whole_.labels[from]);
      if (const auto source = whole_.to_source.origin(from)) out_.to_source.set(results[i], *source);
    }
    return results;
  }

  void copy_extents() {
    out_.types.extents = whole_.types.extents;
    for (ExtentId id : out_.types.extents.ids()) {
      ExtentOrigin& origin = out_.types.extents[id];
      if (!origin.state) continue;
      origin.state = kept_.origin(*origin.state);
      if (!origin.state) origin.kind = ExtentOrigin::Kind::kDerived;
    }
  }

  const Primitive& whole_;
  Builder builder_;
  Primitive out_;
  /// State of the whole → state that stands for it.
  IndexMap kept_;
};

}  // namespace

Primitive prune(const Primitive& whole) { return Pruner(whole).run(); }

}  // namespace cleave
