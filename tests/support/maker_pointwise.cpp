// Steps of DefinitionMaker that compute element by element: unary, binary and ternary ops, scalars, casts.
#include <algorithm>

#include "core/ops/op_table.h"
#include "tests/support/definition_maker.h"

namespace cleave {
namespace {

/// The element-wise ops with `arity` operands that a generator may use on anything; composites included.
std::vector<OpCode> pointwise_ops(size_t arity) {
  // `complex` and `real` of a pair, `imag` and addcmul's four operands are reached by name elsewhere or not at all.
  std::vector<OpCode> out;
  const std::span<const OpInfo> all = all_ops();
  for (size_t i = 0; i < all.size(); ++i) {
    const OpInfo& row = all[i];
    if (row.family != OpFamily::kPointwise && row.family != OpFamily::kComposite) continue;
    const std::span<const OperandInfo> operands = row.operands();
    const bool elementwise = std::all_of(operands.begin(), operands.end(), [](const OperandInfo& operand) {
      return operand.kind == OperandKind::kTensorOrScalar;
    });
    if (!elementwise || row.results().size() != 1) continue;
    const size_t count = operands.size() == 4 ? 3 : operands.size();
    if (count == arity) out.push_back(static_cast<OpCode>(i));
  }
  return out;
}

const std::vector<OpCode>& cached_pointwise_ops(size_t arity) {
  static const std::vector<OpCode> kByArity[] = {pointwise_ops(1), pointwise_ops(2), pointwise_ops(3)};
  return kByArity[arity - 1];
}

}  // namespace

std::vector<ModelValue> DefinitionMaker::pointwise_operands(const OpInfo& row) {
  const size_t count = row.operand_count;
  std::vector<ModelValue> operands;
  for (size_t i = 0; i < count; ++i) {
    // The bounds of clamp, threshold and the alphas are scalars.
    const bool scalar_only = (row.name == "clamp" || row.name == "threshold")       ? i > 0
                             : (row.name == "add_alpha" || row.name == "sub_alpha") ? i == 2
                                                                                    : row.name == "addcmul" && i == 3;
    const bool wants_bool = row.dtype_rule == DTypeRule::kWhere && i == 0;
    if (scalar_only) {
      operands.push_back(any_constant(is_integer(operands[0].dtype) ? DType::kInt : DType::kDouble));
      continue;
    }
    if (wants_bool) {
      const auto condition = tensor_that([](const ModelValue& value) { return is_boolean(value.dtype); });
      if (!condition) return {};
      operands.push_back(*condition);
      continue;
    }
    const bool may_be_scalar = i > 0 || count > 1;
    if (may_be_scalar && choices_.chance(25)) {
      operands.push_back(!scalars_.empty() && choices_.chance(40) ? choices_.pick(scalars_)
                                                                  : any_constant(DType::kNull));
      continue;
    }
    const auto partner = tensor_that([&](const ModelValue& value) {
      std::vector<ModelValue> together = operands;
      together.push_back(value);
      return combined_axes(together).has_value();
    });
    if (!partner) return {};
    operands.push_back(*partner);
  }
  return operands;
}

bool DefinitionMaker::add_pointwise(size_t arity) {
  const OpCode op_code = choices_.pick(cached_pointwise_ops(arity));
  const OpInfo& row = info(op_code);
  const std::vector<ModelValue> operands = pointwise_operands(row);
  if (operands.empty()) return false;
  if (std::none_of(operands.begin(), operands.end(), [](const ModelValue& operand) { return operand.is_tensor(); }))
    return false;
  const std::optional<std::vector<ModelAxis>> axes = combined_axes(operands);
  if (!axes) return false;
  std::optional<PointwiseTypes> types;
  if (row.dtype_rule == DTypeRule::kWhere) {
    const std::vector<ModelValue> values(operands.begin() + 1, operands.end());
    const std::optional<DType> common = common_dtype(values);
    if (common) types = {*common, *common};
  } else if (row.dtype_rule == DTypeRule::kFamily) {
    // complex: two reals of one precision.
    const bool reals = operands.size() == 2 && operands[0].is_tensor() && operands[1].is_tensor() &&
                       operands[0].dtype == operands[1].dtype &&
                       (operands[0].dtype == DType::kFloat || operands[0].dtype == DType::kDouble);
    if (reals && options_.complex_numbers) {
      const DType result = operands[0].dtype == DType::kFloat ? DType::kComplexFloat : DType::kComplexDouble;
      types = {result, result};
    }
  } else {
    types = pointwise_types(row, operands);
  }
  if (!types) return false;
  tensor(builder_.value(op_code, slots(operands), row.make_attributes()), types->result, *axes);
  return true;
}

bool DefinitionMaker::add_scalar() {
  if (scalars_.empty() || choices_.chance(30)) {
    any_constant(DType::kNull);
    return true;
  }
  const ModelValue first = choices_.pick(scalars_);
  if (choices_.chance(25)) {
    static const std::vector<DType> kTargets{DType::kDouble, DType::kFloat, DType::kInt};
    const DType dtype = choices_.pick(kTargets);
    scalar(builder_.value(op("cast"), {first.state}, DTypeAttributes{.dtype = dtype}), dtype);
    return true;
  }
  const size_t arity = choices_.chance(50) ? 1 : 2;
  const OpCode op_code = choices_.pick(cached_pointwise_ops(arity));
  const OpInfo& row = info(op_code);
  std::vector<ModelValue> operands{first};
  if (arity == 2) operands.push_back(choices_.pick(scalars_));
  if (row.dtype_rule == DTypeRule::kFamily || row.family == OpFamily::kComposite) return false;
  // A scalar of half type does not exist; an integer division by zero would be known when the definition is written.
  if (row.dtype_rule == DTypeRule::kInteger || is_boolean(first.dtype)) return false;
  const std::optional<PointwiseTypes> types = pointwise_types(row, operands);
  if (!types) return false;
  scalar(builder_.value(op_code, slots(operands), row.make_attributes()), types->result);
  return true;
}

bool DefinitionMaker::add_triangle() {
  const auto value = tensor_that([](const ModelValue& candidate) {
    return candidate.rank() >= 2 && !is_complex(candidate.dtype) && !is_boolean(candidate.dtype) &&
           std::all_of(candidate.axes.end() - 2, candidate.axes.end(),
                       [](const ModelAxis& axis) { return axis.kind == ModelAxis::Kind::kIteration; });
  });
  if (!value) return false;
  const int64_t diagonal = choices_.between(-2, 2);
  if (choices_.chance(70)) {
    const StateId result = builder_.value_before_literal(op("triu"), {value->state}, NoAttributes{}, diagonal);
    tensor(result, value->dtype, value->axes);
  } else {
    const StateId scalar = builder_.constant(diagonal, DType::kInt);
    tensor(builder_.value(op("triu"), {value->state, scalar}), value->dtype, value->axes);
  }
  return true;
}

bool DefinitionMaker::add_cast() {
  static const std::vector<DType> kTargets{DType::kFloat, DType::kFloat,        DType::kFloat,     DType::kBFloat16,
                                           DType::kHalf,  DType::kDouble,       DType::kInt,       DType::kInt32,
                                           DType::kBool,  DType::kBFloat16,     DType::kHalf,      DType::kDouble,
                                           DType::kFloat, DType::kFloat8E4M3FN, DType::kFloat8E5M2};
  const ModelValue value = any_tensor();
  const DType dtype = choices_.pick(kTargets);
  ModelValue out =
      tensor(builder_.value(op("cast"), {value.state}, DTypeAttributes{.dtype = dtype}), dtype, value.axes);
  return true;
}

}  // namespace cleave
