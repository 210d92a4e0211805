// See whole.h. Tested with translate.
#include "core/translate/whole.h"

#include "core/base/text.h"

namespace cleave {

Whole::Whole(const Primitive& primitive) : primitive_(primitive) {
  const Definition& definition = primitive.definition;
  int64_t position = 0;
  for (size_t i = 0; i < definition.inputs.size(); ++i) {
    const StateId input = definition.inputs[i];
    input_positions_.emplace(input.index, i);
    if (!definition.is_tensor(input) || !primitive.types.is_known(input)) continue;
    const std::vector<Axis>& axes = primitive.types.tensor(input).axes;
    for (size_t dim = 0; dim < axes.size(); ++dim) {
      const InputExtent place{.position = position++, .tensor = input, .dim = static_cast<int64_t>(dim)};
      input_extents_.insert_or_assign(axes[dim].origin.index, place);
    }
  }
  for (ExtentId extent : primitive.types.extents.ids()) {
    const ExtentOrigin& origin = primitive.types.extents[extent];
    if (origin.kind == ExtentOrigin::Kind::kScalar) scalar_extents_.emplace(origin.state->index, extent);
  }
  for (size_t i = 0; i < definition.outputs.size(); ++i) outputs_[definition.outputs[i].value.index].push_back(i);
}

std::optional<InputExtent> Whole::input_extent(ExtentId extent) const {
  const auto found = input_extents_.find(extent.index);
  if (found == input_extents_.end()) return std::nullopt;
  return found->second;
}

std::optional<ExtentId> Whole::extent_of(StateId scalar) const {
  if (!types().is_known(scalar)) return std::nullopt;
  const ScalarType& type = types().scalar(scalar);
  if (type.extent) return type.extent;
  const auto found = scalar_extents_.find(scalar.index);
  // size() gives Int: a scalar of another type must stay itself.
  if (found == scalar_extents_.end() || type.dtype != DType::kInt) return std::nullopt;
  return found->second;
}

std::optional<size_t> Whole::input_position(StateId state) const {
  const auto found = input_positions_.find(state.index);
  if (found == input_positions_.end()) return std::nullopt;
  return found->second;
}

std::vector<const Output*> Whole::outputs_of(StateId state) const {
  std::vector<const Output*> out;
  const auto found = outputs_.find(state.index);
  if (found == outputs_.end()) return out;
  for (size_t i : found->second) out.push_back(&definition().outputs[i]);
  return out;
}

std::string Whole::label(StateId state) const {
  if (primitive_.labels.contains(state) && !primitive_.labels[state].empty()) return primitive_.labels[state];
  const StateKind kind = definition().states[state].kind;
  if (const std::optional<StateId> source = primitive_.to_source.origin(state))
    return concat(letter(kind), source->index);
  return concat("primitive ", letter(kind), state.index);
}

}  // namespace cleave
