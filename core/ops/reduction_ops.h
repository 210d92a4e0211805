// Rows of the ops that combine elements along axes: reductions, the variance family, scans, sorts.
#pragma once

#include <array>

#include "core/ops/op_rows.h"
#include "core/ops/pointwise_meaning.h"

namespace cleave::rows {

constexpr OpInfo reduction(std::string_view name, DTypeRule rule, Identity identity, Meaning meaning, std::string_view doc) {
  OpInfo out = row(name, OpFamily::kReduction, {kInput}, {ResultKind::kTensor}, &default_attributes<ReduceAttributes>, doc);
  out.dtype_rule = rule;
  out.identity = identity;
  out.meaning = meaning;
  return out;
}
constexpr OpInfo scan(std::string_view name, Identity identity, Meaning meaning, std::string_view doc) {
  OpInfo out = row(name, OpFamily::kScan, {kInput}, {ResultKind::kTensor}, &default_attributes<DimAttributes>, doc);
  out.dtype_rule = DTypeRule::kKeep;
  out.identity = identity;
  out.meaning = meaning;
  return requiring(out, "dim");
}

inline constexpr Meaning kSum = all([](double a, double b) { return a + b; }, [](int64_t a, int64_t b) { return wrapping_add(a, b); }, [](Complex a, Complex b) { return a + b; });
inline constexpr Meaning kProduct = all([](double a, double b) { return a * b; }, [](int64_t a, int64_t b) { return wrapping_mul(a, b); }, [](Complex a, Complex b) { return a * b; });
inline constexpr Meaning kMaximum = number([](double a, double b) { return nan_maximum(a, b); }, [](int64_t a, int64_t b) { return a > b ? a : b; });
inline constexpr Meaning kMinimum = number([](double a, double b) { return nan_minimum(a, b); }, [](int64_t a, int64_t b) { return a < b ? a : b; });

inline constexpr std::array kReductionOps{
    spelled(reduction("sum", DTypeRule::kAccumulate, Identity::kZero, kSum, "Sum over axes."), "Sum"),
    spelled(reduction("prod", DTypeRule::kAccumulate, Identity::kOne, kProduct, "Product over axes."), "Product"),
    spelled(reduction("max", DTypeRule::kKeep, Identity::kLowest, kMaximum, "Largest over axes; NaN where any is NaN."), "Maximum"),
    spelled(reduction("min", DTypeRule::kKeep, Identity::kHighest, kMinimum, "Smallest over axes; NaN where any is NaN."), "Minimum"),
    requiring(composite(row("var", OpFamily::kComposite, {kInput}, {ResultKind::kTensor}, &default_attributes<VarianceAttributes>,
                            "Variance over axes.")), "dims"),
    requiring(composite(row("var_mean", OpFamily::kComposite, {kInput}, {ResultKind::kTensor, ResultKind::kTensor},
                            &default_attributes<VarianceAttributes>, "Variance and mean over axes.")), "dims"),
    spelled(requiring(row("welford", OpFamily::kWelford, {kInput}, {ResultKind::kTensor, ResultKind::kTensor, ResultKind::kTensor},
                  &default_attributes<DimsAttributes>, "Mean, sum of squared deviations and count over axes, in one pass."), "dims"), "MergeMoments"),
};

inline constexpr std::array kScanOps{
    spelled(scan("cumsum", Identity::kZero, kSum, "Running sum along an axis."), "Sum"),
    spelled(scan("cumprod", Identity::kOne, kProduct, "Running product along an axis."), "Product"),
    spelled(scan("cummax", Identity::kLowest, kMaximum, "Running maximum along an axis."), "Maximum"),
    spelled(scan("cummin", Identity::kHighest, kMinimum, "Running minimum along an axis."), "Minimum"),
    with_rule(row("argsort", OpFamily::kSort, {kInput}, {ResultKind::kTensor}, &default_attributes<ArgsortAttributes>,
                  "The order of elements along an axis, as indices."), DTypeRule::kInt),
    row("topk", OpFamily::kSort, {kInput, {"k", OperandKind::kScalar}}, {ResultKind::kTensor, ResultKind::kTensor},
        &default_attributes<TopkAttributes>, "The k largest or smallest along an axis, and their indices."),
};

}  // namespace cleave::rows
