// Diagnostic codes of the machine and the run: memory, devices, files (E09xx). Joined in diagnostic_codes.h.
#pragma once

#include <array>

#include "core/source/diagnostic.h"

namespace cleave::codes {

inline constexpr std::array kMachineCodes{
    DiagnosticCodeInfo{"E0901", "not_enough_memory", Severity::kError, "the run needs about {0}, more than the limit of {1}",
                       "`--shrink` scales the extents down until the values fit; `--memory` changes the limit."},
};

}  // namespace cleave::codes
