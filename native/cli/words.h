// The words of the output that a newcomer does not know, each with its meaning in a line: once in the help and the man
// page, and as a legend under an output in which one occurs. Tested by tests/native/cli.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "native/cli/page.h"

namespace cleave::cli {

struct WordInfo {
  std::string_view word;
  std::string_view meaning;
};

std::span<const WordInfo> all_words();

/// A faint line for each of `words`, after an empty one; nothing where there are none.
void show_legend(const std::vector<std::string_view>& words, Page& page);

}  // namespace cleave::cli
