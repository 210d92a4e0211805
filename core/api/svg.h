// A drawing as SVG: one file without references to others, in light or dark as its reader prefers. Tested with
// drawing.h.
#pragma once

#include <string>
#include <string_view>

#include "core/api/drawing_response.h"

namespace cleave {

/// `title` is what the picture shows, for those who do not see it.
std::string svg_text(const DrawingView& drawing, std::string_view title);

}  // namespace cleave
