// Values of scalar records: constants, extents and what is computed from them, so that shapes given by arithmetic are
// numbers before anything is drawn or cut.
#pragma once

#include <optional>
#include <span>

#include "core/ops/op_info.h"

namespace cleave {

/// The value of an element-wise op on scalars, computed in `computation` and given in the category of `result`; nothing
/// where the op has no meaning there.
std::optional<ScalarValue> fold(const OpInfo& op, std::span<const ScalarValue> operands, DType computation,
                                DType result);

}  // namespace cleave
