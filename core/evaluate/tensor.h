// A plain tensor value: elements in row-major logical order, stored in the dtype's own bytes (4-bit types one to a
// byte). Memory layout (strides, expanded axes) is a property of types, not of values; the reference does not need it.
//
// Elements are read and written as reals (double), integers (int64) or complex numbers, whatever their dtype; writing
// rounds once, to nearest even, and saturates where number_formats.h says that a format does. Writing an integer to an
// integer type wraps; writing a real to one truncates toward zero and saturates, NaN giving 0, as the GPU's conversion
// does. UInt64 is held in the bits of int64; read as a real it is what those bits stand for.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <vector>

#include "core/ops/dtype.h"
#include "core/ops/scalar_value.h"

namespace cleave {

/// False of Null, and of pairs of 4-bit numbers: values are single numbers.
bool is_element_type(DType dtype);

class Tensor {
 public:
  Tensor() = default;
  /// All elements zero (the smallest value where a format has no zero).
  Tensor(DType dtype, std::vector<int64_t> extents);

  DType dtype() const { return dtype_; }
  const std::vector<int64_t>& extents() const { return extents_; }
  size_t rank() const { return extents_.size(); }
  int64_t element_count() const { return count_; }
  int64_t bytes() const { return static_cast<int64_t>(storage_.size()); }

  /// Elements by row-major linear index, which must be in range. An integer read from a real is truncated, a real read
  /// from a complex number is its real part.
  double real(int64_t i) const;
  int64_t integer(int64_t i) const;
  Complex complex(int64_t i) const;
  /// In the dtype's own category.
  ScalarValue value(int64_t i) const;
  void set_real(int64_t i, double value);
  void set_integer(int64_t i, int64_t value);
  void set_complex(int64_t i, Complex value);
  void set_value(int64_t i, const ScalarValue& value);
  /// Makes element `i` that of `from` at `j`, converted.
  void convert_element(int64_t i, const Tensor& from, int64_t j);
  /// Makes element `i` that of `from` at `j`, which is of the same dtype, bit by bit.
  void copy_element(int64_t i, const Tensor& from, int64_t j) {
    const size_t size = element_bytes_;
    std::memcpy(data() + static_cast<size_t>(i) * size, from.data() + static_cast<size_t>(j) * size, size);
  }
  /// Every element.
  void fill(const ScalarValue& value);

  const std::byte* data() const { return storage_.data(); }
  std::byte* data() { return storage_.data(); }

 private:
  DType dtype_ = DType::kFloat;
  std::vector<int64_t> extents_;
  int64_t count_ = 0;
  size_t element_bytes_ = 4;
  std::vector<std::byte> storage_;
};

/// Values are shared by identity: an in-place update is seen by everyone who holds the tensor.
using TensorPointer = std::shared_ptr<Tensor>;

/// The number `value` as an element of `dtype` holds it; itself where that is no element type.
ScalarValue round_to(DType dtype, const ScalarValue& value);

/// Row-major linear strides of `extents`: the product of the later extents.
std::vector<int64_t> linear_strides(const std::vector<int64_t>& extents);

/// The product of `extents`.
int64_t element_count(const std::vector<int64_t>& extents);

}  // namespace cleave
