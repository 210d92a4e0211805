// See definition_reader.h.
#include "core/parse/definition_reader.h"

#include <algorithm>
#include <array>
#include <utility>

#include "core/base/text.h"
#include "core/base/unicode.h"
#include "core/source/diagnostic_codes.h"

namespace cleave {
namespace {

using Kind = Expression::Kind;

/// Statements that say nothing to a definition.
constexpr std::array<std::string_view, 9> kHarmless{"pass", "return", "import",   "from", "assert",
                                                    "del",  "global", "nonlocal", "raise"};
/// The later parts of statements whose first part has been reported.
constexpr std::array<std::string_view, 4> kContinuations{"elif", "else", "except", "finally"};

/// What to write instead of a statement that is not followed.
std::string_view instead_of(std::string_view word) {
  if (word == "for" || word == "while") return "write its lines out, once for each round";
  if (word == "if" || word == "match") return "keep the lines of the branch that is taken, without the condition";
  if (word == "try") return "keep its lines, without the `try`";
  if (word == "def" || word == "class") return "write its lines out where it is called";
  return "keep only calls of the definition; `print(fd)` in Python prints it so";
}

bool may_declare_input(std::string_view statement) {
  return statement.find("define_") != std::string_view::npos ||
         statement.find("from_pytorch") != std::string_view::npos;
}

template <size_t Size>
bool contains(const std::array<std::string_view, Size>& words, std::string_view word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

}  // namespace

DefinitionReader::DefinitionReader(const SourceText& text, const Names& globals, DefinitionHead head,
                                   const ParseLimits& limits, Diagnostics& diagnostics)
    : text_(text),
      head_(std::move(head)),
      limits_(limits),
      diagnostics_(diagnostics),
      calls_(limits, diagnostics),
      interpreter_(text, globals, head_.parameter, calls_, diagnostics, calls_.definition()) {
  for (auto& [name, value] : head_.parameters) interpreter_.locals()[name] = std::move(value);
}

uint32_t DefinitionReader::read() {
  offset_ = head_.body;
  end_ = head_.span.end;
  if (!head_.inline_body.empty()) {
    LogicalLine line;
    line.tokens = head_.inline_body;
    read_line(line);
  }
  const LexLimits lex_limits{.nesting = limits_.nesting, .tokens = LexLimits{}.tokens};
  LogicalLine line;
  while (offset_ < text_.text().size() && !calls_.writer().is_full()) {
    read_logical_line(text_.text(), offset_, lex_limits, line);
    const bool blank = line.tokens.empty() && !line.problem;
    if (!blank && ends_body(line)) break;
    offset_ = line.next;
    if (blank) continue;
    end_ = line.span.end;
    line_indent_ = line.indent;
    read_line(line);
  }
  return offset_;
}

ParsedDefinition DefinitionReader::take() {
  ParsedDefinition out;
  out.name = head_.name;
  out.is_block = head_.is_block;
  out.head = head_.span;
  out.span = {head_.span.begin, end_};
  out.definition = calls_.writer().take_definition();
  out.source_map = calls_.writer().take_source_map();
  out.source_map.first_unsure = first_unsure_;
  out.lacks_inputs = lacks_inputs_;
  for (const auto& [name, value] : interpreter_.locals()) {
    if (value.is<Poison>()) out.failed_names.push_back(name);
  }
  std::sort(out.failed_names.begin(), out.failed_names.end());
  const auto is_direct_name = [](const std::string& name) {
    return name.starts_with("tv") && name.size() > 2 && name[2] >= '0' && name[2] <= '9';
  };
  for (StateId state : out.definition.states.ids()) {
    if (!out.definition.is_tensor(state) || !out.source_map.names.contains(state)) continue;
    if (is_direct_name(out.source_map.names[state])) out.dialect = Dialect::kDirect;
    break;
  }
  return out;
}

bool DefinitionReader::ends_body(const LogicalLine& line) const {
  const std::string_view here = text_.text().substr(line.span.begin, 3);
  if (here == "```") return true;
  if (!head_.flat) return line.indent <= head_.indent;
  const bool uses_definition = std::any_of(line.tokens.begin(), line.tokens.end(), [&](const Token& token) {
    return token.kind == TokenKind::kName && slice(token.span) == head_.parameter;
  });
  const std::string_view first = line.tokens.empty() ? std::string_view() : slice(line.tokens[0].span);
  return line.indent < head_.indent || !uses_definition || first == "def" || first == "with" ||
         slice(line.span).find(".execute") != std::string_view::npos;
}

/// `# random stream 3`, as print writes it behind a random op of a segment.
std::optional<int64_t> DefinitionReader::stream_number(const LogicalLine& line) const {
  constexpr std::string_view kMark = "# random stream ";
  if (!line.comment) return std::nullopt;
  const std::string_view comment = slice(*line.comment);
  if (!comment.starts_with(kMark) || comment.size() > kMark.size() + 9 || comment.size() == kMark.size())
    return std::nullopt;
  int64_t number = 0;
  for (char byte : comment.substr(kMark.size())) {
    if (byte < '0' || byte > '9') return std::nullopt;
    number = number * 10 + (byte - '0');
  }
  return number;
}

void DefinitionReader::read_line(const LogicalLine& line) {
  const size_t errors = diagnostics_.error_count();
  const uint32_t states = static_cast<uint32_t>(calls_.definition().states.size());
  read_checked_line(line);
  if (diagnostics_.error_count() == errors) return;
  if (!first_unsure_) first_unsure_ = states;
  lacks_inputs_ = lacks_inputs_ || may_declare_input(slice({line.span.begin, offset_}));
}

void DefinitionReader::read_checked_line(const LogicalLine& line) {
  if (line.problem) {
    diagnostics_.report(line.problem->code, line.problem->span, line.problem->arguments);
    poison_targets(line.tokens);
    if (line.problem->code != code("unclosed_bracket")) skip_deeper(line.indent);
    return;
  }
  calls_.set_ordinal(stream_number(line));
  size_t begin = 0;
  for (size_t i = 0; i <= line.tokens.size(); ++i) {
    if (i < line.tokens.size() && line.tokens[i].kind != TokenKind::kSemicolon) continue;
    if (i > begin) read_statement(std::span(line.tokens).subspan(begin, i - begin));
    begin = i + 1;
  }
}

void DefinitionReader::read_statement(std::span<const Token> tokens) {
  Statement statement;
  if (const auto problem = parse_statement(text_.text(), tokens, syntax_, statement)) {
    diagnostics_.report(code("syntax_error"), problem->span, {problem->expected, problem->found});
    poison_targets(tokens);
    return;
  }
  if (statement.kind == Statement::Kind::kOther) {
    read_other(tokens);
  } else {
    run(syntax_, statement);
  }
}

void DefinitionReader::read_other(std::span<const Token> tokens) {
  const std::string_view word = slice(tokens.front().span);
  if (word == "return" && tokens.size() > 1) return read_statement(tokens.subspan(1));
  if (word == "with") {
    const std::span<const Token> inner = after_colon(tokens);
    if (!inner.empty()) read_statement(inner);
    return;
  }
  if (contains(kHarmless, word)) return;
  if (!contains(kContinuations, word))
    diagnostics_.report(code("unsupported_statement"), tokens.front().span, {std::string(word)}).note(instead_of(word));
  skip_deeper(line_indent_);
}

void DefinitionReader::skip_deeper(uint32_t indent) {
  LogicalLine line;
  while (offset_ < text_.text().size()) {
    // Only the indentation matters, so one token is enough.
    read_logical_line(text_.text(), offset_, {.nesting = 1, .tokens = 1}, line);
    const bool blank = line.tokens.empty() && !line.problem;
    if (!blank && line.indent <= indent) return;
    const uint32_t next = next_line(text_.text(), offset_);
    poison_assigned(slice({offset_, next}));
    offset_ = next;
  }
}

/// Makes the names poison that a skipped line assigns: `T1 = …`, `a, b = …`.
void DefinitionReader::poison_assigned(std::string_view line) {
  const size_t assign = std::min(line.find('='), line.size());
  if (assign + 1 >= line.size() || line[assign + 1] == '=') return;
  const std::string_view targets = line.substr(0, assign);
  const auto is_target = [](char byte) { return is_name_byte(byte) || byte == ',' || byte == ' ' || byte == '\t'; };
  if (!std::all_of(targets.begin(), targets.end(), is_target)) return;
  for (size_t begin = 0; begin < targets.size();) {
    size_t end = begin;
    while (end < targets.size() && is_name_byte(targets[end])) ++end;
    if (end > begin) {
      const SourceSpan span{offset_ + static_cast<uint32_t>(begin), offset_ + static_cast<uint32_t>(end)};
      interpreter_.locals()[std::string(targets.substr(begin, end - begin))] = {Poison{}, span};
    }
    begin = end + 1;
  }
}

void DefinitionReader::poison_targets(std::span<const Token> tokens) {
  const auto assign =
      std::find_if(tokens.begin(), tokens.end(), [](const Token& token) { return token.kind == TokenKind::kAssign; });
  if (assign == tokens.end()) return;
  for (auto token = tokens.begin(); token != assign; ++token) {
    if (token->kind == TokenKind::kOpenParen) return;
    if (token->kind == TokenKind::kName)
      interpreter_.locals()[std::string(slice(token->span))] = {Poison{}, token->span};
  }
}

void DefinitionReader::run(const Syntax& syntax, const Statement& statement) {
  if (statement.kind == Statement::Kind::kAugmentedAssign) return augment(syntax, statement);
  const ScriptValue value = interpreter_.evaluate(syntax, *statement.value);
  for (ExpressionId target : statement.targets) assign(syntax, target, value);
}

void DefinitionReader::augment(const Syntax& syntax, const Statement& statement) {
  const ExpressionId target = statement.targets[0];
  const ScriptValue left = interpreter_.evaluate(syntax, target);
  const ScriptValue right = interpreter_.evaluate(syntax, *statement.value);
  assign(syntax, target, interpreter_.apply(statement.symbol, statement.span, left, right, statement.span));
}

void DefinitionReader::assign(const Syntax& syntax, ExpressionId target, const ScriptValue& value) {
  const Kind kind = syntax[target].kind;
  if (kind == Kind::kName) assign_name(slice(syntax[target].text), value);
  if (kind == Kind::kTuple || kind == Kind::kList) unpack(syntax, target, value);
  if (kind == Kind::kAttribute) assign_attribute(syntax, target, value);
}

/// `self.x = value`, the way of definitions that are classes.
void DefinitionReader::assign_attribute(const Syntax& syntax, ExpressionId target, const ScriptValue& value) {
  const ExpressionId owner = syntax.children_of(target)[0];
  if (syntax[owner].kind != Kind::kName) return;
  const std::string_view name = slice(syntax[target].text);
  interpreter_.assign_attribute(concat(slice(syntax[owner].text), ".", name), value);
  if (const auto* state = value.as<StateId>()) calls_.writer().name(*state, name);
}

void DefinitionReader::unpack(const Syntax& syntax, ExpressionId target, const ScriptValue& value) {
  const auto targets = syntax.children_of(target);
  const auto* sequence = value.as<Sequence>();
  const auto* state = value.as<StateId>();
  const bool opaque = state && family(calls_.definition().producer(*state).op) == OpFamily::kOpaque;
  const size_t count = sequence ? sequence->items->size() : 1;
  if (sequence || (state && targets.size() == 1)) {
    if (count == targets.size()) {
      for (size_t i = 0; i < count; ++i) assign(syntax, targets[i], sequence ? (*sequence->items)[i] : value);
      return;
    }
  }
  const bool wrong_count = !opaque && (sequence || state);
  if (wrong_count) {
    const std::string_view call = slice(value.span);
    diagnostics_.report(
        code("result_count"), value.span,
        {clipped(call.substr(0, call.find('(')), 60), std::to_string(count), std::to_string(targets.size())});
  }
  const bool unfollowed = value.is<Unfollowed>();
  for (size_t i = 0; i < targets.size(); ++i) {
    assign(syntax, targets[i], opaque && i == 0 ? value : unfollowed ? value : ScriptValue{Poison{}, value.span});
  }
}

void DefinitionReader::assign_name(std::string_view name, const ScriptValue& value) {
  if (name == head_.parameter) return;
  interpreter_.locals()[std::string(name)] = value;
  if (const auto* state = value.as<StateId>()) calls_.writer().name(*state, name);
}

}  // namespace cleave
