// Ops that move elements and change none: broadcast, reshape, expand, squeeze, permute, slice, pad, cat. Each is a walk
// over the places of the result, or of the part of it that an operand fills, with one linear index into the result and
// one into the operand.
// Judged by tests/core/evaluate/vectors_test.cpp.
#include <algorithm>

#include "core/evaluate/odometer.h"
#include "core/evaluate/step.h"

namespace cleave {
namespace {

/// A box inside a tensor: where it starts, and how far one step along each axis of the walk goes.
struct Window {
  int64_t base = 0;
  std::vector<int64_t> strides;
};

/// Copies a box of `extents` elements.
void copy_window(const Tensor& from, const Window& source, Tensor& to, const Window& target,
                 const std::vector<int64_t>& extents) {
  Odometer walk(extents, {source.strides, target.strides}, {source.base, target.base});
  for (int64_t i = 0; i < walk.count(); ++i, walk.next()) to.copy_element(walk.position(1), from, walk.position(0));
}

/// Fills the whole of a new result from `source`.
ResultValues copied(const Step& step, const Window& source) {
  Tensor result = step.make_result();
  copy_window(step.tensor(0), source, result, {0, linear_strides(result.extents())}, result.extents());
  return single(std::move(result));
}

/// Where the overlap of an operand, moved by `shift` along each axis, with a result lies.
struct Overlap {
  std::vector<int64_t> extents;
  Window source;
  Window target;
};
Overlap overlap(const std::vector<int64_t>& from, const std::vector<int64_t>& to, const std::vector<int64_t>& shift) {
  Overlap out{.extents = {}, .source = {0, linear_strides(from)}, .target = {0, linear_strides(to)}};
  for (size_t axis = 0; axis < to.size(); ++axis) {
    const int64_t first = std::max<int64_t>(shift[axis], 0);
    const int64_t last = std::min(to[axis], from[axis] + shift[axis]);
    out.extents.push_back(std::max<int64_t>(last - first, 0));
    out.source.base += (first - shift[axis]) * out.source.strides[axis];
    out.target.base += first * out.target.strides[axis];
  }
  return out;
}

void copy_shifted(const Tensor& from, Tensor& to, const std::vector<int64_t>& shift) {
  const Overlap part = overlap(from.extents(), to.extents(), shift);
  copy_window(from, part.source, to, part.target, part.extents);
}

/// Joins operands that are already padded with zeros: the bytes of each place are zero in all operands but one.
void merge_padded(const Tensor& from, Tensor& to) {
  CHECK(from.extents() == to.extents(), "padded operands have the joined extents");
  for (int64_t i = 0; i < from.bytes(); ++i) to.data()[i] |= from.data()[i];
}

}  // namespace

ResultValues evaluate_renaming(const Step& step) {
  Tensor result = step.make_result();
  const Tensor& operand = step.tensor(0);
  CHECK(result.element_count() == operand.element_count(), "broadcast and reshape keep the number of elements");
  std::copy_n(operand.data(), operand.bytes(), result.data());
  return single(std::move(result));
}

ResultValues evaluate_expand(const Step& step) {
  const Tensor& operand = step.tensor(0);
  CHECK(operand.rank() == step.result_type().rank(), "expand keeps the rank");
  Window source{0, linear_strides(operand.extents())};
  for (size_t axis = 0; axis < operand.rank(); ++axis) {
    if (operand.extents()[axis] == 1) source.strides[axis] = 0;
  }
  return copied(step, source);
}

/// An expanded axis that goes takes its repetitions with it.
ResultValues evaluate_squeeze(const Step& step) {
  const Tensor& operand = step.tensor(0);
  std::vector<char> goes(operand.rank(), 0);
  for (int64_t dim : attributes<SqueezeAttributes>(step.record).dims) goes[axis_of(dim, operand.rank())] = 1;
  const std::vector<int64_t> strides = linear_strides(operand.extents());
  Window source;
  for (size_t axis = 0; axis < operand.rank(); ++axis) {
    if (goes[axis] == 0) source.strides.push_back(strides[axis]);
  }
  return copied(step, source);
}

ResultValues evaluate_permute(const Step& step) {
  const Tensor& operand = step.tensor(0);
  const std::vector<int64_t> strides = linear_strides(operand.extents());
  const std::vector<int64_t>& dims = attributes<DimsAttributes>(step.record).dims;
  Window source;
  for (int64_t dim : dims) source.strides.push_back(strides[axis_of(dim, operand.rank())]);
  // An empty list is a copy.
  return copied(step, dims.empty() ? Window{0, strides} : source);
}

ResultValues evaluate_slice(const Step& step) {
  const Tensor& operand = step.tensor(0);
  const std::vector<int64_t> starts = step.numbers(1);
  Window source{0, linear_strides(operand.extents())};
  for (size_t axis = 0; axis < operand.rank(); ++axis) {
    CHECK(starts[axis] >= 0 && starts[axis] + step.result_type().axes[axis].extent <= operand.extents()[axis],
          "a slice is normalised before it is evaluated");
    source.base += starts[axis] * source.strides[axis];
  }
  return copied(step, source);
}

ResultValues evaluate_pad(const Step& step) {
  const Tensor& operand = step.tensor(0);
  const std::vector<int64_t> widths = step.numbers(1);
  Tensor result = step.make_result();
  if (step.record.has_operand(2)) result.fill(step.scalar(2));
  std::vector<int64_t> shift(operand.rank(), 0);
  // Left and right of the last axis come first.
  for (size_t pair = 0; 2 * pair < widths.size(); ++pair) shift[operand.rank() - 1 - pair] = widths[2 * pair];
  copy_shifted(operand, result, shift);
  return single(std::move(result));
}

ResultValues evaluate_cat(const Step& step) {
  const auto& cat = attributes<CatAttributes>(step.record);
  Tensor result = step.make_result();
  std::vector<int64_t> shift(result.rank(), 0);
  const size_t axis = axis_of(cat.dim, result.rank());
  for (size_t slot = 0; slot < step.record.operands.size(); ++slot) {
    const Tensor& operand = step.tensor(slot);
    if (cat.manual_padding) {
      merge_padded(operand, result);
    } else {
      copy_shifted(operand, result, shift);
      shift[axis] += operand.extents()[axis];
    }
  }
  return single(std::move(result));
}

}  // namespace cleave
