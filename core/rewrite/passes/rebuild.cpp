// See rebuild.h. Tested with the passes.
#include "core/rewrite/passes/rebuild.h"

#include <utility>

#include "core/base/text.h"
#include "core/ops/op_table.h"
#include "core/rewrite/prune.h"

namespace cleave {

std::string name_of(const Primitive& primitive, StateId state) {
  const bool is_labelled = primitive.labels.contains(state) && !primitive.labels[state].empty();
  return is_labelled ? primitive.labels[state]
                     : concat(std::string(1, letter(primitive.definition.states[state].kind)), state.index);
}

Rebuild::Rebuild(const Primitive& before)
    : before_(before),
      is_updated_(before.definition.states.size(), false),
      is_output_(before.definition.states.size(), false) {
  for (const Output& output : before.definition.outputs) {
    is_output_[output.value.index] = true;
    if (output.alias) is_updated_[output.alias->index] = true;
  }
}

void Rebuild::begin(RecordId record_id) {
  in_hand_ = record_id;
  const Record& record = before_.definition.records[record_id];
  const std::optional<StateId> named = !record.results.empty() ? std::optional(record.results[0])
                                       : record.has_operand(0) ? record.operands[0]
                                                               : std::nullopt;
  begin_from(record_id, named ? name_of(before_, *named) : std::string());
}

bool Rebuild::is_literal(StateId old) const { return before_.definition.producer(old).form == RecordForm::kInline; }

StateId Rebuild::operand(StateId old) {
  if (!is_literal(old)) {
    const std::optional<StateId> made = made_.origin(old);
    CHECK(made.has_value(), "a value is rebuilt before it is read");
    return *made;
  }
  const Record& record = before_.definition.producer(old);
  std::vector<std::optional<StateId>> items;
  for (const std::optional<StateId>& item : record.operands) items.push_back(operand(*item));
  const StateId made = add_typed(record.op, std::move(items), record.attributes, RecordForm::kInline)[0];
  set_origin(definition().states[made].producer, before_.definition.states[old].producer);
  bind(old, made);
  return made;
}

std::vector<std::optional<StateId>> Rebuild::operands(const Record& record) {
  std::vector<std::optional<StateId>> out;
  for (const std::optional<StateId>& slot : record.operands) {
    out.push_back(slot ? std::optional(operand(*slot)) : std::nullopt);
  }
  return out;
}

void Rebuild::copy() {
  const Record& record = before_.definition.records[in_hand_];
  // Literals are made where they are read.
  if (record.form == RecordForm::kInline) return;
  const OpFamily kind = family(record.op);
  if (kind == OpFamily::kAddOutput) return copy_output(record);
  if (kind == OpFamily::kDefineTensor || kind == OpFamily::kDefineScalar) return copy_declaration(record);
  copy_with(operands(record));
}

void Rebuild::copy_with(std::vector<std::optional<StateId>> operands) {
  const Record& record = before_.definition.records[in_hand_];
  const bool asks_input = family(record.op) == OpFamily::kSize && is_input(*operands[0]);
  const int64_t dim = asks_input ? attributes<DimAttributes>(record).dim : 0;
  const std::optional<StateId> asked = operands.empty() ? std::nullopt : operands[0];
  const std::vector<StateId> made = add_typed(record.op, std::move(operands), record.attributes, record.form);
  if (asks_input) remember_size(*asked, dim, made[0]);
  for (size_t i = 0; i < made.size(); ++i) bind(record.results[i], made[i]);
}

void Rebuild::copy_declaration(const Record& record) {
  const StateId old = record.result();
  if (const auto* declared = std::get_if<TensorAttributes>(&record.attributes)) {
    return bind(old, declare_tensor(*declared, before_.types.tensor(old).extents()));
  }
  const ScalarType& type = before_.types.scalar(old);
  bind(old, declare_scalar(attributes<ScalarAttributes>(record), type.value, record.form));
}

void Rebuild::copy_output(const Record& record) {
  const StateId old = record.operand(0);
  StateId value = operand(old);
  if (record.has_operand(1)) return update(value, operand(*record.operands[1]));
  // A value of its own must not change with the input that it turned out to be.
  const bool was_input = family(before_.definition.producer(old).op) == OpFamily::kDefineTensor;
  const bool changes = is_input(value) && !was_input && is_updated_[origin_[value.index]->index];
  if (changes) bind(old, value = emit(op("set"), {value}));
  output(value, attributes<OutputAttributes>(record).stride_order);
}

Rebuild::Claim Rebuild::claim(StateId old) const {
  if (is_declaration(before_.definition.producer(old))) return Claim::kDeclared;
  if (!before_.to_source.origin(old)) return Claim::kNone;
  return is_output_[old.index] ? Claim::kOutput : Claim::kSource;
}

void Rebuild::bind(StateId old, StateId made) {
  made_.set(old, made);
  if (made.index >= origin_.size()) origin_.resize(made.index + 1);
  std::optional<StateId>& origin = origin_[made.index];
  if (origin && claim(*origin) >= claim(old)) return;
  origin = old;
  set_label(made, before_.labels[old]);
}

PassStep Rebuild::finish() && {
  Primitive whole = std::move(*this).take();
  for (size_t i = 0; i < origin_.size(); ++i) {
    if (origin_[i]) whole.to_source.set(StateId(i), *origin_[i]);
  }
  whole.from_source = std::move(made_);
  PassStep out{.primitive = prune(whole), .map = {}};
  out.map = std::move(out.primitive.to_source);
  out.primitive.to_source = compose(out.map, before_.to_source);
  out.primitive.from_source = compose(before_.from_source, out.primitive.from_source);
  for (RecordId id : out.primitive.record_origin.ids()) {
    std::optional<RecordId>& origin = out.primitive.record_origin[id];
    if (origin) origin = before_.record_origin[*origin];
  }
  return out;
}

}  // namespace cleave
