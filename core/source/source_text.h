// The user's text and places in it. A span is a byte range; line and column are derived for people. Nothing here knows
// the language.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace cleave {

/// Byte range [begin, end) of a SourceText.
struct SourceSpan {
  uint32_t begin = 0;
  uint32_t end = 0;
  friend bool operator==(const SourceSpan&, const SourceSpan&) = default;
};

/// One-based line, one-based column in code points.
struct SourcePlace {
  size_t line = 1;
  size_t column = 1;
};

class SourceText {
 public:
  /// `name` is what messages call the text (a file name, `<stdin>`).
  SourceText(std::string name, std::string text);

  const std::string& name() const { return name_; }
  std::string_view text() const { return text_; }
  std::string_view slice(SourceSpan span) const;
  SourcePlace place(uint32_t offset) const;
  size_t line_count() const { return line_starts_.size(); }
  /// Line `line` (one-based) without its end.
  std::string_view line(size_t line) const;
  /// Byte offset at which line `line` (one-based) starts.
  uint32_t line_start(size_t line) const;

 private:
  std::string name_;
  std::string text_;
  std::vector<uint32_t> line_starts_;
};

}  // namespace cleave
