// See step.h.
#include "core/evaluate/step.h"

#include "core/base/text.h"

namespace cleave {

const Tensor& Step::tensor(size_t slot) const {
  const auto* pointer = std::get_if<TensorPointer>(&values[record.operand(slot)]);
  CHECK(pointer != nullptr && *pointer != nullptr, "operands have values before their readers run");
  return **pointer;
}

ScalarValue Step::scalar_of(StateId state) const {
  if (const auto* value = std::get_if<ScalarValue>(&values[state])) return *value;
  const std::optional<ScalarValue>& known = types.scalar(state).value;
  CHECK(known.has_value(), "operands have values before their readers run");
  return *known;
}

std::vector<int64_t> Step::numbers(size_t slot) const {
  std::vector<int64_t> out;
  for (StateId item : vector_items(definition, record.operand(slot))) out.push_back(to_int(scalar_of(item)));
  return out;
}

std::string Step::name_of(StateId state) const {
  if (options.name_of) return options.name_of(state);
  return concat(letter(definition.states[state].kind), state.index);
}

Diagnostic& Step::report(DiagnosticCode code, std::vector<std::string> arguments) const {
  return diagnostics.report(code, options.span_of ? options.span_of(id) : std::nullopt, std::move(arguments));
}

}  // namespace cleave
