// See emitter.h.
#include "core/rewrite/emitter.h"

#include "core/base/text.h"
#include "core/source/diagnostic_codes.h"

namespace cleave {

void Emitter::begin(RecordId record) {
  current_ = record;
  begin_from(record, is_declaration(this->record()) ? std::string() : result_name());
}

std::optional<StateId> Emitter::operand(size_t slot) const {
  if (!record().has_operand(slot)) return std::nullopt;
  return from_source_.origin(*record().operands[slot]);
}

bool Emitter::operands_known() const {
  for (const std::optional<StateId>& operand : record().operands) {
    if (!operand) continue;
    const bool is_vector = source_.states[*operand].kind == StateKind::kVector;
    if (is_vector ? !vectors_.contains(operand->index) : !from_source_.origin(*operand)) return false;
    if (!is_vector && !is_typed(*from_source_.origin(*operand))) return false;
  }
  return true;
}

std::optional<size_t> Emitter::untyped_operand() const {
  for (size_t slot = 0; slot < record().operands.size(); ++slot) {
    const std::optional<StateId> state = operand(slot);
    if (state && !is_typed(*state)) return slot;
  }
  return std::nullopt;
}

std::vector<StateId> Emitter::vector_operand(size_t slot) const {
  const auto found = vectors_.find(record().operand(slot).index);
  CHECK(found != vectors_.end(), "a vector operand is asked for after operands_known()");
  return found->second;
}

std::string Emitter::operand_name(size_t slot) const {
  return record().has_operand(slot) ? display_name(source_, map_, *record().operands[slot]) : std::string("None");
}

std::string Emitter::result_name() const {
  return record().results.empty() ? std::string(row().name) : display_name(source_, map_, record().results[0]);
}

Diagnostic& Emitter::report(DiagnosticCode code, std::vector<std::string> arguments, std::optional<size_t> slot) {
  const std::optional<SourceSpan> span = slot ? map_.operand_span(current_, *slot) : map_.record_span(current_);
  return diagnostics_.report(code, span, std::move(arguments));
}

std::optional<int64_t> Emitter::known_int(StateId scalar_state) {
  const std::optional<ScalarValue>& value = scalar(scalar_state).value;
  if (value) return to_int(*value);
  const bool is_labelled = !label_of(scalar_state).empty();
  report(code("unknown_extent"), {is_labelled ? label_of(scalar_state) : std::string("a scalar")});
  return std::nullopt;
}

std::optional<std::vector<int64_t>> Emitter::known_ints(std::span<const StateId> scalars) {
  std::vector<int64_t> out;
  bool known = true;
  for (StateId scalar_state : scalars) {
    const std::optional<int64_t> value = known_int(scalar_state);
    known = known && value.has_value();
    out.push_back(value.value_or(1));
  }
  if (!known) return std::nullopt;
  return out;
}

void Emitter::bind(StateId from, StateId to) {
  from_source_.set(from, to);
  if (to_source_.origin(to)) return;
  to_source_.set(to, from);
  set_label(to, display_name(source_, map_, from));
}

Primitive Emitter::finish() && {
  Primitive out = std::move(*this).take();
  out.to_source = std::move(to_source_);
  out.from_source = std::move(from_source_);
  return out;
}

}  // namespace cleave
