// See input_check.h. A declaration that is itself wrong (a contiguity list of another length, an order that is no
// permutation) is rewrite's to report; the checks that need it are left out. Tested with binding.
#include "core/infer/input_check.h"

#include <algorithm>
#include <utility>

#include "core/base/checked_arithmetic.h"
#include "core/base/text.h"
#include "core/infer/infer.h"
#include "core/source/diagnostic_codes.h"

namespace cleave {
namespace {

constexpr int64_t kMostBytes = int64_t{1} << 62;

/// a * b, or kMostBytes where that is more.
int64_t saturating_product(int64_t a, int64_t b) {
  return std::min(checked_product(a, b).value_or(kMostBytes), kMostBytes);
}

std::string number_text(const ScalarValue& value) {
  if (const auto* integer = std::get_if<int64_t>(&value)) return concat(*integer);
  if (const auto* boolean = std::get_if<bool>(&value)) return *boolean ? "True" : "False";
  return shortest_double(to_double(value));
}

std::string_view category_text(DType dtype) {
  switch (info(dtype).category) {
    case DTypeCategory::kFloating: return "a floating";
    case DTypeCategory::kInteger: return "an integer";
    case DTypeCategory::kBoolean: return "a bool";
    case DTypeCategory::kComplex: return "a complex";
    case DTypeCategory::kNone: return "no";
  }
  return "no";
}

/// A dim whose stride is not what the contiguity list says.
struct StrideMisfit {
  size_t dim;
  /// The stride that True asks for; nothing where None asks for a repeated dim.
  std::optional<int64_t> dense;
};

std::vector<StrideMisfit> stride_misfits(const TensorAttributes& declared, const TensorInput& value,
                                         const std::vector<size_t>& order) {
  std::vector<StrideMisfit> out;
  int64_t dense = 1;
  for (size_t position = order.size(); position-- > 0;) {
    const size_t dim = order[position];
    const int64_t size = value.sizes[dim];
    const int64_t stride = value.strides[dim];
    const Contiguity& contiguity = declared.contiguity[position];
    if (declared.shape[dim] == 1) continue;
    if (!contiguity) {
      if (size != 1 && stride != 0) out.push_back({dim, std::nullopt});
      continue;
    }
    if (size == 1) continue;
    if (*contiguity && stride != dense) out.push_back({dim, dense});
    dense = saturating_product(stride, size);
  }
  return out;
}

/// Tensors without elements have no strides to speak of; a contiguity list of another length is rewrite's to report.
bool has_checkable_layout(const TensorAttributes& declared, const TensorInput& value) {
  return declared.contiguity.size() == declared.shape.size() && value.sizes.size() == declared.shape.size() &&
         std::find(value.sizes.begin(), value.sizes.end(), 0) == value.sizes.end();
}

class TensorCheck {
 public:
  TensorCheck(const std::string& name, const TensorAttributes& declared, const TensorInput& value,
              std::optional<SourceSpan> span, Diagnostics& diagnostics)
      : name_(name), declared_(declared), value_(value), span_(span), diagnostics_(diagnostics) {}

  bool run() {
    const size_t before = diagnostics_.error_count();
    if (!same_type()) report_type();
    if (value_.sizes.size() != declared_.shape.size()) {
      report(code("input_rank"), {concat(value_.sizes.size()), concat(declared_.shape.size())});
      return false;
    }
    if (!check_signs()) return false;
    if (!is_addressable(value_)) {
      report(code("input_too_large"), {});
      return false;
    }
    check_extents();
    check_storage();
    check_range();
    if (before == diagnostics_.error_count()) check_strides();
    return before == diagnostics_.error_count();
  }

 private:
  Diagnostic& report(DiagnosticCode which, std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), name_);
    return diagnostics_.report(which, span_, std::move(arguments));
  }
  void report_type() {
    const std::string_view given = cleave::name(value_.dtype);
    const std::string_view declared = cleave::name(declared_.dtype);
    report(code("input_dtype"), {std::string(given), std::string(declared)})
        .note(concat("give it as ", declared, ", or declare it with dtype=DataType.", given));
  }
  bool same_type() const {
    const auto whole = [](DType dtype) { return dtype == DType::kIndex ? DType::kInt : dtype; };
    return whole(value_.dtype) == whole(declared_.dtype);
  }

  bool check_signs() {
    bool fine = true;
    for (size_t i = 0; i < value_.sizes.size(); ++i) {
      if (value_.sizes[i] < 0) report(code("input_negative"), {concat(i), "size", concat(value_.sizes[i])});
      if (value_.strides[i] < 0) report(code("input_negative"), {concat(i), "stride", concat(value_.strides[i])});
      fine = fine && value_.sizes[i] >= 0 && value_.strides[i] >= 0;
    }
    return fine;
  }

  void check_storage() {
    const auto needed = needed_storage(value_.sizes, value_.strides);
    if (!value_.storage || !needed || *needed <= *value_.storage) return;
    report(code("input_storage"), {counted(static_cast<size_t>(*needed), "element", "elements"),
                                   grouped_number(std::max<int64_t>(*value_.storage, 0))});
  }

  void check_range() {
    const Fill& fill = value_.fill;
    const bool is_made = fill.kind == Fill::Kind::kMakeTensor;
    if (!is_made && fill.kind != Fill::Kind::kIntegers) return;
    // A single number is a range to make_tensor where numbers are not whole.
    const DTypeCategory category = info(value_.dtype).category;
    const bool may_be_equal = is_made && (category == DTypeCategory::kFloating || category == DTypeCategory::kComplex);
    if (may_be_equal ? !(fill.low > fill.high) : !(fill.low >= fill.high)) return;
    report(code("input_range"),
           {concat("low is ", shortest_double(fill.low), ", high is ", shortest_double(fill.high))});
  }

