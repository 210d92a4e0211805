// matmul and linear. Both come down to products of matrices, one for each place of the batch axes; sums are in double
// (int64, complex) in the order of the summed axis, and each result is rounded once.
// Judged by tests/core/evaluate/vectors_test.cpp.
#include <algorithm>
#include <vector>

#include "core/base/check.h"
#include "core/evaluate/odometer.h"
#include "core/evaluate/step.h"
#include "core/ops/op_table.h"

namespace cleave {
namespace {

/// One operand as a matrix at each place of the batch axes: where an element of row r (or column) and depth k lies.
struct Matrix {
  int64_t outer_stride = 0;
  int64_t depth_stride = 0;
  /// Per axis of the batch.
  std::vector<int64_t> batch_strides;
};

/// result[batch, m, n] = sum over k of left[batch, m, k] * right[batch, n, k] + bias.
struct Product {
  std::vector<int64_t> batch;
  int64_t rows = 1;
  int64_t columns = 1;
  int64_t depth = 1;
  Matrix left;
  Matrix right;
  /// Strides of the result, whose columns are next to each other.
  Matrix result_rows;
};

template <class Number>
std::vector<Number> numbers_of(const Tensor& tensor) {
  std::vector<Number> out(static_cast<size_t>(tensor.element_count()));
  for (int64_t i = 0; i < tensor.element_count(); ++i) {
    Number& number = out[static_cast<size_t>(i)];
    if constexpr (std::is_same_v<Number, double>) {
      number = tensor.real(i);
    } else if constexpr (std::is_same_v<Number, Complex>) {
      number = tensor.complex(i);
    } else {
      // Unsigned, so that sums wrap.
      number = static_cast<uint64_t>(tensor.integer(i));
    }
  }
  return out;
}

void write(Tensor& tensor, int64_t i, double value) { tensor.set_real(i, value); }
void write(Tensor& tensor, int64_t i, uint64_t value) { tensor.set_integer(i, static_cast<int64_t>(value)); }
void write(Tensor& tensor, int64_t i, const Complex& value) { tensor.set_complex(i, value); }

/// A bias and how it repeats over the result; its element at a place of the result is at the place times `strides`.
struct Bias {
  const Tensor* tensor = nullptr;
  std::vector<int64_t> strides;
};

/// One row of the left operand, from `left`, against every column of the right, from `right`. The order of the loops is
/// that of the right operand in memory; the order of each sum is that of the summed axis either way.
template <class Number>
void multiply_row(const Product& product, const Number* left, const Number* right, std::vector<Number>& sums) {
  if (product.right.depth_stride == 1) {
    for (int64_t n = 0; n < product.columns; ++n) {
      Number sum{};
      const Number* column = right + n * product.right.outer_stride;
      for (int64_t k = 0; k < product.depth; ++k) sum += left[k * product.left.depth_stride] * column[k];
      sums[static_cast<size_t>(n)] = sum;
    }
    return;
  }
  std::fill(sums.begin(), sums.end(), Number{});
  for (int64_t k = 0; k < product.depth; ++k) {
    const Number factor = left[k * product.left.depth_stride];
    const Number* row = right + k * product.right.depth_stride;
    for (int64_t n = 0; n < product.columns; ++n) {
      sums[static_cast<size_t>(n)] += factor * row[n * product.right.outer_stride];
    }
  }
}

/// `bias` holds the bias at every place of the result, or nothing.
template <class Number>
void multiply(const Product& product, const Tensor& left_tensor, const Tensor& right_tensor, Tensor& result,
              const std::vector<Number>& bias) {
  const std::vector<Number> left = numbers_of<Number>(left_tensor);
  const std::vector<Number> right = numbers_of<Number>(right_tensor);
  std::vector<Number> sums(static_cast<size_t>(product.columns));
  Odometer walk(product.batch,
                {product.left.batch_strides, product.right.batch_strides, product.result_rows.batch_strides});
  for (int64_t b = 0; b < walk.count(); ++b, walk.next()) {
    for (int64_t m = 0; m < product.rows; ++m) {
      const Number* row = left.data() + walk.position(0) + m * product.left.outer_stride;
      multiply_row(product, row, right.data() + walk.position(1), sums);
      const int64_t place = walk.position(2) + m * product.result_rows.outer_stride;
      for (int64_t n = 0; n < product.columns; ++n) {
        const Number sum = sums[static_cast<size_t>(n)];
        const int64_t i = place + n;
        write(result, i, bias.empty() ? sum : sum + bias[static_cast<size_t>(i)]);
      }
    }
  }
}

/// The bias at every place of the result, in the numbers of the sum; empty where there is none.
template <class Number>
std::vector<Number> spread(const Bias& bias, const Tensor& result) {
  std::vector<Number> out;
  if (bias.tensor == nullptr) return out;
  const std::vector<Number> numbers = numbers_of<Number>(*bias.tensor);
  Odometer walk(result.extents(), {bias.strides});
  for (int64_t i = 0; i < walk.count(); ++i, walk.next()) out.push_back(numbers[static_cast<size_t>(walk.position(0))]);
  return out;
}

void multiply_in_category(const Product& product, const Tensor& left, const Tensor& right, const Bias& bias,
                          Tensor& result) {
  if (is_complex(result.dtype())) {
    multiply<Complex>(product, left, right, result, spread<Complex>(bias, result));
  } else if (is_floating(result.dtype())) {
    multiply<double>(product, left, right, result, spread<double>(bias, result));
  } else {
    multiply<uint64_t>(product, left, right, result, spread<uint64_t>(bias, result));
  }
}

/// Strides of the batch axes of `tensor` (all but its last `matrix_axes`), aligned at the right with the result's
/// batch; an axis of extent 1 or none repeats.
std::vector<int64_t> batch_strides(const Tensor& tensor, size_t matrix_axes, size_t batch_rank) {
  const std::vector<int64_t> strides = linear_strides(tensor.extents());
  std::vector<int64_t> out(batch_rank, 0);
  if (tensor.rank() <= matrix_axes) return out;
  const size_t own = tensor.rank() - matrix_axes;
  for (size_t i = 0; i < own; ++i) out[batch_rank - own + i] = tensor.extents()[i] == 1 ? 0 : strides[i];
  return out;
}

/// torch.matmul: an operand of rank 1 is a row at the left and a column at the right, and its axis is not in the
/// result.
Product matmul_product(const Tensor& left, const Tensor& right, const Tensor& result) {
  const bool has_rows = left.rank() > 1;
  const bool has_columns = right.rank() > 1;
  const std::vector<int64_t> left_strides = linear_strides(left.extents());
  const std::vector<int64_t> right_strides = linear_strides(right.extents());
  const std::vector<int64_t> result_strides = linear_strides(result.extents());
  const size_t batch_rank = result.rank() - (has_rows ? 1 : 0) - (has_columns ? 1 : 0);
  Product out;
  out.batch.assign(result.extents().begin(), result.extents().begin() + static_cast<std::ptrdiff_t>(batch_rank));
  out.depth = left.extents().back();
  out.left = {.outer_stride = has_rows ? left_strides[left.rank() - 2] : 0,
              .depth_stride = 1,
              .batch_strides = batch_strides(left, 2, batch_rank)};
  out.right = {.outer_stride = has_columns ? 1 : 0,
               .depth_stride = has_columns ? right_strides[right.rank() - 2] : 1,
               .batch_strides = batch_strides(right, 2, batch_rank)};
  if (has_rows) out.rows = left.extents()[left.rank() - 2];
  if (has_columns) out.columns = right.extents().back();
  out.result_rows = {
      .outer_stride = has_rows ? result_strides[batch_rank] : 0,
      .depth_stride = 0,
      .batch_strides = {result_strides.begin(), result_strides.begin() + static_cast<std::ptrdiff_t>(batch_rank)}};
  return out;
}

/// arg1 [*x, K], arg2 [*w, N, K] → [*w, *x, N]: the batch is *w, the rows are all of *x.
Product linear_product(const Tensor& left, const Tensor& right, const Tensor& result) {
  const size_t batch_rank = right.rank() - 2;
  const std::vector<int64_t> right_strides = linear_strides(right.extents());
  const std::vector<int64_t> result_strides = linear_strides(result.extents());
  Product out;
  out.batch.assign(right.extents().begin(), right.extents().begin() + static_cast<std::ptrdiff_t>(batch_rank));
  out.depth = left.extents().back();
  out.rows = 1;
  for (size_t axis = 0; axis + 1 < left.rank(); ++axis) out.rows *= left.extents()[axis];
  out.columns = right.extents()[right.rank() - 2];
  out.left = {.outer_stride = out.depth, .depth_stride = 1, .batch_strides = std::vector<int64_t>(batch_rank, 0)};
  out.right = {
      .outer_stride = out.depth,
      .depth_stride = 1,
      .batch_strides = {right_strides.begin(), right_strides.begin() + static_cast<std::ptrdiff_t>(batch_rank)}};
  out.result_rows = {
      .outer_stride = out.columns,
      .depth_stride = 0,
      .batch_strides = {result_strides.begin(), result_strides.begin() + static_cast<std::ptrdiff_t>(batch_rank)}};
  return out;
}

/// bias [*w, N] beside the result [*w, *x, N], or [N].
Bias linear_bias(const Tensor& bias, const Tensor& result) {
  Bias out{&bias, std::vector<int64_t>(result.rank(), 0)};
  CHECK(bias.rank() >= 1 && bias.rank() <= result.rank(),
        "a bias has the weight's batch axes and its rows, or its rows");
  const std::vector<int64_t> strides = linear_strides(bias.extents());
  for (size_t axis = 0; axis + 1 < bias.rank(); ++axis) {
    CHECK(bias.extents()[axis] == 1 || bias.extents()[axis] == result.extents()[axis],
          "a bias has the weight's batch extents");
    out.strides[axis] = bias.extents()[axis] == 1 ? 0 : strides[axis];
  }
  out.strides.back() = bias.extents().back() == 1 ? 0 : 1;
  return out;
}

}  // namespace

ResultValues evaluate_matmul(const Step& step) {
  constexpr size_t kBiasSlot = 2;
  const Tensor& left = step.tensor(0);
  const Tensor& right = step.tensor(1);
  Tensor result = step.make_result();
  const bool is_linear = step.record.op == op("linear");
  const Product product = is_linear ? linear_product(left, right, result) : matmul_product(left, right, result);
  const Bias bias = step.record.has_operand(kBiasSlot) ? linear_bias(step.tensor(kBiasSlot), result) : Bias{};
  multiply_in_category(product, left, right, bias, result);
  return single(std::move(result));
}

}  // namespace cleave
