// See prelude.h. A piece is found by the identifiers that it defines.
#include "core/kernel/prelude.h"

#include <cctype>
#include <set>
#include <span>
#include <vector>

#include "core/kernel/prelude_pieces.h"

namespace cleave {
namespace {

bool is_name_character(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

/// All identifiers of a text.
std::set<std::string_view> names_in(std::string_view text) {
  std::set<std::string_view> out;
  for (size_t i = 0; i < text.size();) {
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

/// Pieces stand behind what they use, so one walk from the last to the first finds everything.
std::string prelude_for(std::string_view kernel) {
  std::set<std::string_view> names = names_in(kernel);
  const std::span<const PreludePiece> pieces = prelude_pieces();
  std::vector<bool> is_used(pieces.size(), false);
  for (size_t i = pieces.size(); i-- > 0;) {
    is_used[i] = defines_one_of(pieces[i], names);
    if (is_used[i]) names.merge(names_in(pieces[i].text));
  }
  std::string out;
  for (size_t i = 0; i < pieces.size(); ++i) {
    if (is_used[i]) out += pieces[i].text;
  }
  return out;
}

}  // namespace cleave
