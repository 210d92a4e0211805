// Values as a device holds them: elements at the strides of a tensor's layout, with guarded ends, so that a kernel that
// writes outside is found.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "core/evaluate/tensor.h"
#include "core/schedule/schedule.h"

namespace cleave {

class StridedMemory {
 public:
  /// Memory for `extents` at `strides`, poisoned.
  StridedMemory(DType dtype, std::vector<int64_t> extents, Strides strides);

  void write(const Tensor& value);
  Tensor read() const;
  /// Of the first element; 256-byte aligned, as device memory is.
  void* data() { return bytes_.data() + begin_; }
  /// Behind the last element.
  void* end() { return bytes_.data() + end_; }
  /// Nothing around the elements was written.
  bool is_guard_whole() const;

 private:
  template <class Visit>
  void for_each(Visit visit) const;

  DType dtype_;
  std::vector<int64_t> extents_;
  Strides strides_;
  size_t element_bytes_;
  std::vector<std::byte> bytes_;
  size_t begin_ = 0;
  size_t end_ = 0;
};

}  // namespace cleave
