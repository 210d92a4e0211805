// See boundary.h. Tested with translate.
#include "core/translate/boundary.h"

#include <algorithm>

namespace cleave {
namespace {

/// Input tensors of the definition among `states`, in the definition's order.
std::vector<StateId> definition_inputs(const Whole& whole, const std::vector<StateId>& states) {
  std::vector<StateId> out;
  for (StateId state : states) {
    if (whole.input_position(state)) out.push_back(state);
  }
  std::sort(out.begin(), out.end(),
            [&](StateId a, StateId b) { return *whole.input_position(a) < *whole.input_position(b); });
  return out;
}

}  // namespace

SegmentBoundary::SegmentBoundary(const Whole& whole, const Segment& segment, const std::vector<InPlaceUpdate>& updates)
    : whole_(whole) {
  const Definition& definition = whole.definition();
  for (RecordId record : segment.records) {
    for (StateId result : definition.records[record].results) produced_.insert(result.index);
  }
  const std::vector<StateId> from_definition = definition_inputs(whole, segment.inputs);
  for (StateId input : from_definition) note_carriers(input);
  for (StateId input : segment.inputs) {
    if (!whole.input_position(input)) note_carriers(input);
  }
  const std::vector<BoundaryInput> scalars = scalar_inputs(segment);

  // Scalar inputs of the definition stand among its tensors, extents after them.
  std::vector<StateId> own = from_definition;
  for (const BoundaryInput& scalar : scalars) {
    if (scalar.state && whole.input_position(*scalar.state)) own.push_back(*scalar.state);
  }
  for (StateId input : definition_inputs(whole, own)) inputs_.push_back({.state = input, .extent = std::nullopt});
  for (const BoundaryInput& scalar : scalars) {
    if (!scalar.state || !whole.input_position(*scalar.state)) inputs_.push_back(scalar);
  }
  std::unordered_set<uint32_t> taken;
  for (StateId input : segment.inputs) {
    taken.insert(input.index);
    if (!whole.input_position(input)) inputs_.push_back({.state = input, .extent = std::nullopt});
  }
  for (const InPlaceUpdate& update : updates) {
    if (taken.insert(update.input.index).second) inputs_.push_back({.state = update.input, .extent = std::nullopt});
  }
}

void SegmentBoundary::note_carriers(StateId tensor) {
  if (!whole_.types().is_known(tensor)) return;
  const std::vector<Axis>& axes = whole_.types().tensor(tensor).axes;
  for (size_t dim = 0; dim < axes.size(); ++dim) {
    carriers_.emplace(axes[dim].origin.index, Carrier{.tensor = tensor, .dim = static_cast<int64_t>(dim)});
  }
}

std::optional<SegmentBoundary::Carrier> SegmentBoundary::carrier(ExtentId extent) const {
  const auto found = carriers_.find(extent.index);
  if (found == carriers_.end()) return std::nullopt;
  return found->second;
}

ScalarSource SegmentBoundary::source_of(StateId scalar) const {
  using Kind = ScalarSource::Kind;
  const Definition& definition = whole_.definition();
  if (const auto value = constant_value(definition, scalar))
    return {.kind = Kind::kConstant, .value = *value, .extent = std::nullopt, .state = scalar};
  const Record& producer = definition.producer(scalar);
  const bool is_size = family(producer.op) == OpFamily::kSize;
  if (const std::optional<ExtentId> extent = whole_.extent_of(scalar)) {
    const ExtentOrigin& origin = whole_.types().extents[*extent];
    if (origin.kind == ExtentOrigin::Kind::kConstant)
      return {.kind = Kind::kConstant, .value = origin.value, .extent = extent, .state = scalar};
    if (const auto found = carrier(*extent))
      return {.kind = Kind::kSize, .extent = extent, .state = found->tensor, .dim = found->dim};
    if (origin.kind == ExtentOrigin::Kind::kInput) return {.kind = Kind::kExtent, .extent = extent, .state = scalar};
    if (origin.kind == ExtentOrigin::Kind::kScalar && *origin.state != scalar) {
      ScalarSource same = source_of(*origin.state);
      same.extent = extent;
      return same;
    }
  }
  if (is_size && produced_.count(producer.operand(0).index) > 0) {
    return {.kind = Kind::kSize,
            .extent = whole_.extent_of(scalar),
            .state = producer.operand(0),
            .dim = attributes<DimAttributes>(producer).dim};
  }
  const bool computed = family(producer.op) != OpFamily::kDefineScalar && !is_size;
  return {.kind = computed ? Kind::kExpression : Kind::kScalar, .extent = std::nullopt, .state = scalar};
}

std::vector<BoundaryInput> SegmentBoundary::scalar_inputs(const Segment& segment) const {
  const Definition& definition = whole_.definition();
  std::vector<BoundaryInput> out;
  std::unordered_set<uint32_t> seen_states;
  std::unordered_set<uint32_t> seen_extents;
  std::vector<StateId> waiting;
  const auto push_operands = [&](const Record& record) {
    for (size_t slot = record.operands.size(); slot-- > 0;) {
      const std::optional<StateId>& operand = record.operands[slot];
      if (operand && !definition.is_tensor(*operand) && seen_states.insert(operand->index).second)
        waiting.push_back(*operand);
    }
  };
  for (RecordId record : segment.records) {
    push_operands(definition.records[record]);
    while (!waiting.empty()) {
      const StateId state = waiting.back();
      waiting.pop_back();
      if (definition.states[state].kind == StateKind::kVector) {
        push_operands(definition.producer(state));
        continue;
      }
      const ScalarSource source = source_of(state);
      switch (source.kind) {
        case ScalarSource::Kind::kConstant:
        case ScalarSource::Kind::kSize: break;
        case ScalarSource::Kind::kExpression: push_operands(definition.producer(source.state)); break;
        case ScalarSource::Kind::kExtent:
          if (seen_extents.insert(source.extent->index).second)
            out.push_back({.state = std::nullopt, .extent = source.extent});
          break;
        case ScalarSource::Kind::kScalar:
          if (source.state == state || seen_states.insert(source.state.index).second)
            out.push_back({.state = source.state, .extent = std::nullopt});
          break;
      }
    }
  }
  return out;
}

}  // namespace cleave
