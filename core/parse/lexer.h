// Text → tokens, one logical line at a time: brackets and backslashes join physical lines, comments vanish. Lazy, so
// that a large text around a small definition costs nothing. Knows Python's tokens and nothing of fusions, except for
// the marks by which it sees that a new statement begins although a bracket is still open.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/source/diagnostic.h"
#include "core/source/source_text.h"

namespace cleave {

enum class TokenKind : uint8_t {
  kName,
  kInteger,
  kFloat,
  kImaginary,
  kString,
  kOpenParen,
  kCloseParen,
  kOpenSquare,
  kCloseSquare,
  kOpenBrace,
  kCloseBrace,
  kComma,
  kColon,
  kSemicolon,
  kDot,
  kAssign,
  kArrow,
  kAt,
  kWalrus,
  kPlus,
  kMinus,
  kStar,
  kSlash,
  kDoubleSlash,
  kPercent,
  kDoubleStar,
  kAmpersand,
  kBar,
  kCaret,
  kTilde,
  kLeftShift,
  kRightShift,
  kEqual,
  kNotEqual,
  kLess,
  kLessEqual,
  kGreater,
  kGreaterEqual,
  /// `+=` and its like; the operator is the text without the `=`.
  kAugmentedAssign,
  kEnd,
};

bool is_opening(TokenKind kind);
bool is_closing(TokenKind kind);

struct Token {
  TokenKind kind = TokenKind::kEnd;
  SourceSpan span;
};

/// Why a logical line could not be read to its end.
struct LexProblem {
  DiagnosticCode code{};
  SourceSpan span;
  std::vector<std::string> arguments;
};

struct LogicalLine {
  /// From the first token to the end of the last.
  SourceSpan span;
  /// Offset of the physical line after it.
  uint32_t next = 0;
  /// Columns of white space before it; tabs go to multiples of 8.
  uint32_t indent = 0;
  /// Empty for a blank line or a comment.
  std::vector<Token> tokens;
  /// The last comment of the line, `#` included.
  std::optional<SourceSpan> comment;
  std::optional<LexProblem> problem;
};

struct LexLimits {
  size_t nesting = 200;
  size_t tokens = 1'000'000;
};

/// What stands on the line of `with …:`, `if …:`, `for …:` and their like after the colon; nothing without one.
std::span<const Token> after_colon(std::span<const Token> tokens);

/// Reads the logical line that starts with the physical line at `offset` into `line`, whose buffers are used again.
void read_logical_line(std::string_view text, uint32_t offset, const LexLimits& limits, LogicalLine& line);

/// Offset of the physical line after the one that holds `offset`.
uint32_t next_line(std::string_view text, uint32_t offset);

/// The white space in front of a line: its columns, as in LogicalLine, and its bytes. The prompts of Python's shell are
/// bytes without columns.
struct Indent {
  uint32_t columns = 0;
  uint32_t bytes = 0;
};
Indent indent_of(std::string_view line);

/// True for a line, without its end, that says nothing.
bool is_blank_or_comment(std::string_view line);

/// True for letters, digits, underscores and every byte of a non-ASCII character.
bool is_name_byte(char byte);

}  // namespace cleave
