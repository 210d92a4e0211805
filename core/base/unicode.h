// UTF-8 as it comes from people: decoding that survives any bytes, text made safe for a terminal, and cutting without
// splitting a character. Knows code points, not what a language makes of them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace cleave {

struct CodePoint {
  uint32_t value = 0;
  size_t bytes = 1;
  /// False for a byte that begins no well-formed character; it stands for itself alone and has the value 0.
  bool valid = false;
};

/// The character at the start of `text`, which is not empty. Overlong forms and surrogates are not well-formed.
CodePoint decode_code_point(std::string_view text);

/// True for characters that do something to a terminal or a reader instead of being seen: controls (C0, DEL, C1), line
/// and paragraph separators, and the marks that turn the direction of text.
bool is_control(uint32_t point);

/// `text` with each control character and stray byte written out: `\n`, `\x1b`, `\u202e`.
std::string visible(std::string_view text);

/// `text`, or where it is longer than `most` bytes its beginning with `…` behind; no character is split.
std::string clipped(std::string_view text, size_t most);

}  // namespace cleave
