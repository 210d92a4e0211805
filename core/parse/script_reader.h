// A whole script → its definitions and input lists. Looks at the text line by line, takes what it knows, and skips the
// rest without a word: prose, logs, fences, other code.
#pragma once

#include <optional>
#include <unordered_map>
#include <unordered_set>

#include "core/parse/definition_reader.h"

namespace cleave {

class ScriptReader {
 public:
  ScriptReader(const SourceText& text, const ParseLimits& limits, Diagnostics& diagnostics)
      : text_(text), limits_(limits), diagnostics_(diagnostics), interpreter_(text, globals_) {}

  Parsed read();

 private:
  void read_line();
  bool read_head(std::string_view first_word);
  std::optional<DefinitionHead> def_head() const;
  std::optional<DefinitionHead> with_head() const;
  std::optional<size_t> name_token(std::string_view name, size_t from) const;
  bool body_makes_records(DefinitionHead& head);
  void take_definition(DefinitionHead head);
  void read_other();
  void run(const Statement& statement);
  void assign(ExpressionId target, const ScriptValue& value, SourceSpan span);
  void assign_name(std::string_view name, const ScriptValue& value, SourceSpan span);
  void take_input_list(std::string_view name, const ScriptValue& value, SourceSpan span);
  void find_executions();
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
  /// Lists of numbers only, which become input lists when something executes them.
  std::unordered_map<std::string, InputList> number_lists_;
  /// Names of `fd = FusionDefinition()`.
  std::unordered_set<std::string> instances_;
  /// Why the first line that begins as a definition does could not be read as one; said where there is no other.
  std::optional<LexProblem> head_problem_;
  Syntax syntax_;
  LogicalLine line_;
  uint32_t offset_ = 0;
  /// Bytes looked at to find out whether heads have a body of records; bounded, so that nested heads stay linear.
  size_t looked_ahead_ = 0;
  /// What is said of all definitions together is bounded too, so that thousands of bad ones do not fill the memory.
  static constexpr size_t kMaxDiagnosticsOfAll = 20'000;
  size_t kept_diagnostics_ = 0;
  Parsed parsed_;
};

}  // namespace cleave
