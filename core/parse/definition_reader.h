// The body of one definition, statement by statement → records. A bad statement is reported, its names become poison,
// and reading goes on at the next one. Control flow is not followed.
#pragma once

#include <string>

#include "core/parse/interpreter.h"
#include "core/parse/parse.h"
#include "core/parse/record_calls.h"

namespace cleave {

/// `def NAME(fd : FusionDefinition) -> None :` or `with FusionDefinition() as fd:`.
struct DefinitionHead {
  std::string name;
  /// What the body calls the definition: `fd`.
  std::string parameter;
  SourceSpan span;
  /// Its other parameters that have default values.
  std::vector<std::pair<std::string, ScriptValue>> parameters;
  uint32_t indent = 0;
  /// Statements after the colon, on the head's own line.
  std::vector<Token> inline_body;
  /// Offset of the first physical line of the body.
  uint32_t body = 0;
  /// A `with` block, which has no name of its own.
  bool is_block = false;
  /// The body stands no deeper than the head.
  bool flat = false;
  /// The parameter is said to be a FusionDefinition, so that an empty body is a definition too.
  bool annotated = false;
};

class DefinitionReader {
 public:
  DefinitionReader(const SourceText& text, const Names& globals, DefinitionHead head, const ParseLimits& limits,
                   Diagnostics& diagnostics);

  /// Reads the body; gives the offset after it.
  uint32_t read();
  ParsedDefinition take();

 private:
  bool ends_body(const LogicalLine& line) const;
  void read_line(const LogicalLine& line);
  void read_checked_line(const LogicalLine& line);
  void read_statement(std::span<const Token> tokens);
  void read_other(std::span<const Token> tokens);
  void run(const Syntax& syntax, const Statement& statement);
  void assign(const Syntax& syntax, ExpressionId target, const ScriptValue& value);
  void assign_attribute(const Syntax& syntax, ExpressionId target, const ScriptValue& value);
  void unpack(const Syntax& syntax, ExpressionId target, const ScriptValue& value);
  void assign_name(std::string_view name, const ScriptValue& value);
  void augment(const Syntax& syntax, const Statement& statement);
  /// Makes the names that the broken statement would have assigned poison.
  void poison_targets(std::span<const Token> tokens);
  void poison_assigned(std::string_view line);
  /// Goes on at the first line that is not indented deeper than `indent`.
  void skip_deeper(uint32_t indent);
  std::optional<int64_t> stream_number(const LogicalLine& line) const;
  std::string_view slice(SourceSpan span) const { return text_.slice(span); }

  const SourceText& text_;
  DefinitionHead head_;
  const ParseLimits& limits_;
  Diagnostics& diagnostics_;
  RecordCalls calls_;
  Interpreter interpreter_;
  Syntax syntax_;
  uint32_t offset_ = 0;
  uint32_t line_indent_ = 0;
  uint32_t end_ = 0;
  /// States that were there when something was lost for the first time.
  std::optional<uint32_t> first_unsure_;
  bool lacks_inputs_ = false;
};

}  // namespace cleave
