// See tensor_descriptor.h. Dims with a stride are ordered by it, largest first; dims of stride 0 keep their places.
#include "core/parse/tensor_descriptor.h"

#include <algorithm>

#include "core/base/check.h"
#include "core/base/checked_arithmetic.h"

namespace cleave {
namespace {

/// Position in memory → logical dim.
std::vector<size_t> memory_order(const std::vector<int64_t>& strides) {
  std::vector<size_t> order;
  for (size_t i = 0; i < strides.size(); ++i) {
    if (strides[i] != 0) order.push_back(i);
  }
  std::stable_sort(order.begin(), order.end(), [&](size_t a, size_t b) { return strides[a] > strides[b]; });
  for (size_t i = 0; i < strides.size(); ++i) {
    if (strides[i] == 0) order.insert(order.begin() + static_cast<std::ptrdiff_t>(i), i);
  }
  return order;
}

}  // namespace

TensorDescriptor describe_layout(const std::vector<int64_t>& sizes, const std::vector<int64_t>& strides) {
  CHECK(sizes.size() == strides.size(), "a stride for every size");
  const std::vector<size_t> order = memory_order(strides);
  const size_t rank = sizes.size();
  TensorDescriptor out;
  out.contiguity.resize(rank);
  out.stride_order.resize(rank);
  for (size_t position = 0; position < rank; ++position) {
    out.stride_order[order[position]] = static_cast<int64_t>(rank - 1 - position);
  }
  // The stride that the next dim outwards has if it is contiguous.
  int64_t expected = 1;
  for (size_t position = rank; position-- > 0;) {
    const size_t dim = order[position];
    if (sizes[dim] == 1 || strides[dim] == 0) continue;
    out.contiguity[position] = strides[dim] == expected;
    // No stride is as large as what does not fit.
    expected = checked_product(strides[dim], sizes[dim]).value_or(-1);
  }
  return out;
}

}  // namespace cleave
