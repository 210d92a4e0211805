// `run`: makes the inputs, runs the segments and the whole, compares. Refuses what does not fit into the memory that
// the request allows, or scales the extents down where it asks for that. Tested through respond() (call.h).
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "core/api/compile.h"
#include "core/api/host.h"
#include "core/api/request.h"
#include "core/api/response.h"

namespace cleave {

/// Runs a compilation that has a plan and fills in what a response says of the run: `run`, `outputs`, and device and
/// time of the segments. A run that cannot be done leaves them out and reports why.
void run(const Request& request, const Host& host, Compilation& compilation, Response& response);

/// About how long the reference evaluator takes for so many values; nothing where that is short.
std::optional<std::string> long_run_time(int64_t values);

}  // namespace cleave
