// See builder.h.
#include "core/ir/builder.h"

#include <utility>

#include "core/ops/op_table.h"

namespace cleave {
namespace {

StateKind kind_of(ResultKind row, const Definition& definition, std::span<const std::optional<StateId>> operands) {
  switch (row) {
    case ResultKind::kTensor: return StateKind::kTensor;
    case ResultKind::kScalar: return StateKind::kScalar;
    case ResultKind::kVector: return StateKind::kVector;
    case ResultKind::kLikeOperands: break;
  }
  for (const std::optional<StateId>& operand : operands) {
    if (operand && definition.is_tensor(*operand)) return StateKind::kTensor;
  }
  return StateKind::kScalar;
}

}  // namespace

RecordId Builder::add(OpCode op, std::vector<std::optional<StateId>> operands, Attributes attributes, RecordForm form) {
  std::vector<StateKind> kinds;
  for (ResultKind row : info(op).results()) kinds.push_back(kind_of(row, definition_, operands));
  return add_with_results(op, std::move(operands), std::move(attributes), kinds, form);
}

RecordId Builder::add_with_results(OpCode op, std::vector<std::optional<StateId>> operands, Attributes attributes,
                                   std::span<const StateKind> results, RecordForm form) {
  for (const std::optional<StateId>& operand : operands) {
    CHECK(!operand || definition_.states.contains(*operand), "operands exist before the record that reads them");
  }
  const OpFamily kind = family(op);
  const bool is_input = kind == OpFamily::kDefineTensor ||
                        (kind == OpFamily::kDefineScalar && !std::get<ScalarAttributes>(attributes).value);
  const RecordId id = definition_.records.add(
      {.op = op, .form = form, .operands = std::move(operands), .results = {}, .attributes = std::move(attributes)});
  Record& record = definition_.records[id];
  for (StateKind result : results) record.results.push_back(definition_.states.add({.kind = result, .producer = id}));
  if (is_input) definition_.inputs.push_back(record.results[0]);
  if (kind == OpFamily::kAddOutput) {
    definition_.outputs.push_back({.value = record.operand(0),
                                   .alias = record.has_operand(1) ? record.operands[1] : std::nullopt,
                                   .stride_order = std::get<OutputAttributes>(record.attributes).stride_order,
                                   .record = id});
  }
  return id;
}

StateId Builder::value(OpCode op, std::vector<std::optional<StateId>> operands, Attributes attributes) {
  return definition_.records[add(op, std::move(operands), std::move(attributes))].result();
}

StateId Builder::constant(ScalarValue value, DType dtype, RecordForm form) {
  return definition_.records[add(op("define_scalar"), {}, ScalarAttributes{.value = value, .dtype = dtype}, form)]
      .result();
}

StateId Builder::scalar_input(DType dtype) {
  return value(op("define_scalar"), {}, ScalarAttributes{.value = std::nullopt, .dtype = dtype});
}

StateId Builder::vector(std::span<const StateId> items, RecordForm form) {
  std::vector<std::optional<StateId>> operands(items.begin(), items.end());
  return definition_.records[add(op("define_vector"), std::move(operands), IntegerAttributes{}, form)].result();
}

StateId Builder::literal_vector(std::span<const int64_t> values) {
  std::vector<StateId> items;
  items.reserve(values.size());
  for (int64_t value : values) items.push_back(constant(value, DType::kInt, RecordForm::kInline));
  return vector(items, RecordForm::kInline);
}

StateId Builder::value_before_literal(OpCode op, std::vector<std::optional<StateId>> operands, Attributes attributes,
                                      ScalarValue literal) {
  const RecordId hidden =
      definition_.records.add({.op = cleave::op("define_scalar"),
                               .form = RecordForm::kInline,
                               .operands = {},
                               .results = {},
                               .attributes = ScalarAttributes{.value = literal, .dtype = literal_dtype(literal)}});
  const RecordId id(definition_.records.size());
  const StateId result = definition_.states.add({.kind = StateKind::kTensor, .producer = id});
  const StateId constant = definition_.states.add({.kind = StateKind::kScalar, .producer = hidden});
  definition_.records[hidden].results = {constant};
  operands.push_back(constant);
  definition_.records.add({.op = op,
                           .form = RecordForm::kExplicit,
                           .operands = std::move(operands),
                           .results = {result},
                           .attributes = std::move(attributes)});
  return result;
}

void Builder::output(StateId value, std::optional<StateId> alias, std::vector<int64_t> stride_order) {
  add(op("add_output"), {value, alias}, OutputAttributes{.stride_order = std::move(stride_order)});
}

}  // namespace cleave
