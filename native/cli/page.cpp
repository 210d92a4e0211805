// See page.h.
#include "native/cli/page.h"

#include <algorithm>
#include <array>

#include "core/base/text.h"
#include "core/base/unicode.h"

namespace cleave::cli {
namespace {

/// Twelve hues of the 256-color table that read on light and on dark, in the order of the segments.
constexpr std::array kHues{30, 166, 98, 168, 136, 32, 100, 62, 133, 103, 29, 160};

std::string opening(Style style) {
  switch (style.kind) {
    case Style::Kind::kPlain: return {};
    case Style::Kind::kStrong: return "\033[1m";
    case Style::Kind::kFaint: return "\033[2m";
    case Style::Kind::kGood: return "\033[1;32m";
    case Style::Kind::kWarning: return "\033[1;33m";
    case Style::Kind::kBad: return "\033[1;31m";
    case Style::Kind::kHue: return concat("\033[38;5;", kHues[style.hue % kHues.size()], 'm');
    case Style::Kind::kStrongHue: return concat("\033[1;38;5;", kHues[style.hue % kHues.size()], 'm');
  }
  return {};
}

void repeat(std::string& out, std::string_view piece, size_t count) {
  for (size_t i = 0; i < count; ++i) out += piece;
}

}  // namespace

size_t columns(std::string_view text) {
  return static_cast<size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

size_t columns(const Line& line) {
  size_t out = 0;
  for (const Piece& piece : line) out += columns(piece.text);
  return out;
}

std::vector<std::string> wrapped(std::string_view text, size_t width) {
  std::vector<std::string> out;
  std::string current;
  while (!text.empty()) {
    const size_t end = std::min(text.find(' '), text.size());
    const std::string_view word = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (word.empty()) continue;
    if (!current.empty() && columns(current) + 1 + columns(word) > width) {
      out.push_back(std::move(current));
      current.clear();
    }
    if (!current.empty()) current += ' ';
    current += word;
  }
  if (!current.empty() || out.empty()) out.push_back(std::move(current));
  return out;
}

namespace {

/// A word with what stands before it.
struct Word {
  std::string blanks;
  Line parts;
};

std::vector<Word> words_of(const Line& pieces) {
  std::vector<Word> out(1);
  for (const Piece& piece : pieces) {
    std::string_view text = piece.text;
    while (!text.empty()) {
      const size_t blanks = std::min(text.find_first_not_of(' '), text.size());
      if (blanks > 0) out.push_back({std::string(blanks, ' '), {}});
      text.remove_prefix(blanks);
      const size_t end = std::min(text.find(' '), text.size());
      if (end > 0) out.back().parts.push_back({std::string(text.substr(0, end)), piece.style});
      text.remove_prefix(end);
    }
  }
  return out;
}

size_t longest_word(std::string_view text) {
  size_t out = 0;
  for (const std::string& word : wrapped(text, 1)) out = std::max(out, columns(word));
  return out;
}

}  // namespace

std::vector<Line> wrapped(const Line& pieces, size_t width) {
  std::vector<Line> out(1);
  for (const Word& word : words_of(pieces)) {
    if (word.parts.empty()) continue;
    const bool fits = columns(out.back()) + word.blanks.size() + columns(word.parts) <= width;
    if (!fits && !out.back().empty()) out.emplace_back();
    if (fits && !word.blanks.empty()) out.back().push_back({word.blanks, kPlain});
    out.back().insert(out.back().end(), word.parts.begin(), word.parts.end());
  }
  return out;
}

std::string Page::painted(const Line& pieces) const {
  std::string out;
  for (const Piece& piece : pieces) {
    const std::string open = terminal_.color ? opening(piece.style) : std::string();
    out += open;
    out += visible(piece.text);
    if (!open.empty()) out += "\033[0m";
  }
  return out;
}

void Page::line(const Line& pieces, size_t indent) {
  constexpr size_t kDeeper = 2;
  if (indent + columns(pieces) <= terminal_.width) return verbatim(pieces, indent);
  bool is_first = true;
  for (const Line& part : wrapped(pieces, terminal_.width - indent - kDeeper)) {
    verbatim(part, is_first ? indent : indent + kDeeper);
    is_first = false;
  }
}

void Page::verbatim(const Line& pieces, size_t indent) {
  text_.append(indent, ' ');
  text_ += painted(pieces);
  while (!text_.empty() && text_.back() == ' ') text_.pop_back();
  text_ += '\n';
}

void Page::paragraph(std::string_view text, size_t indent, Style style) {
  for (std::string& part : wrapped(text, terminal_.width - indent)) line({{std::move(part), style}}, indent);
}

void Page::labelled(const Line& label, size_t label_columns, std::string_view text, size_t indent, Style style) {
  constexpr size_t kLeastBeside = 24;
  const size_t used = columns(label);
  const size_t begin = indent + label_columns;
  if (begin + kLeastBeside > terminal_.width) {
    line(label, indent);
    return paragraph(text, indent + 2, style);
  }
  bool first = true;
  if (used + 1 > label_columns) {
    line(label, indent);
    first = false;
  }
  for (std::string& part : wrapped(text, terminal_.width - begin)) {
    Line out = first ? label : Line{};
    out.push_back({std::string(first ? label_columns - used : label_columns, ' '), kPlain});
    out.push_back({std::move(part), style});
    line(out, indent);
    first = false;
  }
}

void Page::cut_line(const Line& pieces) {
  constexpr size_t kLead = 2;
  std::string lead;
  repeat(lead, drawn("\u2504", "-"), kLead);
  const size_t used = kLead + 2 + columns(pieces);
  std::string rest;
  if (used < terminal_.width) repeat(rest, drawn("\u2504", "-"), terminal_.width - used);
  Line out{{lead + ' ', kFaint}};
  out.insert(out.end(), pieces.begin(), pieces.end());
  out.push_back({rest.empty() ? rest : ' ' + rest, kFaint});
  line(out);
}

void Page::table_row(const std::vector<Column>& head, const std::vector<size_t>& widths, const std::vector<Line>& row,
                     size_t indent) {
  std::vector<std::vector<Line>> cells;
  size_t height = 1;
  for (size_t i = 0; i < head.size(); ++i) {
    cells.push_back(columns(row[i]) <= widths[i] ? std::vector<Line>{row[i]} : wrapped(row[i], widths[i]));
    height = std::max(height, cells[i].size());
  }
  for (size_t part = 0; part < height; ++part) {
    Line out;
    for (size_t i = 0; i < head.size(); ++i) {
      const Line cell = part < cells[i].size() ? cells[i][part] : Line();
      if (i > 0) out.push_back({concat(' ', drawn("\u2502", "|"), ' '), kFaint});
      const std::string padding(widths[i] - std::min(widths[i], columns(cell)), ' ');
      if (head[i].align == Column::Align::kRight) out.push_back({padding, kPlain});
      out.insert(out.end(), cell.begin(), cell.end());
      if (head[i].align == Column::Align::kLeft && i + 1 < head.size()) out.push_back({padding, kPlain});
    }
    verbatim(out, indent);
  }
}

void Page::stacked_rows(const std::vector<Column>& head, const std::vector<std::vector<Line>>& rows, size_t indent) {
  size_t label_columns = 0;
  for (const Column& column : head) label_columns = std::max(label_columns, columns(column.title) + 2);
  for (size_t row = 0; row < rows.size(); ++row) {
    if (row > 0) blank();
    for (size_t i = 0; i < head.size(); ++i) {
      Line label{{head[i].title, kFaint}, {std::string(label_columns - columns(head[i].title), ' '), kPlain}};
      for (const Line& part : wrapped(rows[row][i], terminal_.width - indent - label_columns)) {
        label.insert(label.end(), part.begin(), part.end());
        verbatim(label, indent);
        label = {{std::string(label_columns, ' '), kPlain}};
      }
    }
  }
}

void Page::table(const std::vector<Column>& head, const std::vector<std::vector<Line>>& rows, size_t indent) {
  constexpr size_t kLeastLast = 16;
  constexpr size_t kBetween = 3;
  std::vector<size_t> widths;
  std::vector<size_t> least;
  std::vector<Line> titles;
  for (size_t i = 0; i < head.size(); ++i) {
    size_t cells = 0;
    for (const std::vector<Line>& row : rows) cells = std::max(cells, columns(row[i]));
    widths.push_back(std::max(cells, columns(head[i].title)));
    least.push_back(std::max(cells, longest_word(head[i].title)));
    titles.push_back({{head[i].title, kStrong}});
  }
  const auto total = [&] {
    size_t out = indent + kBetween * (widths.size() - 1);
    for (const size_t width : widths) out += width;
    return out;
  };
  // Titles give way first, where that helps, then the last column.
  const size_t whole_last = widths.back();
  const auto narrow_last = [&] {
    if (total() <= terminal_.width) return;
    const size_t wanted = std::max(kLeastLast, longest_word(head.back().title));
    const size_t excess = total() - terminal_.width;
    const size_t room = widths.back() > excess ? widths.back() - excess : 0;
    widths.back() = std::min(widths.back(), std::max(wanted, room));
  };
  narrow_last();
  if (total() > terminal_.width || widths.back() < whole_last) {
    std::copy(least.begin(), least.end() - 1, widths.begin());
    widths.back() = whole_last;
    narrow_last();
  }
  if (total() > terminal_.width) return stacked_rows(head, rows, indent);

  table_row(head, widths, titles, indent);
  std::string rule;
  for (size_t i = 0; i < widths.size(); ++i) {
    if (i > 0) rule += drawn("\u2500\u253c\u2500", "-+-");
    repeat(rule, drawn("\u2500", "-"), widths[i]);
  }
  verbatim({{rule, kFaint}}, indent);
  for (const std::vector<Line>& row : rows) table_row(head, widths, row, indent);
}

}  // namespace cleave::cli
