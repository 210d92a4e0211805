// One segment as a script that runs alone: its definition, and inputs with the sizes and strides that it has in the
// whole. Read back, it gives the segment's definition and the same sizes.
#pragma once

#include <string>
#include <string_view>

#include "core/api/compile.h"

namespace cleave {

/// `definition` is the segment's definition as it is printed in `dialect`.
std::string repro_script(const Compilation& compilation, SegmentId segment, std::string_view definition,
                         Dialect dialect);

}  // namespace cleave
