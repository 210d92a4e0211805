// See render.h. Columns are counted as terminals show them: tabs become blanks, wide characters count two, combining
// ones none, and bytes that are no text show as `·`. Of a long line only a window around the place is shown.
#include "core/source/render.h"

#include <algorithm>
#include <string_view>
#include <vector>

#include "core/base/text.h"
#include "core/base/unicode.h"

namespace cleave {
namespace {

constexpr size_t kWindowColumns = 100;
constexpr size_t kTabColumns = 4;

struct Palette {
  std::string_view severity, place, strong, reset;
};

Palette palette(Severity severity, RenderStyle style) {
  if (style == RenderStyle::kPlain) return {};
  const std::string_view colour = severity == Severity::kError     ? "\x1b[1;31m"
                                  : severity == Severity::kWarning ? "\x1b[1;33m"
                                                                   : "\x1b[1;36m";
  return {colour, "\x1b[1;34m", "\x1b[1m", "\x1b[0m"};
}

std::string_view severity_word(Severity severity) {
  switch (severity) {
    case Severity::kError: return "error";
    case Severity::kWarning: return "warning";
    case Severity::kNote: return "note";
  }
  return "note";
}

/// One character of a source line as it is shown.
struct Glyph {
  std::string text;
  size_t columns = 1;
  /// Its bytes in the line.
  size_t begin = 0;
  size_t end = 0;
};

bool is_wide(uint32_t point) {
  return (point >= 0x1100 && point <= 0x115F) || (point >= 0x2E80 && point <= 0xA4CF) ||
         (point >= 0xAC00 && point <= 0xD7A3) || (point >= 0xF900 && point <= 0xFAFF) ||
         (point >= 0xFE30 && point <= 0xFE6F) || (point >= 0xFF00 && point <= 0xFF60) ||
         (point >= 0x1F300 && point <= 0x1FAFF) || (point >= 0x20000 && point <= 0x3FFFD);
}
bool is_zero_width(uint32_t point) {
  return (point >= 0x300 && point <= 0x36F) || (point >= 0x200B && point <= 0x200D) || point == 0xFEFF ||
         (point >= 0xFE00 && point <= 0xFE0F);
}

/// The character at `at`; a control character or a byte that is no text is a dot.
Glyph glyph_at(std::string_view line, size_t at, size_t column) {
  if (line[at] == '\t') {
    const size_t blanks = kTabColumns - column % kTabColumns;
    return {std::string(blanks, ' '), blanks, at, at + 1};
  }
  const CodePoint point = decode_code_point(line.substr(at));
  const size_t end = at + point.bytes;
  if (!point.valid || is_control(point.value)) return {"·", 1, at, end};
  return {std::string(line.substr(at, point.bytes)),
          is_zero_width(point.value) ? 0U
          : is_wide(point.value)     ? 2U
                                     : 1U,
          at, end};
}

/// A piece of the line around [begin, end), with `…` where something is left out.
struct Window {
  std::vector<Glyph> glyphs;
  bool cut_left = false;
  bool cut_right = false;
};

/// Starts a little before the place. Only bytes near it are looked at, so that a line of megabytes costs nothing.
Window window(std::string_view line, size_t begin) {
  constexpr size_t kBefore = 40;
  Window out;
  size_t at = 0;
  if (begin > kWindowColumns - kBefore / 2) {
    at = begin - kBefore;
    while (at < begin && (static_cast<unsigned char>(line[at]) & 0xC0U) == 0x80U) ++at;
    out.cut_left = true;
  }
  size_t columns = 0;
  while (at < line.size()) {
    Glyph glyph = glyph_at(line, at, columns);
    if (columns + glyph.columns > kWindowColumns) {
      out.cut_right = true;
      break;
    }
    columns += glyph.columns;
    at = glyph.end;
    out.glyphs.push_back(std::move(glyph));
  }
  return out;
}

class BlockRenderer {
 public:
  BlockRenderer(const SourceText& text, const Palette& colours) : text_(text), colours_(colours) {}

