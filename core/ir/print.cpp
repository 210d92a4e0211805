// The legacy form. Nothing here knows an op but by what its row and its attributes' description say; the exceptions of
// the language (flags printed as 0 and 1, stride orders left out when empty) are in attribute_text. See print.h.
#include "core/ir/print.h"

#include "core/base/describe.h"
#include "core/base/text.h"
#include "core/ir/python_literals.h"
#include "core/ops/op_table.h"

namespace cleave {
namespace {

class LegacyPrinter {
 public:
  explicit LegacyPrinter(const Definition& definition) : definition_(definition) {}

  std::string record(const Record& record) const {
    std::string out = results(record);
    out += is_declaration(record) ? "fd." : "fd.ops.";
    out += info(record.op).name;
    std::vector<std::string> arguments;
    add_operands(record, arguments);
    add_attributes(record, arguments);
    out += concat("(", join(arguments, ", "), ")");
    const auto* random = std::get_if<RandomAttributes>(&record.attributes);
    if (random != nullptr && random->ordinal) out += concat("  # random stream ", *random->ordinal);
    return out;
  }

  /// A state as an operand: its name, or in place what it is.
  std::string operand(StateId state) const {
    const Record& producer = definition_.producer(state);
    if (producer.form == RecordForm::kExplicit) return state_name(definition_, state);
    if (producer.op == op("define_vector")) return list(producer);
    return python_text(attributes<ScalarAttributes>(producer).value);
  }

 private:
  std::string results(const Record& record) const {
    if (record.results.empty()) return {};
    const std::string names = join(record.results, ", ", [&](StateId state) { return state_name(definition_, state); });
    return concat(names, record.op == op("tensor_sizes") ? ", = " : " = ");
  }

  std::string list(const Record& record) const {
    return concat("[", join(record.operands, ", ", [&](const std::optional<StateId>& item) { return operand(*item); }),
                  "]");
  }

  void add_operands(const Record& record, std::vector<std::string>& arguments) const {
    const auto rows = info(record.op).operands();
    for (size_t slot = 0; slot < rows.size(); ++slot) {
      if (rows[slot].kind == OperandKind::kTensorList || rows[slot].kind == OperandKind::kScalarList) {
        arguments.push_back(list(record));
        return;
      }
      const bool present = record.has_operand(slot);
      if (!present && rows[slot].presence == OperandInfo::Presence::kOmittable) continue;
      const std::string value = present ? operand(*record.operands[slot]) : "None";
      const bool named = rows[slot].form == OperandInfo::Form::kNamed;
      arguments.push_back(named ? concat(rows[slot].name, "=", value) : value);
    }
  }

  void add_attributes(const Record& record, std::vector<std::string>& arguments) const {
    if (const auto* opaque = std::get_if<OpaqueAttributes>(&record.attributes)) {
      for (const auto& [name, value] : opaque->arguments) arguments.push_back(concat(name, "=", value));
      return;
    }
    std::visit(
        [&](const auto& fields) {
          for_each_field(fields, [&](std::string_view name, const auto& value, std::string_view) {
            add_attribute(record, name, value, arguments);
          });
        },
        record.attributes);
  }

  template <class T>
  void add_attribute(const Record& record, std::string_view name, const T& value,
                     std::vector<std::string>& arguments) const {
    if constexpr (std::is_same_v<T, std::vector<int64_t>>) {
      const OpFamily kind = family(record.op);
      const bool left_out = kind == OpFamily::kDefineTensor || kind == OpFamily::kAddOutput;
      if (name == "stride_order" && left_out && value.empty()) return;
    }
    if constexpr (std::is_same_v<T, bool>) {
      if (name == "manual_normalization" || name == "manual_padding") {
        arguments.push_back(concat(name, "=", value ? "1" : "0"));
        return;
      }
    }
    const bool positional = family(record.op) == OpFamily::kDefineScalar && name == "value";
    arguments.push_back(positional ? python_text(value) : concat(name, "=", python_text(value)));
  }

  const Definition& definition_;
};

}  // namespace

std::string state_name(const Definition& definition, StateId state) {
  return concat(letter(definition.states[state].kind), state.index);
}

std::string record_text(const Definition& definition, RecordId record) {
  return LegacyPrinter(definition).record(definition.records[record]);
}

std::string print_legacy(const Definition& definition, const PrintOptions& options) {
  std::string out = "\ndef ";
  out += options.fusion_id ? concat("nvfuser_fusion_id", *options.fusion_id) : "nvfuser_incomplete_fusion";
  out += "(fd : FusionDefinition) -> None :\n";
  const LegacyPrinter printer(definition);
  for (const Record& record : definition.records) {
    if (record.form == RecordForm::kExplicit) out += concat("    ", printer.record(record), "\n");
  }
  return out + "\n";
}

}  // namespace cleave
