// Diagnostic codes of the meaning of records: ranks, shapes, dtypes, aliases (E02xx, W02xx). Joined in diagnostic_codes.h.
#pragma once

#include <array>

#include "core/source/diagnostic.h"

namespace cleave::codes {

inline constexpr std::array kRewriteCodes{
    DiagnosticCodeInfo{"E0201", "dim_out_of_range", Severity::kError, "dim {0} is outside of `{1}`, which has {2} dimensions",
                       "A dim counts from 0, or from the end when negative."},
};

}  // namespace cleave::codes
