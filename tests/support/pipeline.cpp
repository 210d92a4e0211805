// See pipeline.h.
#include "tests/support/pipeline.h"

#include <cstring>
#include <utility>

#include "core/base/text.h"
#include "core/evaluate/input_fill.h"
#include "core/ir/print.h"
#include "tests/support/shrink_definition.h"

namespace cleave {
namespace {

std::optional<DType> declared_dtype(const Definition& definition, StateId input) {
  const Record& record = definition.producer(input);
  if (const auto* tensor = std::get_if<TensorAttributes>(&record.attributes)) return tensor->dtype;
  return attributes<ScalarAttributes>(record).dtype;
}

}  // namespace

FrontEnd::FrontEnd(std::string script) : text("<script>", std::move(script)) {
  parsed = parse(text, diagnostics);
  if (diagnostics.has_errors() || parsed.definitions.empty()) return;
  const ParsedDefinition& taken = parsed.definitions[0];
  binding = bind_inputs(taken.definition, taken.source_map, inputs(), {}, diagnostics);
  if (diagnostics.has_errors()) return;
  primitive = rewrite(taken.definition, taken.source_map, binding, diagnostics);
  ok = !diagnostics.has_errors();
}

std::string FrontEnd::messages() const {
  return join(diagnostics.all(), "\n", [&](const Diagnostic& diagnostic) {
    const std::string line = diagnostic.span ? concat(text.place(diagnostic.span->begin).line, ": ") : std::string();
    return concat(line, info(diagnostic.code).code, " ", message_text(diagnostic));
  });
}

std::string script_of(const DefinitionCase& definition_case) {
  return script_text(print_legacy(definition_case.definition), definition_case.inputs);
}

std::vector<Value> input_values(const FrontEnd& front_end, uint64_t seed) {
  std::vector<Value> values;
  for (const BoundInput& input : front_end.binding.inputs) {
    values.push_back(make_value(input.value, declared_dtype(front_end.source(), input.state), seed, values.size()));
  }
  return values;
}

std::vector<Value> evaluate_whole(const FrontEnd& front_end, const std::vector<Value>& inputs,
                                  Diagnostics& diagnostics) {
  const Primitive& primitive = front_end.primitive;
  return evaluate(primitive.definition, primitive.types, inputs, {.seed = kRandomSeed}, diagnostics).outputs;
}

std::vector<Value> evaluate_segments(const FrontEnd& front_end, const Arena<SegmentId, Translation>& translations,
                                     const std::vector<Value>& inputs, Diagnostics& diagnostics) {
  const Definition& whole = front_end.primitive.definition;
  std::vector<Value> values(whole.states.size());
  for (size_t i = 0; i < inputs.size(); ++i) values[whole.inputs[i].index] = inputs[i];
  for (SegmentId id : translations.ids()) {
    const Translation& segment = translations[id];
    std::vector<Value> arguments;
    for (const SegmentArgument& argument : segment.arguments) {
      if (argument.state) {
        arguments.push_back(values[argument.state->index]);
        continue;
      }
      CHECK(argument.extent_tensor.has_value(), "an argument is a value or an extent");
      const TensorType& type = front_end.primitive.types.tensor(*argument.extent_tensor);
      arguments.push_back(ScalarValue(type.axes[static_cast<size_t>(argument.extent_dim)].extent));
    }
    const Evaluation done = evaluate(segment.definition, segment.types, arguments, {.seed = kRandomSeed}, diagnostics);
    CHECK(done.outputs.size() == segment.results.size(), "a segment gives what it says");
    for (size_t i = 0; i < done.outputs.size(); ++i) values[segment.results[i].index] = done.outputs[i];
  }
  std::vector<Value> outputs;
  for (const Output& output : whole.outputs) outputs.push_back(values[output.value.index]);
  return outputs;
}

std::optional<std::string> difference(const Value& actual, const Value& expected) {
  if (actual.index() != expected.index()) return "one is a tensor, a scalar or nothing, the other is not";
  if (const auto* scalar = std::get_if<ScalarValue>(&actual)) {
    return *scalar == std::get<ScalarValue>(expected) ? std::nullopt : std::optional<std::string>("the scalars differ");
  }
  const auto* tensor = std::get_if<TensorPointer>(&actual);
  if (tensor == nullptr) return "neither has a value";
  const Tensor& a = **tensor;
  const Tensor& b = *std::get<TensorPointer>(expected);
  if (a.dtype() != b.dtype()) return concat("dtype ", name(a.dtype()), " instead of ", name(b.dtype()));
  if (a.extents() != b.extents())
    return concat("extents ", list_text(a.extents()), " instead of ", list_text(b.extents()));
  if (a.bytes() == 0 || std::memcmp(a.data(), b.data(), static_cast<size_t>(a.bytes())) == 0) return std::nullopt;
  const int64_t size = a.bytes() / a.element_count();
  for (int64_t i = 0; size > 0 && i < a.element_count(); ++i) {
    if (std::memcmp(a.data() + i * size, b.data() + i * size, static_cast<size_t>(size)) == 0) continue;
    return concat("element ", i, " is ", shortest_double(a.real(i)), " instead of ", shortest_double(b.real(i)));
  }
  return "the bytes differ";
}

std::optional<std::string> difference(const std::vector<Value>& actual, const std::vector<Value>& expected) {
  if (actual.size() != expected.size()) return concat(actual.size(), " outputs instead of ", expected.size());
  for (size_t i = 0; i < actual.size(); ++i) {
    if (const auto found = difference(actual[i], expected[i])) return concat("output ", i, ": ", *found);
  }
  return std::nullopt;
}

}  // namespace cleave
