// Whether one given input fits the record that declares it: kind, rank, dtype, sizes, strides. And the layout that a
// declared tensor has when nobody gives strides.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/infer/binding.h"

namespace cleave {

/// Memory position, outermost first → logical dim, as `declared` orders them; row-major where its order is no
/// permutation.
std::vector<size_t> declared_order(const TensorAttributes& declared);

/// True where the dim at memory position `position` of `declared` is a broadcast or repeated without storage.
bool is_without_storage(const TensorAttributes& declared, size_t position);

/// Dense strides in the declared order: 0 for dims that are repeated without storage. Saturates instead of overflowing.
std::vector<int64_t> declared_strides(const TensorAttributes& declared, const std::vector<int64_t>& sizes);

/// The stride_order that `declared` lacks: where its contiguity list contradicts the strides in row-major order and
/// fits them in the order that the strides themselves have. (Definitions printed without their stride_order are such.)
std::optional<std::vector<int64_t>> implied_stride_order(const TensorAttributes& declared, const TensorInput& value);

/// True where `value`, without negative sizes and strides, has no more elements than a tensor may have, and all of them
/// can be addressed.
bool is_addressable(const TensorInput& value);

/// Reports everything about `value` that does not fit `declared`. True where nothing does not.
bool check_tensor(const std::string& name, const TensorAttributes& declared, const TensorInput& value,
                  std::optional<SourceSpan> span, Diagnostics& diagnostics);
bool check_scalar(const std::string& name, DType declared, const ScalarValue& value, std::optional<SourceSpan> span,
                  Diagnostics& diagnostics);

}  // namespace cleave
