// See definition_maker.h: inputs, scalars, vectors, outputs and the choice of steps.
#include "tests/support/definition_maker.h"

#include <algorithm>
#include <limits>
#include <numeric>

#include "core/ops/op_table.h"

namespace cleave {
namespace {

/// Tries before a step gives up on adding anything.
constexpr int kTries = 20;
constexpr int64_t kMaxElements = 4096;

struct InputLayout {
  TensorAttributes attributes;
  std::vector<int64_t> strides;
};

}  // namespace

std::vector<ModelAxis> fresh_axes(const std::vector<int64_t>& extents) {
  std::vector<ModelAxis> out;
  for (int64_t extent : extents) {
    out.push_back({.extent = extent, .kind = extent == 1 ? ModelAxis::Kind::kUndecided : ModelAxis::Kind::kIteration});
  }
  return out;
}

DefinitionMaker::DefinitionMaker(Choices& choices, const GeneratorOptions& options)
    : choices_(choices), options_(options) {
  for (int i = 0; i < 3; ++i) palette_.push_back(choices_.between(2, std::max<int64_t>(2, options_.max_extent)));
  palette_.push_back(1);
  if (options_.empty_extents && choices_.chance(10)) palette_.push_back(0);
}

int64_t DefinitionMaker::extent() { return choices_.pick(palette_); }

DType DefinitionMaker::tensor_dtype() {
  static const std::vector<DType> kCommon{DType::kFloat,    DType::kFloat, DType::kFloat,  DType::kBFloat16,
                                          DType::kBFloat16, DType::kHalf,  DType::kDouble, DType::kInt,
                                          DType::kInt32,    DType::kBool};
  if (options_.complex_numbers && choices_.chance(4))
    return choices_.chance(50) ? DType::kComplexFloat : DType::kComplexDouble;
  return choices_.pick(kCommon);
}

ModelValue DefinitionMaker::tensor(StateId state, DType dtype, std::vector<ModelAxis> axes) {
  ModelValue value{.state = state, .kind = StateKind::kTensor, .dtype = dtype, .axes = std::move(axes)};
  // Large values would only make the laws slow.
  if (value.element_count() <= kMaxElements && value.rank() <= options_.max_rank + 2) tensors_.push_back(value);
  return value;
}

ModelValue DefinitionMaker::scalar(StateId state, DType dtype, std::optional<int64_t> known) {
  ModelValue value{.state = state, .kind = StateKind::kScalar, .dtype = dtype};
  value.known_int = known;
  scalars_.push_back(value);
  return value;
}

ModelValue DefinitionMaker::constant(ScalarValue value, DType dtype) {
  ModelValue out{.kind = StateKind::kScalar, .dtype = dtype};
  if (const auto* integer = std::get_if<int64_t>(&value)) out.known_int = *integer;
  if (options_.literals && dtype == literal_dtype(value) && choices_.chance(30)) {
    out.literal = value;
  } else {
    out.state = builder_.constant(value, dtype);
    scalars_.push_back(out);
  }
  return out;
}

StateId DefinitionMaker::place(const ModelValue& operand) {
  return operand.literal ? builder_.constant(*operand.literal, operand.dtype, RecordForm::kInline) : operand.state;
}

std::vector<std::optional<StateId>> DefinitionMaker::slots(const std::vector<ModelValue>& operands) {
  std::vector<std::optional<StateId>> out;
  for (const ModelValue& operand : operands) out.push_back(place(operand));
  return out;
}

ModelValue DefinitionMaker::integer_constant(int64_t value) { return constant(value, DType::kInt); }

ModelValue DefinitionMaker::any_constant(DType category_of) {
  static const std::vector<double> kReals{
      0.5, 1.0,  2.0,   -1.5,     0.1,  3.0, 1e-5, 1.0 / 3.0,
      0.0, -0.0, 448.0, 0.044715, 1e20, 2.5, -2.0, std::numeric_limits<double>::infinity()};
  static const std::vector<int64_t> kIntegers{0, 1, 2, 3, -1, -7, 5, 100};
  DType dtype = category_of;
  if (dtype == DType::kNull) {
    static const std::vector<DType> kAny{DType::kDouble, DType::kDouble, DType::kDouble, DType::kInt,
                                         DType::kInt,    DType::kFloat,  DType::kInt32};
    dtype = choices_.pick(kAny);
  }
  switch (info(dtype).category) {
    case DTypeCategory::kBoolean: return constant(choices_.chance(50), DType::kBool);
    case DTypeCategory::kInteger:
      return constant(choices_.pick(kIntegers), dtype == DType::kInt32 ? dtype : DType::kInt);
    case DTypeCategory::kComplex: return constant(Complex(choices_.pick(kReals), 0.5), DType::kComplexDouble);
    case DTypeCategory::kFloating:
    case DTypeCategory::kNone: break;
  }
  return constant(choices_.pick(kReals),
                  dtype == DType::kFloat && category_of == DType::kNull ? DType::kFloat : DType::kDouble);
}

StateId DefinitionMaker::extents_vector(const std::vector<int64_t>& extents) {
  for (const KnownVector& vector : vectors_) {
    if (vector.extents == extents && choices_.chance(50)) return vector.state;
  }
  if (choices_.chance(70)) return literal_vector(extents);
  // Scalars of their own come first: a literal's record stands right before the record that uses it.
  std::vector<std::optional<StateId>> named(extents.size());
  for (size_t i = 0; i < extents.size(); ++i) {
    for (const ModelValue& value : scalars_) {
      if (value.known_int == extents[i] && value.dtype == DType::kInt && choices_.chance(50)) named[i] = value.state;
    }
  }
  std::vector<StateId> items;
  for (size_t i = 0; i < extents.size(); ++i) {
    items.push_back(named[i] ? *named[i] : builder_.constant(extents[i], DType::kInt, RecordForm::kInline));
  }
  const bool own = choices_.chance(40);
  const StateId vector = builder_.vector(items, own ? RecordForm::kExplicit : RecordForm::kInline);
  if (own) vectors_.push_back({vector, extents});
  return vector;
}

int64_t DefinitionMaker::maybe_negative(size_t dim, size_t rank) {
  const auto number = static_cast<int64_t>(dim);
  return choices_.chance(20) ? number - static_cast<int64_t>(rank) : number;
}

std::vector<int64_t> DefinitionMaker::some_dims(const ModelValue& value) {
  std::vector<int64_t> dims;
  const size_t sure = any_dim(value);
  for (size_t i = 0; i < value.rank(); ++i) {
    if (i == sure || choices_.chance(30)) dims.push_back(maybe_negative(i, value.rank()));
  }
  if (dims.size() > 1 && choices_.chance(20)) std::swap(dims.front(), dims.back());
  return dims;
}

ModelValue DefinitionMaker::tensor_input(const std::vector<int64_t>& extents, DType dtype, Layout layout,
                                         int64_t index_bound) {
  const size_t rank = extents.size();
  const bool strided = options_.strided_inputs && choices_.chance(30);
  std::vector<size_t> order(rank);
  std::iota(order.begin(), order.end(), size_t{0});
  if (strided && choices_.chance(50)) {
    for (size_t i = rank; i > 1; --i) std::swap(order[i - 1], order[choices_.below(i)]);
  }
  TensorAttributes attributes{
      .shape = {}, .contiguity = std::vector<Contiguity>(rank), .dtype = dtype, .stride_order = {}};
  std::vector<ModelAxis> axes;
  for (size_t i = 0; i < rank; ++i) {
    ModelAxis axis{.extent = extents[i], .kind = ModelAxis::Kind::kIteration};
    if (layout == Layout::kAny && extents[i] == 1 && choices_.chance(70)) axis.kind = ModelAxis::Kind::kBroadcast;
    if (layout == Layout::kAny && strided && extents[i] > 1 && choices_.chance(10))
      axis.kind = ModelAxis::Kind::kBroadcast;
    const bool symbolic = axis.kind == ModelAxis::Kind::kIteration ? extents[i] == 1 || choices_.chance(60)
                                                                   : extents[i] != 1 && choices_.chance(50);
    attributes.shape.push_back(symbolic ? -1 : extents[i]);
    axes.push_back(axis);
  }
  TensorInput input{.sizes = extents, .strides = std::vector<int64_t>(rank), .dtype = dtype, .fill = {}};
  int64_t contiguous = 1;
  for (size_t position = rank; position-- > 0;) {
    const size_t dim = order[position];
    if (axes[dim].kind == ModelAxis::Kind::kBroadcast) {
      input.strides[dim] = axes[dim].extent == 1 ? contiguous : 0;
      continue;
    }
    // An axis of one element has no say in what its neighbours count as contiguous.
    const bool dense = !strided || axes[dim].extent == 1 || choices_.chance(60);
    attributes.contiguity[position] = dense;
    input.strides[dim] = dense ? contiguous : contiguous * 2;
    contiguous = input.strides[dim] * std::max<int64_t>(extents[dim], 1);
  }
  bool row_major = true;
  for (size_t i = 0; i < rank; ++i) row_major = row_major && order[i] == i;
  if (!row_major || (rank > 0 && choices_.chance(8))) {
    attributes.stride_order.resize(rank);
    for (size_t position = 0; position < rank; ++position) {
      attributes.stride_order[order[position]] = static_cast<int64_t>(rank - 1 - position);
    }
  }
  if (rank == 0 && choices_.chance(20)) attributes.is_cpu = input.is_cpu = true;
  if (index_bound > 0) {
    input.fill.kind = Fill::Kind::kIntegers;
    input.fill.high = static_cast<double>(index_bound);
  } else if (is_integer(dtype) || is_boolean(dtype)) {
    input.fill.kind = Fill::Kind::kIntegers;
    input.fill.high = is_boolean(dtype) ? 2.0 : 10.0;
  } else {
    input.fill.kind = choices_.chance(50) ? Fill::Kind::kNormal : Fill::Kind::kMakeTensor;
  }
  ModelValue value = tensor(builder_.value(op("define_tensor"), {}, attributes), dtype, axes);
  if (!tensors_.empty() && tensors_.back().state == value.state) tensors_.back().index_bound = index_bound;
  value.index_bound = index_bound;
  inputs_.push_back(value);
  input_items_.push_back({.value = input, .span = std::nullopt});
  return value;
}

void DefinitionMaker::add_inputs() {
  for (size_t i = 0; i < options_.inputs; ++i) {
    if (i > 0 && choices_.chance(10)) {
      static const std::vector<DType> kDTypes{DType::kDouble, DType::kInt, DType::kFloat, DType::kBool};
      const DType dtype = choices_.pick(kDTypes);
      scalar(builder_.scalar_input(dtype), dtype);
      const ScalarValue value = is_boolean(dtype)   ? ScalarValue(choices_.chance(50))
                                : is_integer(dtype) ? ScalarValue(choices_.between(-3, 7))
                                                    : ScalarValue(static_cast<double>(choices_.between(-8, 8)) * 0.375);
      input_items_.push_back({.value = value, .span = std::nullopt});
      continue;
    }
    std::vector<int64_t> extents(choices_.below(options_.max_rank + 1));
    for (int64_t& size : extents) size = extent();
    // A second input often looks like the first, so that the two can meet.
    if (i > 0 && choices_.chance(60)) {
      extents = inputs_.empty() ? extents : inputs_.back().extents();
      for (int64_t& size : extents) size = choices_.chance(15) ? 1 : size;
    }
    tensor_input(extents, tensor_dtype(), Layout::kAny);
  }
}

void DefinitionMaker::add_step() {
  unsigned total = 0;
  for (unsigned weight : options_.weights) total += weight;
  for (int attempt = 0; attempt < kTries; ++attempt) {
    size_t place = choices_.below(total);
    size_t kind = 0;
    while (place >= options_.weights[kind]) place -= options_.weights[kind++];
    if (try_step(static_cast<StepKind>(kind))) return;
  }
}

bool DefinitionMaker::try_step(StepKind kind) {
  if (tensors_.empty() && kind != StepKind::kFactory && kind != StepKind::kRandom) return false;
  switch (kind) {
    case StepKind::kUnary: return add_pointwise(1);
    case StepKind::kBinary: return add_pointwise(2);
    case StepKind::kTernary: return choices_.chance(15) ? add_triangle() : add_pointwise(3);
    case StepKind::kScalar: return add_scalar();
    case StepKind::kCast: return add_cast();
    case StepKind::kReduction: return add_reduction();
    case StepKind::kVariance: return add_variance();
    case StepKind::kScan: return add_scan();
    case StepKind::kBroadcast: return add_broadcast();
    case StepKind::kReshape: return add_reshape();
    case StepKind::kReorder: return add_reorder();
    case StepKind::kSlice: return add_slice();
    case StepKind::kPad: return add_pad();
    case StepKind::kCat: return add_cat();
    case StepKind::kFactory: return add_factory();
    case StepKind::kRandom: return add_random();
    case StepKind::kIndex: return add_index();
    case StepKind::kScatter: return add_scatter();
    case StepKind::kSort: return add_sort();
    case StepKind::kMatmul: return add_matmul();
    case StepKind::kSizes: return add_sizes();
    case StepKind::kForcedCut: return add_forced_cut();
  }
  return false;
}

void DefinitionMaker::add_outputs() {
  const auto readers = users(builder_.definition());
  const std::vector<ModelValue> candidates = tensors_;
  std::vector<StateId> updated;
  bool any = false;
  for (const ModelValue& value : candidates) {
    const bool is_input = std::any_of(inputs_.begin(), inputs_.end(),
                                      [&](const ModelValue& input) { return input.state == value.state; });
    if (!choices_.chance(is_input ? 4 : readers[value.state].empty() ? 85 : 12)) continue;
    any = true;
    const auto target = std::find_if(inputs_.begin(), inputs_.end(), [&](const ModelValue& input) {
      const bool taken = std::find(updated.begin(), updated.end(), input.state) != updated.end();
      const bool expanded = std::any_of(input.axes.begin(), input.axes.end(),
                                        [](const ModelAxis& axis) { return axis.kind != ModelAxis::Kind::kIteration; });
      return !taken && !expanded && input.dtype == value.dtype && input.extents() == value.extents();
    });
    if (options_.in_place && !is_input && target != inputs_.end() && choices_.chance(25)) {
      builder_.output(value.state, target->state);
      updated.push_back(target->state);
      if (choices_.chance(70)) continue;
    }
    std::vector<int64_t> stride_order;
    if (options_.output_orders && value.rank() > 1 && choices_.chance(5)) {
      for (size_t i = 0; i < value.rank(); ++i) stride_order.push_back(static_cast<int64_t>(i));
    }
    builder_.output(value.state, std::nullopt, stride_order);
    if (choices_.chance(6)) builder_.output(value.state);
  }
  if (!any && !candidates.empty()) builder_.output(candidates.back().state);
}

RandomDefinition DefinitionMaker::finish() && {
  std::vector<ModelValue> values = std::move(tensors_);
  values.insert(values.end(), scalars_.begin(), scalars_.end());
  std::sort(values.begin(), values.end(), [](const ModelValue& a, const ModelValue& b) { return a.state < b.state; });
  return {.definition = std::move(builder_).finish(), .inputs = std::move(input_items_), .values = std::move(values)};
}

RandomDefinition random_definition(Choices& choices, const GeneratorOptions& options) {
  DefinitionMaker maker(choices, options);
  maker.add_inputs();
  for (size_t i = 0; i < options.steps; ++i) maker.add_step();
  maker.add_outputs();
  return std::move(maker).finish();
}

RandomDefinition random_definition(uint64_t seed, const GeneratorOptions& options) {
  Choices choices(seed);
  return random_definition(choices, options);
}

}  // namespace cleave
