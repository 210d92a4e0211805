// A plain tensor value: elements in row-major logical order, stored in the dtype's own bytes. Memory layout (strides,
// expanded axes) is a property of types, not of values; the reference does not need it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "core/ops/dtype.h"
#include "core/ops/scalar_value.h"

namespace cleave {

class Tensor {
 public:
  Tensor() = default;
  /// All elements zero.
  Tensor(DType dtype, std::vector<int64_t> extents);

  DType dtype() const { return dtype_; }
  const std::vector<int64_t>& extents() const { return extents_; }
  int64_t element_count() const { return count_; }
  int64_t bytes() const { return static_cast<int64_t>(storage_.size()); }

  /// Elements by row-major linear index, converted from and to the storage type; setting rounds to it (to nearest even,
  /// saturating where the format does) and wraps integers.
  double real(int64_t i) const;
  int64_t integer(int64_t i) const;
  Complex complex(int64_t i) const;
  ScalarValue value(int64_t i) const;
  void set_real(int64_t i, double value);
  void set_integer(int64_t i, int64_t value);
  void set_complex(int64_t i, Complex value);
  void set_value(int64_t i, const ScalarValue& value);

  const std::byte* data() const { return storage_.data(); }
  std::byte* data() { return storage_.data(); }

 private:
  DType dtype_ = DType::kFloat;
  std::vector<int64_t> extents_;
  int64_t count_ = 0;
  std::vector<std::byte> storage_;
};

/// Values are shared by identity: an in-place update is seen by everyone who holds the tensor.
using TensorPointer = std::shared_ptr<Tensor>;

}  // namespace cleave
