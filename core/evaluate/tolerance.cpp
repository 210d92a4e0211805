// See tolerance.h.
#include "core/evaluate/tolerance.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "core/base/check.h"

namespace cleave {
namespace {

struct ToleranceRow {
  DType dtype;
  /// Unit roundoff of the stored type.
  double unit;
  /// Unit roundoff of the type that sums are kept in.
  double accumulation_unit;
};

// Roundoff is 2^-(mantissa bits + 1): 52, 23, 10, 7, 3, 2, 1 bits; e8m0 has powers of two only, so half a step is up to
// half the value.
constexpr std::array kRows{
    ToleranceRow{DType::kDouble, 0x1p-53, 0x1p-53},       ToleranceRow{DType::kFloat, 0x1p-24, 0x1p-24},
    ToleranceRow{DType::kHalf, 0x1p-11, 0x1p-24},         ToleranceRow{DType::kBFloat16, 0x1p-8, 0x1p-24},
    ToleranceRow{DType::kFloat8E4M3FN, 0x1p-4, 0x1p-24},  ToleranceRow{DType::kFloat8E5M2, 0x1p-3, 0x1p-24},
    ToleranceRow{DType::kFloat8E8M0FNU, 0x1p-1, 0x1p-24}, ToleranceRow{DType::kFloat4E2M1FN, 0x1p-2, 0x1p-24},
};

/// Two roundings to the stored type, which can differ by one step.
constexpr double kStoredUnits = 2;
/// Special functions and short chains of roundings in the type of computation.
constexpr double kComputedUnits = 8;
/// Random roundings of a sum stay within this many standard deviations.
constexpr double kAccumulationUnits = 4;

bool is_special(const Complex& value) { return !std::isfinite(value.real()) || !std::isfinite(value.imag()); }

/// The same number, part by part; NaN is NaN.
bool is_same(double a, double b) { return a == b || (std::isnan(a) && std::isnan(b)); }
bool is_same(const Complex& a, const Complex& b) { return is_same(a.real(), b.real()) && is_same(a.imag(), b.imag()); }

/// Root mean square of the finite values.
double scale_of(const Tensor& tensor) {
  double squares = 0;
  int64_t count = 0;
  for (int64_t i = 0; i < tensor.element_count(); ++i) {
    const Complex value = tensor.complex(i);
    if (is_special(value)) continue;
    squares += std::norm(value);
    ++count;
  }
  return count == 0 ? 0 : std::sqrt(squares / static_cast<double>(count));
}

bool is_exact(DType dtype) { return is_integer(dtype) || is_boolean(dtype); }

Comparison compare_exact(const Tensor& actual, const Tensor& expected) {
  Comparison out;
  out.is_equal = out.is_within = true;
  for (int64_t i = 0; i < actual.element_count(); ++i) {
    if (actual.integer(i) == expected.integer(i)) continue;
    out.is_equal = out.is_within = false;
    const double error = std::fabs(actual.real(i) - expected.real(i));
    if (!out.worst || error > out.max_abs_error) out.worst = i;
    out.max_abs_error = std::max(out.max_abs_error, error);
    if (expected.integer(i) != 0) out.max_rel_error = std::max(out.max_rel_error, error / std::fabs(expected.real(i)));
  }
  return out;
}

/// The comparison of tensors with roundings, element by element.
class RoundedComparison {
 public:
  RoundedComparison(Tolerance tolerance, double scale) : tolerance_(tolerance), scale_(scale) {
    out_.is_equal = out_.is_within = true;
  }

  void add(int64_t i, const Complex& actual, const Complex& expected) {
    if (is_same(actual, expected)) return;
    out_.is_equal = false;
    if (is_special(actual) || is_special(expected)) return add_special(i);
    const double error = std::abs(actual - expected);
    const double magnitude = std::abs(expected);
    const double allowed = tolerance_.relative * magnitude + tolerance_.absolute * scale_;
    out_.max_abs_error = std::max(out_.max_abs_error, error);
    if (magnitude != 0) out_.max_rel_error = std::max(out_.max_rel_error, error / magnitude);
    if (error > allowed) out_.is_within = false;
    rank(i, allowed == 0 ? HUGE_VAL : error / allowed);
  }
  Comparison result() const { return out_; }

 private:
  void add_special(int64_t i) {
    out_.is_within = false;
    ++out_.special_mismatches;
    rank(i, HUGE_VAL);
  }
  void rank(int64_t i, double excess) {
    if (out_.worst && excess <= worst_excess_) return;
    out_.worst = i;
    worst_excess_ = excess;
  }

  Tolerance tolerance_;
  double scale_;
  double worst_excess_ = 0;
  Comparison out_;
};

}  // namespace

Tolerance tolerance(DType dtype, int64_t reduced_length) {
  if (is_exact(dtype)) return {};
  const auto* row =
      std::find_if(kRows.begin(), kRows.end(), [&](const ToleranceRow& r) { return r.dtype == real_of(dtype); });
  CHECK(row != kRows.end(), "every type of values has a row of tolerances");
  const double accumulation = kAccumulationUnits *
                              std::sqrt(static_cast<double>(std::max<int64_t>(reduced_length, 1))) *
                              row->accumulation_unit;
  const double computed = kComputedUnits * row->accumulation_unit;
  return {.relative = kStoredUnits * row->unit + computed + accumulation, .absolute = computed + accumulation};
}

Comparison compare(const Tensor& actual, const Tensor& expected, int64_t reduced_length) {
  if (actual.extents() != expected.extents()) return {};
  if (is_exact(actual.dtype()) && is_exact(expected.dtype())) return compare_exact(actual, expected);
  RoundedComparison comparison(tolerance(actual.dtype(), reduced_length), scale_of(expected));
  for (int64_t i = 0; i < actual.element_count(); ++i) comparison.add(i, actual.complex(i), expected.complex(i));
  return comparison.result();
}

}  // namespace cleave
