// See value_layouts.h. Tested with segment_kernels.
#include "core/kernel/value_layouts.h"

#include <algorithm>
#include <optional>
#include <unordered_set>
#include <utility>
#include <vector>

#include "core/kernel/kernel.h"
#include "core/kernel/positions.h"
#include "core/translate/in_place.h"

namespace cleave {
namespace {

constexpr size_t kMostAxes = 16;

/// A place in an input of a segment.
struct InputPlace {
  StateId input{0U};
  Position position;
};

/// Where `position` of `state` stands in the input that it renames; nothing where something is computed on the way.
std::optional<InputPlace> followed_to_input(const KernelInput& input, IndexExpressions& expressions, StateId state,
                                            Position position) {
  const DType dtype = input.types.tensor(state).dtype;
  while (family(input.definition.producer(state).op) != OpFamily::kDefineTensor) {
    const Record& record = input.definition.producer(state);
    if (family(record.op) == OpFamily::kPointwise || !record.has_operand(0)) return std::nullopt;
    const StateId operand = record.operand(0);
    if (!input.definition.is_tensor(operand) || input.types.tensor(operand).dtype != dtype) return std::nullopt;
    std::optional<Position> next = position_in_operand(input, expressions, record, operand, position);
    if (!next) return std::nullopt;
    state = operand;
    position = std::move(*next);
  }
  return InputPlace{state, std::move(position)};
}

/// The axis whose position is the variable `term`; an axis of one place has no variable.
std::optional<size_t> axis_of(const Position& axes, IndexTermId term) {
  for (size_t i = 0; i < axes.size(); ++i) {
    if (!axes[i].terms.empty() && axes[i].terms[0].first == term) return i;
  }
  return std::nullopt;
}

/// The layout of a tensor that lies at `place` of `base` where it stands at `axes`, one loop variable each; nothing
/// where no strides say it.
std::optional<ValueLayout> strided(const IndexExpressions& expressions, const Position& axes, const InputPlace& place,
                                   const ValueLayout& base) {
  IndexSum sum = index_constant(base.offset);
  for (size_t i = 0; i < base.strides.size(); ++i) {
    sum = expressions.add(sum, expressions.multiply(place.position[i], base.strides[i]));
  }
  ValueLayout out{base.memory, sum.constant, Strides(axes.size(), 0)};
  for (const auto& [term, factor] : sum.terms) {
    const std::optional<size_t> axis = axis_of(axes, term);
    if (!axis) return std::nullopt;
    out.strides[*axis] = factor;
  }
  return out;
}

class LayoutFinder {
 public:
  explicit LayoutFinder(const SegmentedDefinition& from) : from_(from) {
    out_.values = IdMap<StateId, ValueLayout>(from.primitive.definition.states.size());
    out_.is_view = IdMap<SegmentId, char>(from.translations.size());
    for (const InPlaceUpdate& update : in_place_updates(from.primitive.definition)) {
      overwritten_.insert(update.input.index);
    }
  }

  ValueLayouts run() {
    place_inputs();
    for (const SegmentId id : from_.translations.ids()) {
      const bool only_views = from_.segmentation.segments[id].kernel_template == Template::kAlias;
      if (!only_views || !place_views(id)) place_results(from_.translations[id]);
    }
    return std::move(out_);
  }

 private:
  const ValueLayout& layout(StateId state) const { return out_.values[state]; }

  void place_inputs() {
    const std::vector<StateId>& inputs = from_.primitive.definition.inputs;
    CHECK(inputs.size() == from_.binding.inputs.size(), "every input is bound");
    for (size_t i = 0; i < inputs.size(); ++i) {
      const auto* bound = std::get_if<TensorInput>(&from_.binding.inputs[i].value);
      if (bound == nullptr) continue;
      const TensorType& type = from_.primitive.types.tensor(inputs[i]);
      Strides strides = bound->strides;
      for (size_t axis = 0; axis < strides.size(); ++axis) {
        if (type.axes[axis].is_broadcast()) strides[axis] = 0;
      }
      out_.values[inputs[i]] = {inputs[i], 0, std::move(strides)};
    }
  }

  /// What a kernel makes. A value that is stored nowhere but in the input that it updates lies there.
  void place_results(const Translation& translation) {
    const std::vector<Output>& outputs = translation.definition.outputs;
    for (size_t i = 0; i < outputs.size(); ++i) {
      const StateId result = translation.results[i];
      const auto* type = std::get_if<TensorType>(&translation.types.states[outputs[i].value]);
      if (outputs[i].alias || type == nullptr) continue;
      out_.values[result] = {result, 0, has_places(*type) ? packed_strides(*type) : Strides(type->rank(), 0)};
    }
    for (size_t i = 0; i < outputs.size(); ++i) {
      const StateId result = translation.results[i];
      if (outputs[i].alias && layout(result).memory != result) {
        out_.values[result] = layout(*translation.to_primitive.origin(*outputs[i].alias));
      }
    }
  }

  /// True where all outputs of the segment are views of its inputs; else nothing is placed.
  bool place_views(SegmentId id) {
    const Translation& translation = from_.translations[id];
    std::vector<ValueLayout> found;
    for (const Output& output : translation.definition.outputs) {
      std::optional<ValueLayout> view = view_of_input(translation, output);
      if (!view) return false;
      found.push_back(std::move(*view));
    }
    for (size_t i = 0; i < found.size(); ++i) out_.values[translation.results[i]] = std::move(found[i]);
    out_.is_view[id] = 1;
    return true;
  }

  std::optional<ValueLayout> view_of_input(const Translation& translation, const Output& output) const {
    const KernelInput input{translation.definition, translation.types};
    const auto* type = std::get_if<TensorType>(&translation.types.states[output.value]);
    if (output.alias || type == nullptr || type->rank() > kMostAxes || type->element_count() == 0) return std::nullopt;
    IndexExpressions expressions;
    Position position;
    for (const Axis& axis : type->axes) position.push_back(expressions.variable("i", axis.extent));
    const auto place = followed_to_input(input, expressions, output.value, position);
    if (!place) return std::nullopt;
    const ValueLayout& base = layout(*translation.to_primitive.origin(place->input));
    std::optional<ValueLayout> out = strided(expressions, position, *place, base);
    const int64_t element_bytes = std::max<int64_t>(info(type->dtype).bits / 8, 1);
    if (!out || overwritten_.count(out->memory.index) > 0 || out->offset * element_bytes % kPointerAlignment != 0) {
      return std::nullopt;
    }
    return out;
  }

  const SegmentedDefinition& from_;
  /// Inputs that are updated in place.
  std::unordered_set<uint32_t> overwritten_;
  ValueLayouts out_;
};

}  // namespace

bool has_places(const TensorType& type) {
  int64_t places = 1;
  for (const Axis& axis : type.axes) {
    if (axis.extent > kMaxElements / places) return false;
    places *= std::max<int64_t>(axis.extent, 1);
  }
  return true;
}

ValueLayouts value_layouts(const SegmentedDefinition& definition) { return LayoutFinder(definition).run(); }

}  // namespace cleave