  /// The file, line and column, then the line with `mark` under the span and `message` behind.
  std::string block(SourceSpan span, char mark, std::string_view message, size_t gutter, bool with_place) const {
    const SourcePlace place = text_.place(span.begin);
    std::string out;
    if (with_place) {
      out += concat(std::string(gutter, ' '), colours_.place, "--> ", colours_.reset, visible(text_.name()), ":",
                    place.line, ":", place.column, "\n");
      out += bar(gutter) + "\n";
    }
    const std::string_view line = text_.line(place.line);
    const size_t line_start = text_.line_start(place.line);
    const size_t begin = std::min<size_t>(span.begin - line_start, line.size());
    const size_t end = std::clamp<size_t>(span.end - std::min<size_t>(line_start, span.end), begin, line.size());
    const Window shown = window(line, begin);
    const std::string number = std::to_string(place.line);
    out += concat(colours_.place, std::string(gutter - number.size(), ' '), number, " |", colours_.reset, " ",
                  line_text(shown), "\n");
    out += concat(bar(gutter), " ", colours_.severity, marks(shown, begin, end, mark), colours_.reset);
    if (!message.empty()) out += concat(" ", colours_.severity, message, colours_.reset);
    return out + "\n";
  }

  std::string bar(size_t gutter) const {
    return concat(std::string(gutter, ' '), colours_.place, " |", colours_.reset);
  }

 private:
  static std::string line_text(const Window& shown) {
    std::string out = shown.cut_left ? "…" : "";
    for (const Glyph& glyph : shown.glyphs) out += glyph.text;
    if (shown.cut_right) out += "…";
    return out;
  }

  static std::string marks(const Window& shown, size_t begin, size_t end, char mark) {
    std::string out = shown.cut_left ? " " : "";
    size_t marked = 0;
    for (const Glyph& glyph : shown.glyphs) {
      if (glyph.begin < begin) {
        out.append(glyph.columns, ' ');
      } else if (glyph.begin < end) {
        out.append(glyph.columns, mark);
        marked += glyph.columns;
      }
    }
    if (marked == 0) out += mark;
    return out;
  }

  const SourceText& text_;
  const Palette& colours_;
};

size_t digits(size_t number) { return std::to_string(number).size(); }

}  // namespace

std::string render(const Diagnostic& diagnostic, const SourceText& text, RenderStyle style) {
  const DiagnosticCodeInfo& row = info(diagnostic.code);
  const Palette colours = palette(row.severity, style);
  std::string out = concat(colours.severity, severity_word(row.severity), "[", row.code, "]", colours.reset,
                           colours.strong, ": ", message_text(diagnostic), colours.reset, "\n");
  size_t gutter = 2;
  if (diagnostic.span) gutter = std::max(gutter, digits(text.place(diagnostic.span->begin).line) + 1);
  for (const DiagnosticLabel& label : diagnostic.labels)
    gutter = std::max(gutter, digits(text.place(label.span.begin).line) + 1);
  const BlockRenderer blocks(text, colours);
  if (diagnostic.span) out += blocks.block(*diagnostic.span, '^', {}, gutter, true);
  for (const DiagnosticLabel& label : diagnostic.labels) {
    out += blocks.block(label.span, '-', label.text, gutter, !diagnostic.span);
  }
  for (const std::string& note : diagnostic.notes) {
    out += concat(std::string(gutter, ' '), colours.place, " = ", colours.reset, "note: ", note, "\n");
  }
  return out;
}

std::string render(const Diagnostics& diagnostics, const SourceText& text, RenderStyle style) {
  std::string out;
  for (const Diagnostic& diagnostic : diagnostics.all()) out += render(diagnostic, text, style) + "\n";
  if (diagnostics.dropped() > 0) {
    const auto count = grouped_number(static_cast<int64_t>(diagnostics.dropped()));
    out += concat("… and ", count, diagnostics.dropped() == 1 ? " more that is" : " more that are", " not shown\n");
  }
  return out;
}

}  // namespace cleave
