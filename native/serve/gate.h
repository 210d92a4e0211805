// Who may talk to the server: names under which this machine reaches itself, the page that this server gave out, and
// who holds the token that was printed. Every other page of the browser, and a name that was made to point here, stays
// outside. Pure. Tested by tests/native/serve.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "native/serve/http_message.h"

namespace cleave::serve {

struct Gate {
  int port = 0;
  /// What `Authorization: Bearer` has to say.
  std::string token;
};

/// 256 bits of chance, as base64url; empty where the system has none.
std::string make_token();

/// Why the sender may not even see the page: it was reached under a name that is not this machine's own.
std::optional<Refusal> refuse_reader(const Gate& gate, const RequestHead& head);

/// Why the sender may not ask anything: the same, and another origin or a wrong token.
std::optional<Refusal> refuse_caller(const Gate& gate, const RequestHead& head);

}  // namespace cleave::serve
