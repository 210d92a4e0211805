// Steps of DefinitionMaker that combine elements along axes: reductions, variance, scans, sorts, products of matrices.
#include <algorithm>

#include "core/ops/op_table.h"
#include "tests/support/definition_maker.h"

namespace cleave {
namespace {

bool none_expanded(const ModelValue& value) {
  return std::none_of(value.axes.begin(), value.axes.end(),
                      [](const ModelAxis& axis) { return axis.may_be_expanded(); });
}

/// Axes of `value` after reducing `dims`.
std::vector<ModelAxis> reduced_axes(const ModelValue& value, const std::vector<int64_t>& dims, bool keepdim) {
  std::vector<ModelAxis> out;
  for (size_t i = 0; i < value.rank(); ++i) {
    const auto plain = static_cast<int64_t>(i);
    const int64_t negative = plain - static_cast<int64_t>(value.rank());
    const bool gone =
        std::any_of(dims.begin(), dims.end(), [&](int64_t dim) { return dim == plain || dim == negative; });
    if (!gone) {
      out.push_back(value.axes[i]);
    } else if (keepdim) {
      out.push_back({.extent = 1, .kind = ModelAxis::Kind::kBroadcast});
    }
  }
  return out;
}

}  // namespace

bool DefinitionMaker::add_reduction() {
  static const std::vector<OpCode> kOps{op("sum"), op("sum"), op("sum"), op("max"), op("min"), op("prod")};
  const OpCode op_code = choices_.pick(kOps);
  const bool accumulates = info(op_code).dtype_rule == DTypeRule::kAccumulate;
  const auto value = tensor_that([&](const ModelValue& candidate) {
    return candidate.rank() > 0 && (accumulates || !is_complex(candidate.dtype));
  });
  if (!value) return false;
  ReduceAttributes attributes{.dims = some_dims(*value), .keepdim = choices_.chance(30)};
  if (accumulates && !is_complex(value->dtype) && choices_.chance(30)) {
    static const std::vector<DType> kTargets{DType::kFloat, DType::kDouble, DType::kInt};
    attributes.dtype = choices_.pick(kTargets);
  }
  DType dtype = value->dtype;
  if (attributes.dtype != DType::kNull) {
    dtype = attributes.dtype;
  } else if (accumulates && (is_integer(dtype) || is_boolean(dtype))) {
    dtype = DType::kInt;
  }
  const std::vector<ModelAxis> axes = reduced_axes(*value, attributes.dims, attributes.keepdim);
  tensor(builder_.value(op_code, {value->state}, attributes), dtype, axes);
  if (axes.empty() && !tensors_.empty()) tensors_.back().fully_reduced = true;
  return true;
}

bool DefinitionMaker::add_variance() {
  const auto value = tensor_that([](const ModelValue& candidate) {
    return candidate.rank() > 0 && none_expanded(candidate) &&
           (candidate.dtype == DType::kFloat || candidate.dtype == DType::kDouble);
  });
  if (!value) return false;
  const std::vector<int64_t> dims = some_dims(*value);
  const size_t which = choices_.below(3);
  if (which == 2) {
    const std::vector<ModelAxis> axes = reduced_axes(*value, dims, false);
    const RecordId record = builder_.add(op("welford"), {value->state}, DimsAttributes{.dims = dims});
    const std::vector<StateId> results = builder_.definition().records[record].results;
    for (size_t i = 0; i < results.size(); ++i) {
      tensor(results[i], i == 2 ? DType::kIndex : value->dtype, axes);
      tensors_.back().fully_reduced = axes.empty();
    }
    return true;
  }
  const VarianceAttributes attributes{
      .dims = dims, .correction = choices_.between(0, 2), .keepdim = choices_.chance(40)};
  const std::vector<ModelAxis> axes = reduced_axes(*value, dims, attributes.keepdim);
  const RecordId record = builder_.add(which == 0 ? op("var") : op("var_mean"), {value->state}, attributes);
  const std::vector<StateId> results = builder_.definition().records[record].results;
  for (StateId result : results) {
    tensor(result, value->dtype, axes);
    tensors_.back().fully_reduced = axes.empty();
  }
  return true;
}

bool DefinitionMaker::add_scan() {
  static const std::vector<OpCode> kOps{op("cumsum"), op("cumsum"), op("cumprod"), op("cummax"), op("cummin")};
  const OpCode op_code = choices_.pick(kOps);
  const bool orders = op_code == op("cummax") || op_code == op("cummin");
  const auto value = tensor_that([&](const ModelValue& candidate) {
    return candidate.rank() > 0 && none_expanded(candidate) && !is_boolean(candidate.dtype) &&
           !(orders && is_complex(candidate.dtype));
  });
  if (!value) return false;
  const size_t dim = any_dim(*value);
  tensor(builder_.value(op_code, {value->state}, DimAttributes{.dim = maybe_negative(dim, value->rank())}),
         value->dtype, value->axes);
  return true;
}

bool DefinitionMaker::add_sort() {
  const auto value = tensor_that([](const ModelValue& candidate) {
    return candidate.rank() > 0 && none_expanded(candidate) && !is_boolean(candidate.dtype) &&
           !is_complex(candidate.dtype);
  });
  if (!value) return false;
  const size_t dim = any_dim(*value);
  const int64_t written_dim = maybe_negative(dim, value->rank());
  const int64_t extent = value->axes[dim].extent;
  if (choices_.chance(50)) {
    const ArgsortAttributes attributes{
        .dim = written_dim, .descending = choices_.chance(50), .stable = choices_.chance(50)};
    tensor(builder_.value(op("argsort"), {value->state}, attributes), DType::kInt, value->axes);
    tensors_.back().index_bound = extent;
    return true;
  }
  const int64_t k = choices_.between(std::min<int64_t>(extent, 1), extent);
  const ModelValue count = integer_constant(k);
  const TopkAttributes attributes{.dim = written_dim, .largest = choices_.chance(70), .sorted = choices_.chance(60)};
  std::vector<ModelAxis> axes = value->axes;
  axes[dim] = {.extent = k, .kind = k == 1 ? ModelAxis::Kind::kUndecided : ModelAxis::Kind::kIteration};
  const RecordId record = builder_.add(op("topk"), {value->state, place(count)}, attributes);
  const std::vector<StateId> results = builder_.definition().records[record].results;
  tensor(results[0], value->dtype, axes);
  tensor(results[1], DType::kInt, axes);
  tensors_.back().index_bound = extent;
  return true;
}

bool DefinitionMaker::add_matmul() {
  const auto left = tensor_that([](const ModelValue& candidate) {
    const bool dtype =
        candidate.dtype == DType::kFloat || candidate.dtype == DType::kHalf || candidate.dtype == DType::kBFloat16;
    return dtype && candidate.rank() > 0 && candidate.rank() <= 3 &&
           std::all_of(candidate.axes.begin(), candidate.axes.end(),
                       [](const ModelAxis& axis) { return axis.kind == ModelAxis::Kind::kIteration; });
  });
  if (!left) return false;
  const int64_t inner = left->axes.back().extent;
  const int64_t columns = std::max<int64_t>(2, extent());
  std::vector<ModelAxis> axes(left->axes.begin(), left->axes.end() - 1);
  const ModelAxis column{.extent = columns, .kind = ModelAxis::Kind::kIteration};
  if (choices_.chance(50)) {
    const ModelValue weight = tensor_input({columns, inner}, left->dtype, Layout::kIterationOnly);
    std::vector<std::optional<StateId>> operands{left->state, weight.state, std::nullopt};
    if (choices_.chance(50)) operands[2] = tensor_input({columns}, left->dtype, Layout::kIterationOnly).state;
    axes.push_back(column);
    tensor(builder_.value(op("linear"), operands), left->dtype, axes);
    return true;
  }
  const bool vector = choices_.chance(20);
  const ModelValue right = tensor_input(vector ? std::vector<int64_t>{inner} : std::vector<int64_t>{inner, columns},
                                        left->dtype, Layout::kIterationOnly);
  if (!vector) axes.push_back(column);
  tensor(builder_.value(op("matmul"), {left->state, right.state}), left->dtype, axes);
  if (axes.empty()) tensors_.back().fully_reduced = true;
  return true;
}

}  // namespace cleave