  void check_extents() {
    for (size_t i = 0; i < declared_.shape.size(); ++i) {
      const int64_t wanted = declared_.shape[i];
      if (wanted < 0 || wanted == value_.sizes[i]) continue;
      report(code("input_extent"), {concat(i), concat(value_.sizes[i]), concat(wanted)});
    }
  }

  void check_strides() {
    if (!has_checkable_layout(declared_, value_)) return;
    const std::vector<StrideMisfit> found = stride_misfits(declared_, value_, declared_order(declared_));
    if (found.empty()) return;
    if (const auto order = implied_stride_order(declared_, value_)) {
      report(code("stride_order_missing"), {list_text(*order)});
      return;
    }
    for (const StrideMisfit& misfit : found) {
      // What a wrong stride asks of the dims further out means nothing.
      if (&misfit != &found.front() && found.front().dense) break;
      if (misfit.dense) {
        report(code("input_stride"), {concat(misfit.dim), concat(value_.strides[misfit.dim]), concat(*misfit.dense)});
      } else {
        report(code("input_expanded"),
               {concat(misfit.dim), concat(value_.sizes[misfit.dim]), concat(value_.strides[misfit.dim])});
      }
    }
  }

  const std::string& name_;
  const TensorAttributes& declared_;
  const TensorInput& value_;
  std::optional<SourceSpan> span_;
  Diagnostics& diagnostics_;
};

}  // namespace

bool is_addressable(const TensorInput& value) {
  if (!are_allowed(value.sizes)) return false;
  // Without elements nothing is addressed.
  if (std::find(value.sizes.begin(), value.sizes.end(), 0) != value.sizes.end()) return true;
  int64_t span = 1;
  for (size_t i = 0; i < value.sizes.size(); ++i) {
    const int64_t reach = saturating_product(value.sizes[i] - 1, value.strides[i]);
    span = std::min(checked_sum(span, reach).value_or(kMostBytes), kMostBytes);
  }
  // 16 bytes is the widest element.
  return span < kMostBytes / 16;
}

std::vector<size_t> declared_order(const TensorAttributes& declared) {
  const size_t rank = declared.shape.size();
  std::vector<size_t> out(rank);
  for (size_t dim = 0; dim < rank; ++dim) out[dim] = dim;
  if (declared.stride_order.size() != rank) return out;
  std::vector<size_t> ordered(rank, rank);
  for (size_t dim = 0; dim < rank; ++dim) {
    const auto place = normalized_dim(declared.stride_order[dim], rank);
    if (!place || ordered[rank - 1 - *place] != rank) return out;
    ordered[rank - 1 - *place] = dim;
  }
  return ordered;
}

std::optional<std::vector<int64_t>> implied_stride_order(const TensorAttributes& declared, const TensorInput& value) {
  if (!declared.stride_order.empty() || !has_checkable_layout(declared, value)) return std::nullopt;
  if (stride_misfits(declared, value, declared_order(declared)).empty()) return std::nullopt;
  std::vector<size_t> order(value.strides.size());
  for (size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::stable_sort(order.begin(), order.end(), [&](size_t a, size_t b) { return value.strides[a] > value.strides[b]; });
  for (size_t position = 0; position < order.size(); ++position) {
    // A dim that is declared 1 has no contiguity, and only such a dim.
    const bool is_one = declared.shape[order[position]] == 1;
    if (is_one && declared.contiguity[position].has_value()) return std::nullopt;
  }
  if (!stride_misfits(declared, value, order).empty()) return std::nullopt;
  std::vector<int64_t> out(order.size());
  for (size_t position = 0; position < order.size(); ++position) {
    out[order[position]] = static_cast<int64_t>(order.size() - 1 - position);
  }
  return out;
}

bool is_without_storage(const TensorAttributes& declared, size_t position) {
  return position < declared.contiguity.size() && !declared.contiguity[position].has_value();
}

std::vector<int64_t> declared_strides(const TensorAttributes& declared, const std::vector<int64_t>& sizes) {
  std::vector<int64_t> out(sizes.size(), 1);
  const std::vector<size_t> order = declared_order(declared);
  if (order.size() != sizes.size()) return row_major_strides(sizes);
  int64_t dense = 1;
  for (size_t position = order.size(); position-- > 0;) {
    const size_t dim = order[position];
    const bool repeated = is_without_storage(declared, position) && declared.shape[dim] != 1;
    out[dim] = repeated ? 0 : dense;
    if (!repeated) dense = saturating_product(dense, std::max<int64_t>(sizes[dim], 1));
  }
  return out;
}

bool check_tensor(const std::string& name, const TensorAttributes& declared, const TensorInput& value,
                  std::optional<SourceSpan> span, Diagnostics& diagnostics) {
  CHECK(value.strides.size() == value.sizes.size(), "an input has a stride for every size");
  return TensorCheck(name, declared, value, span, diagnostics).run();
}

bool check_scalar(const std::string& name, DType declared, const ScalarValue& value, std::optional<SourceSpan> span,
                  Diagnostics& diagnostics) {
  if (info(literal_dtype(value)).category == info(declared).category) return true;
  Diagnostic& diagnostic = diagnostics.report(
      code("scalar_category"), span,
      {name, std::string(category_text(literal_dtype(value))), std::string(category_text(declared))});
  if (std::holds_alternative<int64_t>(value) && is_floating(declared))
    diagnostic.suggest(concat(number_text(value), ".0"));
  return false;
}

}  // namespace cleave
