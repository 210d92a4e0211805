// What the terminal can show: width, colors, line drawing. Found out once, passed on by value. Tested by the tests of
// the command line (tests/native/cli).
#pragma once

#include <cstddef>

#include "native/cli/settings.h"

namespace cleave::cli {

struct Terminal {
  /// Columns to fill; at least 40.
  size_t width = 80;
  bool color = false;
  /// The locale's text is UTF-8, so that lines can be drawn.
  bool utf8 = false;
  /// Someone looks at it: long lines of definitions are broken to fit.
  bool is_terminal = false;
};

/// What the standard output can show.
Terminal terminal_of_output(ColorMode mode);

/// What the standard error stream can show.
Terminal terminal_of_errors(ColorMode mode);

}  // namespace cleave::cli
