// Steps of DefinitionMaker that make tensors from numbers, ask for sizes, and read or write at places that are data.
#include <algorithm>

#include "core/ops/op_table.h"
#include "tests/support/definition_maker.h"

namespace cleave {

bool DefinitionMaker::add_factory() {
  if (choices_.chance(40)) {
    static const std::vector<DType> kDTypes{DType::kInt, DType::kInt, DType::kInt32, DType::kFloat};
    const DType dtype = choices_.pick(kDTypes);
    const int64_t length = std::max<int64_t>(1, extent());
    const bool plain = choices_.chance(50);
    const auto number = [&](int64_t value) {
      const ScalarValue written = is_integer(dtype) ? ScalarValue(value) : ScalarValue(static_cast<double>(value));
      return builder_.constant(written, dtype);
    };
    const StateId count = builder_.constant(length, DType::kInt);
    std::optional<StateId> start;
    std::optional<StateId> step;
    if (!plain) {
      start = number(choices_.between(-3, 3));
      if (choices_.chance(70)) step = number(choices_.chance(50) ? 2 : -1);
    }
    tensor(builder_.value(op("iota"), {count, start, step}, IntegerAttributes{.dtype = dtype}), dtype,
           fresh_axes({length}));
    if (plain && is_integer(dtype)) tensors_.back().index_bound = length;
    return true;
  }
  std::vector<int64_t> sizes(choices_.below(options_.max_rank + 1));
  for (int64_t& size : sizes) size = extent();
  DType dtype = tensor_dtype();
  if (is_complex(dtype)) dtype = DType::kFloat;
  const ModelValue fill = any_constant(dtype);
  const StateId shape = extents_vector(sizes);
  tensor(builder_.value(op("full"), {shape, place(fill)}, DTypeAttributes{.dtype = dtype}), dtype, fresh_axes(sizes));
  return true;
}

bool DefinitionMaker::add_random() {
  if (!tensors_.empty() && choices_.chance(25)) {
    const auto value = tensor_that([](const ModelValue& candidate) {
      return candidate.dtype == DType::kFloat || candidate.dtype == DType::kDouble ||
             candidate.dtype == DType::kBFloat16;
    });
    if (value) {
      const OpCode op_code = choices_.chance(50) ? op("rand_like") : op("randn_like");
      tensor(builder_.value(op_code, {value->state, std::nullopt, std::nullopt}), value->dtype,
             fresh_axes(value->extents()));
      return true;
    }
  }
  static const std::vector<DType> kDTypes{DType::kFloat, DType::kFloat, DType::kDouble, DType::kBFloat16, DType::kHalf};
  const DType dtype = choices_.pick(kDTypes);
  const bool standard = choices_.chance(60);
  const StateId first = builder_.constant(standard ? 0.0 : -2.0, DType::kDouble);
  const StateId second = builder_.constant(standard ? 1.0 : 3.0, DType::kDouble);
  std::optional<StateId> seed;
  std::optional<StateId> offset;
  if (choices_.chance(25)) {
    seed = builder_.constant(choices_.between(0, 99), DType::kInt);
    offset = builder_.constant(choices_.between(0, 9), DType::kInt);
  }
  std::vector<int64_t> sizes(choices_.below(options_.max_rank) + 1);
  for (int64_t& size : sizes) size = extent();
  const StateId shape = extents_vector(sizes);
  const OpCode op_code = choices_.chance(60) ? op("uniform") : op("normal");
  tensor(builder_.value(op_code, {first, second, shape, seed, offset},
                        RandomAttributes{.dtype = dtype, .ordinal = std::nullopt}),
         dtype, fresh_axes(sizes));
  return true;
}

bool DefinitionMaker::add_sizes() {
  const auto value = tensor_that([](const ModelValue& candidate) { return candidate.rank() > 0; });
  if (!value) return false;
  const std::vector<int64_t> extents = value->extents();
  switch (choices_.below(4)) {
    case 0: {
      vectors_.push_back({builder_.value(op("shape"), {value->state}), extents});
      return true;
    }
    case 1: {
      const std::vector<StateKind> kinds(value->rank(), StateKind::kScalar);
      const RecordId record = builder_.add_with_results(op("tensor_sizes"), {value->state}, NoAttributes{}, kinds);
      const std::vector<StateId> results = builder_.definition().records[record].results;
      for (size_t i = 0; i < results.size(); ++i) scalar(results[i], DType::kInt, extents[i]);
      return true;
    }
    case 2: {
      if (vectors_.empty()) return false;
      const KnownVector vector = choices_.pick(vectors_);
      const size_t index = choices_.below(vector.extents.size());
      scalar(builder_.value(op("at"), {vector.state}, AtAttributes{.index = static_cast<int64_t>(index)}), DType::kInt,
             vector.extents[index]);
      return true;
    }
    default: break;
  }
  const size_t dim = any_dim(*value);
  scalar(builder_.value(op("size"), {value->state}, DimAttributes{.dim = maybe_negative(dim, value->rank())}),
         DType::kInt, extents[dim]);
  return true;
}

ModelValue DefinitionMaker::index_tensor(const std::vector<int64_t>& extents, int64_t bound) {
  const auto found = tensor_that([&](const ModelValue& candidate) {
    const bool plain = std::none_of(candidate.axes.begin(), candidate.axes.end(),
                                    [](const ModelAxis& axis) { return axis.may_be_expanded(); });
    return plain && candidate.index_bound > 0 && candidate.index_bound <= bound && candidate.extents() == extents;
  });
  if (found && choices_.chance(70)) return *found;
  return tensor_input(extents, choices_.chance(80) ? DType::kInt : DType::kInt32, Layout::kIterationOnly, bound);
}

bool DefinitionMaker::add_index() {
  const auto value = tensor_that([](const ModelValue& candidate) {
    return candidate.rank() > 0 && candidate.element_count() > 0 &&
           std::none_of(candidate.axes.begin(), candidate.axes.end(),
                        [](const ModelAxis& axis) { return axis.may_be_expanded(); });
  });
  if (!value) return false;
  const size_t dim = any_dim(*value);
  switch (choices_.below(4)) {
    case 0: return add_gather(*value, dim);
    case 1: return add_take_along_axis(*value, dim);
    case 2: return add_index_select(*value, dim);
    default: break;
  }
  const ModelValue index = integer_constant(choices_.between(0, value->axes[dim].extent - 1));
  std::vector<ModelAxis> axes = value->axes;
  axes.erase(axes.begin() + static_cast<std::ptrdiff_t>(dim));
  const DimAttributes attributes{.dim = maybe_negative(dim, value->rank())};
  tensor(builder_.value(op("select"), {value->state, place(index)}, attributes), value->dtype, axes);
  return true;
}

bool DefinitionMaker::add_index_select(const ModelValue& value, size_t dim) {
  const bool scalar_index = choices_.chance(15);
  const int64_t length = std::max<int64_t>(1, extent());
  const ModelValue index =
      index_tensor(scalar_index ? std::vector<int64_t>{} : std::vector<int64_t>{length}, value.axes[dim].extent);
  std::vector<ModelAxis> axes = value.axes;
  axes[dim] = fresh_axes({scalar_index ? 1 : length})[0];
  const DimAttributes attributes{.dim = maybe_negative(dim, value.rank())};
  tensor(builder_.value(op("index_select"), {value.state, index.state}, attributes), value.dtype, axes);
  return true;
}

bool DefinitionMaker::add_gather(const ModelValue& value, size_t dim) {
  std::vector<int64_t> extents = value.extents();
  extents[dim] = std::max<int64_t>(1, extent());
  if (choices_.chance(20)) extents[0] = dim == 0 ? extents[0] : 1;
  const ModelValue index = index_tensor(extents, value.axes[dim].extent);
  const DimAttributes attributes{.dim = maybe_negative(dim, value.rank())};
  tensor(builder_.value(op("gather"), {value.state, index.state}, attributes), value.dtype, fresh_axes(extents));
  return true;
}

bool DefinitionMaker::add_take_along_axis(const ModelValue& value, size_t dim) {
  std::vector<int64_t> extents = value.extents();
  extents[dim] = std::max<int64_t>(1, extent());
  const ModelValue index = index_tensor(extents, value.axes[dim].extent);
  const DimAttributes attributes{.dim = maybe_negative(dim, value.rank())};
  tensor(builder_.value(op("take_along_axis"), {value.state, index.state}, attributes), value.dtype,
         fresh_axes(extents));
  return true;
}

bool DefinitionMaker::add_scatter() {
  const auto value = tensor_that([](const ModelValue& candidate) {
    return candidate.rank() > 0 && candidate.element_count() > 0 && !is_complex(candidate.dtype) &&
           !is_boolean(candidate.dtype) &&
           std::none_of(candidate.axes.begin(), candidate.axes.end(),
                        [](const ModelAxis& axis) { return axis.may_be_expanded(); });
  });
  if (!value) return false;
  const size_t dim = any_dim(*value);
  const DimAttributes attributes{.dim = static_cast<int64_t>(dim)};
  if (choices_.chance(50)) {
    // Places that repeat have no defined winner, so a tensor is scattered along a permutation only.
    const StateId order = builder_.value(op("argsort"), {value->state}, ArgsortAttributes{.dim = attributes.dim});
    tensor(order, DType::kInt, value->axes);
    tensors_.back().index_bound = value->axes[dim].extent;
    const auto source = tensor_that([&](const ModelValue& candidate) {
      return candidate.dtype == value->dtype && candidate.extents() == value->extents() &&
             std::none_of(candidate.axes.begin(), candidate.axes.end(),
                          [](const ModelAxis& axis) { return axis.may_be_expanded(); });
    });
    tensor(builder_.value(op("scatter"), {value->state, order, source->state}, attributes), value->dtype,
           fresh_axes(value->extents()));
    return true;
  }
  std::vector<int64_t> extents = value->extents();
  extents[dim] = choices_.between(1, extents[dim]);
  const ModelValue index = index_tensor(extents, value->axes[dim].extent);
  const ModelValue source = any_constant(value->dtype);
  tensor(builder_.value(op("scatter"), {value->state, index.state, place(source)}, attributes), value->dtype,
         fresh_axes(value->extents()));
  return true;
}

}  // namespace cleave
