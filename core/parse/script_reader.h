// A whole script → its definitions and input lists. Looks at the text line by line, takes what it knows, and skips the
// rest without a word: prose, logs, fences, other code.
#pragma once

#include <optional>
#include <unordered_map>
#include <unordered_set>

#include "core/parse/definition_reader.h"
#include "core/parse/input_lists.h"

namespace cleave {

class ScriptReader {
 public:
  ScriptReader(const SourceText& text, const ParseLimits& limits, Diagnostics& diagnostics)
      : text_(text),
        limits_(limits),
        diagnostics_(diagnostics),
        interpreter_(text, globals_),
        lists_(text, diagnostics) {}

  Parsed read();

 private:
  void read_line();
  bool read_head(std::string_view first_word);
  std::optional<DefinitionHead> def_head();
  std::vector<std::pair<std::string, ScriptValue>> other_parameters(size_t open, size_t end, size_t fusion);
  std::optional<ScriptValue> default_value(std::span<const Token> parameter);
  std::optional<DefinitionHead> with_head() const;
  std::optional<size_t> name_token(std::string_view name, size_t from) const;
  bool body_makes_records(DefinitionHead& head);
  void take_definition(DefinitionHead head);
  void follow_loops(std::string_view first_word, uint32_t indent);
  void read_other();
  void read_statements();
  void read_statement(std::span<const Token> tokens);
  std::span<const Token> inner_statement(std::span<const Token> tokens) const;
  void run(const Statement& statement);
  void assign(ExpressionId target, const ScriptValue& value, SourceSpan span);
  void assign_name(std::string_view name, const ScriptValue& value, SourceSpan span);
  void assign_item(ExpressionId target, const ScriptValue& value, SourceSpan span);
  void augment(const Statement& statement);
  void change_by_call(ExpressionId call);
  void change(std::string_view name, std::optional<std::vector<ScriptValue>> items, SourceSpan span);
  void keep(std::string_view name, const ScriptValue& value);
  void lose(std::string_view name, SourceSpan span, std::string_view why);
  void lose_item(ExpressionId target, SourceSpan span);
  void lose_targets(std::span<const Token> tokens, SourceSpan span);
  void lose_deleted(std::span<const Token> tokens);
  void lose_changed(std::span<const Token> tokens);
  const Sequence* list_of(ExpressionId id) const;
  void find_executions();
  void find_execution(ExpressionId call);
  void execute(ExpressionId call, ExpressionId argument, bool is_first, std::optional<size_t> definition);
  std::optional<size_t> executed_definition(ExpressionId call) const;
  bool mentions_definition(std::string_view line) const;
  std::string_view slice(SourceSpan span) const { return text_.slice(span); }
  bool is_kind(size_t token, TokenKind kind) const {
    return token < line_.tokens.size() && line_.tokens[token].kind == kind;
  }

  const SourceText& text_;
  const ParseLimits& limits_;
  /// For what belongs to no definition.
  Diagnostics& diagnostics_;
  Names globals_;
  Interpreter interpreter_;
  InputLists lists_;
  /// Names of `fd = FusionDefinition()`.
  std::unordered_set<std::string> instances_;
  /// Place of the last definition of each name, and of the one that an instance was last filled with.
  std::unordered_map<std::string, size_t> places_;
  std::unordered_map<std::string, size_t> filled_;
  /// Why the first line that begins as a definition does could not be read as one; said where there is no other.
  std::optional<LexProblem> head_problem_;
  Syntax syntax_;
  LogicalLine line_;
  uint32_t offset_ = 0;
  /// The indentation of the outermost loop around the line.
  std::optional<uint32_t> loop_indent_;
  /// Bytes looked at to find out whether heads have a body of records; bounded, so that nested heads stay linear.
  size_t looked_ahead_ = 0;
  /// What is said of all definitions together is bounded too, so that thousands of bad ones do not fill the memory.
  static constexpr size_t kMaxDiagnosticsOfAll = 20'000;
  size_t kept_diagnostics_ = 0;
  Parsed parsed_;
};

}  // namespace cleave
