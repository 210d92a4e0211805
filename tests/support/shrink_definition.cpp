// See shrink_definition.h.
#include "tests/support/shrink_definition.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "core/base/text.h"
#include "core/ir/input_values.h"
#include "tests/support/copy_definition.h"

namespace cleave {
namespace {

/// `from` without the records marked in `drop`, those that read their results, and literals that nobody reads any more.
/// A read of the key of `instead` becomes a read of its value.
DefinitionCase without(const DefinitionCase& from, std::vector<bool> drop,
                       std::optional<std::pair<StateId, StateId>> instead) {
  const Definition& old = from.definition;
  DefinitionCopier copier(old, instead);
  for (RecordId id : old.records.ids()) {
    for (const std::optional<StateId>& operand : old.records[id].operands) {
      if (operand && drop[old.states[copier.source(*operand)].producer.index]) drop[id.index] = true;
    }
  }
  std::vector<bool> is_read(old.states.size(), false);
  for (size_t i = old.records.size(); i-- > 0;) {
    const Record& record = old.records[RecordId(i)];
    const bool used = std::any_of(record.results.begin(), record.results.end(),
                                  [&](StateId result) { return is_read[result.index]; });
    if (record.form == RecordForm::kInline && !used) drop[i] = true;
    if (drop[i]) continue;
    for (const std::optional<StateId>& operand : record.operands) {
      if (operand) is_read[copier.source(*operand).index] = true;
    }
  }
  for (RecordId id : old.records.ids()) {
    if (!drop[id.index]) copier.copy(id);
  }
  DefinitionCase out;
  for (size_t i = 0; i < old.inputs.size() && i < from.inputs.size(); ++i) {
    if (!drop[old.states[old.inputs[i]].producer.index]) out.inputs.push_back(from.inputs[i]);
  }
  out.definition = std::move(copier).finish();
  return out;
}

/// One search for a smallest case.
class Shrinker {
 public:
  Shrinker(DefinitionCase failing, const StillFails& still_fails, size_t tries)
      : best_(std::move(failing)), still_fails_(still_fails), tries_(tries) {}

  DefinitionCase run() {
    bool changed = true;
    while (changed && tries_ > 0) {
      changed = false;
      for (size_t chunk = std::max<size_t>(best_.definition.records.size() / 2, 1); chunk > 0; chunk /= 2) {
        changed = drop_chunks(chunk) || changed;
      }
      changed = bypass_ops() || changed;
    }
    return std::move(best_);
  }

 private:
  bool accept(DefinitionCase candidate) {
    if (tries_ == 0 || candidate.definition.records.size() >= best_.definition.records.size()) return false;
    --tries_;
    if (!still_fails_(candidate)) return false;
    best_ = std::move(candidate);
    return true;
  }

  bool drop_chunks(size_t chunk) {
    bool changed = false;
    for (size_t end = best_.definition.records.size(); end > 0; end = end > chunk ? end - chunk : 0) {
      if (end > best_.definition.records.size()) continue;
      std::vector<bool> drop(best_.definition.records.size(), false);
      for (size_t i = end > chunk ? end - chunk : 0; i < end; ++i) drop[i] = true;
      changed = accept(without(best_, std::move(drop), std::nullopt)) || changed;
    }
    return changed;
  }

  /// Lets the readers of an op read one of its operands instead, and drops the op.
  bool bypass_ops() {
    bool changed = false;
    for (size_t i = best_.definition.records.size(); i-- > 0;) {
      if (i >= best_.definition.records.size()) continue;
      const Record record = best_.definition.records[RecordId(i)];
      if (record.results.size() != 1) continue;
      for (const std::optional<StateId>& operand : record.operands) {
        if (!operand || best_.definition.states[*operand].kind != best_.definition.states[record.results[0]].kind)
          continue;
        std::vector<bool> drop(best_.definition.records.size(), false);
        drop[i] = true;
        if (accept(without(best_, std::move(drop), std::pair(record.results[0], *operand)))) {
          changed = true;
          break;
        }
      }
    }
    return changed;
  }

  DefinitionCase best_;
  const StillFails& still_fails_;
  size_t tries_;
};

std::string tuple_text(const std::vector<int64_t>& numbers) {
  std::string out = concat("(", join(numbers, ", ", [](int64_t number) { return std::to_string(number); }));
  if (numbers.size() == 1) out += ",";
  return out + ")";
}

std::string scalar_text(const ScalarValue& value) {
  if (const auto* boolean = std::get_if<bool>(&value)) return *boolean ? "True" : "False";
  if (const auto* integer = std::get_if<int64_t>(&value)) return std::to_string(*integer);
  const double number = to_double(value);
  const std::string digits = shortest_double(number);
  if (digits.find_first_not_of("-0123456789.e+") != std::string::npos) return concat("float(\"", digits, "\")");
  return digits.find_first_of(".e") == std::string::npos ? digits + ".0" : digits;
}

std::string tensor_text(const TensorInput& input) {
  const std::string place =
      concat("dtype=torch.", info(input.dtype).torch_name, ", device='", input.is_cpu ? "cpu" : "cuda:0", "'");
  const bool plain = input.strides == row_major_strides(input.sizes);
  int64_t count = 1;
  for (size_t i = 0; i < input.sizes.size(); ++i) count += (input.sizes[i] - 1) * input.strides[i];
  for (int64_t size : input.sizes) count = size == 0 ? 0 : count;
  const std::vector<int64_t> made = plain ? input.sizes : std::vector<int64_t>{count};
  std::string text;
  if (input.fill.kind == Fill::Kind::kIntegers) {
    text = concat("torch.randint(", static_cast<int64_t>(input.fill.low), ", ", static_cast<int64_t>(input.fill.high),
                  ", ", tuple_text(made), ", ", place, ")");
  } else if (input.fill.kind == Fill::Kind::kMakeTensor) {
    text = concat("torch.testing.make_tensor(", tuple_text(made), ", ", place, ")");
  } else {
    text = concat("torch.randn(", tuple_text(made), ", ", place, ")");
  }
  if (!plain) text += concat(".as_strided(", tuple_text(input.sizes), ", ", tuple_text(input.strides), ")");
  return text;
}

}  // namespace

DefinitionCase shrink(DefinitionCase failing, const StillFails& still_fails, size_t tries) {
  return Shrinker(std::move(failing), still_fails, tries).run();
}

std::string input_list_text(const std::vector<InputItem>& inputs) {
  std::string out = "inputs = [\n";
  for (const InputItem& item : inputs) {
    const auto* tensor = std::get_if<TensorInput>(&item.value);
    out += concat("    ", tensor != nullptr ? tensor_text(*tensor) : scalar_text(std::get<ScalarValue>(item.value)),
                  ",\n");
  }
  return out + "]\n";
}

std::string script_text(std::string_view printed_definition, const std::vector<InputItem>& inputs) {
  return concat("import torch\nfrom nvfuser import FusionDefinition, DataType\n", printed_definition, "\n",
                input_list_text(inputs));
}

}  // namespace cleave
