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
    DiagnosticCodeInfo{"W0403", "keep_refused", Severity::kWarning,
                       "`{0}` is stored between g{1} and g{2} although `--keep` forbids it: {3}",
                       "A value stays inside one kernel only where a rule lets one kernel hold its producer and its readers; "
                       "`cleave explain` shows what would."},
};

}  // namespace cleave::codes
