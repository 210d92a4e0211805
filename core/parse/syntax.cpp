// See syntax.h. Precedence climbing; the depth of recursion is bounded by the lexer's nesting limit, because only
// brackets, prefix operators (read in a loop) and `**` (read in a loop) could nest.
#include "core/parse/syntax.h"

#include <algorithm>
#include <array>

#include "core/base/text.h"
#include "core/base/unicode.h"

namespace cleave {
namespace {

using Kind = Expression::Kind;

constexpr int kLowestPrecedence = 1;
constexpr int kPowerPrecedence = 8;

/// Binding strength of a binary operator, 0 for a token that is none.
int precedence(TokenKind kind) {
  struct Row {
    TokenKind kind;
    int strength;
  };
  constexpr std::array kRows{
      Row{TokenKind::kEqual, 1},     Row{TokenKind::kNotEqual, 1},    Row{TokenKind::kLess, 1},
      Row{TokenKind::kLessEqual, 1}, Row{TokenKind::kGreater, 1},     Row{TokenKind::kGreaterEqual, 1},
      Row{TokenKind::kBar, 2},       Row{TokenKind::kCaret, 3},       Row{TokenKind::kAmpersand, 4},
      Row{TokenKind::kLeftShift, 5}, Row{TokenKind::kRightShift, 5},  Row{TokenKind::kPlus, 6},
      Row{TokenKind::kMinus, 6},     Row{TokenKind::kStar, 7},        Row{TokenKind::kSlash, 7},
      Row{TokenKind::kPercent, 7},   Row{TokenKind::kDoubleSlash, 7}, Row{TokenKind::kDoubleStar, kPowerPrecedence},
  };
  for (const Row& row : kRows) {
    if (row.kind == kind) return row.strength;
  }
  return 0;
}

bool is_prefix(TokenKind kind) {
  return kind == TokenKind::kMinus || kind == TokenKind::kPlus || kind == TokenKind::kTilde;
}

constexpr std::array<std::string_view, 24> kStatementKeywords{
    "def",  "class",  "with",    "for",      "while",    "if",    "elif",   "else",
    "try",  "except", "finally", "return",   "import",   "from",  "assert", "del",
    "pass", "raise",  "global",  "nonlocal", "continue", "break", "async",  "match"};

class StatementParser {
 public:
  StatementParser(std::string_view text, std::span<const Token> tokens, Syntax& syntax)
      : text_(text), tokens_(tokens), syntax_(syntax) {}

  std::optional<SyntaxProblem> parse(Statement& statement) {
    statement = {};
    statement.span = {tokens_.front().span.begin, tokens_.back().span.end};
    if (begins_with_keyword()) {
      statement.kind = Statement::Kind::kOther;
      return std::nullopt;
    }
    parse_assignment(statement);
    if (!problem_ && kind() != TokenKind::kEnd) fail("the end of the statement");
    return std::move(problem_);
  }

 private:
  TokenKind kind(size_t ahead = 0) const {
    return at_ + ahead < tokens_.size() ? tokens_[at_ + ahead].kind : TokenKind::kEnd;
  }
  SourceSpan span() const {
    if (at_ < tokens_.size()) return tokens_[at_].span;
    return {tokens_.back().span.end, tokens_.back().span.end};
  }
  std::string_view slice(SourceSpan where) const { return text_.substr(where.begin, where.end - where.begin); }
  uint32_t previous_end() const { return tokens_[at_ - 1].span.end; }

  bool begins_with_keyword() const {
    if (kind() != TokenKind::kName) return kind() == TokenKind::kAt;
    const std::string_view word = slice(span());
    // `match` and the like are also names: a keyword statement has no `=`, `.` or `(` right after it.
    if (word == "match" && kind(1) != TokenKind::kName) return false;
    for (std::string_view keyword : kStatementKeywords) {
      if (word == keyword) return true;
    }
    return false;
  }

