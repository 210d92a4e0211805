// See script_reader.h.
#include "core/parse/script_reader.h"

#include <algorithm>
#include <array>
#include <utility>

#include "core/base/dims.h"
#include "core/base/text.h"
#include "core/base/unicode.h"
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

constexpr std::string_view kNotFollowed = "this is not followed";

constexpr std::array<std::string_view, 8> kListChanges{"append", "extend", "insert", "pop",
                                                       "remove", "clear",  "sort",   "reverse"};

bool changes_list(std::string_view method) {
  return std::find(kListChanges.begin(), kListChanges.end(), method) != kListChanges.end();
}

/// True where a list may be executed or changed.
bool mentions_call(std::string_view line) {
  if (line.find(".execute(") != std::string_view::npos || line.find("exec_nvfuser(") != std::string_view::npos)
    return true;
  return std::any_of(kListChanges.begin(), kListChanges.end(), [&](std::string_view method) {
    const size_t at = line.find(method);
    return at != std::string_view::npos && at > 0 && line[at - 1] == '.';
  });
}

bool is_execution(std::string_view name) {
  return name == "execute" || name == "exec_nvfuser" || name == "validate" || name == "segment" ||
         name == "manual_validate";
}

}  // namespace

Parsed ScriptReader::read() {
  while (offset_ < text_.text().size()) read_line();
  if (parsed_.definitions.empty()) {
    const auto size = static_cast<uint32_t>(std::min<size_t>(text_.text().size(), 1));
    diagnostics_.report(code("no_definition"), SourceSpan{0, size})
        .note(
            "paste it from its head on: `def f(fd : FusionDefinition) -> None :` or `with FusionDefinition() as fd:`");
    if (head_problem_) {
      diagnostics_.report(head_problem_->code, head_problem_->span, head_problem_->arguments);
    }
  }
  parsed_.input_lists = lists_.take();
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
  follow_loops(word, indent_of(shown).columns);
  if ((word == "def" || word == "with") && read_head(word)) return;
  const bool assigns = !word.empty() && shown.find('=') != std::string_view::npos;
  if (assigns || word == "del" || mentions_call(shown) || mentions_definition(shown)) return read_other();
  ++parsed_.ignored_lines;
  offset_ = next;
}

void ScriptReader::take_definition(DefinitionHead head) {
  Diagnostics own(std::min(Diagnostics::kMaxDiagnostics, kMaxDiagnosticsOfAll - kept_diagnostics_));
  if (head.flat) own.report(code("expected_indent"), head.span, {head.parameter});
  const size_t place = parsed_.definitions.size();
  if (places_.size() < kMaxGlobals) places_[head.name] = place;
  if (head.is_block && filled_.size() < kMaxGlobals) filled_[head.parameter] = place;
  DefinitionReader reader(text_, globals_, std::move(head), limits_, own);
  offset_ = reader.read();
  parsed_.definitions.push_back(reader.take());
  kept_diagnostics_ += own.all().size();
  parsed_.definitions.back().diagnostics = std::move(own);
}

/// Lines of a loop's body run more than once, or never.
void ScriptReader::follow_loops(std::string_view word, uint32_t indent) {
  if (loop_indent_ && indent <= *loop_indent_) loop_indent_.reset();
  if (!loop_indent_ && (word == "for" || word == "while")) loop_indent_ = indent;
}

void ScriptReader::read_other() {
  const uint32_t start = offset_;
  read_logical_line(text_.text(), start, {.nesting = limits_.nesting, .tokens = LexLimits{}.tokens}, line_);
  const size_t taken = lists_.taken();
  if (line_.problem) {
    // An open quote is prose more often than code: only its own line is lost.
    offset_ = line_.problem->code == code("unterminated_string") ? next_line(text_.text(), start) : line_.next;
    lose_targets(line_.tokens, line_.problem->span);
  } else {
    offset_ = line_.next;
    read_statements();
  }
  if (lists_.taken() != taken) return;
  for (uint32_t at = start; at < offset_; at = next_line(text_.text(), at)) {
    const uint32_t end = next_line(text_.text(), at);
    if (!is_blank_or_comment(text_.slice({at, end}).substr(0, text_.slice({at, end}).find_first_of("\r\n"))))
      ++parsed_.ignored_lines;
  }
}

