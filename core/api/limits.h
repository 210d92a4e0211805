// The limits on what is read, as people look them up: one row each, with the number taken from where it is kept. The
// reference page of diagnostics and the man page are made of it. Tested with the reference pages.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace cleave {

struct LimitRow {
  /// `Size of the text`.
  std::string_view what;
  /// `64 MiB`.
  std::string most;
  /// The code of the diagnostic that is raised beyond it.
  std::string_view code;
};

std::vector<LimitRow> all_limits();

}  // namespace cleave
