// `cleave html`: one file that shows the result wherever it is opened, as the page exports it. The template comes from
// the built page; what stands in it is data, and none of it can become markup or script. Tested by tests/native/cli.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "native/cli/exit_codes.h"
#include "native/cli/settings.h"

namespace cleave::cli {

ExitCode write_report(const Settings& settings);

/// The template with the JSON in its place, in which nothing can end the element that it stands in; nothing where the
/// template has no place for it.
std::optional<std::string> filled_report(std::string_view page, std::string_view json);

}  // namespace cleave::cli
