// The JSON Schema of requests and responses, from their descriptions. Written to docs/api.schema.json; a test compares.
#pragma once

#include <string>

namespace cleave {

/// Draft 2020-12; `$defs/Request` and `$defs/Response` are what call() takes and gives.
std::string api_schema();

}  // namespace cleave
