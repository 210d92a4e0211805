// See strided_copy.h. Tested by tests/native/execute.
#include "native/execute/strided_copy.h"

#include <algorithm>
#include <cstring>
#include <vector>

namespace cleave {
namespace {

/// Calls `visit(linear index, byte in memory)` for every element in row-major order.
template <class Visit>
void for_each_element(const std::vector<int64_t>& extents, const Strides& strides, int64_t size, Visit visit) {
  std::vector<int64_t> place(extents.size(), 0);
  int64_t count = 1;
  for (const int64_t extent : extents) count *= extent;
  int64_t at = 0;
  for (int64_t i = 0; i < count; ++i) {
    visit(i, at * size);
    for (size_t axis = place.size(); axis-- > 0;) {
      at += strides[axis];
      if (++place[axis] < extents[axis]) break;
      at -= strides[axis] * extents[axis];
      place[axis] = 0;
    }
  }
}

}  // namespace

int64_t bytes_of_element(DType dtype) { return std::max<int64_t>(info(dtype).bits / 8, 1); }

Tensor read_tensor(const TensorType& type, const Strides& strides, const void* from) {
  Tensor out(type.dtype, type.extents());
  const int64_t size = bytes_of_element(type.dtype);
  for_each_element(type.extents(), strides, size, [&](int64_t i, int64_t at) {
    std::memcpy(out.data() + i * size, static_cast<const char*>(from) + at, static_cast<size_t>(size));
  });
  return out;
}

void write_tensor(const Tensor& value, const Strides& strides, void* to) {
  const int64_t size = bytes_of_element(value.dtype());
  for_each_element(value.extents(), strides, size, [&](int64_t i, int64_t at) {
    std::memcpy(static_cast<char*>(to) + at, value.data() + i * size, static_cast<size_t>(size));
  });
}

}  // namespace cleave
