// See source_text.h. A line ends with "\n", "\r\n" or a lone "\r"; the last line may lack an end.
#include "core/source/source_text.h"

#include <algorithm>
#include <utility>

#include "core/base/check.h"

namespace cleave {

SourceText::SourceText(std::string name, std::string text) : name_(std::move(name)), text_(std::move(text)) {
  // Spans are 32 bits wide; parse refuses texts long before this.
  if (text_.size() > UINT32_MAX - 1) text_.resize(UINT32_MAX - 1);
  line_starts_.push_back(0);
  for (size_t i = 0; i < text_.size(); ++i) {
    const bool ends_line = text_[i] == '\n' || (text_[i] == '\r' && (i + 1 == text_.size() || text_[i + 1] != '\n'));
    if (ends_line) line_starts_.push_back(static_cast<uint32_t>(i + 1));
  }
}

std::string_view SourceText::slice(SourceSpan span) const {
  const size_t begin = std::min<size_t>(span.begin, text_.size());
  const size_t end = std::clamp<size_t>(span.end, begin, text_.size());
  return std::string_view(text_).substr(begin, end - begin);
}

SourcePlace SourceText::place(uint32_t offset) const {
  offset = std::min(offset, static_cast<uint32_t>(text_.size()));
  const auto after = std::upper_bound(line_starts_.begin(), line_starts_.end(), offset);
  const auto line = static_cast<size_t>(after - line_starts_.begin());
  size_t column = 1;
  for (uint32_t i = line_start(line); i < offset; ++i) {
    const bool continues_code_point = (static_cast<unsigned char>(text_[i]) & 0xC0U) == 0x80U;
    if (!continues_code_point) ++column;
  }
  return {.line = line, .column = column};
}

std::string_view SourceText::line(size_t line) const {
  const size_t begin = line_start(line);
  size_t end = line < line_starts_.size() ? line_starts_[line] : text_.size();
  while (end > begin && (text_[end - 1] == '\n' || text_[end - 1] == '\r')) --end;
  return std::string_view(text_).substr(begin, end - begin);
}

uint32_t SourceText::line_start(size_t line) const {
  CHECK(line >= 1 && line <= line_starts_.size(), "a line number is within the text");
  return line_starts_[line - 1];
}

}  // namespace cleave
