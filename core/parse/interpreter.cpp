// See interpreter.h.
#include "core/parse/interpreter.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "core/base/dims.h"
#include "core/base/text.h"
#include "core/base/unicode.h"
#include "core/parse/python_arithmetic.h"
#include "core/parse/torch_calls.h"
#include "core/source/diagnostic_codes.h"

namespace cleave {
namespace {

using Kind = Expression::Kind;

/// The number that `math.<name>`, `torch.<name>` or `numpy.<name>` stands for.
std::optional<double> named_constant(std::string_view name) {
  if (name == "inf") return std::numeric_limits<double>::infinity();
  if (name == "nan") return std::numeric_limits<double>::quiet_NaN();
  if (name == "pi") return 3.141592653589793;
  if (name == "e") return 2.718281828459045;
  return std::nullopt;
}

/// Of an expression that a message names, so much is shown.
constexpr size_t kShownBytes = 60;

std::string_view symbol_text(TokenKind prefix) {
  return prefix == TokenKind::kMinus ? "-" : prefix == TokenKind::kPlus ? "+" : "~";
}

bool has_digit(std::string_view name) { return name.find_first_of("0123456789") != std::string_view::npos; }

/// The text between the quotes of a string literal. Escapes stay as written: device names and numbers hold none.
std::string unquoted(std::string_view literal) {
  const size_t open = literal.find_first_of("'\"");
  if (open == std::string_view::npos) return {};
  std::string_view inner = literal.substr(open);
  const size_t quotes = inner.starts_with("\"\"\"") || inner.starts_with("'''") ? 3 : 1;
  if (inner.size() < 2 * quotes) return {};
  return std::string(inner.substr(quotes, inner.size() - 2 * quotes));
}

}  // namespace

const ScriptValue* Interpreter::find(std::string_view name) const {
  const std::string key(name);
  if (const auto local = locals_.find(key); local != locals_.end()) return &local->second;
  if (const auto global = globals_.find(key); global != globals_.end()) return &global->second;
  return nullptr;
}

ScriptValue Interpreter::failed(SourceSpan span) const {
  if (diagnostics_ != nullptr) return {Poison{}, span};
  return {Unfollowed{clipped(slice(span), kShownBytes)}, span};
}

ScriptValue Interpreter::report(DiagnosticCode code, SourceSpan span, std::vector<std::string> arguments) {
  if (diagnostics_ != nullptr) diagnostics_->report(code, span, std::move(arguments));
  return failed(span);
}

ScriptValue Interpreter::evaluate(const Syntax& syntax, ExpressionId id) {
  const Expression& node = syntax[id];
  switch (node.kind) {
    case Kind::kName: return evaluate_name(node);
    case Kind::kInteger:
    case Kind::kFloat:
    case Kind::kImaginary: return evaluate_number(node, false);
    case Kind::kString: return evaluate_string(node);
    case Kind::kTrue: return script_number(true, node.span);
    case Kind::kFalse: return script_number(false, node.span);
    case Kind::kNone: return {NoValue{}, node.span};
    case Kind::kAttribute: return evaluate_attribute(syntax, id);
    case Kind::kCall: return evaluate_call(syntax, id);
    case Kind::kSubscript: return evaluate_subscript(syntax, id);
    case Kind::kList: return evaluate_items(syntax, id, false);
    case Kind::kTuple: return evaluate_items(syntax, id, true);
    case Kind::kUnary: return evaluate_unary(syntax, id);
    case Kind::kChain: return evaluate_chain(syntax, id);
    case Kind::kKeyword:
    case Kind::kOperator:
    case Kind::kStar: return failed(node.span);
  }
  return failed(node.span);
}

ScriptValue Interpreter::evaluate_name(const Expression& node) {
  const std::string_view name = slice(node.text);
  if (is_definition(name)) return {Unfollowed{std::string(name)}, node.span};
  if (const ScriptValue* found = find(name)) {
    ScriptValue out = *found;
    out.span = node.span;
    return out;
  }
  if (diagnostics_ == nullptr) return failed(node.span);
  for (std::string_view builtin : {"float", "int", "bool", "complex"}) {
    if (name == builtin) return {Unfollowed{std::string(name)}, node.span};
  }
  Diagnostic& made = diagnostics_->report(code("unknown_name"), node.span, {std::string(name)});
  // Numbered names differ from each other by a digit, which says nothing about what was meant.
  constexpr size_t kMaxCandidates = 2000;
  if (!has_digit(name) && locals_.size() < kMaxCandidates) {
    std::vector<std::string_view> candidates;
    for (const auto& [candidate, value] : locals_) candidates.push_back(candidate);
    std::sort(candidates.begin(), candidates.end());
    if (const auto closest = closest_word(name, candidates)) made.suggest(*closest);
  }
  locals_[std::string(name)] = {Poison{}, node.span};
  return {Poison{}, node.span};
}

ScriptValue Interpreter::evaluate_number(const Expression& node, bool negated) {
  const std::string_view written = slice(node.text);
  const auto number = python_number(written, node.kind, negated);
  if (number) return script_number(*number, node.span);
  return report(code("integer_overflow"), node.span, {clipped(written, kShownBytes)});
}

ScriptValue Interpreter::evaluate_string(const Expression& node) const {
  return {Text{unquoted(slice(node.text))}, node.span};
}

const ScriptValue* Interpreter::assigned_attribute(const Syntax& syntax, ExpressionId id) const {
  if (attributes_.empty() || syntax[id].kind != Kind::kAttribute) return nullptr;
  const ExpressionId owner = syntax.children_of(id)[0];
  if (syntax[owner].kind != Kind::kName) return nullptr;
  const auto found = attributes_.find(concat(slice(syntax[owner].text), ".", slice(syntax[id].text)));
  return found == attributes_.end() ? nullptr : &found->second;
}

bool Interpreter::dotted_path(const Syntax& syntax, ExpressionId id, std::vector<std::string_view>& path) const {
  path.clear();
  while (syntax[id].kind == Kind::kAttribute) {
    if (assigned_attribute(syntax, id) != nullptr) return false;
    path.push_back(slice(syntax[id].text));
    id = syntax.children_of(id)[0];
  }
  if (syntax[id].kind != Kind::kName) return false;
  const std::string_view root = slice(syntax[id].text);
  if (!is_definition(root) && find(root) != nullptr) return false;
  path.push_back(root);
  std::reverse(path.begin(), path.end());
  return true;
}

ScriptValue Interpreter::evaluate_attribute(const Syntax& syntax, ExpressionId id) {
  const Expression& node = syntax[id];
  if (const ScriptValue* assigned = assigned_attribute(syntax, id)) {
    ScriptValue out = *assigned;
    out.span = node.span;
    return out;
  }
  std::vector<std::string_view> path;
  const std::string_view name = slice(node.text);
  if (!dotted_path(syntax, id, path)) {
    return value_member(evaluate(syntax, syntax.children_of(id)[0]), name, node.text, {}, false, node.span);
  }
  const std::string_view owner = path[path.size() - 2];
  if (owner == "DataType") {
    if (const auto dtype = find_dtype(name)) return {*dtype, node.span};
    std::vector<std::string_view> names;
    for (const DTypeInfo& row : all_dtypes()) names.push_back(row.name);
    const ScriptValue out = failed(node.span);
    if (diagnostics_ == nullptr) return out;
    Diagnostic& made = diagnostics_->report(code("unknown_dtype"), node.text, {std::string(name)});
    if (const auto closest = closest_word(name, names)) made.suggest(*closest);
    return out;
  }
  if (owner == "torch") {
    if (const auto dtype = find_torch_dtype(name)) return {*dtype, node.span};
  }
  if (owner == "torch" || owner == "math" || owner == "np" || owner == "numpy") {
    if (const auto number = named_constant(name)) return script_number(*number, node.span);
  }
  if (is_definition(path[0])) {
    return report(code("unknown_attribute"), node.text, {concat("the definition `", path[0], "`"), std::string(name)});
  }
  return {Unfollowed{std::string(slice(node.span))}, node.span};
}

std::vector<Argument> Interpreter::evaluate_arguments(const Syntax& syntax, ExpressionId id) {
  std::vector<Argument> out;
  const auto parts = syntax.children_of(id);
  for (size_t i = 1; i < parts.size(); ++i) {
    const Expression& node = syntax[parts[i]];
    if (node.kind == Kind::kKeyword) {
      out.push_back({slice(node.text), node.span, evaluate(syntax, syntax.children_of(parts[i])[0])});
    } else if (node.kind == Kind::kStar) {
      const ScriptValue items = evaluate(syntax, syntax.children_of(parts[i])[0]);
      const auto* sequence = items.as<Sequence>();
      if (sequence == nullptr) {
        out.push_back({{},
                       node.span,
                       items.is<Poison>() ? items : ScriptValue{Unfollowed{std::string(slice(node.span))}, node.span}});
        continue;
      }
      if (!take_items(sequence->items->size(), node.span)) {
        out.push_back({{}, node.span, failed(node.span)});
        continue;
      }
      for (const ScriptValue& item : *sequence->items) out.push_back({{}, node.span, item});
    } else {
      out.push_back({{}, node.span, evaluate(syntax, parts[i])});
    }
  }
  return out;
}

ScriptValue Interpreter::evaluate_call(const Syntax& syntax, ExpressionId id) {
  const Expression& node = syntax[id];
  const ExpressionId callee = syntax.children_of(id)[0];
  std::vector<std::string_view> path;
  if (dotted_path(syntax, callee, path)) {
    std::vector<Argument> arguments = evaluate_arguments(syntax, id);
    if (is_definition(path[0])) {
      path.erase(path.begin());
      return calls_->call(path, syntax[callee].text, std::move(arguments), node.span);
    }
    const std::string name = join(path, ".", [](std::string_view part) { return part; });
    return builtin_call(name, arguments, syntax[callee].span, node.span);
  }
  if (syntax[callee].kind != Kind::kAttribute) {
    const ScriptValue function = evaluate(syntax, callee);
    if (function.is<Poison>()) return failed(node.span);
    return {Unfollowed{std::string(slice(syntax[callee].span))}, node.span};
  }
  const ScriptValue receiver = evaluate(syntax, syntax.children_of(callee)[0]);
  std::vector<Argument> arguments = evaluate_arguments(syntax, id);
  return value_member(receiver, slice(syntax[callee].text), syntax[callee].text, std::move(arguments), true, node.span);
}

ScriptValue Interpreter::evaluate_subscript(const Syntax& syntax, ExpressionId id) {
  const Expression& node = syntax[id];
  const ScriptValue receiver = evaluate(syntax, syntax.children_of(id)[0]);
  const ScriptValue index = evaluate(syntax, syntax.children_of(id)[1]);
  if (receiver.is<Poison>() || index.is<Poison>()) return failed(node.span);
  if (receiver.is<StateId>() && calls_ != nullptr) return calls_->element(receiver, index, node.span);
  const auto* sequence = receiver.as<Sequence>();
  const int64_t* place = index.as_integer();
  if (sequence == nullptr || place == nullptr) return {Unfollowed{std::string(slice(node.span))}, node.span};
  const size_t count = sequence->items->size();
  const std::optional<size_t> wrapped = normalized_dim(*place, count);
  if (!wrapped) {
    return report(code("index_out_of_range"), index.span, {std::to_string(*place), std::to_string(count)});
  }
  ScriptValue out = (*sequence->items)[*wrapped];
  out.span = node.span;
  return out;
}

ScriptValue Interpreter::evaluate_items(const Syntax& syntax, ExpressionId id, bool is_tuple) {
  std::vector<ScriptValue> items;
  items.reserve(syntax.children_of(id).size());
  for (ExpressionId child : syntax.children_of(id)) {
    if (syntax[child].kind != Kind::kStar) {
      items.push_back(evaluate(syntax, child));
      continue;
    }
    const ScriptValue spread = evaluate(syntax, syntax.children_of(child)[0]);
    if (spread.is<Poison>()) return failed(syntax[id].span);
    if (const auto* sequence = spread.as<Sequence>()) {
      if (!take_items(sequence->items->size(), syntax[child].span)) return failed(syntax[id].span);
      items.insert(items.end(), sequence->items->begin(), sequence->items->end());
    } else {
      items.push_back({Unfollowed{std::string(slice(syntax[child].span))}, syntax[child].span});
    }
  }
  return make_sequence(std::move(items), is_tuple, syntax[id].span);
}

ScriptValue Interpreter::evaluate_unary(const Syntax& syntax, ExpressionId id) {
  const Expression& node = syntax[id];
  const ExpressionId child = syntax.children_of(id)[0];
  if (node.symbol == TokenKind::kMinus && syntax[child].kind == Kind::kInteger) {
    ScriptValue out = evaluate_number(syntax[child], true);
    out.span = node.span;
    return out;
  }
  const ScriptValue operand = evaluate(syntax, child);
  if (operand.is<Poison>()) return failed(node.span);
  if (operand.is<StateId>() && calls_ != nullptr) return calls_->unary(node.symbol, operand, node.span);
  return numeric_unary(node.symbol, operand, node.span);
}

ScriptValue Interpreter::numeric_unary(TokenKind symbol, const ScriptValue& operand, SourceSpan span) {
  if (const auto* unknown = operand.as<Unfollowed>()) return {*unknown, span};
  if (const auto* number = operand.as<ScalarValue>()) {
    const ArithmeticResult result = python_unary(symbol, *number);
    if (result.value) return script_number(*result.value, span);
    if (result.overflow) return report(code("integer_overflow"), span, {clipped(slice(span), kShownBytes)});
  }
  return report(code("bad_arithmetic"), span, {std::string(symbol_text(symbol)), kind_text(operand, definition_)});
}

ScriptValue Interpreter::evaluate_chain(const Syntax& syntax, ExpressionId id) {
  const auto parts = syntax.children_of(id);
  const uint32_t begin = syntax[parts[0]].span.begin;
  ScriptValue left = evaluate(syntax, parts[0]);
  for (size_t i = 1; i + 1 < parts.size(); i += 2) {
    const ScriptValue right = evaluate(syntax, parts[i + 1]);
    const bool is_last = i + 2 == parts.size();
    const SourceSpan span = is_last ? syntax[id].span : SourceSpan{begin, syntax[parts[i + 1]].span.end};
    left = apply(syntax[parts[i]].symbol, syntax[parts[i]].span, left, right, span);
  }
  return left;
}

ScriptValue Interpreter::apply(TokenKind symbol, SourceSpan symbol_span, const ScriptValue& left,
                               const ScriptValue& right, SourceSpan span) {
  if (left.is<Poison>() || right.is<Poison>()) return failed(span);
  const bool has_state = left.is<StateId>() || right.is<StateId>();
  if (has_state && calls_ != nullptr) return calls_->binary(symbol, symbol_span, left, right, span);
  if (const auto* unknown = left.as<Unfollowed>()) return {*unknown, span};
  if (const auto* unknown = right.as<Unfollowed>()) return {*unknown, span};
  if (left.is<Sequence>() || right.is<Sequence>()) return sequence_binary(symbol, symbol_span, left, right, span);
  return numeric_binary(symbol, symbol_span, left, right, span);
}

ScriptValue Interpreter::numeric_binary(TokenKind symbol, SourceSpan symbol_span, const ScriptValue& left,
                                        const ScriptValue& right, SourceSpan span) {
  const auto* a = left.as<ScalarValue>();
  const auto* b = right.as<ScalarValue>();
  if (a != nullptr && b != nullptr) {
    const ArithmeticResult result = python_binary(symbol, *a, *b);
    const std::string written = clipped(slice(span), kShownBytes);
    if (result.value) return script_number(*result.value, span);
    if (result.overflow) return report(code("integer_overflow"), span, {written});
    if (!result.undefined.empty())
      return report(code("undefined_arithmetic"), span, {written, std::string(result.undefined)});
  }
  const std::string both = concat(kind_text(left, definition_), " and ", kind_text(right, definition_));
  return report(code("bad_arithmetic"), span, {std::string(slice(symbol_span)), both});
}

bool Interpreter::take_items(size_t count, SourceSpan span) {
  if (count > kMaxMadeItems - made_items_) {
    report(code("item_limit"), span, {grouped_number(static_cast<int64_t>(kMaxMadeItems))});
    return false;
  }
  made_items_ += count;
  return true;
}

ScriptValue Interpreter::sequence_binary(TokenKind symbol, SourceSpan symbol_span, const ScriptValue& left,
                                         const ScriptValue& right, SourceSpan span) {
  const auto* a = left.as<Sequence>();
  const auto* b = right.as<Sequence>();
  const int64_t* count = a != nullptr ? right.as_integer() : left.as_integer();
  const Sequence& repeated = a != nullptr ? *a : *b;
  const bool joins = symbol == TokenKind::kPlus && a != nullptr && b != nullptr;
  const bool repeats = symbol == TokenKind::kStar && count != nullptr;
  if (!joins && !repeats) {
    const std::string both = concat(kind_text(left, definition_), " and ", kind_text(right, definition_));
    return report(code("bad_arithmetic"), span, {std::string(slice(symbol_span)), both});
  }
  const size_t once = joins ? a->items->size() + b->items->size() : repeated.items->size();
  const size_t times = joins ? 1 : *count > 0 && once > 0 ? static_cast<size_t>(*count) : 0;
  const size_t made = times > kMaxMadeItems ? times : once * times;
  if (!take_items(made, span)) return failed(span);
  std::vector<ScriptValue> items;
  items.reserve(made);
  if (joins) {
    items = *a->items;
    items.insert(items.end(), b->items->begin(), b->items->end());
  } else {
    for (size_t i = 0; i < times; ++i) items.insert(items.end(), repeated.items->begin(), repeated.items->end());
  }
  return make_sequence(std::move(items), repeated.is_tuple, span);
}

ScriptValue Interpreter::builtin_call(std::string_view path, const std::vector<Argument>& arguments, SourceSpan callee,
                                      SourceSpan span) {
  for (const Argument& argument : arguments) {
    if (argument.value.is<Poison>()) return failed(span);
  }
  const bool one = arguments.size() == 1 && arguments[0].keyword.empty();
  const ScriptValue* first = one ? &arguments[0].value : nullptr;
  if (first != nullptr && first->is<StateId>() && path == "abs" && calls_ != nullptr) {
    return calls_->member(*first, "abs", callee, {}, true, span);
  }
  if (path.starts_with("torch.")) {
    const std::string_view name = path.substr(6);
    if (auto tensor = torch_constructor(name, arguments)) {
      return {TorchTensor{std::make_shared<const TensorInput>(std::move(*tensor))}, span};
    }
    if (name == "Size" && first != nullptr && first->is<Sequence>()) return {first->content, span};
    if (name == "device" && first != nullptr && first->is<Text>()) return {first->content, span};
  }
  if ((path == "tuple" || path == "list") && first != nullptr && first->is<Sequence>()) return {first->content, span};
  if (path == "len" && first != nullptr && first->is<Sequence>()) {
    return script_number(static_cast<int64_t>(first->as<Sequence>()->items->size()), span);
  }
  if (auto number = python_function(path, arguments)) return script_number(*number, span);
  const bool gets_definition = std::any_of(arguments.begin(), arguments.end(), [&](const Argument& argument) {
    const auto* unknown = argument.value.as<Unfollowed>();
    return unknown != nullptr && is_definition(unknown->name);
  });
  if (gets_definition && diagnostics_ != nullptr) {
    diagnostics_->report(code("call_ignored"), callee, {std::string(path)});
  }
  return {Unfollowed{clipped(slice(span), kShownBytes)}, span};
}

ScriptValue Interpreter::value_member(const ScriptValue& receiver, std::string_view name, SourceSpan name_span,
                                      std::vector<Argument> arguments, bool is_call, SourceSpan span) {
  if (receiver.is<Poison>()) return failed(span);
  if (receiver.is<StateId>() && calls_ != nullptr) {
    return calls_->member(receiver, name, name_span, std::move(arguments), is_call, span);
  }
  const ScriptValue unfollowed{Unfollowed{clipped(slice(span), kShownBytes)}, span};
  const auto* torch = receiver.as<TorchTensor>();
  if (torch == nullptr) return unfollowed;
  const TensorInput& tensor = *torch->tensor;
  const bool wants_sizes = name == "shape" || name == "size" || name == "stride";
  if (wants_sizes) {
    std::vector<ScriptValue> items;
    for (int64_t size : name == "stride" ? tensor.strides : tensor.sizes) items.push_back(script_number(size, span));
    ScriptValue all = make_sequence(std::move(items), true, span);
    const int64_t* dim = arguments.size() == 1 ? arguments[0].value.as_integer() : nullptr;
    if (dim == nullptr) return all;
    const std::optional<size_t> place = normalized_dim(*dim, tensor.sizes.size());
    return place ? (*all.as<Sequence>()->items)[*place] : unfollowed;
  }
  if (name == "ndim" || name == "dim") return script_number(static_cast<int64_t>(tensor.sizes.size()), span);
  if (name == "dtype") return {tensor.dtype, span};
  if (name == "T") return tensor_value(tensor_method(tensor, "t", {}), unfollowed);
  if (is_call) return tensor_value(tensor_method(tensor, name, arguments), unfollowed);
  return unfollowed;
}

ScriptValue Interpreter::tensor_value(std::optional<TensorInput> tensor, const ScriptValue& otherwise) {
  if (!tensor) return otherwise;
  return {TorchTensor{std::make_shared<const TensorInput>(std::move(*tensor))}, otherwise.span};
}

}  // namespace cleave
