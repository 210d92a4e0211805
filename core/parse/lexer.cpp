// See lexer.h.
#include "core/parse/lexer.h"

#include <array>
#include <cstdio>

#include "core/base/text.h"
#include "core/base/unicode.h"
#include "core/source/diagnostic_codes.h"

namespace cleave {
namespace {

struct Punctuation {
  std::string_view text;
  TokenKind kind;
};

// Longer ones first where one begins another.
constexpr std::array kPunctuation{
    Punctuation{"**=", TokenKind::kAugmentedAssign},
    Punctuation{"//=", TokenKind::kAugmentedAssign},
    Punctuation{"<<=", TokenKind::kAugmentedAssign},
    Punctuation{">>=", TokenKind::kAugmentedAssign},
    Punctuation{"**", TokenKind::kDoubleStar},
    Punctuation{"//", TokenKind::kDoubleSlash},
    Punctuation{"<<", TokenKind::kLeftShift},
    Punctuation{">>", TokenKind::kRightShift},
    Punctuation{"==", TokenKind::kEqual},
    Punctuation{"!=", TokenKind::kNotEqual},
    Punctuation{"<=", TokenKind::kLessEqual},
    Punctuation{">=", TokenKind::kGreaterEqual},
    Punctuation{"->", TokenKind::kArrow},
    Punctuation{":=", TokenKind::kWalrus},
    Punctuation{"+=", TokenKind::kAugmentedAssign},
    Punctuation{"-=", TokenKind::kAugmentedAssign},
    Punctuation{"*=", TokenKind::kAugmentedAssign},
    Punctuation{"/=", TokenKind::kAugmentedAssign},
    Punctuation{"%=", TokenKind::kAugmentedAssign},
    Punctuation{"&=", TokenKind::kAugmentedAssign},
    Punctuation{"|=", TokenKind::kAugmentedAssign},
    Punctuation{"^=", TokenKind::kAugmentedAssign},
    Punctuation{"(", TokenKind::kOpenParen},
    Punctuation{")", TokenKind::kCloseParen},
    Punctuation{"[", TokenKind::kOpenSquare},
    Punctuation{"]", TokenKind::kCloseSquare},
    Punctuation{"{", TokenKind::kOpenBrace},
    Punctuation{"}", TokenKind::kCloseBrace},
    Punctuation{",", TokenKind::kComma},
    Punctuation{":", TokenKind::kColon},
    Punctuation{";", TokenKind::kSemicolon},
    Punctuation{".", TokenKind::kDot},
    Punctuation{"=", TokenKind::kAssign},
    Punctuation{"@", TokenKind::kAt},
    Punctuation{"+", TokenKind::kPlus},
    Punctuation{"-", TokenKind::kMinus},
    Punctuation{"*", TokenKind::kStar},
    Punctuation{"/", TokenKind::kSlash},
    Punctuation{"%", TokenKind::kPercent},
    Punctuation{"&", TokenKind::kAmpersand},
    Punctuation{"|", TokenKind::kBar},
    Punctuation{"^", TokenKind::kCaret},
    Punctuation{"~", TokenKind::kTilde},
    Punctuation{"<", TokenKind::kLess},
    Punctuation{">", TokenKind::kGreater},
};

bool is_digit(char byte) { return byte >= '0' && byte <= '9'; }
bool is_hex_digit(char byte) { return is_digit(byte) || (byte >= 'a' && byte <= 'f') || (byte >= 'A' && byte <= 'F'); }
bool is_line_end(char byte) { return byte == '\n' || byte == '\r'; }
TokenKind opener_of(TokenKind close) {
  if (close == TokenKind::kCloseParen) return TokenKind::kOpenParen;
  if (close == TokenKind::kCloseSquare) return TokenKind::kOpenSquare;
  return TokenKind::kOpenBrace;
}

/// White space that pastes from web pages bring along, beside blanks and tabs: no-break space, zero-width space, byte
/// order mark. The number of its bytes, 0 for anything else.
size_t space_bytes(std::string_view rest) {
  if (rest[0] == ' ' || rest[0] == '\t' || rest[0] == '\f' || rest[0] == '\v') return 1;
  if (rest.starts_with("\xC2\xA0")) return 2;
  if (rest.starts_with("\xE2\x80\x8B") || rest.starts_with("\xEF\xBB\xBF")) return 3;
  return 0;
}

/// Quotes, dashes and other marks that word processors put in place of ASCII are not letters of names.
bool is_letter(CodePoint point) {
  if (point.value < 0x80) return false;
  const bool mark = (point.value >= 0x2000 && point.value <= 0x206F) ||
                    (point.value >= 0x80 && point.value <= 0xBF && point.value != 0xAA && point.value != 0xB5 &&
                     point.value != 0xBA) ||
                    point.value >= 0xFE00;
  return !mark;
}

class LineReader {
 public:
  LineReader(std::string_view text, uint32_t offset, const LexLimits& limits, LogicalLine& line)
      : text_(text), at_(offset), limits_(limits), line_(line) {}

