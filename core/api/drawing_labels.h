// The words of a drawing, and how much room they take. Fonts are the reader's own, so widths are those of common ones,
// rounded up. Tested with drawing.h.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/api/compile.h"

namespace cleave {

/// About how wide a text is at 11 pixels: in the interface's font in its heavy weight, and in the font of code.
int64_t text_width(std::string_view text);
int64_t code_width(std::string_view text);

/// The text with its middle left out where it has more than `most` characters.
std::string shortened(std::string_view text, size_t most);

/// `Inner persistent`: what a segment's card is called.
std::string card_title(const Segment& segment);
/// `f32 [2, 128]`, or `?` for a type that is not known.
std::string short_type(const StateType& type);
/// `1,032 B`, `1.5 MiB`: exact where it is short.
std::string short_bytes(int64_t bytes);
/// `1 op`, `2 ops`.
std::string op_count_text(size_t count);
/// What an op does beside its name: attributes, or the operands of arithmetic as `T1 + T3`.
std::string op_detail(const Primitive& primitive, RecordId record);

}  // namespace cleave