/// The statements of the line, one after the other.
void ScriptReader::read_statements() {
  const std::span<const Token> all(line_.tokens);
  size_t begin = 0;
  for (size_t i = 0; i <= all.size(); ++i) {
    if (i < all.size() && all[i].kind != TokenKind::kSemicolon) continue;
    read_statement(all.subspan(begin, i - begin));
    begin = i + 1;
  }
}

void ScriptReader::read_statement(std::span<const Token> tokens) {
  while (!tokens.empty()) {
    Statement statement;
    if (const auto problem = parse_statement(text_.text(), tokens, syntax_, statement)) {
      return lose_targets(tokens, problem->span);
    }
    if (statement.kind != Statement::Kind::kOther) {
      if (statement.value) run(statement);
      return;
    }
    if (slice(tokens[0].span) == "del") return lose_deleted(tokens);
    tokens = inner_statement(tokens);
  }
}

/// `del name[0]`.
void ScriptReader::lose_deleted(std::span<const Token> tokens) {
  const SourceSpan span{tokens.front().span.begin, tokens.back().span.end};
  for (size_t i = 1; i + 1 < tokens.size(); ++i) {
    if (tokens[i].kind != TokenKind::kName || tokens[i + 1].kind != TokenKind::kOpenSquare) continue;
    const ScriptValue* value = interpreter_.find(slice(tokens[i].span));
    if (value != nullptr && value->is<Sequence>()) lose(slice(tokens[i].span), span, kNotFollowed);
  }
}

/// What stands behind `assert` or `return`, or on the line of `with …:`, `if …:`, `for …:` and their like.
std::span<const Token> ScriptReader::inner_statement(std::span<const Token> tokens) const {
  const std::string_view word = slice(tokens[0].span);
  if (word == "assert" || word == "return") return tokens.subspan(1);
  if (word == "def" || word == "class") return {};
  return after_colon(tokens);
}

void ScriptReader::run(const Statement& statement) {
  find_executions();
  if (statement.kind == Statement::Kind::kExpression) return change_by_call(*statement.value);
  if (statement.kind == Statement::Kind::kAugmentedAssign) return augment(statement);
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
  if (node.kind == Kind::kSubscript) return assign_item(target, value, span);
  if (node.kind != Kind::kTuple && node.kind != Kind::kList) return;
  const auto targets = syntax_.children_of(target);
  const auto* sequence = value.as<Sequence>();
  const bool fits = sequence != nullptr && sequence->items->size() == targets.size();
  for (size_t i = 0; i < targets.size(); ++i) {
    assign(targets[i],
           fits ? (*sequence->items)[i] : ScriptValue{Unfollowed{clipped(slice(value.span), 60)}, value.span}, span);
  }
}

void ScriptReader::assign_name(std::string_view name, const ScriptValue& value, SourceSpan span) {
  lists_.assign(name, value, span);
  keep(name, value);
}

void ScriptReader::keep(std::string_view name, const ScriptValue& value) {
  std::string key(name);
  if (globals_.size() >= kMaxGlobals && !globals_.contains(key)) return;
  ScriptValue kept = value;
  if (kept.is<Unfollowed>()) kept.content = Unfollowed{key};
  globals_[std::move(key)] = std::move(kept);
}

/// The list that a name stands for, or null.
const Sequence* ScriptReader::list_of(ExpressionId id) const {
  if (syntax_[id].kind != Kind::kName) return nullptr;
  const ScriptValue* value = interpreter_.find(slice(syntax_[id].text));
  return value ? value->as<Sequence>() : nullptr;
}

/// `name` is a list with other items now; nothing where they are not known.
void ScriptReader::change(std::string_view name, std::optional<std::vector<ScriptValue>> items, SourceSpan span) {
  if (!items || loop_indent_) return lose(name, span, items ? "it is changed in a loop" : kNotFollowed);
  const ScriptValue value = make_sequence(std::move(*items), false, span);
  lists_.change(name, value, span);
  keep(name, value);
}

void ScriptReader::lose(std::string_view name, SourceSpan span, std::string_view why) {
  lists_.lose(name, span, why);
  keep(name, {Unfollowed{std::string(name)}, span});
}

