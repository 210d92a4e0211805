// See torch_calls.h.
#include "core/parse/torch_calls.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/parse/torch_views.h"

namespace cleave {
namespace {

const ScalarValue* number(const ScriptValue* value) { return value ? value->as<ScalarValue>() : nullptr; }

double number_or(const ScriptValue* value, double otherwise) {
  const ScalarValue* given = number(value);
  return given ? to_double(*given) : otherwise;
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

/// Row-major with the dim of channels innermost, for rank 4 and 5.
std::optional<std::vector<int64_t>> channels_last_strides(const std::vector<int64_t>& sizes) {
  const size_t rank = sizes.size();
  if (rank != 4 && rank != 5) return std::nullopt;
  TensorInput moved{.sizes = sizes, .strides = std::vector<int64_t>(rank), .fill = {}};
  for (size_t dim = 0; dim < rank; ++dim) moved.strides[dim] = static_cast<int64_t>(2 * (rank - dim));
  moved.strides[1] = 1;
  return dense_strides(moved);
}

/// A copy of `tensor` with these strides, or with those of the `memory_format` that the call asks for.
std::optional<TensorInput> copied(TensorInput tensor, const std::vector<Argument>& arguments,
                                  std::vector<int64_t> strides) {
  if (const ScriptValue* format = keyword(arguments, "memory_format")) {
    const auto* named = format->as<Unfollowed>();
    if (named == nullptr) return std::nullopt;
    if (named->name == "torch.contiguous_format") {
      strides = row_major_strides(tensor.sizes);
    } else if (named->name == "torch.channels_last" || named->name == "torch.channels_last_3d") {
      const auto last = channels_last_strides(tensor.sizes);
      if (!last) return std::nullopt;
      strides = *last;
    } else if (named->name != "torch.preserve_format") {
      return std::nullopt;
    }
  }
  // Listed values stand by their place in memory, which a copy in another order would have to move.
  const bool has_places = tensor.fill.kind == Fill::Kind::kValues || tensor.fill.kind == Fill::Kind::kSequence;
  if (has_places && strides != tensor.strides) return std::nullopt;
  tensor.strides = std::move(strides);
  tensor.storage.reset();
  return tensor;
}

std::optional<Fill> fill_like(std::string_view name, const std::vector<const ScriptValue*>& places,
                              const std::vector<Argument>& arguments) {
  if (name == "randn_like") return Fill{.kind = Fill::Kind::kNormal, .low = 0, .high = 1, .values = {}};
  if (name == "rand_like") return Fill{.kind = Fill::Kind::kUniform, .low = 0, .high = 1, .values = {}};
  if (name == "ones_like") return constant_fill(int64_t{1});
  if (name == "zeros_like" || name == "empty_like") return constant_fill(int64_t{0});
  if (name != "full_like") return std::nullopt;
  const ScalarValue* value = number(places.size() > 1 ? places[1] : keyword(arguments, "fill_value"));
  return value ? std::optional(constant_fill(*value)) : std::nullopt;
}

std::optional<TensorInput> like(std::string_view name, const std::vector<const ScriptValue*>& places,
                                const std::vector<Argument>& arguments) {
  const TorchTensor* model = places.empty() ? nullptr : places[0]->as<TorchTensor>();
  auto fill = fill_like(name, places, arguments);
  if (model == nullptr || !fill) return std::nullopt;
  TensorInput out = *model->tensor;
  out.fill = std::move(*fill);
  const auto made = copied(out, arguments, dense_strides(out));
  if (!made) return std::nullopt;
  out = *made;
  if (!apply_options(arguments, out)) return std::nullopt;
  return out;
}

std::optional<TensorInput> moved(const TensorInput& tensor, const std::vector<const ScriptValue*>& places,
                                 const std::vector<Argument>& arguments) {
  TensorInput out = tensor;
  for (const ScriptValue* place : places) {
    if (const auto* dtype = place->as<DType>()) out.dtype = *dtype;
    if (const auto* device = place->as<Text>()) out.is_cpu = device->text.starts_with("cpu");
  }
  if (!apply_options(arguments, out)) return std::nullopt;
  const bool is_copy = out.dtype != tensor.dtype || out.is_cpu != tensor.is_cpu || keyword(arguments, "memory_format");
  return is_copy ? copied(std::move(out), arguments, dense_strides(tensor)) : out;
}

std::optional<TensorInput> with_dtype(TensorInput tensor, DType dtype) {
  if (tensor.dtype == dtype) return tensor;
  tensor.dtype = dtype;
  auto strides = dense_strides(tensor);
  return copied(std::move(tensor), {}, std::move(strides));
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
  if (name == "empty_strided") {
    auto out = with_layout(
        {.sizes = {}, .strides = {}, .dtype = DType::kFloat, .is_cpu = false, .fill = constant_fill(int64_t{0})},
        arguments);
    return out && apply_options(arguments, *out) ? out : std::nullopt;
  }
  if (name == "randint") return random_integers(places, arguments);
  if (name == "tensor") return listed(places, arguments);
  if (name == "arange") return sequence(places, arguments);
  const bool wraps = name == "nn.Parameter" || name == "nn.parameter.Parameter" || name == "as_tensor";
  const auto* wrapped = wraps && !places.empty() ? places[0]->as<TorchTensor>() : nullptr;
  if (wrapped != nullptr) return moved(*wrapped->tensor, {}, arguments);
  if (name == "as_tensor") return listed(places, arguments);
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
  if (name == "contiguous") return copied(tensor, arguments, row_major_strides(tensor.sizes));
  if (name == "clone") return copied(tensor, arguments, dense_strides(tensor));
  if (name == "detach" || name == "requires_grad_") return tensor;
  return tensor_view(tensor, name, arguments);
}

}  // namespace cleave
