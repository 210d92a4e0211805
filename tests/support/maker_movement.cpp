// Steps of DefinitionMaker that move values without changing them: broadcasts, reshapes, permutations, slices, pads,
// cats.
#include <algorithm>
#include <numeric>

#include "core/ops/op_table.h"
#include "tests/support/definition_maker.h"

namespace cleave {
namespace {

using Kind = ModelAxis::Kind;

/// The axis after its extent changed from `before`.
ModelAxis resized(const ModelAxis& before, int64_t extent) {
  if (extent == before.extent) return before;
  const bool sure = extent != 1 && before.kind == Kind::kIteration;
  return {.extent = extent, .kind = sure ? Kind::kIteration : Kind::kUndecided};
}

/// The prime factors of a positive number.
std::vector<int64_t> factors(int64_t number) {
  std::vector<int64_t> out;
  for (int64_t prime = 2; prime <= number; ++prime) {
    while (number % prime == 0) {
      out.push_back(prime);
      number /= prime;
    }
  }
  return out;
}

}  // namespace

bool DefinitionMaker::add_broadcast() {
  switch (choices_.below(4)) {
    case 0: return add_broadcast_in_dim();
    case 1: return add_expand();
    case 2: return add_squeeze();
    default: break;
  }
  const ModelValue value = any_tensor();
  if (value.rank() >= options_.max_rank) return false;
  const size_t rank = value.rank() + 1 + (value.rank() + 2 <= options_.max_rank && choices_.chance(30) ? 1 : 0);
  std::vector<bool> is_new(rank, false);
  for (size_t left = rank - value.rank(); left > 0; --left) {
    size_t place = choices_.below(rank);
    while (is_new[place]) place = (place + 1) % rank;
    is_new[place] = true;
  }
  std::vector<ModelAxis> axes;
  size_t old = 0;
  for (size_t i = 0; i < rank; ++i)
    axes.push_back(is_new[i] ? ModelAxis{.extent = 1, .kind = Kind::kBroadcast} : value.axes[old++]);
  tensor(builder_.value(op("broadcast"), {value.state}, BroadcastAttributes{.is_broadcast_dim = is_new}), value.dtype,
         axes);
  return true;
}

bool DefinitionMaker::add_broadcast_in_dim() {
  const ModelValue value = any_tensor();
  std::vector<ModelAxis> axes;
  std::vector<int64_t> dims;
  for (size_t i = 0; i <= value.rank(); ++i) {
    while (axes.size() + value.rank() - i < options_.max_rank && choices_.chance(30)) {
      const int64_t size = extent();
      axes.push_back({.extent = size, .kind = size == 1 ? Kind::kUndecided : Kind::kBroadcast});
    }
    if (i == value.rank()) break;
    dims.push_back(static_cast<int64_t>(axes.size()));
    ModelAxis axis = value.axes[i];
    if (axis.stretches() && choices_.chance(60)) axis.extent = extent();
    axes.push_back(axis);
  }
  if (axes.empty()) return false;
  const std::vector<int64_t> sizes = ModelValue{.axes = axes}.extents();
  const StateId shape = extents_vector(sizes);
  tensor(builder_.value(op("broadcast_in_dim"), {value.state, shape}, BroadcastInDimAttributes{.broadcast_dims = dims}),
         value.dtype, axes);
  return true;
}

bool DefinitionMaker::add_expand() {
  const auto value = tensor_that([](const ModelValue& candidate) {
    return std::any_of(candidate.axes.begin(), candidate.axes.end(),
                       [](const ModelAxis& axis) { return axis.stretches(); });
  });
  if (!value) return false;
  std::vector<ModelAxis> axes = value->axes;
  std::vector<int64_t> written;
  for (ModelAxis& axis : axes) {
    if (axis.stretches() && choices_.chance(75)) axis.extent = extent();
    written.push_back(axis.extent);
  }
  for (size_t i = 0; i < axes.size(); ++i) {
    if (axes[i].extent == value->axes[i].extent && choices_.chance(20)) written[i] = -1;
  }
  const StateId shape = extents_vector(written);
  tensor(builder_.value(op("expand"), {value->state, shape}), value->dtype, axes);
  return true;
}

bool DefinitionMaker::add_squeeze() {
  const auto value = tensor_that([](const ModelValue& candidate) {
    return std::any_of(candidate.axes.begin(), candidate.axes.end(),
                       [](const ModelAxis& axis) { return axis.stretches(); });
  });
  if (!value) return false;
  std::vector<ModelAxis> axes;
  SqueezeAttributes attributes;
  for (size_t i = 0; i < value->rank(); ++i) {
    const ModelAxis& axis = value->axes[i];
    if (axis.stretches() && (attributes.dims.empty() || choices_.chance(60))) {
      attributes.dims.push_back(maybe_negative(i, value->rank()));
    } else {
      axes.push_back(axis);
    }
  }
  tensor(builder_.value(op("squeeze"), {value->state}, attributes), value->dtype, axes);
  return true;
}

bool DefinitionMaker::add_reshape() {
  const ModelValue value = any_tensor();
  const bool expanded =
      std::any_of(value.axes.begin(), value.axes.end(), [](const ModelAxis& axis) { return axis.may_be_expanded(); });
  const int64_t count = value.element_count();
  std::vector<int64_t> sizes;
  if (count == 0) {
    sizes = value.extents();
    std::reverse(sizes.begin(), sizes.end());
    if (choices_.chance(40)) sizes = {0};
  } else {
    sizes.assign(choices_.below(options_.max_rank) + 1, 1);
    if (value.rank() > 0) {
      for (int64_t factor : factors(count)) sizes[choices_.below(sizes.size())] *= factor;
    }
  }
  std::vector<ModelAxis> axes = fresh_axes(sizes);
  if (expanded) {
    for (ModelAxis& axis : axes) axis.kind = Kind::kUndecided;
  }
  std::vector<int64_t> written = sizes;
  if (count > 0 && !expanded && value.rank() > 0 && choices_.chance(25)) written[choices_.below(written.size())] = -1;
  const StateId shape = extents_vector(written);
  tensor(builder_.value(op("reshape"), {value.state, shape}), value.dtype, axes);
  return true;
}

bool DefinitionMaker::add_reorder() {
  const ModelValue value = any_tensor();
  if (choices_.chance(20)) {
    tensor(builder_.value(op("set"), {value.state}), value.dtype, value.axes);
    return true;
  }
  if (value.rank() < 2) return false;
  std::vector<size_t> order(value.rank());
  std::iota(order.begin(), order.end(), size_t{0});
  for (size_t i = order.size(); i > 1; --i) std::swap(order[i - 1], order[choices_.below(i)]);
  std::vector<int64_t> dims;
  if (choices_.chance(20)) {
    for (size_t place : order) dims.push_back(static_cast<int64_t>(place));
    tensor(builder_.value(op("stride_order"), {value.state}, StrideOrderAttributes{.stride_order = dims}), value.dtype,
           value.axes);
    return true;
  }
  std::vector<ModelAxis> axes;
  for (size_t place : order) {
    dims.push_back(maybe_negative(place, value.rank()));
    axes.push_back(value.axes[place]);
  }
  tensor(builder_.value(op("permute"), {value.state}, DimsAttributes{.dims = dims}), value.dtype, axes);
  tensors_.back().index_bound = value.index_bound;
  return true;
}

bool DefinitionMaker::add_slice() {
  const auto value = tensor_that([](const ModelValue& candidate) { return candidate.rank() > 0; });
  if (!value) return false;
  std::vector<int64_t> starts;
  std::vector<int64_t> ends;
  std::vector<ModelAxis> axes;
  const size_t sure = any_dim(*value);
  for (size_t i = 0; i < value->rank(); ++i) {
    const int64_t size = value->axes[i].extent;
    int64_t start = 0;
    int64_t end = size;
    if (size > 0 && (i == sure || choices_.chance(20))) {
      start = choices_.between(0, size - 1);
      end = choices_.between(choices_.chance(options_.empty_extents ? 5 : 0) ? start : start + 1, size);
    }
    starts.push_back(start);
    axes.push_back(resized(value->axes[i], end - start));
    ends.push_back(end == size && choices_.chance(5) ? size + 2 : end);
  }
  // Lists or vectors, but all three alike.
  const RecordForm form = choices_.chance(15) ? RecordForm::kExplicit : RecordForm::kInline;
  std::vector<std::optional<StateId>> operands{value->state};
  for (const std::vector<int64_t>& numbers : {starts, ends, std::vector<int64_t>(value->rank(), 1)}) {
    std::vector<StateId> items;
    for (int64_t number : numbers) items.push_back(builder_.constant(number, DType::kInt, RecordForm::kInline));
    operands.push_back(builder_.vector(items, form));
  }
  tensor(builder_.value(op("slice"), operands, SliceAttributes{}), value->dtype, axes);
  tensors_.back().index_bound = value->index_bound;
  return true;
}

bool DefinitionMaker::add_pad() {
  const auto value =
      tensor_that([](const ModelValue& candidate) { return candidate.rank() > 0 && !is_half_like(candidate.dtype); });
  if (!value) return false;
  const size_t padded = choices_.below(value->rank()) + 1;
  std::vector<int64_t> widths;
  std::vector<ModelAxis> axes = value->axes;
  for (size_t i = 0; i < padded; ++i) {
    ModelAxis& axis = axes[value->rank() - 1 - i];
    const int64_t left = choices_.between(choices_.chance(20) ? -1 : 0, 2);
    const int64_t right = choices_.between(axis.extent + left > 1 && choices_.chance(20) ? -1 : 0, 2);
    if (axis.extent + left < 0) return false;
    widths.push_back(left);
    widths.push_back(right);
    if (left != 0 || right != 0) {
      const int64_t size = axis.extent + left + right;
      axis = {.extent = size, .kind = size > 1 && axis.kind == Kind::kIteration ? Kind::kIteration : Kind::kUndecided};
    }
  }
  std::optional<ModelValue> fill;
  if (choices_.chance(50)) fill = any_constant(value->dtype);
  const StateId width_vector = literal_vector(widths);
  const std::optional<StateId> fill_state = fill ? std::optional(place(*fill)) : std::nullopt;
  tensor(builder_.value(op("pad"), {value->state, width_vector, fill_state}), value->dtype, axes);
  return true;
}

bool DefinitionMaker::add_cat() {
  const auto first = tensor_that([](const ModelValue& candidate) { return candidate.rank() > 0; });
  if (!first) return false;
  const size_t dim = any_dim(*first);
  std::vector<ModelValue> parts{*first};
  const size_t wanted = choices_.chance(8) ? 1 : choices_.below(2) + 2;
  while (parts.size() < wanted) {
    const auto next = tensor_that([&](const ModelValue& candidate) {
      if (candidate.dtype != first->dtype || candidate.rank() != first->rank()) return false;
      for (size_t i = 0; i < candidate.rank(); ++i) {
        if (i != dim && candidate.axes[i].extent != first->axes[i].extent) return false;
      }
      return true;
    });
    parts.push_back(*next);
  }
  std::vector<ModelAxis> axes = first->axes;
  for (size_t p = 1; p < parts.size(); ++p) {
    for (size_t i = 0; i < axes.size(); ++i) {
      const ModelAxis& axis = parts[p].axes[i];
      if (i == dim) {
        axes[i].extent += axis.extent;
        axes[i].kind = axes[i].extent > 1 && (axes[i].kind == Kind::kIteration || axis.extent > 0) ? Kind::kIteration
                                                                                                   : Kind::kUndecided;
      } else if (axes[i].kind != axis.kind) {
        axes[i].kind = axes[i].extent == 1 ? Kind::kUndecided : Kind::kIteration;
      }
    }
  }
  const CatAttributes attributes{.dim = maybe_negative(dim, first->rank())};
  tensor(builder_.value(op("cat"), slots(parts), attributes), first->dtype, axes);
  return true;
}

bool DefinitionMaker::add_forced_cut() {
  const ModelValue value = any_tensor();
  tensor(builder_.value(op("segment_set"), {value.state}), value.dtype, value.axes);
  return true;
}

}  // namespace cleave
