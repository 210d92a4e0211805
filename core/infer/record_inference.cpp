// See record_inference.h. Results are allocated row-major and contiguous unless a record says otherwise: nothing
// between two kernels has any other layout.
#include "core/infer/record_inference.h"

#include <algorithm>
#include <utility>

#include "core/infer/scalar_fold.h"
#include "core/ops/dtype_rules.h"
#include "core/ops/op_table.h"

namespace cleave {

void RecordInference::run() {
  const bool scalar_result = record_.results.size() == 1 && definition_.is_scalar(record_.results[0]);
  switch (family(record_.op)) {
    case OpFamily::kDefineTensor: CHECK(false, "inputs are declared, not inferred"); return;
    case OpFamily::kDefineScalar:
      return inference_.declare_scalar(definition_, record_.result(), attributes<ScalarAttributes>(record_).value);
    case OpFamily::kDefineVector: return inference_.set(record_.result(), VectorType{});
    case OpFamily::kAddOutput: return;
    case OpFamily::kPointwise: return scalar_result ? scalar_record() : pointwise();
    case OpFamily::kCast: return scalar_result ? scalar_record() : cast();
    case OpFamily::kCopy: return scalar_result ? scalar_record() : copy();
    case OpFamily::kReduction: return reduction();
    case OpFamily::kWelford: return welford();
    case OpFamily::kScan: return set_result(0, row_major(tensor(0).dtype, tensor(0).axes));
    case OpFamily::kBroadcast: return broadcast();
    case OpFamily::kExpand: return expand();
    case OpFamily::kSqueeze: return squeeze();
    case OpFamily::kReshape: return reshape();
    case OpFamily::kPermute: return permute();
    case OpFamily::kSlice: return slice();
    case OpFamily::kPad: return pad();
    case OpFamily::kCat: return cat();
    case OpFamily::kFactory:
    case OpFamily::kRandom: return factory();
    case OpFamily::kIndex: return index();
    case OpFamily::kScatter: return set_result(0, row_major(tensor(0).dtype, materialized(tensor(0).axes)));
    case OpFamily::kSort: return sort();
    case OpFamily::kMatmul: return matmul();
    case OpFamily::kSize: return size();
    case OpFamily::kOpaque: return opaque();
    case OpFamily::kShapeQuery:
    case OpFamily::kComposite: CHECK(false, "rewrite has replaced the ops that are not primitive"); return;
  }
}

DType RecordInference::dtype_of(StateId state) const {
  const StateType& type = inference_.types_.states[state];
  if (const auto* tensor = std::get_if<TensorType>(&type)) return tensor->dtype;
  return inference_.types_.scalar(state).dtype;
}

std::vector<int64_t> RecordInference::vector_values(size_t slot) const {
  std::vector<int64_t> out;
  for (StateId item : vector_items(definition_, record_.operand(slot))) {
    const ScalarType& scalar = inference_.types_.scalar(item);
    CHECK(scalar.value.has_value(), "shapes, indices and widths are known numbers");
    out.push_back(to_int(*scalar.value));
  }
  return out;
}

std::vector<ExtentId> RecordInference::vector_extents(size_t slot) {
  std::vector<ExtentId> out;
  for (StateId item : vector_items(definition_, record_.operand(slot))) {
    const bool constant = constant_value(definition_, item).has_value();
    const int64_t value = constant ? to_int(*constant_value(definition_, item)) : 0;
    out.push_back(constant ? inference_.constant_extent(value) : inference_.extent_of_scalar(item));
  }
  return out;
}

Axis RecordInference::fresh_axis(ExtentId extent) const {
  const int64_t value = extent_value(extent);
  return {.kind = value == 1 ? AxisKind::kBroadcast : AxisKind::kIteration, .extent = value, .origin = extent};
}

Axis RecordInference::resized_axis(const Axis& axis, int64_t extent) const {
  const bool constant = inference_.types_.extents[axis.origin].kind == ExtentOrigin::Kind::kConstant;
  const ExtentId origin = constant ? inference_.constant_extent(extent) : inference_.derived_extent(extent);
  return {.kind = extent == 1 ? AxisKind::kBroadcast : AxisKind::kIteration, .extent = extent, .origin = origin};
}

void RecordInference::scalar_record() {
  const OpInfo& row = info(record_.op);
  std::vector<OperandDType> dtypes;
  std::vector<ScalarValue> values;
  bool known = true;
  for (const std::optional<StateId>& operand : record_.operands) {
    const ScalarType& scalar = inference_.types_.scalar(*operand);
    dtypes.push_back({scalar.dtype, OperandWeight::kScalar});
    known = known && scalar.value.has_value();
    if (scalar.value) values.push_back(*scalar.value);
  }
  if (row.family == OpFamily::kCast) {
    const DType dtype = attributes<DTypeAttributes>(record_).dtype;
    return set_scalar({.dtype = dtype,
                       .value = known ? std::optional(to_category(values[0], dtype)) : std::nullopt,
                       .extent = std::nullopt});
  }
  if (row.family == OpFamily::kCopy) return set_scalar(inference_.types_.scalar(record_.operand(0)));
  const bool is_where = row.dtype_rule == DTypeRule::kWhere;
  const auto computation = computation_dtype(row.dtype_rule, std::span(dtypes).subspan(is_where ? 1 : 0));
  CHECK(std::holds_alternative<DType>(computation), "operands of a primitive op have a common dtype");
  const DType result = result_dtype(row.dtype_rule, std::get<DType>(computation));
  set_scalar({.dtype = result,
              .value = known ? fold(row, values, std::get<DType>(computation), result) : std::nullopt,
              .extent = std::nullopt});
}

void RecordInference::pointwise() {
  const OpInfo& row = info(record_.op);
  std::vector<OperandDType> dtypes;
  std::optional<std::vector<Axis>> axes;
  for (const std::optional<StateId>& operand : record_.operands) {
    if (!operand) continue;
    const bool is_tensor = definition_.is_tensor(*operand);
    dtypes.push_back({dtype_of(*operand), is_tensor ? OperandWeight::kDimensioned : OperandWeight::kScalar});
    if (!is_tensor) continue;
    const std::vector<Axis>& operand_axes = inference_.types_.tensor(*operand).axes;
    if (!axes) {
      axes = operand_axes;
      continue;
    }
    CHECK(axes->size() == operand_axes.size(), "tensors of a primitive element-wise op have one rank");
    for (size_t i = 0; i < axes->size(); ++i) (*axes)[i] = merged_axis((*axes)[i], operand_axes[i]);
  }
  CHECK(axes.has_value(), "an element-wise op with a tensor result has a tensor operand");
  const bool is_where = row.dtype_rule == DTypeRule::kWhere;
  const auto computation = computation_dtype(row.dtype_rule, std::span(dtypes).subspan(is_where ? 1 : 0));
  CHECK(std::holds_alternative<DType>(computation), "operands of a primitive op have a common dtype");
  DType result = result_dtype(row.dtype_rule, std::get<DType>(computation));
  if (record_.op == op("complex")) {
    result = std::get<DType>(computation) == DType::kDouble ? DType::kComplexDouble : DType::kComplexFloat;
  }
  set_result(0, row_major(result, std::move(*axes)));
}

void RecordInference::cast() { set_result(0, row_major(attributes<DTypeAttributes>(record_).dtype, tensor(0).axes)); }

void RecordInference::copy() {
  set_result(0, row_major(tensor(0).dtype, tensor(0).axes));
  if (record_.op == op("stride_order")) {
    inference_.set_allocation(record_.result(), attributes<StrideOrderAttributes>(record_).stride_order);
  }
}

void RecordInference::reduction() {
  const auto& reduce = attributes<ReduceAttributes>(record_);
  CHECK(!reduce.keepdim, "a primitive reduction drops its axes");
  std::vector<Axis> kept = tensor(0).axes;
  for (size_t i = reduce.dims.size(); i-- > 0;) kept.erase(kept.begin() + reduce.dims[i]);
  set_result(0, row_major(result_dtype(info(record_.op).dtype_rule, tensor(0).dtype), std::move(kept)));
}

void RecordInference::welford() {
  const std::vector<int64_t>& dims = attributes<DimsAttributes>(record_).dims;
  std::vector<Axis> kept = tensor(0).axes;
  for (size_t i = dims.size(); i-- > 0;) kept.erase(kept.begin() + dims[i]);
  const DType dtype = tensor(0).dtype;
  set_result(0, row_major(dtype, kept));
  set_result(1, row_major(dtype, kept));
  set_result(2, row_major(DType::kInt, std::move(kept)));
}

void RecordInference::broadcast() {
  std::vector<Axis> axes;
  size_t next = 0;
  for (bool is_new : attributes<BroadcastAttributes>(record_).is_broadcast_dim) {
    axes.push_back(is_new ? Axis{.kind = AxisKind::kBroadcast, .extent = 1, .origin = inference_.constant_extent(1)}
                          : tensor(0).axes[next++]);
  }
  set_result(0, row_major(tensor(0).dtype, std::move(axes)));
}

void RecordInference::expand() {
  std::vector<Axis> axes = tensor(0).axes;
  const std::vector<ExtentId> extents = vector_extents(1);
  CHECK(extents.size() == axes.size(), "expand names every axis");
  for (size_t i = 0; i < axes.size(); ++i) {
    const int64_t value = extent_value(extents[i]);
    if (!axes[i].is_broadcast() || value == -1 || value == axes[i].extent) continue;
    axes[i].extent = value;
    axes[i].origin = extents[i];
  }
  set_result(0, row_major(tensor(0).dtype, std::move(axes)));
}

void RecordInference::squeeze() {
  std::vector<Axis> axes = tensor(0).axes;
  const std::vector<int64_t>& dims = attributes<SqueezeAttributes>(record_).dims;
  for (size_t i = dims.size(); i-- > 0;) axes.erase(axes.begin() + dims[i]);
  set_result(0, row_major(tensor(0).dtype, std::move(axes)));
}

void RecordInference::reshape() {
  const std::vector<Axis>& from = tensor(0).axes;
  std::vector<ExtentId> extents = vector_extents(1);
  int64_t known = 1;
  for (ExtentId extent : extents) known *= extent_value(extent) == -1 ? 1 : extent_value(extent);
  std::vector<Axis> axes;
  for (ExtentId& extent : extents) {
    if (extent_value(extent) == -1)
      extent = inference_.derived_extent(known == 0 ? 0 : tensor(0).element_count() / known);
    axes.push_back({.kind = AxisKind::kIteration, .extent = extent_value(extent), .origin = extent});
  }
  // An axis that the reshape leaves alone keeps its identity: walk both shapes, resynchronising where products are
  // equal.
  size_t old_axis = 0;
  size_t new_axis = 0;
  while (old_axis < from.size() && new_axis < axes.size()) {
    int64_t old_product = from[old_axis].extent;
    int64_t new_product = axes[new_axis].extent;
    if (old_product == new_product) axes[new_axis] = from[old_axis];
    ++old_axis;
    ++new_axis;
    while (old_product != new_product && (old_axis < from.size() || new_axis < axes.size())) {
      if ((old_product < new_product && old_axis < from.size()) || new_axis == axes.size()) {
        old_product *= from[old_axis++].extent;
      } else {
        new_product *= axes[new_axis++].extent;
      }
    }
  }
  set_result(0, row_major(tensor(0).dtype, std::move(axes)));
}

void RecordInference::permute() {
  std::vector<Axis> axes;
  for (int64_t dim : attributes<DimsAttributes>(record_).dims) axes.push_back(tensor(0).axes[static_cast<size_t>(dim)]);
  set_result(0, row_major(tensor(0).dtype, std::move(axes)));
}

void RecordInference::slice() {
  std::vector<Axis> axes = tensor(0).axes;
  const std::vector<int64_t> starts = vector_values(1);
  const std::vector<int64_t> ends = vector_values(2);
  for (size_t i = 0; i < axes.size(); ++i) {
    const int64_t extent = ends[i] - starts[i];
    if (extent == axes[i].extent) continue;
    const bool stays_expanded = axes[i].is_broadcast() && extent > 1;
    axes[i] = resized_axis(axes[i], extent);
    if (stays_expanded) axes[i].kind = AxisKind::kBroadcast;
  }
  set_result(0, row_major(tensor(0).dtype, std::move(axes)));
}

void RecordInference::pad() {
  std::vector<Axis> axes = tensor(0).axes;
  const std::vector<int64_t> widths = vector_values(1);
  for (size_t i = 0; 2 * i + 1 < widths.size(); ++i) {
    Axis& axis = axes[axes.size() - 1 - i];
    if (widths[2 * i] == 0 && widths[2 * i + 1] == 0) continue;
    axis = resized_axis(axis, axis.extent + widths[2 * i] + widths[2 * i + 1]);
  }
  set_result(0, row_major(tensor(0).dtype, std::move(axes)));
}

void RecordInference::cat() {
  const auto& cat = attributes<CatAttributes>(record_);
  const auto dim = static_cast<size_t>(cat.dim);
  std::vector<Axis> axes = tensor(0).axes;
  int64_t extent = 0;
  for (size_t slot = 0; slot < record_.operands.size(); ++slot) {
    const std::vector<Axis>& operand = tensor(slot).axes;
    extent += operand[dim].extent;
    for (size_t i = 0; i < axes.size(); ++i) {
      if (i != dim) axes[i] = merged_axis(axes[i], operand[i]);
    }
  }
  if (!cat.manual_padding) axes[dim] = resized_axis(axes[dim], extent);
  set_result(0, row_major(tensor(0).dtype, std::move(axes)));
}

void RecordInference::factory() {
  std::vector<Axis> axes;
  if (record_.op == op("iota")) {
    const StateId length = record_.operand(0);
    const auto constant = constant_value(definition_, length);
    axes.push_back(
        fresh_axis(constant ? inference_.constant_extent(to_int(*constant)) : inference_.extent_of_scalar(length)));
    return set_result(0, row_major(attributes<IntegerAttributes>(record_).dtype, std::move(axes)));
  }
  const bool random = family(record_.op) == OpFamily::kRandom;
  for (ExtentId extent : vector_extents(random ? 2 : 0)) axes.push_back(fresh_axis(extent));
  const DType dtype = random ? attributes<RandomAttributes>(record_).dtype : attributes<DTypeAttributes>(record_).dtype;
  set_result(0, row_major(dtype, std::move(axes)));
}

void RecordInference::index() {
  std::vector<Axis> axes = tensor(0).axes;
  const auto dim = static_cast<size_t>(attributes<DimAttributes>(record_).dim);
  const auto place = axes.begin() + static_cast<std::ptrdiff_t>(dim);
  if (record_.op == op("select")) {
    axes.erase(place);
  } else if (record_.op == op("index_select")) {
    *place = tensor(1).axes[0];
  } else if (record_.op == op("gather")) {
    // Along the other axes the operand varies even where the index repeats.
    for (size_t i = 0; i < axes.size(); ++i) {
      const bool repeats = i == dim || axes[i].is_broadcast();
      axes[i] = repeats ? tensor(1).axes[i] : materialized(tensor(1).axes[i]);
    }
  } else {
    for (size_t i = 0; i < axes.size(); ++i)
      axes[i] = i == dim ? tensor(1).axes[i] : merged_axis(axes[i], tensor(1).axes[i]);
  }
  set_result(0, row_major(tensor(0).dtype, std::move(axes)));
}

void RecordInference::sort() {
  std::vector<Axis> axes = tensor(0).axes;
  if (record_.op == op("argsort")) {
    // Equal elements have different places.
    Axis& sorted = axes[static_cast<size_t>(attributes<ArgsortAttributes>(record_).dim)];
    sorted = materialized(sorted);
    return set_result(0, row_major(DType::kInt, std::move(axes)));
  }
  const auto dim = static_cast<size_t>(attributes<TopkAttributes>(record_).dim);
  const StateId k = record_.operand(1);
  if (!axes.empty()) {
    const auto constant = constant_value(definition_, k);
    axes[dim] = fresh_axis(constant ? inference_.constant_extent(to_int(*constant)) : inference_.extent_of_scalar(k));
  }
  set_result(0, row_major(tensor(0).dtype, axes));
  set_result(1, row_major(DType::kInt, std::move(axes)));
}

void RecordInference::matmul() {
  const bool linear = record_.op == op("linear");
  std::vector<Axis> axes =
      linear ? linear_axes(tensor(0).axes, tensor(1).axes) : matmul_axes(tensor(0).axes, tensor(1).axes);
  // A bias may vary where the weight repeats.
  if (linear && record_.has_operand(2)) axes = materialized(std::move(axes));
  set_result(0, row_major(tensor(0).dtype, std::move(axes)));
}

void RecordInference::size() {
  const Axis& axis = tensor(0).axes[static_cast<size_t>(attributes<DimAttributes>(record_).dim)];
  set_scalar({.dtype = DType::kInt, .value = axis.extent, .extent = axis.origin});
}

void RecordInference::opaque() {
  const std::vector<std::optional<TensorType>> results = opaque_results(inference_.types_, record_, inference_);
  for (size_t i = 0; i < record_.results.size(); ++i) {
    if (i < results.size() && results[i]) {
      set_result(i, *results[i]);
    } else {
      inference_.set(record_.results[i], UnknownType{});
    }
  }
}

std::vector<Axis> matmul_axes(const std::vector<Axis>& a, const std::vector<Axis>& b) {
  std::vector<Axis> out;
  const size_t batch_a = a.size() > 2 ? a.size() - 2 : 0;
  const size_t batch_b = b.size() > 2 ? b.size() - 2 : 0;
  const size_t batch = std::max(batch_a, batch_b);
  for (size_t i = 0; i < batch; ++i) {
    const bool in_a = i + batch_a >= batch;
    const bool in_b = i + batch_b >= batch;
    const Axis* from_a = in_a ? &a[i + batch_a - batch] : nullptr;
    const Axis* from_b = in_b ? &b[i + batch_b - batch] : nullptr;
    out.push_back(from_a && from_b ? merged_axis(*from_a, *from_b) : from_a ? *from_a : *from_b);
  }
  if (a.size() >= 2) out.push_back(a[a.size() - 2]);
  if (b.size() >= 2) out.push_back(b[b.size() - 1]);
  return out;
}

std::vector<Axis> linear_axes(const std::vector<Axis>& x, const std::vector<Axis>& w) {
  std::vector<Axis> out(w.begin(), w.end() - 2);
  out.insert(out.end(), x.begin(), x.end() - 1);
  out.push_back(w[w.size() - 2]);
  return out;
}

}  // namespace cleave
