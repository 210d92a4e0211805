// One connection: reads one request within a time, answers it, and watches meanwhile whether its reader is still there.
// Runs in a process of its own (server.h), which it ends when the reader goes.
#pragma once

#include "native/serve/site.h"

namespace cleave::serve {

/// Answers what comes in on `socket`.
void answer_connection(int socket, const Site& site);

}  // namespace cleave::serve
