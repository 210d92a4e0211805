// A definition as short lines for goldens of these tests, one record a line: `T2 = add(T0, T1)`. Independent of the
// printer, and with what it leaves out: a random op's ordinal.
#pragma once

#include <string>

#include "core/base/text.h"
#include "core/translate/translation.h"

namespace cleave {

inline std::string list_of_contiguity(const std::vector<Contiguity>& contiguity) {
  return "[" + join(contiguity, ", ", [](const Contiguity& c) { return !c ? "None" : *c ? "True" : "False"; }) + "]";
}

/// What differs from the op's defaults.
inline std::string attributes_text(const Record& record) {
  std::string out;
  if (const auto* tensor = std::get_if<TensorAttributes>(&record.attributes)) {
    out = concat(list_text(tensor->shape), ", ", list_of_contiguity(tensor->contiguity), ", ", name(tensor->dtype));
    if (!tensor->stride_order.empty()) out += concat(", stride_order=", list_text(tensor->stride_order));
  } else if (const auto* scalar = std::get_if<ScalarAttributes>(&record.attributes)) {
    const bool is_integer = scalar->value && std::holds_alternative<int64_t>(*scalar->value);
    const std::string value = !scalar->value ? "None"
                              : is_integer   ? concat(to_int(*scalar->value))
                                             : shortest_double(to_double(*scalar->value));
    out = concat(value, ", ", name(scalar->dtype));
  } else if (const auto* dtype = std::get_if<DTypeAttributes>(&record.attributes)) {
    out = concat("dtype=", name(dtype->dtype));
  } else if (const auto* random = std::get_if<RandomAttributes>(&record.attributes)) {
    out = concat("ordinal=", random->ordinal.value_or(-1));
  } else if (const auto* reduce = std::get_if<ReduceAttributes>(&record.attributes)) {
    out = concat("dims=", list_text(reduce->dims), ", dtype=", name(reduce->dtype));
  } else if (const auto* dims = std::get_if<DimsAttributes>(&record.attributes)) {
    out = concat("dims=", list_text(dims->dims));
  } else if (const auto* dim = std::get_if<DimAttributes>(&record.attributes)) {
    out = concat("dim=", dim->dim);
  } else if (const auto* flags = std::get_if<BroadcastAttributes>(&record.attributes)) {
    out = "[" + join(flags->is_broadcast_dim, ", ", [](bool flag) { return flag ? "True" : "False"; }) + "]";
  } else if (const auto* squeeze = std::get_if<SqueezeAttributes>(&record.attributes)) {
    out =
        concat("dims=", list_text(squeeze->dims), ", squeeze_expanded=", squeeze->squeeze_expanded ? "True" : "False");
  } else if (const auto* order = std::get_if<StrideOrderAttributes>(&record.attributes)) {
    out = list_text(order->stride_order);
  } else if (const auto* output = std::get_if<OutputAttributes>(&record.attributes)) {
    if (!output->stride_order.empty()) out = concat("stride_order=", list_text(output->stride_order));
  } else if (const auto* cat = std::get_if<CatAttributes>(&record.attributes)) {
    out = concat("dim=", cat->dim, ", manual_padding=", cat->manual_padding ? 1 : 0);
  }
  return out;
}

inline std::string definition_text(const Definition& definition) {
  const auto state_text = [&](StateId state) { return concat(letter(definition.states[state].kind), state.index); };
  std::string out;
  for (const Record& record : definition.records) {
    if (!record.results.empty()) out += join(record.results, ", ", state_text) + " = ";
    std::vector<std::string> arguments;
    for (const std::optional<StateId>& operand : record.operands) {
      if (operand) arguments.push_back(state_text(*operand));
    }
    if (const std::string attributes = attributes_text(record); !attributes.empty()) arguments.push_back(attributes);
    out += concat(info(record.op).name, "(", join(std::span<const std::string>(arguments), ", "), ")\n");
  }
  return out;
}

/// `{0: 0, 2: 3}`: the public index map; `-` for a temporary.
inline std::string map_text(const std::vector<IndexMapEntry>& entries) {
  return "{" +
         join(entries, ", ",
              [](const IndexMapEntry& entry) {
                return entry.original ? concat(entry.segment.index, ": ", *entry.original)
                                      : concat(entry.segment.index, ": -");
              }) +
         "}";
}

/// The public map and the definition.
inline std::string text(const Translation& translation) {
  return map_text(translation.boundary()) + "\n" + definition_text(translation.definition);
}

}  // namespace cleave
