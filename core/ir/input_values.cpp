// See input_values.h.
#include "core/ir/input_values.h"

#include <algorithm>
#include <numeric>

#include "core/base/checked_arithmetic.h"

namespace cleave {

std::vector<int64_t> row_major_strides(const std::vector<int64_t>& sizes) {
  std::vector<int64_t> strides(sizes.size(), 1);
  for (size_t i = sizes.size(); i-- > 1;) strides[i - 1] = strides[i] * std::max<int64_t>(sizes[i], 1);
  return strides;
}

std::optional<int64_t> needed_storage(const std::vector<int64_t>& sizes, const std::vector<int64_t>& strides) {
  if (std::find(sizes.begin(), sizes.end(), 0) != sizes.end()) return 0;
  std::optional<int64_t> out = 1;
  for (size_t dim = 0; out && dim < sizes.size(); ++dim) {
    if (sizes[dim] < 0 || strides[dim] < 0) return std::nullopt;
    const auto reach = checked_product(sizes[dim] - 1, strides[dim]);
    out = reach ? checked_sum(*out, *reach) : std::nullopt;
  }
  return out;
}

std::optional<std::pair<size_t, size_t>> overlapping_dims(const TensorInput& tensor) {
  const size_t rank = std::min(tensor.sizes.size(), tensor.strides.size());
  const bool is_empty = std::find(tensor.sizes.begin(), tensor.sizes.end(), 0) != tensor.sizes.end();
  for (size_t a = 0; !is_empty && a < rank; ++a) {
    if (tensor.sizes[a] <= 1 || tensor.strides[a] < 0) continue;
    if (tensor.strides[a] == 0) return std::pair(a, a);
    for (size_t b = a + 1; b < rank; ++b) {
      if (tensor.sizes[b] <= 1 || tensor.strides[b] <= 0) continue;
      // The least steps along one dim that are whole steps along the other.
      const int64_t common = std::gcd(tensor.strides[a], tensor.strides[b]);
      const bool meet = tensor.strides[b] / common < tensor.sizes[a] && tensor.strides[a] / common < tensor.sizes[b];
      if (meet) return std::pair(a, b);
    }
  }
  return std::nullopt;
}

}  // namespace cleave
