// Small text pieces that stand in for std::format, which our three compilers lack: concatenation, joining, quoting,
// numbers without locale, and spelling distance. No function here knows what a fusion is.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace cleave {

namespace text_detail {
inline void append_piece(std::string& out, std::string_view piece) { out += piece; }
inline void append_piece(std::string& out, const char* piece) { out += piece; }
inline void append_piece(std::string& out, char piece) { out += piece; }
template <class Number>
requires std::is_integral_v<Number>
void append_piece(std::string& out, Number piece) { out += std::to_string(piece); }
}  // namespace text_detail

/// The pieces (text, characters, integers) one after the other.
template <class... Pieces>
std::string concat(const Pieces&... pieces) {
  std::string out;
  (text_detail::append_piece(out, pieces), ...);
  return out;
}

/// The items' texts with `separator` between them; `text_of(item)` gives one item's text.
template <class Items, class TextOf>
std::string join(const Items& items, std::string_view separator, TextOf text_of) {
  std::string out;
  bool first = true;
  for (const auto& item : items) {
    if (!first) out += separator;
    first = false;
    text_detail::append_piece(out, text_of(item));
  }
  return out;
}

/// Strings with `separator` between them.
std::string join(std::span<const std::string> items, std::string_view separator);

/// `[1, 2, 3]`, the form of Python lists of integers.
std::string list_text(std::span<const int64_t> values);

/// The shortest decimal text that reads back as the same double; `inf`, `-inf`, `nan` for the others.
std::string shortest_double(double value);

/// A double as C++ streams print it with `showpoint` and the given significant digits: 3 gives `3.00000` at 6 digits.
std::string showpoint_double(double value, int digits);

/// The double that a decimal text (or `inf`, `nan`) names, or nothing if the text is not one number.
std::optional<double> parse_double(std::string_view text);

/// A byte count for people: `512 B`, `1.5 KiB`, `2 GiB`.
std::string bytes_text(double bytes);

/// A count and what is counted: `1 dimension`, `2 dimensions`.
std::string counted(size_t count, std::string_view one, std::string_view many);

/// A count with thousands separators: 1,048,576.
std::string grouped_number(int64_t value);

/// Levenshtein distance with transpositions counted as one step.
size_t edit_distance(std::string_view a, std::string_view b);

/// The candidate closest to `word`, if one is close enough to be what was meant: at most a third of its length away,
/// for a word of two letters one letter more, one less or the two swapped. Of equally close ones that with its first
/// letter.
std::optional<std::string_view> closest_word(std::string_view word, std::span<const std::string_view> candidates);

}  // namespace cleave
