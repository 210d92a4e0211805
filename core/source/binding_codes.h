// Diagnostic codes of the inputs: sizes, strides, dtypes, scalars that do not fit the definition (E03xx, W03xx, N03xx). Joined in diagnostic_codes.h.
#pragma once

#include <array>

#include "core/source/diagnostic.h"

namespace cleave::codes {

inline constexpr std::array kBindingCodes{
    DiagnosticCodeInfo{"E0301", "input_rank", Severity::kError, "input `{0}` has {1} dimensions, its tensor is declared with {2}",
                       "The number of sizes of an input must be the rank that define_tensor declares."},
};

}  // namespace cleave::codes
