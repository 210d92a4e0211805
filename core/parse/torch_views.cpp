// See torch_views.h.
#include "core/parse/torch_views.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "core/base/checked_arithmetic.h"
#include "core/base/dims.h"
#include "core/parse/tensor_descriptor.h"

namespace cleave {
namespace {

/// Few enough elements to be counted. A negative size is a mistake that the check of inputs names.
bool countable(const std::vector<int64_t>& sizes) {
  double elements = 1;
  for (int64_t size : sizes) elements *= std::max(1.0, std::fabs(static_cast<double>(size)));
  return elements < 9e18;
}

std::optional<size_t> wrapped(const ScriptValue* value, size_t rank) {
  const int64_t* dim = value ? value->as_integer() : nullptr;
  return dim ? normalized_dim(*dim, rank) : std::nullopt;
}

/// The argument at a place, or by its keyword.
const ScriptValue* argument(const std::vector<const ScriptValue*>& places, size_t place,
                            const std::vector<Argument>& arguments, std::string_view name) {
  return place < places.size() ? places[place] : keyword(arguments, name);
}

}  // namespace

const ScriptValue* keyword(const std::vector<Argument>& arguments, std::string_view name) {
  for (const Argument& argument : arguments) {
    if (argument.keyword == name) return &argument.value;
  }
  return nullptr;
}

std::vector<const ScriptValue*> positional(const std::vector<Argument>& arguments) {
  std::vector<const ScriptValue*> out;
  for (const Argument& argument : arguments) {
    if (argument.keyword.empty()) out.push_back(&argument.value);
  }
  return out;
}

std::optional<std::vector<int64_t>> sizes_of(std::span<const ScriptValue* const> values) {
  std::optional<std::vector<int64_t>> sizes;
  if (values.size() == 1 && values[0]->is<Sequence>()) {
    sizes = integers_of(*values[0]);
  } else {
    sizes.emplace();
    for (const ScriptValue* value : values) {
      const int64_t* size = value->as_integer();
      if (size == nullptr) return std::nullopt;
      sizes->push_back(*size);
    }
  }
  if (sizes && !countable(*sizes)) return std::nullopt;
  return sizes;
}

std::vector<int64_t> dense_strides(const TensorInput& tensor) {
  const size_t rank = tensor.sizes.size();
  const TensorDescriptor layout = describe_layout(tensor.sizes, tensor.strides);
  std::vector<size_t> inner_first(rank);
  for (size_t dim = 0; dim < rank; ++dim) inner_first[static_cast<size_t>(layout.stride_order[dim])] = dim;
  std::vector<int64_t> out(rank, 1);
  int64_t dense = 1;
  for (size_t dim : inner_first) {
    out[dim] = dense;
    dense *= std::max<int64_t>(tensor.sizes[dim], 1);
  }
  return out;
}

std::optional<TensorInput> with_layout(TensorInput tensor, const std::vector<Argument>& arguments) {
  const std::vector<const ScriptValue*> places = positional(arguments);
  const ScriptValue* size = argument(places, 0, arguments, "size");
  const ScriptValue* stride = argument(places, 1, arguments, "stride");
  const auto sizes = size ? integers_of(*size) : std::nullopt;
  const auto strides = stride ? integers_of(*stride) : std::nullopt;
  if (!sizes || !strides || sizes->size() != strides->size() || !countable(*sizes)) return std::nullopt;
  tensor.sizes = *sizes;
  tensor.strides = *strides;
  return tensor;
}

namespace {

std::optional<TensorInput> strided(const TensorInput& tensor, const std::vector<const ScriptValue*>& places,
                                   const std::vector<Argument>& arguments) {
  auto out = with_layout(tensor, arguments);
  if (!out) return std::nullopt;
  out->storage = tensor.storage ? tensor.storage : needed_storage(tensor.sizes, tensor.strides);
  const ScriptValue* first = argument(places, 2, arguments, "storage_offset");
  const int64_t* offset = first ? first->as_integer() : nullptr;
  if (first == nullptr || (offset != nullptr && *offset == 0)) return out;
  // Listed values have places, random ones are as good anywhere.
  const bool has_places = tensor.fill.kind == Fill::Kind::kValues || tensor.fill.kind == Fill::Kind::kSequence;
  if (offset == nullptr || *offset < 0 || has_places) return std::nullopt;
  if (out->storage) out->storage = *out->storage - *offset;
  return out;
}

std::optional<TensorInput> permuted(const TensorInput& tensor, std::span<const int64_t> dims) {
  const auto order = normalized_permutation(dims, tensor.sizes.size());
  if (!order) return std::nullopt;
  TensorInput out = tensor;
  for (size_t i = 0; i < order->size(); ++i) {
    out.sizes[i] = tensor.sizes[static_cast<size_t>((*order)[i])];
    out.strides[i] = tensor.strides[static_cast<size_t>((*order)[i])];
  }
  return out;
}

std::optional<TensorInput> swapped(const TensorInput& tensor, std::optional<size_t> a, std::optional<size_t> b) {
  if (!a || !b) return std::nullopt;
  std::vector<int64_t> order(tensor.sizes.size());
  std::iota(order.begin(), order.end(), int64_t{0});
  std::swap(order[*a], order[*b]);
  return permuted(tensor, order);
}

/// -1 keeps a size; new dims come in front; what grows is repeated.
std::optional<TensorInput> expanded(const TensorInput& tensor, const std::vector<int64_t>& sizes) {
  if (sizes.size() < tensor.sizes.size()) return std::nullopt;
  const size_t added = sizes.size() - tensor.sizes.size();
  TensorInput out = tensor;
  out.sizes = sizes;
  out.strides.assign(sizes.size(), 0);
  for (size_t dim = 0; dim < sizes.size(); ++dim) {
    const int64_t old_size = dim < added ? 1 : tensor.sizes[dim - added];
    if (sizes[dim] == -1 && dim >= added) out.sizes[dim] = old_size;
    if (out.sizes[dim] < 0 || (out.sizes[dim] != old_size && old_size != 1)) return std::nullopt;
    if (dim >= added && out.sizes[dim] == old_size) out.strides[dim] = tensor.strides[dim - added];
  }
  return out;
}

std::optional<TensorInput> unsqueezed(const TensorInput& tensor, const ScriptValue* place) {
  const size_t rank = tensor.sizes.size();
  const auto dim = wrapped(place, rank + 1);
  if (!dim) return std::nullopt;
  TensorInput out = tensor;
  const auto at = static_cast<std::ptrdiff_t>(*dim);
  const auto stride = *dim < rank ? checked_product(tensor.sizes[*dim], tensor.strides[*dim]) : int64_t{1};
  if (!stride) return std::nullopt;
  out.sizes.insert(out.sizes.begin() + at, 1);
  out.strides.insert(out.strides.begin() + at, *stride);
  return out;
}

/// Without the dim at `place`, or without all dims, of size 1.
std::optional<TensorInput> squeezed(const TensorInput& tensor, const ScriptValue* place) {
  const size_t rank = tensor.sizes.size();
  const auto only = wrapped(place, rank);
  if (place != nullptr && !only) return std::nullopt;
  TensorInput out = tensor;
  out.sizes.clear();
  out.strides.clear();
  for (size_t dim = 0; dim < rank; ++dim) {
    if (tensor.sizes[dim] == 1 && (!only || *only == dim)) continue;
    out.sizes.push_back(tensor.sizes[dim]);
    out.strides.push_back(tensor.strides[dim]);
  }
  return out;
}

/// A dense tensor with other sizes, of which one may be -1.
std::optional<TensorInput> reshaped(const TensorInput& tensor, std::vector<int64_t> sizes) {
  const auto count = checked_product(tensor.sizes);
  if (tensor.strides != row_major_strides(tensor.sizes) || !count) return std::nullopt;
  const auto open = std::find(sizes.begin(), sizes.end(), -1);
  if (open != sizes.end()) *open = 1;
  const auto others = checked_product(sizes);
  if (!others || *std::min_element(sizes.begin(), sizes.end()) < 0) return std::nullopt;
  if (open != sizes.end()) {
    if (*others == 0 || *count % *others != 0) return std::nullopt;
    *open = *count / *others;
  } else if (*others != *count) {
    return std::nullopt;
  }
  TensorInput out = tensor;
  out.strides = row_major_strides(sizes);
  out.sizes = std::move(sizes);
  return out;
}

}  // namespace

std::optional<TensorInput> tensor_view(const TensorInput& tensor, std::string_view name,
                                       const std::vector<Argument>& arguments) {
  const std::vector<const ScriptValue*> places = positional(arguments);
  const size_t rank = tensor.sizes.size();
  const ScriptValue* dim = argument(places, 0, arguments, "dim");
  if (name == "as_strided") return strided(tensor, places, arguments);
  if (name == "unsqueeze") return unsqueezed(tensor, dim);
  if (name == "squeeze") return squeezed(tensor, dim);
  if (name == "flatten" && arguments.empty()) return reshaped(tensor, {-1});
  if (name == "transpose" && places.size() == 2)
    return swapped(tensor, wrapped(places[0], rank), wrapped(places[1], rank));
  if (name == "t")
    return rank < 2 ? std::optional(tensor) : swapped(tensor, 0, rank == 2 ? std::optional<size_t>(1) : std::nullopt);
  const bool takes_numbers = name == "permute" || name == "expand" || name == "view" || name == "reshape";
  const auto numbers = takes_numbers ? sizes_of(places) : std::nullopt;
  if (!numbers || numbers->empty()) return std::nullopt;
  if (name == "permute") return permuted(tensor, *numbers);
  return name == "expand" ? expanded(tensor, *numbers) : reshaped(tensor, *numbers);
}

}  // namespace cleave