/// `name += value`.
void ScriptReader::augment(const Statement& statement) {
  const Expression& target = syntax_[statement.targets[0]];
  if (target.kind != Kind::kName) return lose_item(statement.targets[0], statement.span);
  const std::string_view name = slice(target.text);
  const bool is_list = list_of(statement.targets[0]) != nullptr;
  const ScriptValue value =
      interpreter_.apply(statement.symbol, statement.span, interpreter_.evaluate(syntax_, statement.targets[0]),
                         interpreter_.evaluate(syntax_, *statement.value), statement.span);
  if (!is_list) return keep(name, loop_indent_ ? ScriptValue{Unfollowed{std::string(name)}, statement.span} : value);
  const auto* sequence = value.as<Sequence>();
  change(name, sequence ? std::optional(*sequence->items) : std::nullopt, statement.span);
}

/// `name[0] = value`.
void ScriptReader::assign_item(ExpressionId target, const ScriptValue& value, SourceSpan span) {
  const auto parts = syntax_.children_of(target);
  const Sequence* list = list_of(parts[0]);
  const ScriptValue index = interpreter_.evaluate(syntax_, parts[1]);
  const int64_t* place = index.as_integer();
  const auto wrapped = list && place ? normalized_dim(*place, list->items->size()) : std::nullopt;
  if (!wrapped) return lose_item(target, span);
  std::vector<ScriptValue> items = *list->items;
  items[*wrapped] = value;
  change(slice(syntax_[parts[0]].text), std::move(items), span);
}

/// A change of an item of a list that is not followed.
void ScriptReader::lose_item(ExpressionId target, SourceSpan span) {
  if (syntax_[target].kind != Kind::kSubscript) return;
  const ExpressionId owner = syntax_.children_of(target)[0];
  if (list_of(owner) != nullptr) lose(slice(syntax_[owner].text), span, kNotFollowed);
}

/// `name.append(value)` and its like.
void ScriptReader::change_by_call(ExpressionId call) {
  if (syntax_[call].kind != Kind::kCall) return;
  const auto parts = syntax_.children_of(call);
  if (syntax_[parts[0]].kind != Kind::kAttribute) return;
  const std::string_view method = slice(syntax_[parts[0]].text);
  const ExpressionId owner = syntax_.children_of(parts[0])[0];
  const Sequence* list = list_of(owner);
  if (list == nullptr || !changes_list(method)) return;
  std::optional<std::vector<ScriptValue>> items;
  if (parts.size() == 2 && (method == "append" || method == "extend")) {
    const ScriptValue added = interpreter_.evaluate(syntax_, parts[1]);
    const auto* more = added.as<Sequence>();
    const bool takes_one = method == "append";
    if (takes_one || more != nullptr) items = *list->items;
    if (takes_one) items->push_back(added);
    if (!takes_one && more != nullptr) items->insert(items->end(), more->items->begin(), more->items->end());
  }
  change(slice(syntax_[owner].text), std::move(items), syntax_[call].span);
}

/// Names that a statement would have assigned, had it been understood.
void ScriptReader::lose_targets(std::span<const Token> tokens, SourceSpan span) {
  size_t end = 0;
  while (end < tokens.size() && tokens[end].kind != TokenKind::kAssign) ++end;
  const bool assigns = end < tokens.size() && tokens[0].kind == TokenKind::kName;
  const bool is_name =
      assigns && (end == 1 || tokens[1].kind == TokenKind::kColon || tokens[1].kind == TokenKind::kComma);
  for (size_t i = 0; is_name && i < end && tokens[i].kind != TokenKind::kColon; ++i) {
    if (tokens[i].kind == TokenKind::kName) lose(slice(tokens[i].span), span, kNotFollowed);
  }
  if (!is_name) lose_changed(tokens);
  for (size_t i = 1; i + 3 < tokens.size(); ++i) {
    const bool called = tokens[i - 1].kind == TokenKind::kDot && tokens[i + 1].kind == TokenKind::kOpenParen;
    if (!called || slice(tokens[i].span) != "execute") continue;
    if (tokens[i + 2].kind == TokenKind::kName && tokens[i + 3].kind == TokenKind::kCloseParen) {
      lists_.execute(slice(tokens[i + 2].span), std::nullopt);
    } else {
      lists_.lose_executed(concat("execute ", text_.place(tokens[i].span.begin).line), span, kNotFollowed);
    }
  }
}

