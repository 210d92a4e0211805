// The declarations among the calls of a definition: define_tensor in its three overloads, define_scalar, define_vector,
// from_pytorch. See record_calls.h.
#include <algorithm>
#include <utility>

#include "core/base/dims.h"
#include "core/base/text.h"
#include "core/ops/op_table.h"
#include "core/parse/record_calls.h"
#include "core/parse/tensor_descriptor.h"
#include "core/source/diagnostic_codes.h"

namespace cleave {
namespace {

const Argument* find_keyword(const std::vector<Argument>& arguments, std::string_view name) {
  for (const Argument& argument : arguments) {
    if (argument.keyword == name) return &argument;
  }
  return nullptr;
}

const Argument* find_position(const std::vector<Argument>& arguments, size_t place) {
  for (const Argument& argument : arguments) {
    if (!argument.keyword.empty()) continue;
    if (place == 0) return &argument;
    --place;
  }
  return nullptr;
}

/// A keyword, else the positional argument at `place`.
const Argument* find_argument(const std::vector<Argument>& arguments, std::string_view name, size_t place) {
  const Argument* by_name = find_keyword(arguments, name);
  return by_name ? by_name : find_position(arguments, place);
}

bool is_integer_list(const Argument* argument) {
  if (argument == nullptr) return false;
  const auto numbers = integers_of(argument->value);
  return numbers && !numbers->empty();
}

/// True where the call gives sizes and strides instead of a shape and contiguity.
bool gives_strides(const std::vector<Argument>& arguments) {
  return find_keyword(arguments, "sizes") || find_keyword(arguments, "strides") ||
         is_integer_list(find_position(arguments, 1));
}

/// Contiguity from one flag: None where the extent is 1, the flag elsewhere.
std::vector<Contiguity> uniform_contiguity(const TensorAttributes& tensor, bool flag) {
  const size_t rank = tensor.shape.size();
  std::vector<Contiguity> out(rank, Contiguity(flag));
  for (size_t dim = 0; dim < rank; ++dim) {
    const bool ordered = tensor.stride_order.size() == rank;
    const size_t position = ordered ? rank - 1 - static_cast<size_t>(tensor.stride_order[dim]) : dim;
    if (tensor.shape[dim] == 1) out[position] = std::nullopt;
  }
  return out;
}

/// fp4 pairs are one byte to PyTorch; here each element counts, so the innermost extent doubles.
void unpack_fp4(TensorAttributes& tensor) {
  if (tensor.dtype != DType::kFloat4E2M1FNX2) return;
  tensor.dtype = DType::kFloat4E2M1FN;
  const auto innermost = std::find(tensor.stride_order.begin(), tensor.stride_order.end(), 0);
  const size_t dim = innermost != tensor.stride_order.end()
                         ? static_cast<size_t>(innermost - tensor.stride_order.begin())
                         : tensor.shape.size() - 1;
  if (tensor.shape.empty() || tensor.shape[dim] <= 0 || tensor.shape[dim] > INT64_MAX / 2) return;
  tensor.shape[dim] *= 2;
}

}  // namespace

bool RecordCalls::check_shape(const std::vector<int64_t>& shape, SourceSpan span) {
  if (shape.size() > limits_.rank) {
    report(code("rank_limit"), span, {std::to_string(shape.size()), std::to_string(limits_.rank)});
    return false;
  }
  bool ok = true;
  for (size_t i = 0; i < shape.size(); ++i) {
    if (shape[i] >= -1) continue;
    report(code("shape_value"), span, {std::to_string(shape[i]), std::to_string(i)});
    ok = false;
  }
  return ok;
}

bool RecordCalls::normalize_stride_order(std::vector<int64_t>& order, size_t rank, SourceSpan span) {
  auto normalized = normalized_permutation(order, rank);
  if (!normalized) {
    report(code("stride_order"), span, {list_text(order), std::to_string(static_cast<int64_t>(rank) - 1)});
    return false;
  }
  order = std::move(*normalized);
  return true;
}

bool RecordCalls::check_tensor(TensorAttributes& tensor, const CallSite& site, const BoundCall& call) {
  const auto at = [&](std::string_view attribute) { return call.span_of(attribute, site.span); };
  const size_t rank = tensor.shape.size();
  bool ok = check_shape(tensor.shape, at("shape"));
  if (!tensor.stride_order.empty()) ok = normalize_stride_order(tensor.stride_order, rank, at("stride_order")) && ok;
  if (tensor.contiguity.size() != rank) {
    report(code("contiguity_length"), at("contiguity"),
           {std::to_string(tensor.contiguity.size()), std::to_string(rank)});
    ok = false;
  }
  for (size_t dim = 0; ok && dim < rank; ++dim) {
    const size_t position =
        tensor.stride_order.empty() ? dim : rank - 1 - static_cast<size_t>(tensor.stride_order[dim]);
    if (tensor.shape[dim] != 1 || !tensor.contiguity[position]) continue;
    report(code("contiguity_of_broadcast"), at("contiguity"), {std::to_string(position)});
    ok = false;
  }
  if (tensor.is_cpu && rank > 0) {
    report(code("cpu_tensor_rank"), at("is_cpu"), {std::to_string(rank)});
    ok = false;
  }
  return ok;
}

ScriptValue RecordCalls::tensor_record(TensorAttributes attributes, const CallSite& site, const BoundCall& call) {
  if (!check_tensor(attributes, site, call)) return {Poison{}, site.span};
  unpack_fp4(attributes);
  return results(writer_.add(op("define_tensor"), {}, std::move(attributes), RecordForm::kExplicit, site.span),
                 site.span);
}

ScriptValue RecordCalls::define_tensor(const CallSite& site, std::vector<Argument> arguments) {
  if (gives_strides(arguments)) return define_strided_tensor(site, arguments);
  // One flag for all dims, or none at all: contiguity is worked out after the rest is known.
  std::optional<bool> flag;
  const auto is_flag = [](const Argument& argument) {
    const auto* number = argument.value.as<ScalarValue>();
    return number != nullptr && number->index() == 0;
  };
  const bool absent =
      !find_keyword(arguments, "contiguity") && !find_keyword(arguments, "contiguous") && !find_position(arguments, 1);
  if (absent) flag = false;
  size_t position = 0;
  for (Argument& argument : arguments) {
    const bool second = argument.keyword.empty() && position++ == 1;
    const bool named = argument.keyword == "contiguity" || argument.keyword == "contiguous";
    if ((!second && !named) || !is_flag(argument)) continue;
    flag = to_bool(*argument.value.as<ScalarValue>());
    argument.value = make_sequence({}, false, argument.value.span);
  }
  const auto call = bind_arguments(site, arguments, definition(), diagnostics_);
  if (!call || !check_dtype(site, *call)) return {Poison{}, site.span};
  auto tensor = std::get<TensorAttributes>(call->attributes);
  if (flag) {
    auto order = tensor.stride_order;
    if (!order.empty() && !normalize_stride_order(order, tensor.shape.size(), call->span_of("stride_order", site.span)))
      return {Poison{}, site.span};
    tensor.stride_order = std::move(order);
    tensor.contiguity = uniform_contiguity(tensor, *flag);
  }
  return tensor_record(std::move(tensor), site, *call);
}

ScriptValue RecordCalls::define_strided_tensor(const CallSite& site, const std::vector<Argument>& arguments) {
  const auto integers = [&](std::string_view name, size_t place) -> std::optional<std::vector<int64_t>> {
    const Argument* argument = find_argument(arguments, name, place);
    if (argument == nullptr) {
      report(code("missing_argument"), site.span, {"define_tensor", std::string(name)});
      return std::nullopt;
    }
    if (argument->value.is<Poison>()) return std::nullopt;
    auto numbers = integers_of(argument->value);
    if (!numbers) {
      report(code("wrong_kind"), argument->value.span,
             {"define_tensor", std::string(name), "a list of integers", kind_text(argument->value, &definition())});
    }
    return numbers;
  };
  const auto sizes = integers("sizes", 0);
  const auto strides = integers("strides", 1);
  if (!sizes || !strides) return {Poison{}, site.span};
  if (sizes->size() != strides->size()) {
    return report(code("strides_length"), site.span, {std::to_string(sizes->size()), std::to_string(strides->size())});
  }
  // The rest of the arguments is what define_tensor otherwise takes, static_sizes aside.
  std::vector<Argument> rest{{"shape", site.span, make_sequence({}, false, site.span)},
                             {"contiguity", site.span, make_sequence({}, false, site.span)}};
  bool static_sizes = false;
  size_t position = 0;
  for (const Argument& argument : arguments) {
    const bool positional = argument.keyword.empty();
    const size_t place = positional ? position++ : 0;
    if (argument.keyword == "sizes" || argument.keyword == "strides" || (positional && place < 2)) continue;
    if (argument.keyword == "static_sizes" || (positional && place == 3)) {
      const auto flag = static_sizes_flag(site, argument);
      if (!flag) return {Poison{}, site.span};
      static_sizes = *flag;
      continue;
    }
    Argument kept = argument;
    if (positional) kept.keyword = place == 2 ? "dtype" : "is_cpu";
    rest.push_back(std::move(kept));
  }
  const auto call = bind_arguments(site, rest, definition(), diagnostics_);
  if (!call || !check_dtype(site, *call)) return {Poison{}, site.span};
  const auto& given = std::get<TensorAttributes>(call->attributes);
  return add_strided(site, *sizes, *strides, given.dtype, given.is_cpu, static_sizes);
}

/// The flag, or nothing, reported, where it is none.
std::optional<bool> RecordCalls::static_sizes_flag(const CallSite& site, const Argument& argument) {
  const auto* given = argument.value.as<ScalarValue>();
  if (given != nullptr && given->index() == 0) return to_bool(*given);
  if (const auto* unknown = argument.value.as<Unfollowed>()) {
    report(code("unknown_value"), argument.value.span, {unknown->name});
  } else if (!argument.value.is<Poison>()) {
    report(code("wrong_kind"), argument.value.span,
           {std::string(site.name), "static_sizes", "True or False", kind_text(argument.value, &definition())});
  }
  return std::nullopt;
}

ScriptValue RecordCalls::add_strided(const CallSite& site, const std::vector<int64_t>& sizes,
                                     const std::vector<int64_t>& strides, DType dtype, bool is_cpu, bool static_sizes) {
  for (size_t i = 0; i < sizes.size(); ++i) {
    if (sizes[i] >= 0 && strides[i] >= 0) continue;
    const bool is_size = sizes[i] < 0;
    return report(code("negative_layout"), site.span,
                  {is_size ? "size" : "stride", std::to_string(is_size ? sizes[i] : strides[i]), std::to_string(i)});
  }
  TensorDescriptor layout = describe_layout(sizes, strides);
  TensorAttributes tensor{.shape = sizes,
                          .contiguity = std::move(layout.contiguity),
                          .dtype = dtype,
                          .is_cpu = is_cpu,
                          .stride_order = std::move(layout.stride_order)};
  for (int64_t& size : tensor.shape) {
    if (!static_sizes && size != 1) size = -1;
  }
  return tensor_record(std::move(tensor), site, {});
}

ScriptValue RecordCalls::from_pytorch(const CallSite& site, const std::vector<Argument>& arguments) {
  const Argument* source = find_argument(arguments, "tensor", 0);
  if (source == nullptr) return report(code("missing_argument"), site.span, {"from_pytorch", "tensor"});
  if (source->value.is<Poison>()) return {Poison{}, site.span};
  if (const auto* unknown = source->value.as<Unfollowed>()) {
    return report(code("unknown_value"), source->value.span, {unknown->name});
  }
  const auto* torch = source->value.as<TorchTensor>();
  if (torch == nullptr) {
    return report(code("wrong_kind"), source->value.span,
                  {"from_pytorch", "tensor", "a torch tensor", kind_text(source->value, &definition())});
  }
  for (const Argument& argument : arguments) {
    if (argument.keyword.empty() || argument.keyword == "tensor" || argument.keyword == "static_sizes") continue;
    return report(code("unknown_keyword"), argument.span, {"from_pytorch", std::string(argument.keyword)});
  }
  const Argument* fixed = find_argument(arguments, "static_sizes", 1);
  const auto flag = fixed ? static_sizes_flag(site, *fixed) : false;
  if (!flag) return {Poison{}, site.span};
  const TensorInput& tensor = *torch->tensor;
  return add_strided(site, tensor.sizes, tensor.strides, tensor.dtype, tensor.is_cpu, *flag);
}

ScriptValue RecordCalls::define_scalar(const CallSite& site, std::vector<Argument> arguments) {
  const Argument* dtype = find_argument(arguments, "dtype", 1);
  if (dtype != nullptr && dtype->value.is<NoValue>()) arguments.erase(arguments.begin() + (dtype - arguments.data()));
  const bool only_dtype = !arguments.empty() && arguments[0].keyword.empty() && arguments[0].value.is<DType>();
  if (only_dtype) arguments[0].keyword = "dtype";
  const auto call = bind_arguments(site, arguments, definition(), diagnostics_);
  if (!call || !check_dtype(site, *call)) return {Poison{}, site.span};
  auto scalar = std::get<ScalarAttributes>(call->attributes);
  if (!call->has("dtype")) scalar.dtype = scalar.value ? literal_dtype(*scalar.value) : DType::kDouble;
  if (scalar.value) scalar.value = to_category(*scalar.value, scalar.dtype);
  return results(writer_.add(site.op, {}, scalar, RecordForm::kExplicit, site.span), site.span);
}

ScriptValue RecordCalls::define_vector(const CallSite& site, std::vector<Argument> arguments) {
  const Argument* first = find_argument(arguments, "size", 0);
  const int64_t* count = first ? first->value.as_integer() : nullptr;
  if (count == nullptr) {
    const auto call = bind_arguments(site, arguments, definition(), diagnostics_);
    if (!call || !check_dtype(site, *call) || !check_extents(site, info(site.op).operand_rows[0], *call->operands[0]))
      return {Poison{}, site.span};
    auto states = items(*call->operands[0]);
    if (!states) return {Poison{}, site.span};
    return results(writer_.add(site.op, std::move(*states), IntegerAttributes{}, RecordForm::kExplicit, site.span),
                   site.span);
  }
  if (*count < 0 || static_cast<size_t>(*count) > limits_.rank) {
    return report(code("rank_limit"), first->value.span, {std::to_string(*count), std::to_string(limits_.rank)});
  }
  std::vector<std::optional<StateId>> symbols;
  for (int64_t i = 0; i < *count; ++i) {
    const auto record =
        writer_.add(op("define_scalar"), {}, ScalarAttributes{.value = std::nullopt, .dtype = DType::kInt},
                    RecordForm::kExplicit, site.span);
    if (!record) return {Poison{}, site.span};
    symbols.emplace_back(definition().records[*record].result());
  }
  return results(writer_.add(site.op, std::move(symbols), IntegerAttributes{}, RecordForm::kExplicit, site.span),
                 site.span);
}

}  // namespace cleave
