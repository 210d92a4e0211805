// Text laid out for a terminal: styles, rules, tables and paragraphs, appended to one string. Everything is measured
// before it is painted, in columns of code points, so colors never move anything. Knows nothing of segments.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "native/cli/terminal.h"

namespace cleave::cli {

/// How a piece of text looks. A hue stands for a segment and nothing else.
struct Style {
  enum class Kind : uint8_t { kPlain, kStrong, kFaint, kGood, kWarning, kBad, kHue, kStrongHue };
  Kind kind = Kind::kPlain;
  size_t hue = 0;
};

inline constexpr Style kPlain{Style::Kind::kPlain, 0};
inline constexpr Style kStrong{Style::Kind::kStrong, 0};
inline constexpr Style kFaint{Style::Kind::kFaint, 0};
inline constexpr Style kGood{Style::Kind::kGood, 0};
inline constexpr Style kWarning{Style::Kind::kWarning, 0};
inline constexpr Style kBad{Style::Kind::kBad, 0};

/// Columns that `text` takes: one a code point.
size_t columns(std::string_view text);

/// A piece of text with one look.
struct Piece {
  std::string text;
  Style style = kPlain;
};

/// A table cell or a line: pieces side by side.
using Line = std::vector<Piece>;
size_t columns(const Line& line);

struct Column {
  std::string title;
  enum class Align : uint8_t { kLeft, kRight } align = Align::kLeft;
};

class Page {
 public:
  explicit Page(const Terminal& terminal) : terminal_(terminal) {}

  const Terminal& terminal() const { return terminal_; }

  void blank() { text_ += '\n'; }
  /// One line; where it is wider than the terminal it is broken at blanks, and goes on two columns deeper.
  void line(const Line& pieces, size_t indent = 0);
  /// One line, however long: what is to be copied.
  void verbatim(const Line& pieces, size_t indent = 0);
  /// Words broken to the width; lines after the first begin at `indent` too.
  void paragraph(std::string_view text, size_t indent, Style style = kPlain);
  /// A label of `label_columns` columns, then a paragraph beside it, or below it where there is little room.
  void labelled(const Line& label, size_t label_columns, std::string_view text, size_t indent, Style style = kPlain);
  /// A dashed line across the width with `pieces` on it.
  void cut_line(const Line& pieces);
  /// Titles, a rule, rows. Where that is too wide, titles, then cells of the last column are broken at blanks; where it
  /// still is, each row stands as a list of titles and cells.
  void table(const std::vector<Column>& head, const std::vector<std::vector<Line>>& rows, size_t indent);
  /// Text as it is.
  void raw(std::string_view text) { text_ += text; }
  std::string painted(const Line& pieces) const;

  const std::string& text() const { return text_; }

 private:
  /// `utf8` where the terminal can draw it, else `ascii`.
  std::string_view drawn(std::string_view utf8, std::string_view ascii) const { return terminal_.utf8 ? utf8 : ascii; }
  void table_row(const std::vector<Column>& head, const std::vector<size_t>& widths, const std::vector<Line>& row,
                 size_t indent);
  void stacked_rows(const std::vector<Column>& head, const std::vector<std::vector<Line>>& rows, size_t indent);

  Terminal terminal_;
  std::string text_;
};

/// `pieces` in lines of at most `width` columns, broken at blanks; a longer word stands alone.
std::vector<Line> wrapped(const Line& pieces, size_t width);

/// `text` in lines of at most `width` columns, broken at blanks; a longer word stands alone.
std::vector<std::string> wrapped(std::string_view text, size_t width);

}  // namespace cleave::cli
