// The lines of a script that begin definitions, and whether records follow them. See script_reader.h.
#include <algorithm>
#include <utility>

#include "core/base/text.h"
#include "core/parse/script_reader.h"
#include "core/source/diagnostic_codes.h"

namespace cleave {
namespace {

/// The white space that is_name_byte takes for a letter, because it is not ASCII.
bool ends_with_space(std::string_view text) {
  return text.ends_with("\xC2\xA0") || text.ends_with("\xE2\x80\x8B") || text.ends_with("\xEF\xBB\xBF");
}

bool calls_definition(std::string_view line, const std::string& parameter) {
  size_t at = 0;
  while ((at = line.find(parameter, at)) != std::string_view::npos) {
    const std::string_view before = line.substr(0, at);
    const bool begins = before.empty() || !is_name_byte(before.back()) || ends_with_space(before);
    const std::string_view after = line.substr(at + parameter.size());
    for (std::string_view mark : {".ops.", ".define_", ".add_output", ".from_pytorch"}) {
      if (begins && after.starts_with(mark)) return true;
    }
    at += parameter.size();
  }
  return false;
}

}  // namespace

bool ScriptReader::read_head(std::string_view word) {
  read_logical_line(text_.text(), offset_, {.nesting = limits_.nesting, .tokens = 10'000}, line_);
  if (line_.problem) {
    const bool is_meant =
        text_.slice({offset_, next_line(text_.text(), offset_)}).find("Fusion") != std::string_view::npos;
    if (is_meant && !head_problem_) head_problem_ = line_.problem;
    return false;
  }
  auto head = word == "def" ? def_head() : with_head();
  if (!head || !body_makes_records(*head)) return false;
  take_definition(std::move(*head));
  return true;
}

std::optional<size_t> ScriptReader::name_token(std::string_view name, size_t from) const {
  for (size_t i = from; i < line_.tokens.size(); ++i) {
    if (line_.tokens[i].kind == TokenKind::kName && slice(line_.tokens[i].span) == name) return i;
  }
  return std::nullopt;
}

/// The parameters with a default between the bracket at `open` and `end`, `fusion` aside, each with that value.
std::vector<std::pair<std::string, ScriptValue>> ScriptReader::other_parameters(size_t open, size_t end,
                                                                                size_t fusion) {
  std::vector<std::pair<std::string, ScriptValue>> out;
  size_t depth = 0;
  const std::span<const Token> tokens(line_.tokens);
  for (size_t i = open, begin = open + 1; i < end; ++i) {
    if (is_opening(tokens[i].kind)) ++depth;
    const bool is_last = is_closing(tokens[i].kind) && --depth == 0;
    if (!is_last && (depth != 1 || tokens[i].kind != TokenKind::kComma)) continue;
    const std::span<const Token> parameter = tokens.subspan(begin, i - begin);
    const auto value = begin != fusion ? default_value(parameter) : std::nullopt;
    if (value) out.emplace_back(slice(parameter[0].span), *value);
    begin = i + 1;
    if (is_last) break;
  }
  return out;
}

/// The value of `NAME [: annotation] = value`.
std::optional<ScriptValue> ScriptReader::default_value(std::span<const Token> parameter) {
  if (parameter.empty() || parameter[0].kind != TokenKind::kName) return std::nullopt;
  size_t assign = 1;
  while (assign < parameter.size() && parameter[assign].kind != TokenKind::kAssign) ++assign;
  if (assign + 1 >= parameter.size()) return std::nullopt;
  Statement statement;
  const auto problem = parse_statement(text_.text(), parameter.subspan(assign + 1), syntax_, statement);
  if (problem || !statement.value) return std::nullopt;
  return interpreter_.evaluate(syntax_, *statement.value);
}

/// `def NAME ( … NAME : FusionDefinition … ) … :`, or a parameter called fd, or `def definition(self)`.
std::optional<DefinitionHead> ScriptReader::def_head() {
  if (!is_kind(1, TokenKind::kName) || !is_kind(2, TokenKind::kOpenParen) || !is_kind(3, TokenKind::kName))
    return std::nullopt;
  size_t parameter = 3;
  bool annotated = false;
  const auto annotation = name_token("FusionDefinition", 4);
  if (annotation) {
    // Back to the name before the colon: annotations may be dotted.
    size_t at = *annotation;
    while (at > 3 && line_.tokens[at].kind != TokenKind::kColon) --at;
    if (at > 3 && is_kind(at - 1, TokenKind::kName)) parameter = at - 1;
    annotated = true;
  } else if (const auto fd = name_token("fd", 3)) {
    parameter = *fd;
  } else if (slice(line_.tokens[3].span) != "self" || slice(line_.tokens[1].span) != "definition") {
    return std::nullopt;
  }
  size_t depth = 0, colon = 0;
  for (size_t i = 2; i < line_.tokens.size() && colon == 0; ++i) {
    if (is_opening(line_.tokens[i].kind)) ++depth;
    if (is_closing(line_.tokens[i].kind)) --depth;
    if (depth == 0 && line_.tokens[i].kind == TokenKind::kColon) colon = i;
  }
  if (colon == 0) return std::nullopt;
  DefinitionHead head;
  head.name = std::string(slice(line_.tokens[1].span));
  head.parameter = std::string(slice(line_.tokens[parameter].span));
  head.span = {line_.span.begin, line_.tokens[colon].span.end};
  head.annotated = annotated;
  head.parameters = other_parameters(2, colon, parameter);
  head.inline_body.assign(line_.tokens.begin() + static_cast<std::ptrdiff_t>(colon) + 1, line_.tokens.end());
  return head;
}

/// `with FusionDefinition(…) as NAME :`, or `with NAME :` of an instance made before.
std::optional<DefinitionHead> ScriptReader::with_head() const {
  DefinitionHead head;
  const auto made = name_token("FusionDefinition", 1);
  const auto as = made ? name_token("as", *made) : std::nullopt;
  if (as && is_kind(*as + 1, TokenKind::kName)) {
    head.parameter = std::string(slice(line_.tokens[*as + 1].span));
  } else if (is_kind(1, TokenKind::kName) && is_kind(2, TokenKind::kColon) &&
             instances_.contains(std::string(slice(line_.tokens[1].span)))) {
    head.parameter = std::string(slice(line_.tokens[1].span));
  } else {
    return std::nullopt;
  }
  head.name = concat("fusion ", text_.place(line_.span.begin).line);
  head.is_block = true;
  head.span = line_.span;
  return head;
}

bool ScriptReader::body_makes_records(DefinitionHead& head) {
  head.indent = line_.indent;
  head.body = line_.next;
  const std::string_view text = text_.text();
  const size_t budget = 4 * text.size() + 1000;
  if (!head.inline_body.empty()) return calls_definition(slice({head.span.end, line_.span.end}), head.parameter);
  bool first = true;
  for (uint32_t at = head.body; at < text.size() && looked_ahead_ < budget;) {
    const uint32_t next = next_line(text, at);
    const std::string_view line = text.substr(at, next - at);
    looked_ahead_ += line.size();
    at = next;
    if (is_blank_or_comment(line.substr(0, line.find_first_of("\r\n")))) continue;
    const uint32_t indent = indent_of(line).columns;
    const bool calls = calls_definition(line, head.parameter);
    if (first && indent <= head.indent && calls) head.flat = true;
    if (calls && (indent > head.indent || head.flat)) return true;
    if (indent <= head.indent) return first && head.annotated;
    first = false;
  }
  return first && head.annotated;
}

}  // namespace cleave