  void read() {
    line_.indent = read_indent();
    line_.span = {at_, at_};
    while (at_ < text_.size() && !line_.problem && !done_) read_piece();
    if (!open_.empty() && !line_.problem) report_unclosed();
    line_.next = done_ ? at_ : next_line(text_, at_);
  }

 private:
  char peek(size_t ahead = 0) const { return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0'; }
  std::string_view rest() const { return text_.substr(at_); }

  uint32_t read_indent() {
    const Indent indent = indent_of(rest());
    at_ += indent.bytes;
    return indent.columns;
  }

  void read_piece() {
    const char byte = peek();
    if (const size_t bytes = space_bytes(rest()); bytes > 0) {
      at_ += static_cast<uint32_t>(bytes);
    } else if (is_line_end(byte)) {
      end_physical_line();
    } else if (byte == '#') {
      read_comment();
    } else if (byte == '\\' && (is_line_end(peek(1)) || at_ + 1 == text_.size())) {
      at_ = next_line(text_, at_);
    } else if (is_digit(byte) || (byte == '.' && is_digit(peek(1)))) {
      read_number();
    } else if (byte == '"' || byte == '\'' || string_prefix() > 0) {
      read_string();
    } else if (is_name_byte(byte) &&
               (static_cast<unsigned char>(byte) < 0x80 || is_letter(decode_code_point(rest())))) {
      read_name();
    } else {
      read_punctuation();
    }
  }

  void end_physical_line() {
    at_ = next_line(text_, at_);
    if (open_.empty()) {
      done_ = true;
    } else if (starts_statement()) {
      report_unclosed();
      done_ = true;
    } else {
      at_ += indent_of(rest()).bytes;
    }
  }

  void read_comment() {
    const uint32_t begin = at_;
    while (at_ < text_.size() && !is_line_end(text_[at_])) ++at_;
    line_.comment = SourceSpan{begin, at_};
  }

  void add(TokenKind kind, uint32_t begin) {
    if (line_.tokens.size() >= limits_.tokens) {
      line_.problem =
          LexProblem{code("statement_limit"), line_.span, {grouped_number(static_cast<int64_t>(limits_.tokens))}};
      return;
    }
    line_.tokens.push_back({kind, {begin, at_}});
    line_.span.end = at_;
  }

  void skip_digits() {
    while (is_digit(peek()) || (peek() == '_' && is_digit(peek(1)))) ++at_;
  }

  void read_number() {
    const uint32_t begin = at_;
    const char base = static_cast<char>(peek(1) | 0x20);
    if (peek() == '0' && (base == 'x' || base == 'o' || base == 'b')) {
      at_ += 2;
      while (is_hex_digit(peek()) || (peek() == '_' && is_hex_digit(peek(1)))) ++at_;
      return add(TokenKind::kInteger, begin);
    }
    skip_digits();
    bool real = false;
    if (peek() == '.') {
      real = true;
      ++at_;
      skip_digits();
    }
    const size_t sign = peek(1) == '+' || peek(1) == '-' ? 1 : 0;
    if ((peek() == 'e' || peek() == 'E') && is_digit(peek(1 + sign))) {
      real = true;
      at_ += static_cast<uint32_t>(1 + sign);
      skip_digits();
    }
    if (peek() == 'j' || peek() == 'J') {
      ++at_;
      return add(TokenKind::kImaginary, begin);
    }
    add(real ? TokenKind::kFloat : TokenKind::kInteger, begin);
  }

  /// Number of letters of a string prefix (r, b, f, u in any mix of two) that a quote follows.
  size_t string_prefix() const {
    for (size_t length = 0; length <= 2; ++length) {
      const char byte = peek(length);
      if (byte == '"' || byte == '\'') return length;
      const char letter = static_cast<char>(byte | 0x20);
      if (letter != 'r' && letter != 'b' && letter != 'f' && letter != 'u') return 0;
    }
    return 0;
  }

  void read_string() {
    const uint32_t begin = at_;
    at_ += static_cast<uint32_t>(string_prefix());
    const char quote = peek();
    const bool tripled = peek(1) == quote && peek(2) == quote;
    at_ += tripled ? 3 : 1;
    while (at_ < text_.size()) {
      if (peek() == '\\' && at_ + 1 < text_.size()) {
        at_ += 2;
        continue;
      }
      if (!tripled && is_line_end(peek())) break;
      const bool closes = peek() == quote && (!tripled || (peek(1) == quote && peek(2) == quote));
      if (closes) {
        at_ += tripled ? 3 : 1;
        return add(TokenKind::kString, begin);
      }
      ++at_;
    }
    line_.problem = LexProblem{code("unterminated_string"), {begin, begin + 1}, {}};
  }

  void read_name() {
    const uint32_t begin = at_;
    while (at_ < text_.size() && is_name_byte(text_[at_])) {
      const CodePoint point = decode_code_point(rest());
      if (static_cast<unsigned char>(text_[at_]) >= 0x80 && !is_letter(point)) break;
      at_ += static_cast<uint32_t>(point.bytes);
    }
    add(TokenKind::kName, begin);
  }

  void read_punctuation() {
    for (const Punctuation& candidate : kPunctuation) {
      if (!rest().starts_with(candidate.text)) continue;
      const uint32_t begin = at_;
      at_ += static_cast<uint32_t>(candidate.text.size());
      if (is_opening(candidate.kind)) open_bracket(candidate.kind, begin);
      if (is_closing(candidate.kind)) close_bracket(candidate.kind, begin);
      if (!line_.problem) add(candidate.kind, begin);
      return;
    }
    report_bad_character();
  }

  void open_bracket(TokenKind kind, uint32_t begin) {
    open_.push_back({kind, {begin, at_}});
    if (open_.size() <= limits_.nesting) return;
    line_.problem = LexProblem{code("nesting_limit"), {begin, at_}, {std::to_string(limits_.nesting)}};
  }

  void close_bracket(TokenKind kind, uint32_t begin) {
    if (!open_.empty() && open_.back().kind == opener_of(kind)) {
      open_.pop_back();
      return;
    }
    if (open_.empty()) {
      line_.problem = LexProblem{code("unmatched_bracket"), {begin, at_}, {std::string(text_.substr(begin, 1))}};
    } else {
      report_unclosed();
    }
  }

  void report_unclosed() {
    const SourceSpan span = open_.back().span;
    line_.problem = LexProblem{code("unclosed_bracket"), span, {std::string(text_.substr(span.begin, 1))}};
  }

  void report_bad_character() {
    const CodePoint point = decode_code_point(rest());
    const std::string_view bytes = text_.substr(at_, point.bytes);
    std::array<char, 32> number{};
    std::string shown;
    if (point.value >= 0x80 || (point.value >= 0x20 && point.value < 0x7F)) {
      shown = concat("`", bytes, "`");
    } else {
      std::snprintf(number.data(), number.size(), "byte 0x%02X",
                    static_cast<unsigned>(static_cast<unsigned char>(bytes[0])));
      shown = number.data();
    }
    const auto end = static_cast<uint32_t>(at_ + point.bytes);
    line_.problem = LexProblem{code("bad_character"), {at_, end}, {std::move(shown)}};
  }

  /// With a bracket open, at the start of a physical line: does a statement begin here that no bracket can hold?
  bool starts_statement() {
    const uint32_t start = at_;
    const uint32_t indent = read_indent();
    const std::string_view here = rest();
    at_ = start;
    for (std::string_view mark : {"def ", "class ", "import ", "with FusionDefinition", "```"}) {
      if (here.starts_with(mark)) return true;
    }
    return indent <= line_.indent && begins_assignment_or_call(here);
  }

  static size_t skip_blanks(std::string_view here, size_t at) {
    while (at < here.size() && (here[at] == ' ' || here[at] == '\t')) ++at;
    return at;
  }
  static size_t skip_name(std::string_view here, size_t at) {
    while (at < here.size() && is_name_byte(here[at])) ++at;
    return at;
  }

  /// `fd.ops.…`, `fd.define_…`, `fd.add_output…` at the start of `here`, whatever the definition is called.
  static bool begins_record_call(std::string_view here) {
    const std::string_view after = here.substr(skip_name(here, 0));
    for (std::string_view mark : {".ops.", ".define_", ".add_output", ".from_pytorch", ".execute"}) {
      if (after.starts_with(mark)) return true;
    }
    return false;
  }

  /// A record call, `names = record call`, or `name = [` with blanks around the `=` (keywords are written without).
  static bool begins_assignment_or_call(std::string_view here) {
    if (begins_record_call(here)) return true;
    size_t at = 0;
    while (true) {
      const size_t end = skip_name(here, at);
      if (end == at) return false;
      const size_t after = skip_blanks(here, end);
      if (after < here.size() && here[after] == ',') {
        at = skip_blanks(here, after + 1);
        continue;
      }
      if (after >= here.size() || here[after] != '=') return false;
      const std::string_view value = here.substr(skip_blanks(here, after + 1));
      return begins_record_call(value) || (after > end && value.starts_with("["));
    }
  }

  std::string_view text_;
  uint32_t at_;
  const LexLimits& limits_;
  LogicalLine& line_;
  std::vector<Token> open_;
  bool done_ = false;
};

}  // namespace

bool is_opening(TokenKind kind) {
  return kind == TokenKind::kOpenParen || kind == TokenKind::kOpenSquare || kind == TokenKind::kOpenBrace;
}

bool is_closing(TokenKind kind) {
  return kind == TokenKind::kCloseParen || kind == TokenKind::kCloseSquare || kind == TokenKind::kCloseBrace;
}

std::span<const Token> after_colon(std::span<const Token> tokens) {
  size_t depth = 0;
  for (size_t i = 0; i < tokens.size(); ++i) {
    if (is_opening(tokens[i].kind)) ++depth;
    if (is_closing(tokens[i].kind) && depth > 0) --depth;
    if (depth == 0 && tokens[i].kind == TokenKind::kColon) return tokens.subspan(i + 1);
  }
  return {};
}

bool is_name_byte(char byte) {
  const auto value = static_cast<unsigned char>(byte);
  return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') || is_digit(byte) || byte == '_' || value >= 0x80;
}

Indent indent_of(std::string_view line) {
  Indent out;
  for (std::string_view prompt : {">>>", "..."}) {
    if (!line.starts_with(prompt)) continue;
    const std::string_view after = line.substr(prompt.size());
    const bool alone = after.empty() || is_line_end(after[0]);
    if (alone || after[0] == ' ') out.bytes = static_cast<uint32_t>(prompt.size() + (alone ? 0 : 1));
  }
  while (out.bytes < line.size()) {
    const size_t bytes = space_bytes(line.substr(out.bytes));
    if (bytes == 0) break;
    const bool tab = line[out.bytes] == '\t';
    out.columns = tab ? (out.columns / 8 + 1) * 8 : out.columns + (bytes == 3 ? 0 : 1);
    out.bytes += static_cast<uint32_t>(bytes);
  }
  return out;
}

bool is_blank_or_comment(std::string_view line) {
  const size_t first = indent_of(line).bytes;
  return first == line.size() || line[first] == '#';
}

uint32_t next_line(std::string_view text, uint32_t offset) {
  while (offset < text.size()) {
    const char byte = text[offset++];
    if (byte == '\n') break;
    if (byte == '\r') {
      if (offset < text.size() && text[offset] == '\n') ++offset;
      break;
    }
  }
  return offset;
}

void read_logical_line(std::string_view text, uint32_t offset, const LexLimits& limits, LogicalLine& line) {
  line.tokens.clear();
  line.comment.reset();
  line.problem.reset();
  LineReader(text, offset, limits, line).read();
}

}  // namespace cleave
