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
#include "core/parse/script_value.h"
#include "core/parse/syntax.h"

namespace cleave {

/// Lists may take over this many items of others altogether: lists doubled line after line must not fill the memory.
inline constexpr size_t kMaxMadeItems = 1'000'000;

/// What a definition adds to the interpreter: calls of `fd`, and operators and methods of its states.
class StateCalls {
 public:
  virtual ~StateCalls() = default;
  /// `fd.<path>(arguments)`, the path after the definition's own name.
  virtual ScriptValue call(const std::vector<std::string_view>& path, SourceSpan path_span,
                           std::vector<Argument> arguments, SourceSpan span) = 0;
  virtual ScriptValue binary(TokenKind symbol, SourceSpan symbol_span, const ScriptValue& left,
                             const ScriptValue& right, SourceSpan span) = 0;
  virtual ScriptValue unary(TokenKind symbol, const ScriptValue& operand, SourceSpan span) = 0;
  /// `state.name(arguments)`; without arguments it may be a plain attribute.
  virtual ScriptValue member(const ScriptValue& state, std::string_view name, SourceSpan name_span,
                             std::vector<Argument> arguments, bool is_call, SourceSpan span) = 0;
  virtual ScriptValue element(const ScriptValue& state, const ScriptValue& index, SourceSpan span) = 0;
};

using Names = std::unordered_map<std::string, ScriptValue>;

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

  ScriptValue evaluate(const Syntax& syntax, ExpressionId id);
  /// The operator on two values, as in an augmented assignment.
  ScriptValue apply(TokenKind symbol, SourceSpan symbol_span, const ScriptValue& left, const ScriptValue& right,
                    SourceSpan span);
  /// The names of the definition itself, which hide the script's.
  Names& locals() { return locals_; }
  /// `path = value`, the path being `self.t0` or the like.
  void assign_attribute(std::string path, ScriptValue value) { attributes_[std::move(path)] = std::move(value); }
  /// The value of a name without any report, or null.
  const ScriptValue* find(std::string_view name) const;

 private:
  std::string_view slice(SourceSpan span) const { return text_.slice(span); }
  ScriptValue failed(SourceSpan span) const;
  ScriptValue report(DiagnosticCode code, SourceSpan span, std::vector<std::string> arguments);

  ScriptValue evaluate_name(const Expression& node);
  ScriptValue evaluate_number(const Expression& node, bool negated);
  ScriptValue evaluate_string(const Expression& node) const;
  ScriptValue evaluate_attribute(const Syntax& syntax, ExpressionId id);
  ScriptValue evaluate_call(const Syntax& syntax, ExpressionId id);
  ScriptValue evaluate_subscript(const Syntax& syntax, ExpressionId id);
  ScriptValue evaluate_items(const Syntax& syntax, ExpressionId id, bool is_tuple);
  ScriptValue evaluate_unary(const Syntax& syntax, ExpressionId id);
  ScriptValue evaluate_chain(const Syntax& syntax, ExpressionId id);
  ScriptValue numeric_unary(TokenKind symbol, const ScriptValue& operand, SourceSpan span);
  ScriptValue numeric_binary(TokenKind symbol, SourceSpan symbol_span, const ScriptValue& left,
                             const ScriptValue& right, SourceSpan span);
  /// Counts `count` items that are to be made; false, and reported, where they are too many.
  bool take_items(size_t count, SourceSpan span);
  ScriptValue sequence_binary(TokenKind symbol, SourceSpan symbol_span, const ScriptValue& left,
                              const ScriptValue& right, SourceSpan span);
  ScriptValue builtin_call(std::string_view path, const std::vector<Argument>& arguments, SourceSpan callee,
                           SourceSpan span);
  ScriptValue value_member(const ScriptValue& receiver, std::string_view name, SourceSpan name_span,
                           std::vector<Argument> arguments, bool is_call, SourceSpan span);
  static ScriptValue tensor_value(std::optional<TensorInput> tensor, const ScriptValue& otherwise);
  std::vector<Argument> evaluate_arguments(const Syntax& syntax, ExpressionId id);
  /// The value of `a.b` where that has been assigned, or null.
  const ScriptValue* assigned_attribute(const Syntax& syntax, ExpressionId id) const;
  /// `a.b.c` as its names, where it is nothing but names and the first is not a variable.
  bool dotted_path(const Syntax& syntax, ExpressionId id, std::vector<std::string_view>& path) const;
  bool is_definition(std::string_view name) const { return calls_ != nullptr && name == definition_name_; }

  const SourceText& text_;
  const Names& globals_;
  Names locals_;
  /// Assigned attributes, by their whole path.
  Names attributes_;
  std::string definition_name_;
  StateCalls* calls_ = nullptr;
  Diagnostics* diagnostics_ = nullptr;
  const Definition* definition_ = nullptr;
  size_t made_items_ = 0;
};

}  // namespace cleave
