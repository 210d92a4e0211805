// A printed definition for the eye: op names stand out, and lines that are too long for the terminal are broken after a
// comma inside the call, which is still Python. In a pipe the text stays as it was printed. Tested by tests/native/cli.
#pragma once

#include <string>
#include <string_view>

#include "native/cli/page.h"

namespace cleave::cli {

/// Appends the definition to the page.
void show_definition(std::string_view text, Page& page);

/// `line` in lines of at most `width` columns, broken after commas, later ones under the first argument.
std::vector<std::string> broken_call(std::string_view line, size_t width);

}  // namespace cleave::cli
