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
  text_.append(indent, ' ');
  text_ += painted(pieces);
  while (!text_.empty() && text_.back() == ' ') text_.pop_back();
  text_ += '\n';
}

void Page::paragraph(std::string_view text, size_t indent, Style style) {
  for (std::string& part : wrapped(text, terminal_.width - indent)) line({{std::move(part), style}}, indent);
}

void Page::labelled(const Line& label, size_t label_columns, std::string_view text, size_t indent, Style style) {
  const size_t used = columns(label);
  const size_t begin = indent + label_columns;
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
  out.push_back({' ' + rest, kFaint});
  line(out);
}

void Page::table_row(const std::vector<Column>& head, const std::vector<size_t>& widths, const std::vector<Line>& row,
                     size_t indent) {
  Line out;
  for (size_t i = 0; i < head.size(); ++i) {
    if (i > 0) out.push_back({concat(' ', drawn("\u2502", "|"), ' '), kFaint});
    const std::string padding(widths[i] - std::min(widths[i], columns(row[i])), ' ');
    if (head[i].align == Column::Align::kRight) out.push_back({padding, kPlain});
    out.insert(out.end(), row[i].begin(), row[i].end());
    if (head[i].align == Column::Align::kLeft && i + 1 < head.size()) out.push_back({padding, kPlain});
  }
  line(out, indent);
}

void Page::table(const std::vector<Column>& head, const std::vector<std::vector<Line>>& rows, size_t indent) {
  std::vector<size_t> widths;
  std::vector<Line> titles;
  for (const Column& column : head) {
    widths.push_back(columns(column.title));
    titles.push_back({{column.title, kStrong}});
  }
  for (const std::vector<Line>& row : rows) {
    for (size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], columns(row[i]));
  }
  size_t before_last = indent;
  for (size_t i = 0; i + 1 < widths.size(); ++i) before_last += widths[i] + 3;
  const size_t room = terminal_.width > before_last + 20 ? terminal_.width - before_last : 20;
  widths.back() = std::min(widths.back(), std::max(room, columns(head.back().title)));

  table_row(head, widths, titles, indent);
  std::string rule;
  for (size_t i = 0; i < widths.size(); ++i) {
    if (i > 0) rule += drawn("\u2500\u253c\u2500", "-+-");
    repeat(rule, drawn("\u2500", "-"), widths[i]);
  }
  line({{rule, kFaint}}, indent);
  for (const std::vector<Line>& row : rows) {
    if (columns(row.back()) <= widths.back() || row.back().size() != 1) {
      table_row(head, widths, row, indent);
      continue;
    }
    std::vector<Line> part = row;
    for (std::string& text : wrapped(row.back()[0].text, widths.back())) {
      part.back() = {{std::move(text), row.back()[0].style}};
      table_row(head, widths, part, indent);
      part.assign(head.size(), Line{});
    }
  }
}

}  // namespace cleave::cli