  void fail(std::string expected) {
    if (problem_) return;
    std::string found =
        at_ < tokens_.size() ? concat("`", clipped(slice(span()), 40), "`") : "the end of the statement";
    problem_ = SyntaxProblem{span(), std::move(expected), std::move(found)};
  }

  bool accept(TokenKind wanted) {
    if (problem_ || kind() != wanted) return false;
    ++at_;
    return true;
  }

  ExpressionId add(Expression node, std::span<const ExpressionId> children = {}) {
    node.first_child = static_cast<uint32_t>(syntax_.children.size());
    node.child_count = static_cast<uint32_t>(children.size());
    for (ExpressionId child : children) node.depth = std::max(node.depth, syntax_[child].depth + 1);
    if (node.depth > kMaxExpressionDepth) {
      fail(concat("an expression that nests at most ", grouped_number(kMaxExpressionDepth), " deep"));
    }
    syntax_.children.insert(syntax_.children.end(), children.begin(), children.end());
    syntax_.nodes.push_back(node);
    return ExpressionId(syntax_.nodes.size() - 1);
  }
  Expression node(Kind kind_of_node, SourceSpan where, SourceSpan text = {}) const {
    Expression out;
    out.kind = kind_of_node;
    out.span = where;
    out.text = text;
    return out;
  }

  void parse_assignment(Statement& statement) {
    const ExpressionId first = parse_tuple();
    if (problem_) return;
    if (kind() == TokenKind::kAugmentedAssign) {
      statement.kind = Statement::Kind::kAugmentedAssign;
      statement.symbol = augmented_operator(slice(span()));
      statement.targets.push_back(first);
      ++at_;
      statement.value = parse_tuple();
      return;
    }
    if (kind() == TokenKind::kColon) skip_annotation();
    statement.value = first;
    while (accept(TokenKind::kAssign)) {
      statement.kind = Statement::Kind::kAssign;
      statement.targets.push_back(*statement.value);
      statement.value = parse_tuple();
    }
  }

  static TokenKind augmented_operator(std::string_view written) {
    struct Row {
      std::string_view text;
      TokenKind kind;
    };
    constexpr std::array kRows{
        Row{"+=", TokenKind::kPlus},         Row{"-=", TokenKind::kMinus},      Row{"*=", TokenKind::kStar},
        Row{"/=", TokenKind::kSlash},        Row{"%=", TokenKind::kPercent},    Row{"&=", TokenKind::kAmpersand},
        Row{"|=", TokenKind::kBar},          Row{"^=", TokenKind::kCaret},      Row{"**=", TokenKind::kDoubleStar},
        Row{"//=", TokenKind::kDoubleSlash}, Row{"<<=", TokenKind::kLeftShift}, Row{">>=", TokenKind::kRightShift},
    };
    for (const Row& row : kRows) {
      if (row.text == written) return row.kind;
    }
    return TokenKind::kEnd;
  }

  /// `name : annotation = value`: the annotation says nothing to us.
  void skip_annotation() {
    ++at_;
    while (kind() != TokenKind::kEnd && kind() != TokenKind::kAssign) ++at_;
  }

  /// One expression, or several with commas between them: a tuple without parentheses.
  ExpressionId parse_tuple() {
    const SourceSpan begin = span();
    const ExpressionId first = parse_expression(kLowestPrecedence);
    if (problem_ || kind() != TokenKind::kComma) return first;
    std::vector<ExpressionId> items{first};
    while (accept(TokenKind::kComma)) {
      if (kind() == TokenKind::kEnd || kind() == TokenKind::kAssign) break;
      items.push_back(parse_expression(kLowestPrecedence));
    }
    return add(node(Kind::kTuple, {begin.begin, previous_end()}), items);
  }

  ExpressionId parse_expression(int least) {
    const SourceSpan begin = span();
    ExpressionId left = parse_prefixed();
    while (!problem_ && precedence(kind()) >= least && precedence(kind()) < kPowerPrecedence) {
      left = parse_chain(left, begin.begin);
    }
    return left;
  }

