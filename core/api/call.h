// The one door: everything that the command line, the browser and the docs ask of Cleave is asked here. The same
// request gives the same bytes, native and in WebAssembly, but for the microseconds of a run.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/api/host.h"
#include "core/api/request.h"
#include "core/api/response.h"
#include "core/source/diagnostic.h"

namespace cleave {

/// Answers a request given as JSON with a response as JSON (docs/api.schema.json). A request that cannot be read gets a
/// response that says so.
std::string call(std::string_view request, const Progress& progress = {}, const Clock& clock = {});

/// The same on structs.
Response respond(const Request& request, const Host& host = {});

/// The response to a request that failed before it came here: one diagnostic without a place.
Response failed_response(const Request& request, DiagnosticCode code, std::vector<std::string> arguments);

/// `0.1.0`.
std::string_view version();

}  // namespace cleave
