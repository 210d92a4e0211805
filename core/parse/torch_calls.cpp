// See torch_calls.h.
#include "core/parse/torch_calls.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace cleave {
namespace {

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

const ScalarValue* number(const ScriptValue* value) { return value ? value->as<ScalarValue>() : nullptr; }

double number_or(const ScriptValue* value, double otherwise) {
  const ScalarValue* given = number(value);
  return given ? to_double(*given) : otherwise;
}

/// Few enough elements to be counted. A negative size is a mistake that the check of inputs names.
bool countable(const std::vector<int64_t>& sizes) {
  double elements = 1;
  for (int64_t size : sizes) elements *= std::max(1.0, std::fabs(static_cast<double>(size)));
  return elements < 9e18;
}

/// Sizes from one list or from all of the values given one by one.
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

/// Applies dtype= and device=; false where they are not understood.
bool apply_options(const std::vector<Argument>& arguments, TensorInput& tensor) {
  if (const ScriptValue* dtype = keyword(arguments, "dtype")) {
    if (dtype->is<DType>()) {
      tensor.dtype = *dtype->as<DType>();
    } else if (!dtype->is<NoValue>()) {
      return false;
    }
  }
  const ScriptValue* device = keyword(arguments, "device");
  const auto* text = device ? device->as<Text>() : nullptr;
  if (text != nullptr) tensor.is_cpu = text->text.starts_with("cpu");
  return true;
}

std::optional<TensorInput> filled(std::span<const ScriptValue* const> sizes, const std::vector<Argument>& arguments,
                                  Fill fill, DType dtype = DType::kFloat) {
  std::vector<const ScriptValue*> places(sizes.begin(), sizes.end());
  if (places.empty()) {
    if (const ScriptValue* size = keyword(arguments, "size")) places.push_back(size);
  }
  const auto extents = sizes_of(places);
  if (!extents) return std::nullopt;
  TensorInput out{.sizes = *extents,
                  .strides = row_major_strides(*extents),
                  .dtype = dtype,
                  .is_cpu = false,
                  .fill = std::move(fill)};
  if (!apply_options(arguments, out)) return std::nullopt;
  return out;
}

Fill constant_fill(ScalarValue value) {
  return {.kind = Fill::Kind::kConstant, .low = 0, .high = 1, .values = {value}};
}

std::optional<TensorInput> random_integers(const std::vector<const ScriptValue*>& places,
                                           const std::vector<Argument>& arguments) {
  // randint(high, size) and randint(low, high, size).
  const bool has_low = places.size() >= 3 || (keyword(arguments, "size") != nullptr && places.size() == 2);
  const double low = has_low ? number_or(places[0], 0) : number_or(keyword(arguments, "low"), 0);
  const size_t high_place = has_low ? 1 : 0;
  const ScriptValue* high = places.size() > high_place ? places[high_place] : keyword(arguments, "high");
  if (number(high) == nullptr) return std::nullopt;
  const std::span rest(places);
  const Fill fill{.kind = Fill::Kind::kIntegers, .low = low, .high = number_or(high, 1), .values = {}};
  return filled(rest.subspan(std::min(rest.size(), high_place + 1)), arguments, fill, DType::kInt);
}

/// The nested lists of torch.tensor, flattened; nothing where they are ragged or not numbers.
bool flatten(const ScriptValue& value, size_t depth, std::vector<int64_t>& sizes, std::vector<ScalarValue>& values) {
  if (const auto* one = value.as<ScalarValue>()) {
    if (depth != sizes.size()) return false;
    values.push_back(*one);
    return true;
  }
  const auto* list = value.as<Sequence>();
  constexpr size_t kMaxDepth = 64;
  if (list == nullptr || depth >= kMaxDepth) return false;
  const auto count = static_cast<int64_t>(list->items->size());
  if (depth == sizes.size()) {
    if (!values.empty()) return false;
    sizes.push_back(count);
  }
  if (sizes[depth] != count) return false;
  return std::all_of(list->items->begin(), list->items->end(),
                     [&](const ScriptValue& item) { return flatten(item, depth + 1, sizes, values); });
}

std::optional<TensorInput> listed(const std::vector<const ScriptValue*>& places,
                                  const std::vector<Argument>& arguments) {
  const ScriptValue* data = places.empty() ? keyword(arguments, "data") : places[0];
  if (data == nullptr) return std::nullopt;
  TensorInput out;
  out.is_cpu = false;
  out.fill.kind = Fill::Kind::kValues;
  if (!flatten(*data, 0, out.sizes, out.fill.values)) return std::nullopt;
  out.strides = row_major_strides(out.sizes);
  size_t category = 0;
  for (const ScalarValue& value : out.fill.values) category = std::max(category, value.index());
  constexpr DType kByCategory[] = {DType::kBool, DType::kInt, DType::kFloat, DType::kComplexFloat};
  out.dtype = out.fill.values.empty() ? DType::kFloat : kByCategory[category];
  if (!apply_options(arguments, out)) return std::nullopt;
  return out;
}

std::optional<TensorInput> sequence(const std::vector<const ScriptValue*>& places,
                                    const std::vector<Argument>& arguments) {
  // arange(end), arange(start, end), arange(start, end, step).
  ScalarValue bounds[3] = {int64_t{0}, int64_t{0}, int64_t{1}};
  if (places.empty() || places.size() > 3) return std::nullopt;
  for (size_t i = 0; i < places.size(); ++i) {
    const ScalarValue* given = number(places[i]);
    if (given == nullptr) return std::nullopt;
    bounds[places.size() == 1 ? 1 : i] = *given;
  }
  const double step = to_double(bounds[2]);
  const double length = std::ceil((to_double(bounds[1]) - to_double(bounds[0])) / step);
  if (!(step != 0) || !(length >= 0) || length > 1e15) return std::nullopt;
  const bool real =
      std::any_of(std::begin(bounds), std::end(bounds), [](const ScalarValue& b) { return b.index() > 1; });
  TensorInput out{.sizes = {static_cast<int64_t>(length)},
                  .strides = {1},
                  .dtype = real ? DType::kFloat : DType::kInt,
                  .is_cpu = false,
                  .fill = {.kind = Fill::Kind::kSequence, .low = 0, .high = 1, .values = {bounds[0], bounds[2]}}};
  if (!apply_options(arguments, out)) return std::nullopt;
  return out;
}

std::optional<TensorInput> like(std::string_view name, const std::vector<const ScriptValue*>& places,
                                const std::vector<Argument>& arguments) {
  const TorchTensor* model = places.empty() ? nullptr : places[0]->as<TorchTensor>();
  if (model == nullptr) return std::nullopt;
  TensorInput out = *model->tensor;
  out.strides = row_major_strides(out.sizes);
  if (name == "randn_like") {
    out.fill = {.kind = Fill::Kind::kNormal, .low = 0, .high = 1, .values = {}};
  } else if (name == "rand_like") {
    out.fill = {.kind = Fill::Kind::kUniform, .low = 0, .high = 1, .values = {}};
  } else if (name == "ones_like") {
    out.fill = constant_fill(int64_t{1});
  } else {
    out.fill = constant_fill(int64_t{0});
  }
  if (!apply_options(arguments, out)) return std::nullopt;
  return out;
}

std::optional<size_t> wrapped(const ScriptValue* value, size_t rank) {
  const int64_t* dim = value ? value->as_integer() : nullptr;
  if (dim == nullptr) return std::nullopt;
  const int64_t place = *dim < 0 ? *dim + static_cast<int64_t>(rank) : *dim;
  if (place < 0 || place >= static_cast<int64_t>(rank)) return std::nullopt;
  return static_cast<size_t>(place);
}

std::optional<TensorInput> strided(const TensorInput& tensor, const std::vector<const ScriptValue*>& places) {
  if (places.size() < 2) return std::nullopt;
  const auto sizes = integers_of(*places[0]);
  const auto strides = integers_of(*places[1]);
  if (!sizes || !strides || sizes->size() != strides->size() || !countable(*sizes)) return std::nullopt;
  TensorInput out = tensor;
  out.sizes = *sizes;
  out.strides = *strides;
  return out;
}

std::optional<TensorInput> permuted(const TensorInput& tensor, const std::vector<size_t>& order) {
  TensorInput out = tensor;
  std::vector<bool> seen(order.size(), false);
  if (order.size() != tensor.sizes.size()) return std::nullopt;
  for (size_t i = 0; i < order.size(); ++i) {
    if (seen[order[i]]) return std::nullopt;
    seen[order[i]] = true;
    out.sizes[i] = tensor.sizes[order[i]];
    out.strides[i] = tensor.strides[order[i]];
  }
  return out;
}

std::optional<TensorInput> permute_method(const TensorInput& tensor, std::vector<const ScriptValue*> places) {
  if (places.size() == 1 && places[0]->is<Sequence>()) {
    const auto& items = *places[0]->as<Sequence>()->items;
    places.clear();
    for (const ScriptValue& item : items) places.push_back(&item);
  }
  std::vector<size_t> order;
  for (const ScriptValue* place : places) {
    const auto dim = wrapped(place, tensor.sizes.size());
    if (!dim) return std::nullopt;
    order.push_back(*dim);
  }
  return permuted(tensor, order);
}

std::optional<TensorInput> swapped(const TensorInput& tensor, std::optional<size_t> a, std::optional<size_t> b) {
  if (!a || !b) return std::nullopt;
  std::vector<size_t> order(tensor.sizes.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::swap(order[*a], order[*b]);
  return permuted(tensor, order);
}

std::optional<TensorInput> moved(const TensorInput& tensor, const std::vector<const ScriptValue*>& places,
                                 const std::vector<Argument>& arguments) {
  TensorInput out = tensor;
  for (const ScriptValue* place : places) {
    if (const auto* dtype = place->as<DType>()) out.dtype = *dtype;
    if (const auto* device = place->as<Text>()) out.is_cpu = device->text.starts_with("cpu");
  }
  if (!apply_options(arguments, out)) return std::nullopt;
  return out;
}

std::optional<TensorInput> with_dtype(TensorInput tensor, DType dtype) {
  tensor.dtype = dtype;
  return tensor;
}

std::optional<TensorInput> packed(TensorInput tensor) {
  tensor.strides = row_major_strides(tensor.sizes);
  return tensor;
}

}  // namespace

std::optional<TensorInput> torch_constructor(std::string_view name, const std::vector<Argument>& arguments) {
  const std::vector<const ScriptValue*> places = positional(arguments);
  if (name == "randn")
    return filled(places, arguments, {.kind = Fill::Kind::kNormal, .low = 0, .high = 1, .values = {}});
  if (name == "rand")
    return filled(places, arguments, {.kind = Fill::Kind::kUniform, .low = 0, .high = 1, .values = {}});
  if (name == "testing.make_tensor") {
    // Bounds that are not given depend on the dtype, which evaluate knows.
    constexpr double kNotGiven = std::numeric_limits<double>::quiet_NaN();
    const Fill fill{.kind = Fill::Kind::kMakeTensor,
                    .low = number_or(keyword(arguments, "low"), kNotGiven),
                    .high = number_or(keyword(arguments, "high"), kNotGiven),
                    .values = {}};
    const ScriptValue* shape = keyword(arguments, "shape");
    return shape ? filled(std::array{shape}, arguments, fill) : filled(places, arguments, fill);
  }
  if (name == "ones") return filled(places, arguments, constant_fill(int64_t{1}));
  if (name == "zeros" || name == "empty") return filled(places, arguments, constant_fill(int64_t{0}));
  if (name == "randint") return random_integers(places, arguments);
  if (name == "tensor") return listed(places, arguments);
  if (name == "arange") return sequence(places, arguments);
  if (name.ends_with("_like")) return like(name, places, arguments);
  if (name == "full") {
    const ScriptValue* value = places.size() > 1 ? places[1] : keyword(arguments, "fill_value");
    if (number(value) == nullptr) return std::nullopt;
    constexpr DType kByCategory[] = {DType::kBool, DType::kInt, DType::kFloat, DType::kComplexFloat};
    const std::span sizes(places);
    return filled(sizes.first(std::min<size_t>(1, sizes.size())), arguments, constant_fill(*number(value)),
                  kByCategory[number(value)->index()]);
  }
  return std::nullopt;
}

std::optional<TensorInput> tensor_method(const TensorInput& tensor, std::string_view name,
                                         const std::vector<Argument>& arguments) {
  const std::vector<const ScriptValue*> places = positional(arguments);
  const size_t rank = tensor.sizes.size();
  if (name == "as_strided") return strided(tensor, places);
  if (name == "to" || name == "type") return moved(tensor, places, arguments);
  if (name == "cpu") {
    TensorInput out = tensor;
    out.is_cpu = true;
    return out;
  }
  if (name == "cuda") {
    TensorInput out = tensor;
    out.is_cpu = false;
    return out;
  }
  if (name == "half") return with_dtype(tensor, DType::kHalf);
  if (name == "bfloat16") return with_dtype(tensor, DType::kBFloat16);
  if (name == "float") return with_dtype(tensor, DType::kFloat);
  if (name == "double") return with_dtype(tensor, DType::kDouble);
  if (name == "int") return with_dtype(tensor, DType::kInt32);
  if (name == "long") return with_dtype(tensor, DType::kInt);
  if (name == "bool") return with_dtype(tensor, DType::kBool);
  if (name == "contiguous" || name == "clone") return packed(tensor);
  if (name == "detach" || name == "requires_grad_") return tensor;
  if (name == "permute") return permute_method(tensor, places);
  if (name == "transpose" && places.size() == 2)
    return swapped(tensor, wrapped(places[0], rank), wrapped(places[1], rank));
  if (name == "t")
    return rank < 2 ? std::optional(tensor) : swapped(tensor, 0, rank == 2 ? std::optional<size_t>(1) : std::nullopt);
  return std::nullopt;
}

}  // namespace cleave