/// Lists that a statement changes which is not followed, such as a loop on one line.
void ScriptReader::lose_changed(std::span<const Token> tokens) {
  for (size_t i = 0; i + 1 < tokens.size(); ++i) {
    if (tokens[i].kind != TokenKind::kName) continue;
    const ScriptValue* value = interpreter_.find(slice(tokens[i].span));
    if (value == nullptr || !value->is<Sequence>()) continue;
    const bool augments = tokens[i + 1].kind == TokenKind::kAugmentedAssign;
    const bool calls = tokens[i + 1].kind == TokenKind::kDot && i + 2 < tokens.size() &&
                       tokens[i + 2].kind == TokenKind::kName && changes_list(slice(tokens[i + 2].span));
    if (augments || calls) lose(slice(tokens[i].span), tokens[i].span, kNotFollowed);
  }
}

/// True where the line may call one of the definitions: `nvfuser_fusion_id0(fd)`.
bool ScriptReader::mentions_definition(std::string_view line) const {
  if (places_.empty()) return false;
  for (size_t open = line.find('('); open != std::string_view::npos; open = line.find('(', open + 1)) {
    size_t begin = open;
    while (begin > 0 && is_name_byte(line[begin - 1])) --begin;
    if (begin < open && places_.contains(std::string(line.substr(begin, open - begin)))) return true;
  }
  return false;
}

/// Lists that the statement executes: by name, or written right there; and which definitions fill which instances.
void ScriptReader::find_executions() {
  for (size_t i = 0; i < syntax_.nodes.size(); ++i) {
    const ExpressionId id(i);
    if (syntax_[id].kind != Kind::kCall) continue;
    const auto parts = syntax_.children_of(id);
    const Expression& callee = syntax_[parts[0]];
    if (callee.kind == Kind::kAttribute && is_execution(slice(callee.text))) find_execution(id);
    if (callee.kind != Kind::kName || parts.size() < 2 || syntax_[parts[1]].kind != Kind::kName) continue;
    const auto called = places_.find(std::string(slice(callee.text)));
    if (called != places_.end() && filled_.size() < kMaxGlobals)
      filled_[std::string(slice(syntax_[parts[1]].text))] = called->second;
  }
}

void ScriptReader::find_execution(ExpressionId call) {
  const std::optional<size_t> definition = executed_definition(call);
  const auto parts = syntax_.children_of(call);
  for (size_t argument = 1; argument < parts.size(); ++argument)
    execute(call, parts[argument], argument == 1, definition);
}

/// What `fd.execute(…)` or `exec_nvfuser(nvfuser_fusion_id0, …)` executes, where that is seen.
std::optional<size_t> ScriptReader::executed_definition(ExpressionId call) const {
  const auto parts = syntax_.children_of(call);
  const ExpressionId owner = syntax_.children_of(parts[0])[0];
  if (syntax_[owner].kind == Kind::kName) {
    const auto found = filled_.find(std::string(slice(syntax_[owner].text)));
    if (found != filled_.end()) return found->second;
  }
  for (size_t argument = 1; argument < parts.size(); ++argument) {
    if (syntax_[parts[argument]].kind != Kind::kName) continue;
    const auto found = places_.find(std::string(slice(syntax_[parts[argument]].text)));
    if (found != places_.end()) return found->second;
  }
  return std::nullopt;
}

/// `fd.execute(argument)`; of other arguments than the first only lists count.
void ScriptReader::execute(ExpressionId call, ExpressionId argument, bool is_first, std::optional<size_t> definition) {
  if (syntax_[argument].kind == Kind::kKeyword) {
    is_first = slice(syntax_[argument].text) == "inputs";
    argument = syntax_.children_of(argument)[0];
  }
  const Expression& given = syntax_[argument];
  if (given.kind == Kind::kName) return lists_.execute(slice(given.text), definition);
  const bool is_list = given.kind == Kind::kList || given.kind == Kind::kTuple;
  if (!is_list && !is_first) return;
  const std::string name = concat("execute ", text_.place(syntax_[call].span.begin).line);
  const ScriptValue value = interpreter_.evaluate(syntax_, argument);
  if (value.is<Sequence>()) {
    lists_.execute_list(name, value, given.span, definition);
  } else if (value.is<Unfollowed>()) {
    lists_.lose_executed(name, given.span, kNotFollowed);
  }
}

}  // namespace cleave
