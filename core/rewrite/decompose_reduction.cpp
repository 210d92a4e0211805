// Reductions, the variance family, scans and sorts. A reduction over an axis without storage is a squeeze; kept axes
// are a broadcast after it; a reduction over nothing is its neutral element.
#include <algorithm>
#include <cmath>
#include <limits>

#include "core/base/text.h"
#include "core/ops/dtype_rules.h"
#include "core/ops/op_table.h"
#include "core/rewrite/decompose.h"
#include "core/source/diagnostic_codes.h"

namespace cleave {
namespace {

ScalarValue identity_value(Identity identity, DType dtype) {
  const bool real = is_floating(dtype) || is_complex(dtype);
  const double infinity = std::numeric_limits<double>::infinity();
  switch (identity) {
    case Identity::kNone: break;
    case Identity::kZero: return to_category(int64_t{0}, dtype);
    case Identity::kOne: return to_category(int64_t{1}, dtype);
    case Identity::kLowest:
      if (is_boolean(dtype)) return false;
      if (real) return -infinity;
      return dtype == DType::kInt32 ? int64_t{std::numeric_limits<int32_t>::min()}
                                    : std::numeric_limits<int64_t>::min();
    case Identity::kHighest:
      if (is_boolean(dtype)) return true;
      if (real) return infinity;
      return dtype == DType::kInt32 ? int64_t{std::numeric_limits<int32_t>::max()}
                                    : std::numeric_limits<int64_t>::max();
  }
  CHECK(false, "a reduction has a neutral element");
  return int64_t{0};
}

std::vector<bool> flags(const std::vector<size_t>& dims, size_t rank) {
  std::vector<bool> out(rank, false);
  for (size_t dim : dims) out[dim] = true;
  return out;
}

std::vector<int64_t> signed_dims(const std::vector<size_t>& dims) { return {dims.begin(), dims.end()}; }

// A sum over a repeated axis is a multiple, a product a power; the extremes do not change.
StateId account_for_repeats(Emitter& emitter, OpCode current, StateId value, int64_t repeats) {
  if (repeats == 1) return value;
  if (current != op("sum") && current != op("prod")) return value;
  const DType dtype = emitter.dtype(value);
  const StateId count = emitter.constant(to_category(repeats, dtype));
  return emitter.cast(
      emit_pointwise(emitter, current == op("sum") ? op("mul") : op("pow"), {value, count}, {"", ""})[0], dtype);
}

struct Mean {
  StateId mean;
  StateId second_moment;
};

// reciprocal(max(count - correction, 0)) as a scalar.
StateId inverse_divisor(Emitter& emitter, StateId count, int64_t correction) {
  if (const std::optional<ScalarValue> literal = constant_value(emitter.definition(), count)) {
    return emitter.constant(1.0 / std::max(to_double(*literal) - static_cast<double>(correction), 0.0));
  }
  StateId divisor = count;
  if (correction != 0) {
    divisor = emitter.emit(op("sub"), {divisor, emitter.constant(static_cast<double>(correction))});
    divisor = emitter.emit(op("maximum"), {divisor, emitter.constant(0.0)});
  }
  return emitter.emit(op("reciprocal"), {divisor});
}

// var and mean by definition: mean, deviations, their squares; of a complex tensor the squares of the modulus.
Mean two_pass(Emitter& emitter, StateId value, const std::vector<size_t>& dims, StateId count) {
  const StateId sum = emit_reduction(emitter, op("sum"), value, dims, false);
  const StateId mean = emit_pointwise(emitter, op("div"), {sum, count}, {"", ""})[0];
  const StateId kept = with_kept_dims(emitter, mean, dims, emitter.tensor(value).rank());
  StateId deviation = emit_pointwise(emitter, op("sub"), {value, kept}, {"", ""})[0];
  if (is_complex(emitter.dtype(deviation))) deviation = emitter.emit(op("abs"), {deviation});
  const StateId squares = emit_pointwise(emitter, op("mul"), {deviation, deviation}, {"", ""})[0];
  return {mean, emit_reduction(emitter, op("sum"), squares, dims, false)};
}

// Mean and sum of squared deviations in one pass; axes without storage are squeezed first.
Mean one_pass(Emitter& emitter, StateId value, const std::vector<size_t>& dims) {
  std::vector<int64_t> squeezed;
  std::vector<int64_t> reduced;
  for (size_t dim : dims) {
    const Axis& axis = emitter.tensor(value).axes[dim];
    const bool without_storage = axis.is_broadcast() && !axis.is_expanded();
    (without_storage ? squeezed : reduced)
        .push_back(static_cast<int64_t>(dim) - (without_storage ? 0 : static_cast<int64_t>(squeezed.size())));
  }
  if (!squeezed.empty())
    value = emitter.emit(op("squeeze"), {value}, SqueezeAttributes{.dims = squeezed, .squeeze_expanded = false});
  if (reduced.empty()) {
    // One element each: no deviation, but NaN and infinity stay what they are.
    const StateId deviation = emitter.emit(op("sub"), {value, value});
    return {value, emitter.emit(op("mul"), {deviation, deviation})};
  }
  const std::vector<StateId> results = emitter.emit_all(op("welford"), {value}, DimsAttributes{.dims = reduced});
  return {results[0], results[1]};
}

}  // namespace

Results decompose_variance(Emitter& emitter, VarianceResults wanted) {
  const bool with_mean = wanted == VarianceResults::kVarianceAndMean;
  const auto& options = attributes<VarianceAttributes>(emitter.record());
  const StateId value = *emitter.operand(0);
  const size_t rank = emitter.tensor(value).rank();
  const DType dtype = emitter.dtype(value);
  if (options.correction < 0) {
    emitter.report(code("negative_correction"), {concat(options.correction)});
    return {};
  }
  if (with_mean && (is_half_like(dtype) || is_integer(dtype) || is_boolean(dtype))) {
    emitter.report(code("variance_dtype"), {"var_mean", std::string(name(dtype))}, 0);
    return {};
  }
  const auto dims = checked_dims(emitter, options.dims, value);
  if (!dims) return {};
  const StateId count = emitter.element_count(value, *dims);
  const bool welford = with_mean && rank > 0 && !is_complex(dtype);
  const Mean moments = welford ? one_pass(emitter, value, *dims) : two_pass(emitter, value, *dims, count);
  const StateId scale = inverse_divisor(emitter, count, options.correction);
  StateId var = emit_pointwise(emitter, op("mul"), {moments.second_moment, scale}, {"", ""})[0];
  StateId mean = moments.mean;
  if (options.keepdim) {
    var = with_kept_dims(emitter, var, *dims, rank);
    if (with_mean) mean = with_kept_dims(emitter, mean, *dims, rank);
  }
  if (!with_mean) return {var};
  // One value per result, also where the mean is the operand itself.
  if (mean == value) mean = emitter.emit(op("set"), {mean});
  return {var, mean};
}

std::optional<size_t> checked_dim(Emitter& emitter, int64_t dim, StateId tensor, size_t slot) {
  const size_t rank = emitter.tensor(tensor).rank();
  const std::optional<size_t> out = normalized_dim(dim, rank);
  if (!out) emitter.report(code("dim_out_of_range"), {concat(dim), emitter.operand_name(slot), concat(rank)});
  return out;
}

std::optional<std::vector<size_t>> checked_dims(Emitter& emitter, const std::vector<int64_t>& dims, StateId tensor) {
  std::vector<size_t> out;
  bool fine = true;
  for (int64_t dim : dims) {
    const std::optional<size_t> place = checked_dim(emitter, dim, tensor, 0);
    fine = fine && place.has_value();
    if (!place) continue;
    if (std::find(out.begin(), out.end(), *place) != out.end()) {
      emitter.report(code("duplicate_dim"), {concat(dim), emitter.operand_name(0)});
      fine = false;
    }
    out.push_back(*place);
  }
  if (!fine) return std::nullopt;
  std::sort(out.begin(), out.end());
  return out;
}

StateId with_kept_dims(Emitter& emitter, StateId reduced, const std::vector<size_t>& dims, size_t rank) {
  if (dims.empty()) return reduced;
  return emitter.broadcast(reduced, flags(dims, rank));
}

StateId emit_reduction(Emitter& emitter, OpCode current, StateId tensor, const std::vector<size_t>& dims,
                       bool keepdim) {
  const size_t rank = emitter.tensor(tensor).rank();
  const bool empty =
      std::any_of(dims.begin(), dims.end(), [&](size_t dim) { return emitter.tensor(tensor).axes[dim].extent == 0; });
  StateId result = tensor;
  if (empty) {
    const DType dtype = result_dtype(info(current).dtype_rule, emitter.dtype(tensor));
    result = emitter.full(identity_value(info(current).identity, dtype), dtype, tensor, flags(dims, rank));
    return keepdim ? with_kept_dims(emitter, result, dims, rank) : result;
  }
  std::vector<size_t> squeezed;
  std::vector<size_t> reduced;
  int64_t repeats = 1;
  for (size_t dim : dims) {
    const Axis& axis = emitter.tensor(tensor).axes[dim];
    if (axis.is_broadcast()) {
      squeezed.push_back(dim);
      repeats *= axis.extent;
    } else {
      reduced.push_back(dim - squeezed.size());
    }
  }
  if (!squeezed.empty()) {
    result = emitter.emit(op("squeeze"), {result},
                          SqueezeAttributes{.dims = signed_dims(squeezed), .squeeze_expanded = repeats != 1});
    result = account_for_repeats(emitter, current, result, repeats);
  }
  if (!reduced.empty()) {
    const DType dtype = current == op("sum") || current == op("prod") ? emitter.dtype(result) : DType::kNull;
    result = emitter.emit(current, {result},
                          ReduceAttributes{.dims = signed_dims(reduced), .keepdim = false, .dtype = dtype});
  }
  return keepdim ? with_kept_dims(emitter, result, dims, rank) : result;
}

Results decompose_reduction(Emitter& emitter) {
  const Record& record = emitter.record();
  const auto& reduce = attributes<ReduceAttributes>(record);
  StateId value = *emitter.operand(0);
  const bool accumulates = emitter.row().dtype_rule == DTypeRule::kAccumulate;
  if (!accumulates && reduce.dtype != DType::kNull) {
    emitter.report(code("reduction_dtype"), {std::string(emitter.row().name)});
    return {};
  }
  if (reduce.dims.empty()) {
    emitter.report(code("no_reduction_axis"), {std::string(emitter.row().name)});
    return {};
  }
  if (accumulates) {
    const DType own = emitter.dtype(value);
    value =
        emitter.cast(value, reduce.dtype != DType::kNull ? reduce.dtype : result_dtype(DTypeRule::kAccumulate, own));
  }
  if (emitter.tensor(value).rank() == 0) return {emitter.emit(op("set"), {value})};
  const auto dims = checked_dims(emitter, reduce.dims, value);
  if (!dims) return {};
  const StateId result = emit_reduction(emitter, record.op, value, *dims, reduce.keepdim);
  if (result == *emitter.operand(0)) return {emitter.emit(op("set"), {result})};
  return {result};
}

Results decompose_welford(Emitter& emitter) {
  const StateId value = *emitter.operand(0);
  const DType dtype = emitter.dtype(value);
  if (emitter.tensor(value).rank() == 0) {
    emitter.report(code("rank_too_small"), {"welford", "1", emitter.operand_name(0), "0"}, 0);
    return {};
  }
  if (!is_floating(dtype)) {
    emitter.report(code("variance_dtype"), {"welford", std::string(name(dtype))}, 0);
    return {};
  }
  const auto dims = checked_dims(emitter, attributes<DimsAttributes>(emitter.record()).dims, value);
  if (!dims) return {};
  if (dims->empty()) {
    emitter.report(code("no_reduction_axis"), {"welford"});
    return {};
  }
  return emitter.emit_all(op("welford"), {value}, DimsAttributes{.dims = signed_dims(*dims)});
}

Results decompose_scan(Emitter& emitter) {
  const StateId value = *emitter.operand(0);
  const std::optional<size_t> dim = checked_dim(emitter, attributes<DimAttributes>(emitter.record()).dim, value, 0);
  if (!dim) return {};
  const Axis& axis = emitter.tensor(value).axes[*dim];
  if (axis.is_expanded()) {
    emitter.report(code("scan_axis"),
                   {std::string(emitter.row().name), concat(*dim), "the axis is expanded and has no storage"});
    return {};
  }
  if (axis.is_broadcast()) return {emitter.emit(op("set"), {value})};
  return {emitter.emit(emitter.record().op, {value}, DimAttributes{.dim = static_cast<int64_t>(*dim)})};
}

Results decompose_sort(Emitter& emitter) {
  const StateId value = *emitter.operand(0);
  const Record& record = emitter.record();
  const bool scalar = emitter.tensor(value).rank() == 0;
  if (record.op == op("argsort")) {
    ArgsortAttributes options = attributes<ArgsortAttributes>(record);
    const std::optional<size_t> dim = checked_dim(emitter, options.dim, value, 0);
    if (!dim) return {};
    options.dim = static_cast<int64_t>(*dim);
    return {emitter.emit(record.op, {value}, options)};
  }
  TopkAttributes options = attributes<TopkAttributes>(record);
  const StateId k = *emitter.operand(1);
  const std::optional<int64_t> count = emitter.known_int(k);
  if (!count) return {};
  std::optional<size_t> dim =
      scalar && (options.dim == 0 || options.dim == -1) ? 0 : checked_dim(emitter, options.dim, value, 0);
  if (!dim) return {};
  const int64_t extent = scalar ? 1 : emitter.tensor(value).axes[*dim].extent;
  if (*count < 0 || *count > extent || (scalar && *count != 1)) {
    emitter.report(code("topk_count"), {concat(*count), concat(extent)}, 1);
    return {};
  }
  if (scalar) {
    const StateId indices = emitter.full(int64_t{0}, DType::kInt, value, {});
    return {emitter.emit(op("set"), {value}), indices};
  }
  options.dim = static_cast<int64_t>(*dim);
  return emitter.emit_all(record.op, {value, k}, options);
}

}  // namespace cleave
