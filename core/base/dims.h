// Python's ways of naming places: indices that count from the end, and orders of dimensions. Each answers nothing where
// the numbers name no place; who asks says what that means to the user.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace cleave {

/// `dim` counted from 0, or nothing where it is outside of [-rank, rank).
inline std::optional<size_t> normalized_dim(int64_t dim, size_t rank) {
  const auto signed_rank = static_cast<int64_t>(rank);
  if (dim < -signed_rank || dim >= signed_rank) return std::nullopt;
  return static_cast<size_t>(dim < 0 ? dim + signed_rank : dim);
}

/// `order` with every entry counted from 0, or nothing where it does not name each of `rank` dims once.
inline std::optional<std::vector<int64_t>> normalized_permutation(std::span<const int64_t> order, size_t rank) {
  if (order.size() != rank) return std::nullopt;
  std::vector<bool> seen(rank, false);
  std::vector<int64_t> out;
  out.reserve(rank);
  for (int64_t entry : order) {
    const std::optional<size_t> dim = normalized_dim(entry, rank);
    if (!dim || seen[*dim]) return std::nullopt;
    seen[*dim] = true;
    out.push_back(static_cast<int64_t>(*dim));
  }
  return out;
}

}  // namespace cleave
