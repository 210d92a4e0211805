// The rules of axis_rules.h for ops whose places are data, for products, size queries and composites.
#include <algorithm>
#include <utility>

#include "core/infer/axis_rules.h"
#include "core/infer/infer.h"
#include "core/ops/op_table.h"

namespace cleave {

/// The input that `index` is, seen through ops that keep its values.
void AxisRules::note_index(StateId index, ExtentNode axis) {
  StateId at = index;
  while (true) {
    const Record& record = definition_.producer(at);
    const OpFamily kind = family(record.op);
    if (kind == OpFamily::kDefineTensor) {
      index_bounds_.emplace(at.index, axis);
      return;
    }
    const bool keeps_values = kind == OpFamily::kCast || kind == OpFamily::kCopy || kind == OpFamily::kBroadcast ||
                              kind == OpFamily::kExpand || kind == OpFamily::kSqueeze || kind == OpFamily::kReshape ||
                              kind == OpFamily::kPermute || kind == OpFamily::kSlice ||
                              record.op == op("broadcast_in_dim");
    if (!keeps_values || !record.has_operand(0)) return;
    at = record.operand(0);
  }
}

void AxisRules::index(const Record& record) {
  const Axes* found = operand_axes(record, 0);
  if (found == nullptr) return;
  Axes out = *found;
  const auto dim = normalized_dim(attributes<DimAttributes>(record).dim, out.size());
  if (!dim) return;
  const ExtentNode axis = out[*dim];
  if (record.op == op("select")) {
    out.erase(out.begin() + static_cast<std::ptrdiff_t>(*dim));
    return set(record, 0, std::move(out));
  }
  const Axes* indices = operand_axes(record, 1);
  if (indices == nullptr) return;
  note_index(record.operand(1), axis);
  if (record.op == op("index_select")) {
    if (indices->size() > 1) return;
    out[*dim] = indices->empty() ? ExtentSolver::kOne : (*indices)[0];
    return set(record, 0, std::move(out));
  }
  if (indices->size() != out.size()) return;
  for (size_t i = 0; i < out.size(); ++i) out[i] = i == *dim ? (*indices)[i] : merged((*indices)[i], out[i]);
  set(record, 0, std::move(out));
}

void AxisRules::scatter(const Record& record) {
  const Axes* found = operand_axes(record, 0);
  if (found == nullptr) return;
  const Axes out = *found;
  const auto dim = normalized_dim(attributes<DimAttributes>(record).dim, out.size());
  const Axes* indices = operand_axes(record, 1);
  if (!dim || indices == nullptr || indices->size() != out.size()) return;
  note_index(record.operand(1), out[*dim]);
  for (size_t i = 0; i < out.size(); ++i) {
    // Places along the axis should be few enough to be different ones.
    if (i != *dim) merged((*indices)[i], out[i]);
  }
  const Axes* source = operand_axes(record, 2);
  if (source != nullptr && source->size() == indices->size()) {
    for (size_t i = 0; i < source->size(); ++i) merged((*source)[i], (*indices)[i]);
  }
  set(record, 0, out);
}

void AxisRules::topk(const Record& record) {
  const Axes* found = operand_axes(record, 0);
  if (found == nullptr || !record.has_operand(1)) return;
  Axes out = *found;
  if (!out.empty()) {
    const auto dim = normalized_dim(attributes<TopkAttributes>(record).dim, out.size());
    if (!dim) return;
    if (const auto count = number(record.operand(1))) solver_.require_at_least(out[*dim], *count);
    out[*dim] = scalar(record.operand(1));
  }
  set(record, 0, out);
  set(record, 1, std::move(out));
}

void AxisRules::matmul(const Record& record) {
  const Axes* a = operand_axes(record, 0);
  const Axes* b = operand_axes(record, 1);
  if (a == nullptr || b == nullptr || a->empty() || b->empty()) return;
  solver_.join(a->back(), b->size() >= 2 ? (*b)[b->size() - 2] : b->back());
  const Axes batch_a(a->begin(), a->end() - std::min<std::ptrdiff_t>(2, static_cast<std::ptrdiff_t>(a->size())));
  const Axes batch_b(b->begin(), b->end() - std::min<std::ptrdiff_t>(2, static_cast<std::ptrdiff_t>(b->size())));
  Axes out = merged(batch_a, batch_b);
  if (a->size() >= 2) out.push_back((*a)[a->size() - 2]);
  if (b->size() >= 2) out.push_back(b->back());
  set(record, 0, std::move(out));
}

void AxisRules::linear(const Record& record) {
  const Axes* x = operand_axes(record, 0);
  const Axes* weight = operand_axes(record, 1);
  if (x == nullptr || weight == nullptr || x->empty() || weight->size() < 2) return;
  solver_.join(x->back(), weight->back());
  const ExtentNode rows = (*weight)[weight->size() - 2];
  if (const Axes* bias = operand_axes(record, 2); bias != nullptr && !bias->empty()) solver_.join(bias->back(), rows);
  Axes out(weight->begin(), weight->end() - 2);
  out.insert(out.end(), x->begin(), x->end() - 1);
  out.push_back(rows);
  set(record, 0, std::move(out));
}

void AxisRules::sizes(const Record& record) {
  if (record.op == op("at")) {
    if (!record.has_operand(0)) return;
    const std::optional<Axes> shape = vector(record, 0);
    const int64_t place = attributes<AtAttributes>(record).index;
    if (shape && place >= 0 && place < static_cast<int64_t>(shape->size())) {
      scalars_.insert_or_assign(record.result().index, (*shape)[static_cast<size_t>(place)]);
    }
    return;
  }
  const Axes* operand = operand_axes(record, 0);
  if (operand == nullptr) return;
  if (record.op == op("size")) {
    const auto dim = normalized_dim(attributes<DimAttributes>(record).dim, operand->size());
    if (dim) scalars_.insert_or_assign(record.result().index, (*operand)[*dim]);
  } else if (record.op == op("shape")) {
    shapes_.insert_or_assign(record.result().index, *operand);
  } else {
    for (size_t i = 0; i < record.results.size() && i < operand->size(); ++i) {
      scalars_.insert_or_assign(record.results[i].index, (*operand)[i]);
    }
  }
}

void AxisRules::composite(const Record& record) {
  if (record.op == op("broadcast_in_dim")) return broadcast_in_dim(record);
  if (record.op == op("var") || record.op == op("var_mean")) {
    const auto& variance = attributes<VarianceAttributes>(record);
    return reduce(record, variance.dims, variance.keepdim);
  }
  const bool element_wise = record.op != op("triu") && record.op != op("rand_like") && record.op != op("randn_like");
  return element_wise ? pointwise(record) : same(record, 0);
}

}  // namespace cleave
