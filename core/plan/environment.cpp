// See environment.h. Tested with run.
#include "core/plan/environment.h"

#include <cstring>
#include <limits>
#include <utility>

namespace cleave {
namespace {

/// Holds the tensors that the caller passed; no state has this index.
constexpr uint32_t kCaller = std::numeric_limits<uint32_t>::max();

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
  for (int64_t i = 0; i < value.element_count(); ++i) target.convert_element(i, value, i);
}

}  // namespace

Environment::Environment(const Primitive& primitive, const std::vector<Value>& inputs) : primitive_(primitive) {
  const std::vector<StateId>& states = primitive.definition.inputs;
  CHECK(inputs.size() == states.size(), "every input of the definition has a value");
  for (size_t i = 0; i < states.size(); ++i) {
    hold(kCaller, inputs[i]);
    keep(states[i], inputs[i]);
    if (const TensorPointer tensor = tensor_of(inputs[i])) extents_.emplace(states[i].index, tensor->extents());
  }
}

std::vector<Value> Environment::arguments(const Translation& translation) const {
  std::vector<Value> out;
  for (const SegmentArgument& argument : translation.arguments) {
    if (argument.extent_tensor) {
      out.emplace_back(
          ScalarValue(extents_.at(argument.extent_tensor->index)[static_cast<size_t>(argument.extent_dim)]));
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

void Environment::hold(uint32_t holder, const Value& value) {
  ++touched_;
  const TensorPointer tensor = tensor_of(value);
  if (!tensor) return;
  std::unordered_set<uint32_t>& holders = holders_[tensor.get()];
  if (holders.empty()) bytes_ += tensor->bytes();
  holders.insert(holder);
}

void Environment::let_go(uint32_t holder, const Value& value) {
  ++touched_;
  const TensorPointer tensor = tensor_of(value);
  if (!tensor) return;
  const auto found = holders_.find(tensor.get());
  found->second.erase(holder);
  if (!found->second.empty()) return;
  bytes_ -= tensor->bytes();
  holders_.erase(found);
}

void Environment::keep(StateId state, Value value) {
  const Value old = std::exchange(values_[state.index], std::move(value));
  let_go(state.index, old);
  hold(state.index, values_.at(state.index));
}

void Environment::free(StateId state) {
  const auto found = values_.find(state.index);
  if (found == values_.end()) return;
  let_go(state.index, found->second);
  values_.erase(found);
}

void Environment::keep_old(const TensorPointer& target, StateId input) {
  TensorPointer old;
  const std::unordered_set<uint32_t> holders = holders_.at(target.get());
  for (uint32_t holder : holders) {
    if (holder == input.index || holder == kCaller) continue;
    if (!old) old = clone(target);
    keep(StateId(holder), old);
  }
}

void Environment::update(const std::vector<PlanStep::Update>& updates) {
  std::unordered_set<const Tensor*> targets;
  for (const PlanStep::Update& update : updates) targets.insert(tensor_of(value(update.input)).get());
  std::vector<TensorPointer> sources;
  for (const PlanStep::Update& update : updates) {
    const TensorPointer source = tensor_of(value(update.value));
    sources.push_back(source && targets.count(source.get()) > 0 ? clone(source) : source);
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

Value clone_value(const Value& value) {
  if (const TensorPointer tensor = tensor_of(value)) return clone(tensor);
  return value;
}

}  // namespace cleave
