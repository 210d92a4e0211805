// Diagnostic codes of segmentation options (E04xx, W04xx). Joined in diagnostic_codes.h.
#pragma once

#include <array>

#include "core/source/diagnostic.h"

namespace cleave::codes {

inline constexpr std::array kSegmentCodes{
    DiagnosticCodeInfo{"E0401", "cut_not_found", Severity::kError, "there is no value `{0}` to cut at or to keep",
                       "`--cut` and `--keep` take the name that the definition gives a value, or `#` and its index."},
    DiagnosticCodeInfo{"E0402", "cut_not_tensor", Severity::kError, "`{0}` is no tensor; only tensors are cut at or kept",
                       "Scalars and vectors are computed again wherever they are needed, so they never cross a cut."},
};

}  // namespace cleave::codes
