// See environment.h. Tested with run.
#include "core/plan/environment.h"

#include <algorithm>
#include <cstring>

namespace cleave {
namespace {

TensorPointer tensor_of(const Value& value) {
  const auto* tensor = std::get_if<TensorPointer>(&value);
  return tensor == nullptr ? nullptr : *tensor;
}

TensorPointer clone(const TensorPointer& tensor) { return std::make_shared<Tensor>(*tensor); }

void write(const Tensor& value, Tensor& target) {
  CHECK(value.element_count() == target.element_count(), "an in-place output has the shape of the input it updates");
  if (value.dtype() == target.dtype()) {
    if (value.bytes() > 0) std::memcpy(target.data(), value.data(), static_cast<size_t>(value.bytes()));
    return;
  }
  for (int64_t i = 0; i < value.element_count(); ++i) target.set_value(i, to_category(value.value(i), target.dtype()));
}

}  // namespace

Environment::Environment(const Primitive& primitive, const std::vector<Value>& inputs) : primitive_(primitive) {
  const std::vector<StateId>& states = primitive.definition.inputs;
  CHECK(inputs.size() == states.size(), "every input of the definition has a value");
  for (size_t i = 0; i < states.size(); ++i) {
    values_.insert_or_assign(states[i].index, inputs[i]);
    if (const TensorPointer tensor = tensor_of(inputs[i])) extents_.emplace(states[i].index, tensor->extents());
  }
}

std::vector<Value> Environment::arguments(const Translation& translation) const {
  std::vector<Value> out;
  for (const SegmentArgument& argument : translation.arguments) {
    if (argument.extent_tensor) {
      out.emplace_back(ScalarValue(extents_.at(argument.extent_tensor->index)[static_cast<size_t>(argument.extent_dim)]));
    } else if (values_.count(argument.state->index) > 0) {
      out.push_back(value(*argument.state));
    } else {
      // An extent inside the definition: a number since the sizes of the inputs are known.
      const ScalarType& type = primitive_.types.scalar(*argument.state);
      CHECK(type.value.has_value(), "a segment's argument is alive, or a scalar whose number is known");
      out.emplace_back(*type.value);
    }
  }
  return out;
}

const Value& Environment::value(StateId state) const {
  const auto found = values_.find(state.index);
  CHECK(found != values_.end(), "a value is alive until its last use");
  return found->second;
}

void Environment::keep_old(const TensorPointer& target, StateId input) {
  std::unordered_map<uint32_t, Value>::iterator at = values_.begin();
  TensorPointer old;
  for (; at != values_.end(); ++at) {
    if (at->first == input.index || tensor_of(at->second) != target) continue;
    if (!old) old = clone(target);
    at->second = old;
  }
}

void Environment::update(const std::vector<PlanStep::Update>& updates) {
  std::vector<TensorPointer> sources;
  for (const PlanStep::Update& update : updates) {
    TensorPointer source = tensor_of(value(update.value));
    const bool is_target = std::any_of(updates.begin(), updates.end(), [&](const PlanStep::Update& other) {
      return tensor_of(value(other.input)) == source;
    });
    sources.push_back(source && is_target ? clone(source) : source);
  }
  for (size_t i = 0; i < updates.size(); ++i) {
    const TensorPointer target = tensor_of(value(updates[i].input));
    if (!target || !sources[i]) continue;
    keep_old(target, updates[i].input);
    write(*sources[i], *target);
    const bool is_input = extents_.count(updates[i].value.index) > 0;
    if (!is_input && sources[i]->dtype() == target->dtype()) keep(updates[i].value, target);
  }
}

std::vector<StateId> Environment::alive() const {
  std::vector<StateId> out;
  for (const auto& [state, value] : values_) out.push_back(StateId(state));
  std::sort(out.begin(), out.end());
  return out;
}

Value clone_value(const Value& value) {
  if (const TensorPointer tensor = tensor_of(value)) return clone(tensor);
  return value;
}

}  // namespace cleave
