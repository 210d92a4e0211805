// Walks the elements of a shape in row-major order and keeps, beside the place, one linear index into each of several
// tensors: place times the tensor's strides, a stride of 0 repeating an axis. Every loop of the reference over elements
// is one of these.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "core/evaluate/tensor.h"

namespace cleave {

class Odometer {
 public:
  /// `strides[k][axis]` is how far tensor k moves along `axis`; `bases[k]` where it starts (0 where not given).
  Odometer(std::vector<int64_t> extents, const std::vector<std::vector<int64_t>>& strides,
           std::vector<int64_t> bases = {})
      : extents_(std::move(extents)),
        places_(extents_.size(), 0),
        positions_(std::move(bases)),
        tensors_(strides.size()),
        count_(element_count(extents_)) {
    positions_.resize(tensors_, 0);
    strides_.resize(extents_.size() * tensors_);
    for (size_t axis = 0; axis < extents_.size(); ++axis) {
      for (size_t k = 0; k < tensors_; ++k) strides_[axis * tensors_ + k] = strides[k][axis];
    }
  }

  /// Number of places; calling next() that often comes back to the first.
  int64_t count() const { return count_; }
  /// The linear index into tensor k at this place.
  int64_t position(size_t k) const { return positions_[k]; }
  const std::vector<int64_t>& place() const { return places_; }

  void next() {
    for (size_t axis = extents_.size(); axis-- > 0;) {
      const int64_t* strides = strides_.data() + axis * tensors_;
      if (++places_[axis] < extents_[axis]) {
        for (size_t k = 0; k < tensors_; ++k) positions_[k] += strides[k];
        return;
      }
      places_[axis] = 0;
      for (size_t k = 0; k < tensors_; ++k) positions_[k] -= strides[k] * (extents_[axis] - 1);
    }
  }

 private:
  std::vector<int64_t> extents_;
  std::vector<int64_t> places_;
  std::vector<int64_t> positions_;
  /// strides_[axis * tensors_ + k].
  std::vector<int64_t> strides_;
  size_t tensors_;
  int64_t count_;
};

}  // namespace cleave
