// What stands at which path: the page's files for who reaches this machine by its own name, and two questions for the
// page alone. Pure but for the files. Tested by tests/native/serve.
//
//   GET  /...     a file of the page
//   POST /call    a request of core/api as JSON, answered by a response of it
//   POST /about   what this machine can do, as JSON; the body is empty
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "native/serve/gate.h"
#include "native/serve/http_message.h"

namespace cleave::serve {

struct Site {
  /// The built page.
  std::string folder;
  Gate gate;
  /// JSON in, JSON out.
  std::function<std::string(std::string_view request)> call;
  std::function<std::string()> about;
};

/// Most bytes of a request.
inline constexpr size_t kMostBodyBytes = size_t{64} << 20;

/// Why a request is not taken, known before its body is read; nothing where it is taken.
std::optional<Refusal> refuse(const Site& site, const RequestHead& head);

/// The answer to a request that is not refused.
Reply reply_to(const Site& site, const RequestHead& head, std::string_view body);

Reply reply_of(const Refusal& refusal);

}  // namespace cleave::serve
