// Ops whose places are data: index_select, select, gather, take_along_axis, scatter. An index outside of its axis is
// the user's mistake: it is reported with its value, the axis and the axis' extent, once a record, and there is no
// result.
// Judged by tests/core/evaluate/vectors_test.cpp.

#include "core/base/text.h"
#include "core/evaluate/odometer.h"
#include "core/evaluate/step.h"
#include "core/ops/op_table.h"
#include "core/source/diagnostic_codes.h"

namespace cleave {
namespace {

/// Checks the indices of one record against the axis they name places of.
class IndexCheck {
 public:
  IndexCheck(const Step& step, size_t axis, int64_t extent) : step_(step), axis_(axis), extent_(extent) {}

  bool accepts(int64_t index) {
    if (index >= 0 && index < extent_) return true;
    if (failures_++ == 0) first_ = index;
    return false;
  }
  /// Reports the first of the failures, and how many more there are.
  bool passed() const {
    if (failures_ == 0) return true;
    Diagnostic& diagnostic = step_.report(code("index_value_out_of_range"),
                                          {concat(first_), std::string(info(step_.record.op).name),
                                           step_.name_of(step_.record.result()), concat(axis_), concat(extent_)});
    if (failures_ > 1) diagnostic.note(concat(failures_ - 1, " more indices are outside as well"));
    return false;
  }

