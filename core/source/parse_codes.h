// Diagnostic codes of the text: lexing, syntax, names, arity, keywords (E01xx, W01xx, N01xx). Joined in diagnostic_codes.h.
#pragma once

#include <array>

#include "core/source/diagnostic.h"

namespace cleave::codes {

inline constexpr std::array kParseCodes{
    DiagnosticCodeInfo{"E0102", "unknown_op", Severity::kError, "unknown op `{0}`",
                       "The name after `fd.ops.` is not an op of the fusion language. The closest known name is suggested."},
};

}  // namespace cleave::codes
