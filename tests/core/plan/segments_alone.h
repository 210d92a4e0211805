// Runs segments as their reader would: one definition after the other, each writing its in-place outputs at once, and
// after it the updates that its translation says are to be done then. Knows nothing of plans and keeps no old values.
#pragma once

#include <cstring>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/evaluate/evaluate.h"
#include "core/translate/translation.h"

namespace cleave {

class SegmentsAlone {
 public:
  SegmentsAlone(const Primitive& primitive, const std::vector<Value>& inputs) : primitive_(primitive) {
    for (size_t i = 0; i < inputs.size(); ++i) {
      const StateId state = primitive.definition.inputs[i];
      values_.emplace(state.index, inputs[i]);
      if (const auto* tensor = std::get_if<TensorPointer>(&inputs[i]))
        extents_.emplace(state.index, (*tensor)->extents());
    }
  }

  /// False where a value could not be computed.
  bool run(const Arena<SegmentId, Translation>& translations, const EvaluateOptions& options,
           Diagnostics& diagnostics) {
    for (const Translation& translation : translations) {
      const Evaluation evaluation =
          evaluate(translation.definition, translation.types, arguments(translation), options, diagnostics);
      for (size_t i = 0; i < translation.results.size(); ++i) {
        if (std::holds_alternative<std::monostate>(evaluation.outputs[i])) return false;
        values_.insert_or_assign(translation.results[i].index, evaluation.outputs[i]);
      }
      for (const Output& output : translation.definition.outputs) {
        if (!output.alias) continue;
        write({.value = *translation.to_primitive.origin(output.value),
               .input = *translation.to_primitive.origin(*output.alias)});
      }
      std::vector<TensorPointer> sources;
      for (const InPlaceUpdate& update : translation.updates.after)
        sources.push_back(std::make_shared<Tensor>(tensor(update.value)));
      for (size_t i = 0; i < sources.size(); ++i) write(*sources[i], tensor(translation.updates.after[i].input));
    }
    return true;
  }

  const Value& value(StateId state) const { return values_.at(state.index); }

 private:
  std::vector<Value> arguments(const Translation& translation) const {
    std::vector<Value> out;
    for (const SegmentArgument& argument : translation.arguments) {
      if (argument.extent_tensor) {
        out.emplace_back(
            ScalarValue(extents_.at(argument.extent_tensor->index)[static_cast<size_t>(argument.extent_dim)]));
      } else if (values_.count(argument.state->index) > 0) {
        out.push_back(value(*argument.state));
      } else {
        out.emplace_back(*primitive_.types.scalar(*argument.state).value);
      }
    }
    return out;
  }

  Tensor& tensor(StateId state) const { return *std::get<TensorPointer>(value(state)); }
  void write(const InPlaceUpdate& update) { write(tensor(update.value), tensor(update.input)); }
  static void write(const Tensor& from, Tensor& to) {
    for (int64_t i = 0; i < from.element_count(); ++i) to.set_value(i, from.value(i));
  }

  const Primitive& primitive_;
  std::unordered_map<uint32_t, Value> values_;
  std::unordered_map<uint32_t, std::vector<int64_t>> extents_;
};

}  // namespace cleave
