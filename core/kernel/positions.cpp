// See positions.h.
#include "core/kernel/positions.h"

#include "core/schedule/loop_domain.h"

namespace cleave {
namespace {

Position without(const Position& position, const std::vector<bool>& is_gone) {
  Position out;
  for (size_t i = 0; i < position.size(); ++i) {
    if (!is_gone[i]) out.push_back(position[i]);
  }
  return out;
}

/// `position` with an axis at place 0 wherever `is_new` says so.
Position with_new(const Position& position, const std::vector<bool>& is_new) {
  Position out;
  size_t next = 0;
  for (const bool fresh : is_new) out.push_back(fresh ? IndexSum{} : position[next++]);
  return out;
}

/// Axes of extent 1 stand at 0.
Position on_extents(const Position& position, const TensorType& type) {
  Position out = position;
  for (size_t i = 0; i < out.size(); ++i) {
    if (type.axes[i].extent == 1) out[i] = {};
  }
  return out;
}

/// True where all axes that `type` has more than one place on are named by `position` of a tensor of type `from`.
bool covers(const TensorType& from, const TensorType& type) {
  if (from.rank() != type.rank()) return false;
  for (size_t i = 0; i < from.rank(); ++i) {
    if (from.axes[i].extent != type.axes[i].extent) return false;
  }
  return true;
}

Position reshaped(IndexExpressions& expressions, const Position& position, const TensorType& from,
                  const TensorType& to) {
  return position_of(expressions, linear_index(expressions, position, from.extents()), to.extents());
}

Position permuted(const Position& position, const std::vector<int64_t>& dims, bool to_operand) {
  Position out(position.size());
  for (size_t i = 0; i < dims.size(); ++i) {
    const size_t from = static_cast<size_t>(dims[i]);
    (to_operand ? out[from] : out[i]) = to_operand ? position[i] : position[from];
  }
  return out;
}

std::vector<bool> squeezed_axes(const Record& record, size_t rank) {
  return marked_dims(attributes<SqueezeAttributes>(record).dims, rank);
}

}  // namespace

std::vector<int64_t> vector_numbers(const KernelInput& input, StateId vector) {
  std::vector<int64_t> out;
  for (const StateId item : vector_items(input.definition, vector)) {
    const ScalarType& scalar = input.types.scalar(item);
    CHECK(scalar.value.has_value(), "sizes and widths are numbers once the inputs are bound");
    out.push_back(to_int(*scalar.value));
  }
  return out;
}

std::optional<Position> position_in_operand(const KernelInput& input, IndexExpressions& expressions,
                                            const Record& record, StateId operand, const Position& position) {
  const TensorType& type = input.types.tensor(operand);
  switch (family(record.op)) {
    case OpFamily::kPointwise:
    case OpFamily::kCast:
    case OpFamily::kCopy:
    case OpFamily::kScan:
    case OpFamily::kExpand: return on_extents(position, type);
    case OpFamily::kBroadcast: {
      const auto& is_new = attributes<BroadcastAttributes>(record).is_broadcast_dim;
      return on_extents(without(position, is_new), type);
    }
    case OpFamily::kSqueeze: return with_new(position, squeezed_axes(record, type.rank()));
    case OpFamily::kPermute: return permuted(position, attributes<DimsAttributes>(record).dims, true);
    case OpFamily::kReshape: return reshaped(expressions, position, input.types.tensor(record.result()), type);
    case OpFamily::kSlice: {
      const std::vector<int64_t> starts = vector_numbers(input, record.operand(1));
      Position out;
      for (size_t i = 0; i < position.size(); ++i) {
        out.push_back(expressions.add(position[i], index_constant(starts[i])));
      }
      return out;
    }
    case OpFamily::kDefineTensor:
    case OpFamily::kDefineScalar:
    case OpFamily::kDefineVector:
    case OpFamily::kAddOutput:
    case OpFamily::kReduction:
    case OpFamily::kWelford:
    case OpFamily::kPad:
    case OpFamily::kCat:
    case OpFamily::kFactory:
    case OpFamily::kRandom:
    case OpFamily::kIndex:
    case OpFamily::kScatter:
    case OpFamily::kSort:
    case OpFamily::kMatmul:
    case OpFamily::kSize:
    case OpFamily::kShapeQuery:
    case OpFamily::kComposite:
    case OpFamily::kOpaque: break;
  }
  return std::nullopt;
}

std::optional<Position> position_in_result(const KernelInput& input, IndexExpressions& expressions,
                                           const Record& record, StateId operand, const Position& position) {
  const TensorType& from = input.types.tensor(operand);
  if (record.results.empty() || !input.definition.is_tensor(record.results[0])) return std::nullopt;
  const TensorType& type = input.types.tensor(record.results[0]);
  switch (family(record.op)) {
    case OpFamily::kPointwise:
    case OpFamily::kCast:
    case OpFamily::kCopy:
    case OpFamily::kScan:
    case OpFamily::kExpand:
      if (!covers(from, type)) return std::nullopt;
      return position;
    case OpFamily::kBroadcast: return with_new(position, attributes<BroadcastAttributes>(record).is_broadcast_dim);
    case OpFamily::kSqueeze: return without(position, squeezed_axes(record, from.rank()));
    case OpFamily::kPermute: return permuted(position, attributes<DimsAttributes>(record).dims, false);
    case OpFamily::kReshape: return reshaped(expressions, position, from, type);
    case OpFamily::kReduction:
    case OpFamily::kWelford: return without(position, reduced_axes(record, from.rank()));
    case OpFamily::kDefineTensor:
    case OpFamily::kDefineScalar:
    case OpFamily::kDefineVector:
    case OpFamily::kAddOutput:
    case OpFamily::kSlice:
    case OpFamily::kPad:
    case OpFamily::kCat:
    case OpFamily::kFactory:
    case OpFamily::kRandom:
    case OpFamily::kIndex:
    case OpFamily::kScatter:
    case OpFamily::kSort:
    case OpFamily::kMatmul:
    case OpFamily::kSize:
    case OpFamily::kShapeQuery:
    case OpFamily::kComposite:
    case OpFamily::kOpaque: break;
  }
  return std::nullopt;
}

}  // namespace cleave
