// See copy_definition.h.
#include "tests/support/copy_definition.h"

#include "core/ops/op_table.h"

namespace cleave {
namespace {

/// The hidden diagonal of a triu, whose index comes after the result's.
std::optional<StateId> late_literal(const Definition& definition, const Record& record) {
  if (record.op != op("triu") || !record.has_operand(1)) return std::nullopt;
  const StateId diagonal = record.operand(1);
  return definition.producer(diagonal).form == RecordForm::kInline ? std::optional(diagonal) : std::nullopt;
}

}  // namespace

void DefinitionCopier::copy(RecordId id) {
  const Record& record = from_.records[id];
  const RecordId next(id.index + 1);
  // Copied together with the record that reads it.
  if (from_.records.contains(next) && !record.results.empty() &&
      late_literal(from_, from_.records[next]) == record.results[0]) {
    return;
  }
  std::vector<std::optional<StateId>> operands;
  for (const std::optional<StateId>& operand : record.operands) {
    operands.push_back(operand ? std::optional(renamed_[source(*operand).index]) : std::nullopt);
  }
  if (const std::optional<StateId> literal = late_literal(from_, record)) {
    operands.pop_back();
    renamed_[record.result().index] = builder_.value_before_literal(record.op, std::move(operands), record.attributes,
                                                                    *constant_value(from_, *literal));
    return;
  }
  std::vector<StateKind> kinds;
  for (StateId result : record.results) kinds.push_back(from_.states[result].kind);
  const RecordId made =
      builder_.add_with_results(record.op, std::move(operands), record.attributes, kinds, record.form);
  for (size_t i = 0; i < record.results.size(); ++i) {
    renamed_[record.results[i].index] = builder_.definition().records[made].results[i];
  }
}

}  // namespace cleave
