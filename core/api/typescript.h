// Requests and responses as TypeScript types, written from the descriptions of the structs. Tested with schema.h.
#pragma once

#include <string>

namespace cleave {

/// The text of web/src/api_types.ts.
std::string typescript_types();

}  // namespace cleave
