// See axis_rules.h. A rule that meets ranks or dims that do not fit says nothing, and the result's shape stays unknown.
// Tested with binding.
#include "core/infer/axis_rules.h"

#include <algorithm>
#include <utility>

#include "core/base/checked_arithmetic.h"
#include "core/infer/infer.h"
#include "core/ops/op_table.h"

namespace cleave {

void AxisRules::apply(const Record& record) {
  switch (family(record.op)) {
    case OpFamily::kDefineTensor: return declare(record);
    case OpFamily::kDefineScalar:
    case OpFamily::kDefineVector:
    case OpFamily::kOpaque: return;
    case OpFamily::kAddOutput: return in_place(record);
    case OpFamily::kPointwise: return pointwise(record);
    case OpFamily::kCast:
    case OpFamily::kCopy:
    case OpFamily::kScan: return same(record, 0);
    case OpFamily::kReduction: {
      const auto& reduce_attributes = attributes<ReduceAttributes>(record);
      return reduce(record, reduce_attributes.dims, reduce_attributes.keepdim);
    }
    case OpFamily::kWelford: return reduce(record, attributes<DimsAttributes>(record).dims, false);
    case OpFamily::kBroadcast: return broadcast(record);
    case OpFamily::kExpand: return expand(record);
    case OpFamily::kSqueeze: return squeeze(record);
    case OpFamily::kReshape: return reshape(record);
    case OpFamily::kPermute: return permute(record);
    case OpFamily::kSlice: return slice(record);
    case OpFamily::kPad: return pad(record);
    case OpFamily::kCat: return cat(record);
    case OpFamily::kFactory:
    case OpFamily::kRandom: return factory(record);
    case OpFamily::kIndex: return index(record);
    case OpFamily::kScatter: return scatter(record);
    case OpFamily::kSort: return record.op == op("topk") ? topk(record) : same(record, 0);
    case OpFamily::kMatmul: return record.op == op("linear") ? linear(record) : matmul(record);
    case OpFamily::kSize:
    case OpFamily::kShapeQuery: return sizes(record);
    case OpFamily::kComposite: return composite(record);
  }
}

const std::vector<ExtentNode>* AxisRules::axes(StateId tensor) const {
  const auto found = axes_.find(tensor.index);
  return found == axes_.end() ? nullptr : &found->second;
}

std::optional<ExtentNode> AxisRules::scalar_if_used(StateId scalar) const {
  const auto found = scalars_.find(scalar.index);
  if (found == scalars_.end()) return std::nullopt;
  return found->second;
}

const std::vector<ExtentNode>* AxisRules::operand_axes(const Record& record, size_t slot) const {
  return record.has_operand(slot) ? axes(*record.operands[slot]) : nullptr;
}

void AxisRules::set(const Record& record, size_t result, Axes axes) {
  if (result < record.results.size() && definition_.is_tensor(record.results[result])) {
    axes_.insert_or_assign(record.results[result].index, std::move(axes));
  }
}

std::optional<int64_t> AxisRules::number(StateId scalar) const {
  const std::optional<ScalarValue> value = constant_value(definition_, scalar);
  if (!value) return std::nullopt;
  return to_int(*value);
}

ExtentNode AxisRules::scalar(StateId state) {
  const auto found = scalars_.find(state.index);
  if (found != scalars_.end()) return found->second;
  const std::optional<int64_t> value = number(state);
  const ExtentNode made = value == 1             ? ExtentSolver::kOne
                          : value && *value >= 0 ? solver_.constant(*value)
                                                 : solver_.unknown();
  scalars_.emplace(state.index, made);
  return made;
}

std::vector<StateId> AxisRules::items(StateId vector) const {
  std::vector<StateId> out;
  const Record& producer = definition_.producer(vector);
  if (family(producer.op) != OpFamily::kDefineVector) return out;
  for (const std::optional<StateId>& item : producer.operands) {
    if (item) out.push_back(*item);
  }
  return out;
}

std::optional<AxisRules::Axes> AxisRules::vector(const Record& record, size_t slot) {
  if (!record.has_operand(slot)) return std::nullopt;
  const auto shape = shapes_.find(record.operand(slot).index);
  if (shape != shapes_.end()) return shape->second;
  if (family(definition_.producer(record.operand(slot)).op) != OpFamily::kDefineVector) return std::nullopt;
  Axes out;
  for (StateId item : items(record.operand(slot))) out.push_back(scalar(item));
  return out;
}

std::optional<std::vector<std::optional<int64_t>>> AxisRules::numbers(const Record& record, size_t slot) const {
  if (!record.has_operand(slot)) return std::nullopt;
  if (family(definition_.producer(record.operand(slot)).op) != OpFamily::kDefineVector) return std::nullopt;
  std::vector<std::optional<int64_t>> out;
  for (StateId item : items(record.operand(slot))) out.push_back(number(item));
  return out;
}

ExtentNode AxisRules::merged(ExtentNode a, ExtentNode b) {
  if (a == ExtentSolver::kOne) return b;
  solver_.join(a, b);
  return a;
}

AxisRules::Axes AxisRules::merged(const Axes& a, const Axes& b) {
  const Axes& longer = a.size() >= b.size() ? a : b;
  const Axes& shorter = a.size() >= b.size() ? b : a;
  Axes out = longer;
  const size_t offset = longer.size() - shorter.size();
  for (size_t i = 0; i < shorter.size(); ++i) out[offset + i] = merged(out[offset + i], shorter[i]);
  return out;
}

void AxisRules::declare(const Record& record) {
  Axes out;
  for (int64_t extent : attributes<TensorAttributes>(record).shape) {
    out.push_back(extent == 1 ? ExtentSolver::kOne : extent >= 0 ? solver_.constant(extent) : solver_.unknown());
  }
  set(record, 0, std::move(out));
}

void AxisRules::pointwise(const Record& record) {
  std::optional<Axes> out;
  for (size_t slot = 0; slot < record.operands.size(); ++slot) {
    if (!record.has_operand(slot) || !definition_.is_tensor(record.operand(slot))) continue;
    const Axes* operand = operand_axes(record, slot);
    if (operand == nullptr) return;
    out = out ? merged(*out, *operand) : *operand;
  }
  if (out) set(record, 0, std::move(*out));
}

/// An output that updates an input has its shape.
void AxisRules::in_place(const Record& record) {
  const Axes* value = operand_axes(record, 0);
  const Axes* target = operand_axes(record, 1);
  if (value == nullptr || target == nullptr || value->size() != target->size()) return;
  for (size_t i = 0; i < value->size(); ++i) solver_.join((*value)[i], (*target)[i]);
}

void AxisRules::same(const Record& record, size_t slot) {
  const Axes* operand = operand_axes(record, slot);
  if (operand == nullptr) return;
  for (size_t i = 0; i < record.results.size(); ++i) set(record, i, *operand);
}

void AxisRules::reduce(const Record& record, std::vector<int64_t> dims, bool keepdim) {
  const Axes* operand = operand_axes(record, 0);
  if (operand == nullptr) return;
  std::vector<bool> reduced(operand->size(), dims.empty());
  for (int64_t dim : dims) {
    const auto at = normalized_dim(dim, operand->size());
    if (!at) return;
    reduced[*at] = true;
  }
  Axes out;
  for (size_t i = 0; i < operand->size(); ++i) {
    if (!reduced[i])
      out.push_back((*operand)[i]);
    else if (keepdim)
      out.push_back(ExtentSolver::kOne);
  }
  for (size_t i = 0; i < record.results.size(); ++i) set(record, i, out);
}

void AxisRules::broadcast(const Record& record) {
  const Axes* operand = operand_axes(record, 0);
  if (operand == nullptr) return;
  Axes out;
  size_t next = 0;
  for (bool is_new : attributes<BroadcastAttributes>(record).is_broadcast_dim) {
    if (!is_new && next >= operand->size()) return;
    out.push_back(is_new ? ExtentSolver::kOne : (*operand)[next++]);
  }
  set(record, 0, std::move(out));
}

void AxisRules::broadcast_in_dim(const Record& record) {
  const Axes* found = operand_axes(record, 0);
  if (found == nullptr) return;
  const Axes operand = *found;
  std::optional<Axes> out = vector(record, 1);
  const std::vector<int64_t>& dims = attributes<BroadcastInDimAttributes>(record).broadcast_dims;
  if (!out || dims.size() != operand.size()) return;
  for (size_t i = 0; i < dims.size(); ++i) {
    const auto at = normalized_dim(dims[i], out->size());
    if (!at) return;
    if (operand[i] != ExtentSolver::kOne) (*out)[*at] = merged(operand[i], (*out)[*at]);
  }
  set(record, 0, std::move(*out));
}

void AxisRules::expand(const Record& record) {
  const Axes* found = operand_axes(record, 0);
  if (found == nullptr) return;
  Axes out = *found;
  const std::optional<Axes> shape = vector(record, 1);
  if (!shape || shape->size() != out.size()) return;
  for (size_t i = 0; i < out.size(); ++i) out[i] = merged(out[i], (*shape)[i]);
  set(record, 0, std::move(out));
}

void AxisRules::squeeze(const Record& record) {
  const Axes* operand = operand_axes(record, 0);
  if (operand == nullptr) return;
  std::vector<bool> removed(operand->size(), false);
  for (int64_t dim : attributes<SqueezeAttributes>(record).dims) {
    const auto at = normalized_dim(dim, operand->size());
    if (!at) return;
    removed[*at] = true;
  }
  Axes out;
  for (size_t i = 0; i < operand->size(); ++i) {
    if (!removed[i]) out.push_back((*operand)[i]);
  }
  set(record, 0, std::move(out));
}

void AxisRules::reshape(const Record& record) {
  const Axes* found = operand_axes(record, 0);
  if (found == nullptr) return;
  const Axes operand = *found;
  const std::optional<Axes> shape = vector(record, 1);
  if (!shape) return;
  solver_.require_product(operand, *shape);
  set(record, 0, *shape);
}

void AxisRules::permute(const Record& record) {
  const Axes* operand = operand_axes(record, 0);
  if (operand == nullptr) return;
  Axes out;
  for (int64_t dim : attributes<DimsAttributes>(record).dims) {
    const auto at = normalized_dim(dim, operand->size());
    if (!at) return;
    out.push_back((*operand)[*at]);
  }
  set(record, 0, std::move(out));
}

void AxisRules::slice(const Record& record) {
  const Axes* found = operand_axes(record, 0);
  const auto starts = numbers(record, 1);
  const auto ends = numbers(record, 2);
  if (found == nullptr || !starts || !ends || starts->size() != found->size() || ends->size() != found->size()) return;
  // An end beyond this means "to the end of the axis".
  constexpr int64_t kLargestEnd = int64_t{1} << 30;
  Axes out = *found;
  for (size_t i = 0; i < out.size(); ++i) {
    const std::optional<int64_t> start = (*starts)[i];
    const std::optional<int64_t> end = (*ends)[i];
    const bool whole = start == 0 && end && *end > kLargestEnd;
    if (whole) continue;
    if (!start || !end || *start < 0 || *end < *start || *end > kLargestEnd) {
      out[i] = solver_.unknown();
      continue;
    }
    const std::optional<int64_t> extent = solver_.value(out[i]);
    if (!extent) solver_.require_at_least(out[i], *end);
    const int64_t last = extent ? std::min(*extent, *end) : *end;
    out[i] = solver_.constant(std::max<int64_t>(0, last - *start));
  }
  set(record, 0, std::move(out));
}

void AxisRules::pad(const Record& record) {
  const Axes* found = operand_axes(record, 0);
  const auto widths = numbers(record, 1);
  if (found == nullptr || !widths || widths->size() > 2 * found->size()) return;
  Axes out = *found;
  for (size_t i = 0; 2 * i + 1 < widths->size(); ++i) {
    ExtentNode& axis = out[out.size() - 1 - i];
    const std::optional<int64_t> left = (*widths)[2 * i];
    const std::optional<int64_t> right = (*widths)[2 * i + 1];
    if (left == 0 && right == 0) continue;
    const std::optional<int64_t> added = left && right ? checked_sum(*left, *right) : std::nullopt;
    axis = added ? solver_.sum({axis}, *added) : solver_.unknown();
  }
  set(record, 0, std::move(out));
}

void AxisRules::cat(const Record& record) {
  std::vector<Axes> operands;
  for (size_t slot = 0; slot < record.operands.size(); ++slot) {
    const Axes* operand = operand_axes(record, slot);
    if (operand == nullptr || (slot > 0 && operand->size() != operands[0].size())) return;
    operands.push_back(*operand);
  }
  if (operands.empty()) return;
  const auto dim = normalized_dim(attributes<CatAttributes>(record).dim, operands[0].size());
  if (!dim) return;
  Axes out = operands[0];
  Axes along;
  for (const Axes& operand : operands) {
    along.push_back(operand[*dim]);
    for (size_t i = 0; i < out.size(); ++i) {
      if (i != *dim) out[i] = merged(out[i], operand[i]);
    }
  }
  out[*dim] = solver_.sum(std::move(along), 0);
  set(record, 0, std::move(out));
}

void AxisRules::factory(const Record& record) {
  if (record.op == op("iota")) {
    if (record.has_operand(0)) set(record, 0, {scalar(record.operand(0))});
    return;
  }
  const size_t shape_slot = family(record.op) == OpFamily::kRandom ? 2 : 0;
  if (std::optional<Axes> shape = vector(record, shape_slot)) set(record, 0, std::move(*shape));
}

}  // namespace cleave
