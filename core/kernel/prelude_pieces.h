// The tables of prelude.h, one a file.
#pragma once

#include <span>
#include <string_view>
#include <vector>

namespace cleave {

struct PreludePiece {
  /// The identifiers it defines, with a space between them.
  std::string_view defines;
  /// Uses only identifiers of earlier pieces, and ends with an empty line.
  std::string_view text;
  /// An identifier without which it is of no use; empty where there is none.
  std::string_view beside{};
};

/// Pieces by subject, in this order: each stands behind those that it uses.
std::span<const PreludePiece> storage_pieces();
std::span<const PreludePiece> arithmetic_pieces();
std::span<const PreludePiece> complex_pieces();
std::span<const PreludePiece> combining_pieces();
std::span<const PreludePiece> random_pieces();
std::span<const PreludePiece> threads_pieces();

/// All of them.
std::vector<const PreludePiece*> prelude_pieces();

}  // namespace cleave
