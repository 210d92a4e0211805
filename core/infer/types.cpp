// See types.h.
#include "core/infer/types.h"

#include <algorithm>

#include "core/base/checked_arithmetic.h"
#include "core/base/text.h"

namespace cleave {

bool are_allowed(const std::vector<int64_t>& extents) {
  std::vector<int64_t> others = extents;
  others.erase(std::remove(others.begin(), others.end(), 0), others.end());
  const std::optional<int64_t> count = checked_product(others);
  const bool is_empty = others.size() < extents.size();
  return count && (is_empty || *count <= kMaxElements);
}

std::vector<int64_t> TensorType::extents() const {
  std::vector<int64_t> out;
  out.reserve(axes.size());
  for (const Axis& axis : axes) out.push_back(axis.extent);
  return out;
}

int64_t TensorType::element_count() const {
  const std::optional<int64_t> count = checked_product(extents());
  CHECK(count && *count <= kMaxElements, "tensors with too many elements have been refused");
  return *count;
}

int64_t TensorType::stored_count() const {
  std::vector<int64_t> stored;
  for (const Axis& axis : axes) {
    if (axis.kind == AxisKind::kIteration || axis.extent == 0) stored.push_back(axis.extent);
  }
  const std::optional<int64_t> count = checked_product(stored);
  CHECK(count && *count <= kMaxElements, "tensors with too many elements have been refused");
  return *count;
}

int64_t TensorType::bytes() const { return storage_bytes(dtype, stored_count()); }

bool TensorType::is_row_major() const {
  for (size_t i = 0; i < allocation_order.size(); ++i) {
    if (allocation_order[i] != i) return false;
  }
  return true;
}

std::vector<int64_t> TensorType::stride_order() const {
  std::vector<int64_t> out(rank());
  for (size_t position = 0; position < rank(); ++position) {
    out[allocation_order[position]] = static_cast<int64_t>(rank() - 1 - position);
  }
  return out;
}

const TensorType& Types::tensor(StateId state) const {
  const auto* found = std::get_if<TensorType>(&states[state]);
  CHECK(found != nullptr, "the state is a tensor of known type");
  return *found;
}

const ScalarType& Types::scalar(StateId state) const {
  const auto* found = std::get_if<ScalarType>(&states[state]);
  CHECK(found != nullptr, "the state is a scalar of known type");
  return *found;
}

TensorType row_major(DType dtype, std::vector<Axis> axes) {
  TensorType out{.dtype = dtype, .is_cpu = false, .axes = std::move(axes), .allocation_order = {}, .contiguity = {}};
  for (size_t i = 0; i < out.axes.size(); ++i) {
    out.allocation_order.push_back(static_cast<uint32_t>(i));
    out.contiguity.push_back(out.axes[i].is_broadcast() ? Contiguity{} : Contiguity{true});
  }
  return out;
}

std::string type_text(const StateType& type) {
  if (const auto* tensor = std::get_if<TensorType>(&type)) {
    return concat(
        name(tensor->dtype), " [",
        join(tensor->axes, ", ",
             [](const Axis& axis) { return axis.is_expanded() ? concat("1→", axis.extent) : concat(axis.extent); }),
        "]");
  }
  if (const auto* scalar = std::get_if<ScalarType>(&type)) return concat(name(scalar->dtype), " scalar");
  return std::holds_alternative<VectorType>(type) ? "vector" : "unknown";
}

}  // namespace cleave
