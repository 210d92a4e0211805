// Expressions → values: names, Python arithmetic on numbers and lists, attributes, and calls, of which torch's are in
// torch_calls.h and the definition's in StateCalls. Outside of definitions it is silent: what it cannot follow is
// Unfollowed. Inside, it reports. It never makes a record itself.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/parse/parse.h"
#include "core/parse/syntax.h"
#include "core/parse/value.h"

namespace cleave {

/// What a definition adds to the interpreter: calls of `fd`, and operators and methods of its states.
class StateCalls {
 public:
  virtual ~StateCalls() = default;
  /// `fd.<path>(arguments)`, the path after the definition's own name.
  virtual Value call(const std::vector<std::string_view>& path, SourceSpan path_span, std::vector<Argument> arguments,
                     SourceSpan span) = 0;
  virtual Value binary(TokenKind symbol, SourceSpan symbol_span, const Value& left, const Value& right,
                       SourceSpan span) = 0;
  virtual Value unary(TokenKind symbol, const Value& operand, SourceSpan span) = 0;
  /// `state.name(arguments)`; without arguments it may be a plain attribute.
  virtual Value member(const Value& state, std::string_view name, SourceSpan name_span, std::vector<Argument> arguments,
                       bool is_call, SourceSpan span) = 0;
  virtual Value element(const Value& state, const Value& index, SourceSpan span) = 0;
};

using Names = std::unordered_map<std::string, Value>;

class Interpreter {
 public:
  /// Outside of a definition: no `calls`, no diagnostics.
  Interpreter(const SourceText& text, const Names& globals) : text_(text), globals_(globals) {}
  Interpreter(const SourceText& text, const Names& globals, std::string definition_name, StateCalls& calls,
              Diagnostics& diagnostics, const Definition& definition)
      : text_(text),
        globals_(globals),
        definition_name_(std::move(definition_name)),
        calls_(&calls),
        diagnostics_(&diagnostics),
        definition_(&definition) {}

  Value evaluate(const Syntax& syntax, ExpressionId id);
  /// The operator on two values, as in an augmented assignment.
  Value apply(TokenKind symbol, SourceSpan symbol_span, const Value& left, const Value& right, SourceSpan span);
  /// The names of the definition itself, which hide the script's.
  Names& locals() { return locals_; }
  /// The value of a name without any report, or null.
  const Value* find(std::string_view name) const;

 private:
  std::string_view slice(SourceSpan span) const { return text_.slice(span); }
  Value failed(SourceSpan span) const;
  Value report(DiagnosticCode code, SourceSpan span, std::vector<std::string> arguments);

  Value evaluate_name(const Expression& node);
  Value evaluate_number(const Expression& node, bool negated);
  Value evaluate_string(const Expression& node) const;
  Value evaluate_attribute(const Syntax& syntax, ExpressionId id);
  Value evaluate_call(const Syntax& syntax, ExpressionId id);
  Value evaluate_subscript(const Syntax& syntax, ExpressionId id);
  Value evaluate_items(const Syntax& syntax, ExpressionId id, bool is_tuple);
  Value evaluate_unary(const Syntax& syntax, ExpressionId id);
  Value evaluate_chain(const Syntax& syntax, ExpressionId id);
  Value numeric_unary(TokenKind symbol, const Value& operand, SourceSpan span);
  Value numeric_binary(TokenKind symbol, SourceSpan symbol_span, const Value& left, const Value& right,
                       SourceSpan span);
  Value sequence_binary(TokenKind symbol, SourceSpan symbol_span, const Value& left, const Value& right,
                        SourceSpan span);
  Value builtin_call(std::string_view path, const std::vector<Argument>& arguments, SourceSpan callee, SourceSpan span);
  Value value_member(const Value& receiver, std::string_view name, SourceSpan name_span,
                     std::vector<Argument> arguments, bool is_call, SourceSpan span);
  static Value tensor_value(std::optional<TensorInput> tensor, const Value& otherwise);
  std::vector<Argument> evaluate_arguments(const Syntax& syntax, ExpressionId id);
  /// `a.b.c` as its names, where it is nothing but names and the first is not a variable.
  bool dotted_path(const Syntax& syntax, ExpressionId id, std::vector<std::string_view>& path) const;
  bool is_definition(std::string_view name) const { return calls_ != nullptr && name == definition_name_; }

  /// List arithmetic may make this many items altogether: lists doubled line after line must not fill the memory.
  static constexpr size_t kMaxMadeItems = 1'000'000;

  const SourceText& text_;
  const Names& globals_;
  Names locals_;
  std::string definition_name_;
  StateCalls* calls_ = nullptr;
  Diagnostics* diagnostics_ = nullptr;
  const Definition* definition_ = nullptr;
  size_t made_items_ = 0;
};

}  // namespace cleave
