// See prelude.h. A piece is found by the identifiers that it defines.
#include "core/kernel/prelude.h"

#include <algorithm>
#include <cctype>
#include <numeric>
#include <set>
#include <span>
#include <vector>

#include "core/kernel/prelude_pieces.h"

namespace cleave {
namespace {

bool is_name_character(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

/// All identifiers of a text but those in comments.
std::set<std::string_view> names_in(std::string_view text) {
  std::set<std::string_view> out;
  for (size_t i = 0; i < text.size();) {
    if (text.substr(i).starts_with("//")) i = std::min(text.find('\n', i), text.size());
    size_t end = i;
    while (end < text.size() && is_name_character(text[end])) ++end;
    if (end > i) out.insert(text.substr(i, end - i));
    i = end > i ? end : i + 1;
  }
  return out;
}

bool defines_one_of(const PreludePiece& piece, const std::set<std::string_view>& names) {
  std::string_view rest = piece.defines;
  while (!rest.empty()) {
    const size_t end = std::min(rest.find(' '), rest.size());
    if (names.contains(rest.substr(0, end))) return true;
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return false;
}

}  // namespace

std::vector<const PreludePiece*> prelude_pieces() {
  std::vector<const PreludePiece*> out;
  for (const std::span<const PreludePiece> table : {storage_pieces(), arithmetic_pieces(), complex_pieces(),
                                                    combining_pieces(), random_pieces(), threads_pieces()}) {
    for (const PreludePiece& piece : table) out.push_back(&piece);
  }
  return out;
}

/// Pieces stand behind what they use, so one walk from the last to the first finds everything.
std::string prelude_for(std::string_view kernel) {
  std::set<std::string_view> names = names_in(kernel);
  const std::vector<const PreludePiece*> pieces = prelude_pieces();
  std::vector<std::string_view> used;
  for (size_t i = pieces.size(); i-- > 0;) {
    const PreludePiece& piece = *pieces[i];
    if (!defines_one_of(piece, names) || (!piece.beside.empty() && !names.contains(piece.beside))) continue;
    used.push_back(piece.text);
    names.merge(names_in(piece.text));
  }
  return std::accumulate(used.rbegin(), used.rend(), std::string(),
                         [](std::string out, std::string_view text) { return std::move(out) += text; });
}

}  // namespace cleave
