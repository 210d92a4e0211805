// See definition.h.
#include "core/ir/definition.h"

#include "core/ops/op_table.h"

namespace cleave {

std::vector<StateId> vector_items(const Definition& definition, StateId vector) {
  const Record& record = definition.producer(vector);
  CHECK(record.op == op("define_vector"), "a vector with items is made by define_vector");
  std::vector<StateId> items;
  items.reserve(record.operands.size());
  for (const std::optional<StateId>& item : record.operands) items.push_back(*item);
  return items;
}

std::optional<ScalarValue> constant_value(const Definition& definition, StateId scalar) {
  const Record& record = definition.producer(scalar);
  if (record.op != op("define_scalar")) return std::nullopt;
  return attributes<ScalarAttributes>(record).value;
}

bool is_declaration(const Record& record) {
  const OpFamily kind = family(record.op);
  return kind == OpFamily::kDefineTensor || kind == OpFamily::kDefineScalar || kind == OpFamily::kDefineVector ||
         kind == OpFamily::kAddOutput;
}

IdMap<StateId, std::vector<RecordId>> users(const Definition& definition) {
  IdMap<StateId, std::vector<RecordId>> out(definition.states.size());
  for (RecordId id : definition.records.ids()) {
    for (const std::optional<StateId>& operand : definition.records[id].operands) {
      if (!operand) continue;
      std::vector<RecordId>& readers = out[*operand];
      if (readers.empty() || readers.back() != id) readers.push_back(id);
    }
  }
  return out;
}

}  // namespace cleave