  /// All operands at the precedence of the operator ahead, left to right.
  ExpressionId parse_chain(ExpressionId first, uint32_t begin) {
    const int strength = precedence(kind());
    std::vector<ExpressionId> parts{first};
    while (!problem_ && precedence(kind()) == strength) {
      Expression symbol = node(Kind::kOperator, span(), span());
      symbol.symbol = kind();
      ++at_;
      parts.push_back(add(symbol));
      parts.push_back(parse_expression(strength + 1));
    }
    return add(node(Kind::kChain, {begin, previous_end()}), parts);
  }

  /// Prefix operators in front of a power. They are few: a run of them is cut by the token limit, applied without
  /// recursion.
  ExpressionId parse_prefixed() {
    const size_t begin = at_;
    while (is_prefix(kind())) ++at_;
    const size_t end = at_;
    ExpressionId value = parse_power();
    for (size_t i = end; i-- > begin && !problem_;) {
      Expression unary = node(Kind::kUnary, {tokens_[i].span.begin, previous_end()});
      unary.symbol = tokens_[i].kind;
      value = add(unary, std::array{value});
    }
    return value;
  }

  /// `a ** b ** c` from the right; the exponents may carry prefixes. Collected in a loop, folded afterwards.
  ExpressionId parse_power() {
    std::vector<ExpressionId> operands{parse_postfix()};
    std::vector<std::vector<Token>> prefixes;
    std::vector<Token> operators;
    while (!problem_ && kind() == TokenKind::kDoubleStar) {
      operators.push_back(tokens_[at_++]);
      prefixes.emplace_back();
      while (is_prefix(kind())) prefixes.back().push_back(tokens_[at_++]);
      operands.push_back(parse_postfix());
    }
    if (problem_) return operands.back();
    ExpressionId right = operands.back();
    for (size_t i = operators.size(); i-- > 0;) right = fold_power(operands[i], operators[i], prefixes[i], right);
    return right;
  }

  ExpressionId fold_power(ExpressionId base, const Token& sign, const std::vector<Token>& prefixes,
                          ExpressionId exponent) {
    for (size_t i = prefixes.size(); i-- > 0;) {
      Expression unary = node(Kind::kUnary, {prefixes[i].span.begin, syntax_[exponent].span.end});
      unary.symbol = prefixes[i].kind;
      exponent = add(unary, std::array{exponent});
    }
    Expression symbol = node(Kind::kOperator, sign.span, sign.span);
    symbol.symbol = sign.kind;
    const ExpressionId middle = add(symbol);
    return add(node(Kind::kChain, {syntax_[base].span.begin, syntax_[exponent].span.end}),
               std::array{base, middle, exponent});
  }

  ExpressionId parse_postfix() {
    const uint32_t begin = span().begin;
    ExpressionId value = parse_atom();
    while (!problem_) {
      if (accept(TokenKind::kDot)) {
        if (kind() != TokenKind::kName) {
          fail("a name after the dot");
          break;
        }
        const SourceSpan name = span();
        ++at_;
        value = add(node(Kind::kAttribute, {begin, previous_end()}, name), std::array{value});
      } else if (accept(TokenKind::kOpenParen)) {
        std::vector<ExpressionId> parts{value};
        parse_items(TokenKind::kCloseParen, "`)`", parts, true);
        value = add(node(Kind::kCall, {begin, previous_end()}), parts);
      } else if (accept(TokenKind::kOpenSquare)) {
        std::vector<ExpressionId> parts{value};
        parse_items(TokenKind::kCloseSquare, "`]`", parts, false);
        if (!problem_ && parts.size() != 2) fail("one index");
        value = add(node(Kind::kSubscript, {begin, previous_end()}), parts);
      } else {
        break;
      }
    }
    return value;
  }

