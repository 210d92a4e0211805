// `cleave serve`: finds the page, opens the port, prints the address with its token, and answers the page's requests as
// the command line would, until it is stopped. Tested by tests/native/cli.
#pragma once

#include "native/cli/exit_codes.h"
#include "native/cli/settings.h"

namespace cleave::cli {

ExitCode serve_page(const Settings& settings);

}  // namespace cleave::cli
