// Lines of generated code: indentation, and which lines were written on whose behalf.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/base/text.h"

namespace cleave {

class TextWriter {
 public:
  template <class... Pieces>
  void line(const Pieces&... pieces) {
    const std::string text = concat(pieces...);
    if (!text.empty() && text[0] != '#') out_.append(2 * depth_, ' ');
    out_ += text;
    out_ += '\n';
    ++lines_;
  }
  /// A line that opens a block.
  template <class... Pieces>
  void open(const Pieces&... pieces) {
    line(pieces..., sizeof...(pieces) == 0 ? "{" : " {");
    ++depth_;
  }
  void close() {
    --depth_;
    line("}");
  }
  int64_t line_count() const { return lines_; }
  std::string take() { return std::move(out_); }

 private:
  std::string out_;
  size_t depth_ = 0;
  int64_t lines_ = 0;
};

}  // namespace cleave
