// See definition_text.h.
#include "native/cli/definition_text.h"

#include <algorithm>
#include <vector>

namespace cleave::cli {
namespace {

constexpr std::string_view kOpPrefix = "fd.ops.";

bool is_name(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_'; }

/// The name of the op of a line stands out, everything else is plain.
Line highlighted(const std::string& line) {
  if (line.starts_with("def ")) return {{line, kFaint}};
  const size_t place = line.find(kOpPrefix);
  if (place == std::string::npos) return {{line, kPlain}};
  const size_t begin = place + kOpPrefix.size();
  size_t end = begin;
  while (end < line.size() && is_name(line[end])) ++end;
  return {{line.substr(0, begin), kPlain}, {line.substr(begin, end - begin), kStrong}, {line.substr(end), kPlain}};
}

}  // namespace

std::vector<std::string> broken_call(std::string_view line, size_t width) {
  std::vector<std::string> out;
  const size_t open = line.find('(');
  const size_t arguments = open == std::string_view::npos ? 0 : open + 1;
  // Where the call's name takes most of the line, its arguments begin further left.
  const size_t hang = std::min(arguments, width / 2);
  std::string indent;
  while (indent.size() + line.size() > width && hang > 0) {
    const size_t room = width - indent.size();
    // The first line keeps at least its first argument.
    const size_t least = indent.empty() ? arguments : 0;
    size_t comma = line.rfind(", ", room - 1);
    if (comma == std::string_view::npos || comma < least) comma = line.find(", ", least);
    if (comma == std::string_view::npos) break;
    out.push_back(indent + std::string(line.substr(0, comma + 1)));
    line.remove_prefix(comma + 2);
    indent.assign(hang, ' ');
  }
  out.push_back(indent + std::string(line));
  return out;
}

void show_definition(std::string_view text, Page& page) {
  while (text.starts_with('\n')) text.remove_prefix(1);
  while (text.ends_with('\n')) text.remove_suffix(1);
  while (!text.empty()) {
    const size_t end = text.find('\n');
    const std::string_view line = text.substr(0, end);
    const bool breaks = page.terminal().is_terminal && columns(line) > page.terminal().width;
    const std::vector<std::string> parts =
        breaks ? broken_call(line, page.terminal().width) : std::vector<std::string>{std::string(line)};
    for (const std::string& part : parts) page.verbatim(highlighted(part));
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  }
}

}  // namespace cleave::cli
