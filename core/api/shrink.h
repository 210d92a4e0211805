// Making a run fit into memory by scaling extents down, everywhere at once: in the bound inputs and in the numbers of
// the definition. Extents are halved, the largest first, together with their multiples, and only as far as the
// definition still means something with them. Tested by tests/core/api.
#pragma once

#include <map>
#include <optional>
#include <string>

#include "core/api/compile.h"
#include "core/api/host.h"
#include "core/api/request.h"

namespace cleave {

/// Old extent → new extent.
using ExtentScale = std::map<int64_t, int64_t>;

/// `definition` with every extent of the scale replaced: in define_tensor and in integer constants.
Definition scaled_definition(const Definition& definition, const ExtentScale& scale);

/// An input with the extents of the scale replaced, its strides made dense in the same memory order.
InputValue scaled_input(const InputValue& input, const ExtentScale& scale);

/// True where the run fits into `request.memory`, after scaling where the request asks for it; then `said` names the
/// extents that changed. False after a diagnostic.
bool fit_into_memory(const Request& request, const Host& host, Compilation& compilation,
                     std::optional<std::string>& said);

}  // namespace cleave
