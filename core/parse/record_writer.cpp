// See record_writer.h.
#include "core/parse/record_writer.h"

#include <utility>

#include "core/base/text.h"
#include "core/ops/op_table.h"
#include "core/source/diagnostic_codes.h"

namespace cleave {

bool RecordWriter::has_room(SourceSpan span) {
  if (definition().records.size() < limits_.records) return true;
  if (!full_) diagnostics_.report(code("record_limit"), span, {grouped_number(static_cast<int64_t>(limits_.records))});
  full_ = true;
  return false;
}

bool RecordWriter::check_rank(RecordId record, SourceSpan span) {
  for (StateId result : definition().records[record].results) {
    const auto rank = definition().is_tensor(result) ? ranks_.rank(result) : std::nullopt;
    if (rank.value_or(0) <= limits_.rank) continue;
    diagnostics_.report(code("rank_limit"), span, {std::to_string(*rank), std::to_string(limits_.rank)});
    return false;
  }
  return true;
}

void RecordWriter::note(RecordId record, SourceSpan span, std::vector<SourceSpan> operand_spans) {
  source_map_.records.set(record, span);
  source_map_.operands.set(record, std::move(operand_spans));
  for (StateId result : definition().records[record].results) source_map_.names.set(result, {});
  ranks_.add(definition(), record);
}

std::optional<RecordId> RecordWriter::add(OpCode op, std::vector<std::optional<StateId>> operands,
                                          Attributes attributes, RecordForm form, SourceSpan span,
                                          std::vector<SourceSpan> operand_spans) {
  if (!has_room(span)) return std::nullopt;
  const RecordId record = builder_.add(op, std::move(operands), std::move(attributes), form);
  note(record, span, std::move(operand_spans));
  if (!check_rank(record, span)) return std::nullopt;
  return record;
}

std::optional<RecordId> RecordWriter::add_with_results(OpCode op, std::vector<std::optional<StateId>> operands,
                                                       Attributes attributes, std::span<const StateKind> results,
                                                       SourceSpan span) {
  if (!has_room(span)) return std::nullopt;
  const RecordId record = builder_.add_with_results(op, std::move(operands), std::move(attributes), results);
  note(record, span, {});
  return record;
}

std::optional<StateId> RecordWriter::add_before_literal(OpCode op, std::vector<std::optional<StateId>> operands,
                                                        ScalarValue literal, SourceSpan span, SourceSpan literal_span) {
  if (!has_room(span)) return std::nullopt;
  const StateId result = builder_.value_before_literal(op, std::move(operands), NoAttributes{}, literal);
  const RecordId record = definition().states[result].producer;
  note(RecordId(record.index - 1), literal_span, {});
  note(record, span, {});
  return result;
}

std::optional<StateId> RecordWriter::literal(const ScalarValue& value, SourceSpan span) {
  const auto record = add(op("define_scalar"), {}, ScalarAttributes{.value = value, .dtype = literal_dtype(value)},
                          RecordForm::kInline, span);
  if (!record) return std::nullopt;
  return definition().records[*record].result();
}

std::optional<StateId> RecordWriter::vector(std::vector<std::optional<StateId>> items, RecordForm form,
                                            SourceSpan span) {
  const auto record = add(op("define_vector"), std::move(items), IntegerAttributes{}, form, span);
  if (!record) return std::nullopt;
  return definition().records[*record].result();
}

void RecordWriter::name(StateId state, std::string_view name) {
  const bool named = source_map_.names.contains(state) && !source_map_.names[state].empty();
  if (!named && name != "_") source_map_.names.set(state, std::string(name));
}

}  // namespace cleave
