// See strided_memory.h.
#include "tests/cuda_on_host/strided_memory.h"

#include <algorithm>
#include <cstring>

namespace cleave {
namespace {

constexpr size_t kGuard = 1024;
constexpr size_t kAlignment = 256;
/// NaN in every floating type, so that what is read before it is written shows.
constexpr std::byte kPoison{0xff};

}  // namespace

StridedMemory::StridedMemory(DType dtype, std::vector<int64_t> extents, Strides strides)
    : dtype_(dtype),
      extents_(std::move(extents)),
      strides_(std::move(strides)),
      element_bytes_(static_cast<size_t>(info(dtype).bits / 8)) {
  int64_t last = 0;
  for (size_t i = 0; i < extents_.size(); ++i) last += strides_[i] * std::max<int64_t>(extents_[i] - 1, 0);
  const bool is_empty = element_count(extents_) == 0;
  const size_t size = is_empty ? 0 : static_cast<size_t>(last + 1) * element_bytes_;
  bytes_.assign(size + 2 * kGuard + kAlignment, kPoison);
  const auto address = reinterpret_cast<uintptr_t>(bytes_.data()) + kGuard;
  begin_ = kGuard + (kAlignment - address % kAlignment) % kAlignment;
  end_ = begin_ + size;
}

/// Calls `visit(linear index, place in memory)` for every element in row-major order.
template <class Visit>
void StridedMemory::for_each(Visit visit) const {
  std::vector<int64_t> place(extents_.size(), 0);
  const int64_t count = element_count(extents_);
  for (int64_t i = 0; i < count; ++i) {
    int64_t at = 0;
    for (size_t axis = 0; axis < place.size(); ++axis) at += place[axis] * strides_[axis];
    visit(i, begin_ + static_cast<size_t>(at) * element_bytes_);
    for (size_t axis = place.size(); axis-- > 0;) {
      if (++place[axis] < extents_[axis]) break;
      place[axis] = 0;
    }
  }
}

void StridedMemory::write(const Tensor& value) {
  CHECK(value.extents() == extents_ && value.dtype() == dtype_, "a value is written to memory of its own shape");
  for_each([&](int64_t i, size_t at) {
    std::memcpy(bytes_.data() + at, value.data() + static_cast<size_t>(i) * element_bytes_, element_bytes_);
  });
}

Tensor StridedMemory::read() const {
  Tensor out(dtype_, extents_);
  for_each([&](int64_t i, size_t at) {
    std::memcpy(out.data() + static_cast<size_t>(i) * element_bytes_, bytes_.data() + at, element_bytes_);
  });
  return out;
}

bool StridedMemory::is_guard_whole() const {
  const auto is_poison = [](std::byte b) { return b == kPoison; };
  return std::all_of(bytes_.begin(), bytes_.begin() + static_cast<std::ptrdiff_t>(begin_), is_poison) &&
         std::all_of(bytes_.begin() + static_cast<std::ptrdiff_t>(end_), bytes_.end(), is_poison);
}

}  // namespace cleave
