// The table of prelude.h.
#pragma once

#include <span>
#include <string_view>

namespace cleave {

struct PreludePiece {
  /// The identifiers it defines, with a space between them.
  std::string_view defines;
  /// Uses only identifiers of earlier pieces, and ends with an empty line.
  std::string_view text;
};

/// All pieces, each behind those that it uses.
std::span<const PreludePiece> prelude_pieces();

}  // namespace cleave
