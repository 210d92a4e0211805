// Described structs ↔ JSON text. Writing is ours: fields in the order of the description, numbers in their shortest
// form, so the same value gives the same bytes in every build. Reading uses nlohmann::json, which only json.cpp sees,
// without exceptions. Text that is not valid UTF-8 is written with U+FFFD in place of the stray bytes.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/api/request.h"
#include "core/api/response.h"

namespace cleave {

/// The response as one line of JSON, without a line end.
std::string to_json(const Response& response);

/// The request as one line of JSON: read_request(to_json(r)) gives r.
std::string to_json(const Request& request);

struct ReadRequest {
  Request request;
  /// Fields that are unknown, have the wrong type or are out of range; a sentence each.
  std::vector<std::string> problems;
};

/// Reads a request; fields that are absent keep their defaults.
ReadRequest read_request(std::string_view text);

}  // namespace cleave
