// See script_reader.h.
#include "core/parse/script_reader.h"

#include <algorithm>
#include <array>
#include <utility>

#include "core/base/text.h"
#include "core/source/diagnostic_codes.h"

namespace cleave {
namespace {

using Kind = Expression::Kind;

/// Names beyond this many are not kept: a text of nothing but assignments must not fill the memory.
constexpr size_t kMaxGlobals = 100'000;

std::string_view first_word(std::string_view line) {
  line.remove_prefix(indent_of(line).bytes);
  const auto end = std::find_if_not(line.begin(), line.end(), is_name_byte);
  return line.substr(0, static_cast<size_t>(end - line.begin()));
}

bool is_blank_or_comment(std::string_view line) {
  const size_t first = indent_of(line).bytes;
  return first == line.size() || line[first] == '#';
}

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

bool is_execution(std::string_view name) {
  return name == "execute" || name == "exec_nvfuser" || name == "validate" || name == "segment" ||
         name == "manual_validate";
}

bool names_inputs(std::string_view name) {
  return name.find("input") != std::string_view::npos || name.find("INPUT") != std::string_view::npos;
}

/// The tensors and numbers in nested lists, in order.
void flatten(const ScriptValue& value, size_t depth, std::vector<const ScriptValue*>& out) {
  const auto* sequence = value.as<Sequence>();
  constexpr size_t kMaxDepth = 8;
  if (sequence == nullptr || depth > kMaxDepth) {
    out.push_back(&value);
    return;
  }
  for (const ScriptValue& item : *sequence->items) flatten(item, depth + 1, out);
}

}  // namespace

Parsed ScriptReader::read() {
  while (offset_ < text_.text().size()) read_line();
  if (parsed_.definitions.empty()) {
    const auto size = static_cast<uint32_t>(std::min<size_t>(text_.text().size(), 1));
    diagnostics_.report(code("no_definition"), SourceSpan{0, size});
    if (head_problem_) {
      diagnostics_.report(head_problem_->code, head_problem_->span, head_problem_->arguments);
    }
  }
  return std::move(parsed_);
}

void ScriptReader::read_line() {
  const uint32_t next = next_line(text_.text(), offset_);
  const std::string_view line = text_.text().substr(offset_, next - offset_);
  size_t content = line.size();
  while (content > 0 && (line[content - 1] == '\n' || line[content - 1] == '\r')) --content;
  const std::string_view shown = line.substr(0, content);
  if (is_blank_or_comment(shown)) {
    offset_ = next;
    return;
  }
  const std::string_view word = first_word(shown);
  if ((word == "def" || word == "with") && read_head(word)) return;
  const bool assigns = !word.empty() && shown.find('=') != std::string_view::npos;
  const bool executes =
      shown.find(".execute(") != std::string_view::npos || shown.find("exec_nvfuser(") != std::string_view::npos;
  if (assigns || executes) return read_other();
  ++parsed_.ignored_lines;
  offset_ = next;
}

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

/// `def NAME ( … NAME : FusionDefinition … ) … :`, or a parameter called fd, or `def definition(self)`.
std::optional<DefinitionHead> ScriptReader::def_head() const {
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
    if (line_.tokens[i].kind == TokenKind::kOpenParen || line_.tokens[i].kind == TokenKind::kOpenSquare) ++depth;
    if (line_.tokens[i].kind == TokenKind::kCloseParen || line_.tokens[i].kind == TokenKind::kCloseSquare) --depth;
    if (depth == 0 && line_.tokens[i].kind == TokenKind::kColon) colon = i;
  }
  if (colon == 0) return std::nullopt;
  DefinitionHead head;
  head.name = std::string(slice(line_.tokens[1].span));
  head.parameter = std::string(slice(line_.tokens[parameter].span));
  head.span = {line_.span.begin, line_.tokens[colon].span.end};
  head.annotated = annotated;
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

void ScriptReader::take_definition(DefinitionHead head) {
  Diagnostics own(std::min(Diagnostics::kMaxDiagnostics, kMaxDiagnosticsOfAll - kept_diagnostics_));
  if (head.flat) own.report(code("expected_indent"), head.span, {head.parameter});
  DefinitionReader reader(text_, globals_, std::move(head), limits_, own);
  offset_ = reader.read();
  parsed_.definitions.push_back(reader.take());
  kept_diagnostics_ += own.all().size();
  parsed_.definitions.back().diagnostics = std::move(own);
}

void ScriptReader::read_other() {
  const uint32_t start = offset_;
  read_logical_line(text_.text(), start, {.nesting = limits_.nesting, .tokens = LexLimits{}.tokens}, line_);
  const size_t lists = parsed_.input_lists.size();
  if (line_.problem) {
    // An open quote is prose more often than code: only its own line is lost.
    offset_ = line_.problem->code == code("unterminated_string") ? next_line(text_.text(), start) : line_.next;
  } else {
    offset_ = line_.next;
    Statement statement;
    if (!line_.tokens.empty() && !parse_statement(text_.text(), line_.tokens, syntax_, statement)) run(statement);
  }
  if (parsed_.input_lists.size() != lists) return;
  for (uint32_t at = start; at < offset_; at = next_line(text_.text(), at)) {
    const uint32_t end = next_line(text_.text(), at);
    if (!is_blank_or_comment(text_.slice({at, end}).substr(0, text_.slice({at, end}).find_first_of("\r\n"))))
      ++parsed_.ignored_lines;
  }
}

void ScriptReader::run(const Statement& statement) {
  if (statement.kind == Statement::Kind::kOther || !statement.value) return;
  find_executions();
  if (statement.kind != Statement::Kind::kAssign) return;
  const std::string_view written = slice(syntax_[*statement.value].span);
  if (written.starts_with("FusionDefinition(") && syntax_[statement.targets[0]].kind == Kind::kName) {
    instances_.insert(std::string(slice(syntax_[statement.targets[0]].text)));
  }
  const ScriptValue value = interpreter_.evaluate(syntax_, *statement.value);
  for (ExpressionId target : statement.targets) assign(target, value, statement.span);
}

void ScriptReader::assign(ExpressionId target, const ScriptValue& value, SourceSpan span) {
  const Expression& node = syntax_[target];
  if (node.kind == Kind::kName) return assign_name(slice(node.text), value, span);
  if (node.kind != Kind::kTuple && node.kind != Kind::kList) return;
  const auto targets = syntax_.children_of(target);
  const auto* sequence = value.as<Sequence>();
  const bool fits = sequence != nullptr && sequence->items->size() == targets.size();
  for (size_t i = 0; i < targets.size(); ++i) {
    assign(targets[i],
           fits ? (*sequence->items)[i]
                : ScriptValue{Unfollowed{std::string(slice(value.span).substr(0, 60))}, value.span},
           span);
  }
}

void ScriptReader::assign_name(std::string_view name, const ScriptValue& value, SourceSpan span) {
  if (value.is<Sequence>()) take_input_list(name, value, span);
  std::string key(name);
  if (globals_.size() >= kMaxGlobals && !globals_.contains(key)) return;
  ScriptValue kept = value;
  if (kept.is<Unfollowed>()) kept.content = Unfollowed{key};
  globals_[std::move(key)] = std::move(kept);
}

void ScriptReader::take_input_list(std::string_view name, const ScriptValue& value, SourceSpan span) {
  std::vector<const ScriptValue*> items;
  flatten(value, 0, items);
  InputList list{.name = std::string(name), .items = {}, .span = span};
  bool has_tensor = false;
  const ScriptValue* unknown = nullptr;
  for (const ScriptValue* item : items) {
    if (const auto* torch = item->as<TorchTensor>()) {
      list.items.push_back({*torch->tensor, item->span});
      has_tensor = true;
    } else if (const auto* number = item->as<ScalarValue>()) {
      list.items.push_back({*number, item->span});
    } else {
      has_tensor = has_tensor || slice(item->span).starts_with("torch.");
      if (unknown == nullptr) unknown = item;
    }
  }
  if (unknown != nullptr) {
    if (has_tensor) diagnostics_.report(code("input_ignored"), unknown->span, {list.name});
    return;
  }
  if (has_tensor || names_inputs(name)) {
    parsed_.input_lists.push_back(std::move(list));
  } else if (number_lists_.size() < kMaxGlobals) {
    number_lists_[list.name] = std::move(list);
  }
}

/// Lists that the statement executes: by name, or written right there.
void ScriptReader::find_executions() {
  for (size_t i = 0; i < syntax_.nodes.size(); ++i) {
    const ExpressionId id(i);
    if (syntax_[id].kind != Kind::kCall) continue;
    const auto parts = syntax_.children_of(id);
    const Expression& callee = syntax_[parts[0]];
    if (callee.kind != Kind::kAttribute || !is_execution(slice(callee.text))) continue;
    for (size_t argument = 1; argument < parts.size(); ++argument) {
      const Expression& given = syntax_[parts[argument]];
      if (given.kind == Kind::kName) {
        const auto found = number_lists_.find(std::string(slice(given.text)));
        if (found == number_lists_.end()) continue;
        parsed_.input_lists.push_back(std::move(found->second));
        number_lists_.erase(found);
      } else if (given.kind == Kind::kList || given.kind == Kind::kTuple) {
        const std::string name = concat("execute ", text_.place(syntax_[id].span.begin).line);
        take_input_list(name, interpreter_.evaluate(syntax_, parts[argument]), given.span);
      }
    }
  }
}

}  // namespace cleave
