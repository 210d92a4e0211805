// The drawing of a segmented definition: what is shown (drawing_model.h), laid out (core/layout), as a display list.
#pragma once

#include "core/api/compile.h"
#include "core/api/drawing_response.h"
#include "core/api/page_numbers.h"
#include "core/api/request.h"

namespace cleave {

/// Reports a segment of `request.expand` that is not there.
void check_expand(const Request& request, Compilation& compilation);

DrawingView drawing_view(const Compilation& compilation, const Request& request, const PageNumbers& numbers);

}  // namespace cleave
