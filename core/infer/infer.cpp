// Inputs, scalars and the bookkeeping of extents; the shape rules of the op families are in record_inference.cpp.
#include "core/infer/infer.h"

#include <algorithm>
#include <utility>

#include "core/infer/record_inference.h"

namespace cleave {

Axis materialized(const Axis& axis) {
  Axis out = axis;
  if (axis.is_expanded()) out.kind = AxisKind::kIteration;
  return out;
}

std::vector<Axis> materialized(std::vector<Axis> axes) {
  for (Axis& axis : axes) axis = materialized(axis);
  return axes;
}

Axis merged_axis(const Axis& a, const Axis& b) {
  if (a.kind != b.kind) return a.is_broadcast() ? b : a;
  if (a.is_broadcast()) return a.extent != 1 ? a : b;
  return a;
}

void TypeInference::set(StateId state, StateType type) { types_.states.set(state, std::move(type)); }

void TypeInference::declare_tensor(const Definition& definition, StateId tensor, const std::vector<int64_t>& sizes) {
  const auto& declared = attributes<TensorAttributes>(definition.producer(tensor));
  CHECK(sizes.size() == declared.shape.size(), "a bound input has the declared rank");
  const size_t rank = sizes.size();
  TensorType type{.dtype = declared.dtype,
                  .is_cpu = declared.is_cpu,
                  .axes = {},
                  .allocation_order = {},
                  .contiguity = declared.contiguity};
  type.allocation_order.resize(rank);
  for (size_t dim = 0; dim < rank; ++dim) {
    const size_t position =
        declared.stride_order.empty() ? dim : rank - 1 - static_cast<size_t>(declared.stride_order[dim]);
    CHECK(position < rank, "a stride order is a permutation");
    type.allocation_order[position] = static_cast<uint32_t>(dim);
    const bool without_storage = position < declared.contiguity.size() && !declared.contiguity[position].has_value();
    Axis axis{.kind = without_storage ? AxisKind::kBroadcast : AxisKind::kIteration,
              .extent = sizes[dim],
              .origin = constant_extent(sizes[dim])};
    if (declared.shape[dim] == -1) {
      axis.origin = types_.extents.add(
          {.kind = ExtentOrigin::Kind::kInput, .value = sizes[dim], .state = tensor, .dim = static_cast<int64_t>(dim)});
    }
    type.axes.push_back(axis);
  }
  set(tensor, std::move(type));
}

void TypeInference::declare_scalar(const Definition& definition, StateId scalar, std::optional<ScalarValue> value) {
  const DType dtype = attributes<ScalarAttributes>(definition.producer(scalar)).dtype;
  if (value) value = to_category(*value, dtype);
  set(scalar, ScalarType{.dtype = dtype, .value = value, .extent = std::nullopt});
}

void TypeInference::set_allocation(StateId tensor, const std::vector<int64_t>& stride_order) {
  TensorType type = types_.tensor(tensor);
  const size_t rank = type.rank();
  CHECK(stride_order.size() == rank, "a stride order names every axis");
  for (size_t dim = 0; dim < rank; ++dim) {
    const size_t position = rank - 1 - static_cast<size_t>(stride_order[dim]);
    type.allocation_order[position] = static_cast<uint32_t>(dim);
    type.contiguity[position] = type.axes[dim].is_broadcast() ? Contiguity{} : Contiguity{true};
  }
  set(tensor, std::move(type));
}

ExtentId TypeInference::constant_extent(int64_t value) {
  const auto found = constants_.find(value);
  if (found != constants_.end()) return found->second;
  const ExtentId made =
      types_.extents.add({.kind = ExtentOrigin::Kind::kConstant, .value = value, .state = std::nullopt, .dim = 0});
  constants_.emplace(value, made);
  return made;
}

ExtentId TypeInference::derived_extent(int64_t value) {
  return types_.extents.add({.kind = ExtentOrigin::Kind::kDerived, .value = value, .state = std::nullopt, .dim = 0});
}

ExtentId TypeInference::extent_of_scalar(StateId scalar) {
  const ScalarType& type = types_.scalar(scalar);
  if (type.extent) return *type.extent;
  const auto found = scalars_.find(scalar.index);
  if (found != scalars_.end()) return found->second;
  CHECK(type.value.has_value(), "an extent is a known number");
  const ExtentId made = types_.extents.add(
      {.kind = ExtentOrigin::Kind::kScalar, .value = to_int(*type.value), .state = scalar, .dim = 0});
  scalars_.emplace(scalar.index, made);
  return made;
}

void TypeInference::infer(const Definition& definition, RecordId record) {
  RecordInference(*this, definition, definition.records[record]).run();
}

}  // namespace cleave
