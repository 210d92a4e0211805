// Ops that combine the elements along axes: reductions, welford, scans. Reals are accumulated in double in row-major
// order and rounded once at the end; a scan rounds what it writes and goes on with what it has. Integers are exact and
// wrap.
// Judged by tests/core/evaluate/vectors_test.cpp.
#include <cmath>
#include <limits>

#include "core/evaluate/odometer.h"
#include "core/evaluate/step.h"
#include "core/evaluate/unsigned_meaning.h"
#include "core/ops/op_info.h"
#include "core/source/diagnostic_codes.h"

namespace cleave {
namespace {

/// The axes of a tensor in two groups: those of the result and those that are reduced, each with its linear strides.
struct AxisGroups {
  std::vector<int64_t> kept;
  std::vector<int64_t> kept_strides;
  std::vector<int64_t> reduced;
  std::vector<int64_t> reduced_strides;
};

AxisGroups split_axes(const Tensor& tensor, const std::vector<int64_t>& dims) {
  std::vector<char> is_reduced(tensor.rank(), 0);
  for (int64_t dim : dims) is_reduced[axis_of(dim, tensor.rank())] = 1;
  const std::vector<int64_t> strides = linear_strides(tensor.extents());
  AxisGroups out;
  for (size_t axis = 0; axis < tensor.rank(); ++axis) {
    (is_reduced[axis] != 0 ? out.reduced : out.kept).push_back(tensor.extents()[axis]);
    (is_reduced[axis] != 0 ? out.reduced_strides : out.kept_strides).push_back(strides[axis]);
  }
  return out;
}

/// Calls `finish(result index, visit)` for each element of the result; visit(f) calls f(position) for each element that
/// is reduced to it.
template <class Finish>
void for_each_group(const AxisGroups& axes, Finish finish) {
  Odometer outer(axes.kept, {axes.kept_strides});
  Odometer inner(axes.reduced, {axes.reduced_strides});
  for (int64_t i = 0; i < outer.count(); ++i, outer.next()) {
    finish(i, [&](auto f) {
      for (int64_t j = 0; j < inner.count(); ++j, inner.next()) f(outer.position(0) + inner.position(0));
    });
  }
}

double real_identity(Identity identity) {
  switch (identity) {
    case Identity::kOne: return 1;
    case Identity::kLowest: return -HUGE_VAL;
    case Identity::kHighest: return HUGE_VAL;
    case Identity::kZero:
    case Identity::kNone: break;
  }
  return 0;
}

/// The ends of Int32 and Bool are narrower than those of int64.
int64_t integer_identity(Identity identity, DType dtype) {
  const bool is_bool = dtype == DType::kBool;
  const bool is_narrow = dtype == DType::kInt32;
  // UInt64 is held in the bits of int64.
  if (dtype == DType::kUInt64 && identity == Identity::kLowest) return 0;
  if (dtype == DType::kUInt64 && identity == Identity::kHighest) return -1;
  const int64_t lowest = is_narrow ? std::numeric_limits<int32_t>::min() : std::numeric_limits<int64_t>::min();
  const int64_t highest = is_narrow ? std::numeric_limits<int32_t>::max() : std::numeric_limits<int64_t>::max();
  switch (identity) {
    case Identity::kOne: return 1;
    case Identity::kLowest: return is_bool ? 0 : lowest;
    case Identity::kHighest: return is_bool ? 1 : highest;
    case Identity::kZero:
    case Identity::kNone: break;
  }
  return 0;
}

/// How one category of numbers is read, combined and written. `combine` is null where the op has no meaning for it.
struct RealArithmetic {
  using Number = double;
  Number identity;
  double (*combine)(double, double, double);
  static Number read(const Tensor& tensor, int64_t i) { return tensor.real(i); }
  static void write(Tensor& tensor, int64_t i, Number value) { tensor.set_real(i, value); }
  Number operator()(Number a, Number b) const { return combine(a, b, 0); }
};
struct IntegerArithmetic {
  using Number = int64_t;
  Number identity;
  int64_t (*combine)(int64_t, int64_t, int64_t, int);
  int bits;
  static Number read(const Tensor& tensor, int64_t i) { return tensor.integer(i); }
  static void write(Tensor& tensor, int64_t i, Number value) { tensor.set_integer(i, value); }
  Number operator()(Number a, Number b) const { return combine(a, b, 0, bits); }
};
struct ComplexArithmetic {
  using Number = Complex;
  Number identity;
  Complex (*combine)(const Complex&, const Complex&, const Complex&);
  static Number read(const Tensor& tensor, int64_t i) { return tensor.complex(i); }
  static void write(Tensor& tensor, int64_t i, Number value) { tensor.set_complex(i, value); }
  Number operator()(const Number& a, const Number& b) const { return combine(a, b, Complex()); }
};

/// Calls `apply` with the arithmetic of `dtype`; reports and gives false where the op has no meaning for it.
template <class Apply>
bool with_arithmetic(const Step& step, DType dtype, Apply apply) {
  const OpInfo& row = info(step.record.op);
  bool has_meaning = false;
  const auto apply_if_known = [&](auto arithmetic) {
    has_meaning = arithmetic.combine != nullptr;
    if (has_meaning) apply(arithmetic);
  };
  if (is_complex(dtype)) {
    apply_if_known(ComplexArithmetic{real_identity(row.identity), row.meaning.complex});
  } else if (is_floating(dtype)) {
    apply_if_known(RealArithmetic{real_identity(row.identity), row.meaning.real});
  } else {
    apply_if_known(IntegerArithmetic{integer_identity(row.identity, dtype),
                                     dtype == DType::kUInt64 ? unsigned_meaning(step.record.op) : row.meaning.integer,
                                     info(dtype).bits});
  }
  if (!has_meaning) {
    step.report(code("operands_without_meaning"),
                {std::string(row.name), std::string(name(dtype)), step.name_of(step.record.results[0])});
  }
  return has_meaning;
}

template <class Arithmetic>
void reduce(const Tensor& operand, const AxisGroups& axes, const Arithmetic& arithmetic, Tensor& result) {
  for_each_group(axes, [&](int64_t i, auto visit) {
    typename Arithmetic::Number total = arithmetic.identity;
    visit([&](int64_t position) { total = arithmetic(total, Arithmetic::read(operand, position)); });
    Arithmetic::write(result, i, total);
  });
}

template <class Arithmetic>
void scan(const Tensor& operand, size_t axis, const Arithmetic& arithmetic, Tensor& result) {
  const AxisGroups axes = split_axes(operand, {static_cast<int64_t>(axis)});
  for_each_group(axes, [&](int64_t, auto visit) {
    typename Arithmetic::Number total = arithmetic.identity;
    visit([&](int64_t position) {
      total = arithmetic(total, Arithmetic::read(operand, position));
      Arithmetic::write(result, position, total);
    });
  });
}

}  // namespace

ResultValues evaluate_reduction(const Step& step) {
  Tensor result = step.make_result();
  const AxisGroups axes = split_axes(step.tensor(0), attributes<ReduceAttributes>(step.record).dims);
  CHECK(axes.kept == result.extents(), "a primitive reduction removes its axes");
  // A reduction in another type converts first.
  const bool is_cast = step.tensor(0).dtype() != result.dtype();
  const Tensor converted = is_cast ? cast_tensor(step.tensor(0), result.dtype()) : Tensor();
  const Tensor& operand = is_cast ? converted : step.tensor(0);
  if (!with_arithmetic(step, result.dtype(),
                       [&](const auto& arithmetic) { reduce(operand, axes, arithmetic, result); })) {
    return std::nullopt;
  }
  return single(std::move(result));
}

ResultValues evaluate_scan(const Step& step) {
  const Tensor& operand = step.tensor(0);
  Tensor result = step.make_result();
  const size_t axis = axis_of(attributes<DimAttributes>(step.record).dim, operand.rank());
  if (!with_arithmetic(step, result.dtype(),
                       [&](const auto& arithmetic) { scan(operand, axis, arithmetic, result); })) {
    return std::nullopt;
  }
  return single(std::move(result));
}

/// Mean, then squared deviations from it: two passes, which in double is exact enough to judge one-pass formulas by.
ResultValues evaluate_welford(const Step& step) {
  const Tensor& operand = step.tensor(0);
  if (is_complex(operand.dtype())) {
    step.report(code("operands_without_meaning"),
                {"welford", std::string(name(operand.dtype())), step.name_of(step.record.results[0])});
    return std::nullopt;
  }
  const AxisGroups axes = split_axes(operand, attributes<DimsAttributes>(step.record).dims);
  Tensor average = step.make_result(0);
  Tensor deviations = step.make_result(1);
  Tensor counts = step.make_result(2);
  CHECK(axes.kept == average.extents(), "a primitive reduction removes its axes");
  const int64_t count = element_count(axes.reduced);
  for_each_group(axes, [&](int64_t i, auto visit) {
    double sum = 0;
    visit([&](int64_t position) { sum += operand.real(position); });
    // 0 / 0 of nothing is NaN, as the language says.
    const double mean = sum / static_cast<double>(count);
    double squares = 0;
    visit([&](int64_t position) { squares += (operand.real(position) - mean) * (operand.real(position) - mean); });
    average.set_real(i, mean);
    deviations.set_real(i, squares);
    counts.set_integer(i, count);
  });
  const auto value = [](Tensor& tensor) { return Value(std::make_shared<Tensor>(std::move(tensor))); };
  return std::vector<Value>{value(average), value(deviations), value(counts)};
}

}  // namespace cleave