 private:
  const Step& step_;
  size_t axis_;
  int64_t extent_;
  int64_t first_ = 0;
  int64_t failures_ = 0;
};

size_t indexed_axis(const Step& step) {
  return axis_of(attributes<DimAttributes>(step.record).dim, step.tensor(0).rank());
}

/// The operand's strides with the indexed axis standing still, its place there comes from the index.
std::vector<int64_t> strides_without(const Tensor& tensor, size_t axis) {
  std::vector<int64_t> strides = linear_strides(tensor.extents());
  strides[axis] = 0;
  return strides;
}

ResultValues index_select(const Step& step, size_t axis) {
  const Tensor& operand = step.tensor(0);
  // Of rank 0, rank 1, or the operand's rank with every other axis 1: a plain list in any case.
  const Tensor& index = step.tensor(1);
  Tensor result = step.make_result();
  CHECK(index.element_count() == result.extents()[axis], "index_select gives one slice an index");
  IndexCheck check(step, axis, operand.extents()[axis]);
  const int64_t axis_stride = linear_strides(operand.extents())[axis];
  for (int64_t i = 0; i < index.element_count(); ++i) check.accepts(index.integer(i));
  if (!check.passed()) return std::nullopt;
  Odometer walk(result.extents(), {strides_without(operand, axis)});
  for (int64_t i = 0; i < walk.count(); ++i, walk.next()) {
    result.copy_element(i, operand, walk.position(0) + index.integer(walk.place()[axis]) * axis_stride);
  }
  return single(std::move(result));
}

ResultValues select(const Step& step, size_t axis) {
  const Tensor& operand = step.tensor(0);
  const int64_t index = to_int(step.scalar(1));
  IndexCheck check(step, axis, operand.extents()[axis]);
  check.accepts(index);
  if (!check.passed()) return std::nullopt;
  Tensor result = step.make_result();
  std::vector<int64_t> strides = linear_strides(operand.extents());
  const int64_t base = index * strides[axis];
  strides.erase(strides.begin() + static_cast<std::ptrdiff_t>(axis));
  Odometer walk(result.extents(), {strides}, {base});
  for (int64_t i = 0; i < walk.count(); ++i, walk.next()) result.copy_element(i, operand, walk.position(0));
  return single(std::move(result));
}

/// True where no place of a walk over `inner` leaves `outer`, the indexed axis aside.
bool fits_beside(const std::vector<int64_t>& inner, const std::vector<int64_t>& outer, size_t axis) {
  if (inner.size() != outer.size()) return false;
  for (size_t i = 0; i < inner.size(); ++i) {
    if (i != axis && inner[i] > outer[i]) return false;
  }
  return true;
}

/// Makes axes of extent 1, other than `axis`, stand still, as numpy's take_along_axis broadcasts them.
void repeat_ones(const Tensor& tensor, size_t axis, std::vector<int64_t>& strides) {
  for (size_t i = 0; i < strides.size(); ++i) {
    if (i != axis && tensor.extents()[i] == 1) strides[i] = 0;
  }
}

/// gather and take_along_axis: result[..., i, ...] = operand[..., index[..., i, ...], ...].
ResultValues gather(const Step& step, size_t axis) {
  const Tensor& operand = step.tensor(0);
  const Tensor& index = step.tensor(1);
  Tensor result = step.make_result();
  std::vector<int64_t> operand_strides = strides_without(operand, axis);
  std::vector<int64_t> index_strides = linear_strides(index.extents());
  // gather's index may be smaller, so its axes of extent 1 do not repeat anyway.
  repeat_ones(operand, axis, operand_strides);
  repeat_ones(index, axis, index_strides);
  for (size_t i = 0; i < result.rank(); ++i) {
    CHECK(i == axis || operand_strides[i] == 0 || result.extents()[i] <= operand.extents()[i],
          "the operand covers the result");
    CHECK(index_strides[i] == 0 || result.extents()[i] <= index.extents()[i], "the index covers the result");
  }
  const int64_t axis_stride = linear_strides(operand.extents())[axis];
  IndexCheck check(step, axis, operand.extents()[axis]);
  Odometer walk(result.extents(), {operand_strides, index_strides});
  for (int64_t i = 0; i < walk.count(); ++i, walk.next()) {
    const int64_t place = index.integer(walk.position(1));
    if (check.accepts(place)) result.copy_element(i, operand, walk.position(0) + place * axis_stride);
  }
  if (!check.passed()) return std::nullopt;
  return single(std::move(result));
}

}  // namespace

ResultValues evaluate_index(const Step& step) {
  const size_t axis = indexed_axis(step);
  if (step.record.op == op("index_select")) return index_select(step, axis);
  if (step.record.op == op("select")) return select(step, axis);
  return gather(step, axis);
}

/// Adds element `j` of `from` to element `i`, both of one dtype; integers wrap.
void add_element(Tensor& to, int64_t i, const Tensor& from, int64_t j) {
  switch (info(to.dtype()).category) {
    case DTypeCategory::kFloating: return to.set_real(i, to.real(i) + from.real(j));
    case DTypeCategory::kComplex: return to.set_complex(i, to.complex(i) + from.complex(j));
    case DTypeCategory::kBoolean: return to.set_integer(i, to.integer(i) | from.integer(j));
    case DTypeCategory::kInteger: break;
    case DTypeCategory::kNone: CHECK(false, "elements have a type"); return;
  }
  const auto sum = static_cast<uint64_t>(to.integer(i)) + static_cast<uint64_t>(from.integer(j));
  to.set_integer(i, static_cast<int64_t>(sum));
}

/// Where several indices name one place, scatter_add adds them in row-major order; of a scatter the last one in that
/// order stays, which the language leaves open.
ResultValues evaluate_scatter(const Step& step) {
  constexpr size_t kSourceSlot = 2;
  const size_t axis = indexed_axis(step);
  const Tensor& index = step.tensor(1);
  Tensor result(step.tensor(0));
  Tensor scalar_source(result.dtype(), {});
  if (!step.has_tensor(kSourceSlot)) scalar_source.set_value(0, step.scalar(kSourceSlot));
  const Tensor& source = step.has_tensor(kSourceSlot) ? step.tensor(kSourceSlot) : scalar_source;
  CHECK(source.dtype() == result.dtype(), "scatter's source has the operand's type");
  CHECK(fits_beside(index.extents(), result.extents(), axis), "scatter's index is no larger than its operand");
  std::vector<int64_t> source_strides(result.rank(), 0);
  if (step.has_tensor(kSourceSlot)) {
    CHECK(fits_beside(index.extents(), source.extents(), index.rank()), "scatter's index is no larger than its source");
    source_strides = linear_strides(source.extents());
  }
  const bool adds = step.record.op == op("scatter_add");
  const int64_t axis_stride = linear_strides(result.extents())[axis];
  IndexCheck check(step, axis, result.extents()[axis]);
  Odometer walk(index.extents(), {strides_without(result, axis), source_strides});
  for (int64_t i = 0; i < walk.count(); ++i, walk.next()) {
    const int64_t place = index.integer(i);
    if (!check.accepts(place)) continue;
    const int64_t target = walk.position(0) + place * axis_stride;
    if (adds) {
      add_element(result, target, source, walk.position(1));
    } else {
      result.copy_element(target, source, walk.position(1));
    }
  }
  if (!check.passed()) return std::nullopt;
  return single(std::move(result));
}

}  // namespace cleave