  /// Comma-separated items up to `close`, a comma allowed at the end. Gives whether any comma was seen.
  bool parse_items(TokenKind close, const char* close_text, std::vector<ExpressionId>& items, bool keywords) {
    bool comma = false;
    while (!problem_ && kind() != close) {
      items.push_back(parse_item(keywords));
      if (problem_) break;
      if (accept(TokenKind::kComma)) {
        comma = true;
      } else if (kind() != close) {
        fail(concat("`,` or ", close_text));
      }
    }
    if (!problem_) ++at_;
    return comma;
  }

  ExpressionId parse_item(bool keywords) {
    const SourceSpan begin = span();
    if (keywords && kind() == TokenKind::kName && kind(1) == TokenKind::kAssign) {
      at_ += 2;
      const ExpressionId value = parse_expression(kLowestPrecedence);
      return add(node(Kind::kKeyword, {begin.begin, previous_end()}, begin), std::array{value});
    }
    if (accept(TokenKind::kStar)) {
      const ExpressionId value = parse_expression(kLowestPrecedence);
      return add(node(Kind::kStar, {begin.begin, previous_end()}), std::array{value});
    }
    return parse_expression(kLowestPrecedence);
  }

  ExpressionId parse_atom() {
    const SourceSpan here = span();
    const TokenKind first = kind();
    if (problem_) return add(node(Kind::kNone, here));
    if (first == TokenKind::kName) return parse_word();
    if (first == TokenKind::kInteger) return take(Kind::kInteger);
    if (first == TokenKind::kFloat) return take(Kind::kFloat);
    if (first == TokenKind::kImaginary) return take(Kind::kImaginary);
    if (first == TokenKind::kString) return parse_strings();
    if (first == TokenKind::kOpenParen || first == TokenKind::kOpenSquare) return parse_sequence();
    fail("an expression");
    return add(node(Kind::kNone, here));
  }

  ExpressionId take(Kind kind_of_node) {
    const SourceSpan here = span();
    ++at_;
    return add(node(kind_of_node, here, here));
  }

  ExpressionId parse_word() {
    const std::string_view word = slice(span());
    if (word == "True") return take(Kind::kTrue);
    if (word == "False") return take(Kind::kFalse);
    if (word == "None") return take(Kind::kNone);
    for (std::string_view reserved :
         {"lambda", "not", "and", "or", "if", "else", "for", "in", "is", "await", "yield"}) {
      if (word != reserved) continue;
      fail("an expression");
      return add(node(Kind::kNone, span()));
    }
    return take(Kind::kName);
  }

  /// Adjacent string literals are one; only the first is kept, which is all that messages and `float("inf")` need.
  ExpressionId parse_strings() {
    const ExpressionId value = take(Kind::kString);
    while (accept(TokenKind::kString)) {
    }
    syntax_.nodes[value.index].span.end = previous_end();
    return value;
  }

  ExpressionId parse_sequence() {
    const uint32_t begin = span().begin;
    const bool is_list = kind() == TokenKind::kOpenSquare;
    ++at_;
    std::vector<ExpressionId> items;
    const bool comma = is_list ? parse_items(TokenKind::kCloseSquare, "`]`", items, false)
                               : parse_items(TokenKind::kCloseParen, "`)`", items, false);
    if (problem_) return add(node(Kind::kNone, {begin, begin}));
    if (!is_list && !comma && items.size() == 1 && syntax_[items[0]].kind != Kind::kStar) {
      // The parentheses belong to what a caret marks.
      syntax_.nodes[items[0].index].span = {begin, previous_end()};
      return items[0];
    }
    return add(node(is_list ? Kind::kList : Kind::kTuple, {begin, previous_end()}), items);
  }

  std::string_view text_;
  std::span<const Token> tokens_;
  Syntax& syntax_;
  size_t at_ = 0;
  std::optional<SyntaxProblem> problem_;
};

}  // namespace

std::optional<SyntaxProblem> parse_statement(std::string_view text, std::span<const Token> tokens, Syntax& syntax,
                                             Statement& statement) {
  syntax.clear();
  return StatementParser(text, tokens, syntax).parse(statement);
}

}  // namespace cleave
