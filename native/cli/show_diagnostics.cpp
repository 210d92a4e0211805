// Diagnostics with colors. See show.h.
#include <string_view>

#include "core/base/text.h"
#include "native/cli/show.h"

namespace cleave::cli {
namespace {

Style style_of(Severity severity) {
  switch (severity) {
    case Severity::kError: return kBad;
    case Severity::kWarning: return kWarning;
    case Severity::kNote: return kStrong;
  }
  return kPlain;
}

/// True for the line under a quoted one, which only holds a bar and carets.
bool is_caret_line(std::string_view line) {
  return line.find('^') != std::string_view::npos && line.find_first_not_of(" |^~0123456789") == std::string_view::npos;
}

}  // namespace

void show_diagnostics(const Response& response, Page& page, size_t shown) {
  for (size_t i = shown; i < response.diagnostics.size(); ++i) {
    const DiagnosticView& diagnostic = response.diagnostics[i];
    std::string_view rest = diagnostic.rendered;
    const Style style = style_of(diagnostic.severity);
    bool is_first = true;
    while (!rest.empty()) {
      const size_t end = rest.find('\n');
      const std::string line(rest.substr(0, end));
      const size_t colon = line.find("]: ");
      if (is_first && colon != std::string::npos) {
        page.verbatim({{line.substr(0, colon + 1), style}, {line.substr(colon + 1), kStrong}});
      } else {
        page.verbatim({{line, is_caret_line(line) ? style : kPlain}});
      }
      is_first = false;
      rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
    }
  }
  if (response.diagnostics_dropped > 0 && (shown == 0 || shown < response.diagnostics.size())) {
    page.line({{concat("and ", counted(response.diagnostics_dropped, "more diagnostic")), kStrong}});
  }
}

std::string count_of_diagnostics(const Response& response) {
  int64_t errors = 0;
  int64_t warnings = 0;
  int64_t notes = 0;
  for (const DiagnosticView& diagnostic : response.diagnostics) {
    errors += diagnostic.severity == Severity::kError ? 1 : 0;
    warnings += diagnostic.severity == Severity::kWarning ? 1 : 0;
    notes += diagnostic.severity == Severity::kNote ? 1 : 0;
  }
  std::string out = errors == 0 ? std::string("no errors") : counted(errors, "error");
  if (warnings > 0) out += concat(", ", counted(warnings, "warning"));
  if (notes > 0) out += concat(", ", counted(notes, "note"));
  return out;
}

}  // namespace cleave::cli
