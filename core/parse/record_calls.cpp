// See record_calls.h. The declarations are in declaration_calls.cpp.
#include "core/parse/record_calls.h"

#include <algorithm>
#include <array>
#include <type_traits>
#include <utility>

#include "core/base/describe.h"
#include "core/base/text.h"
#include "core/ops/op_table.h"
#include "core/parse/argument_names.h"
#include "core/source/diagnostic_codes.h"

namespace cleave {
namespace {

std::optional<OpCode> operator_op(TokenKind symbol) {
  struct Row {
    TokenKind symbol;
    OpCode op;
  };
  constexpr std::array kRows{
      Row{TokenKind::kPlus, op("add")},
      Row{TokenKind::kMinus, op("sub")},
      Row{TokenKind::kStar, op("mul")},
      Row{TokenKind::kSlash, op("div")},
      Row{TokenKind::kPercent, op("mod")},
      Row{TokenKind::kDoubleStar, op("pow")},
      Row{TokenKind::kEqual, op("eq")},
      Row{TokenKind::kNotEqual, op("ne")},
      Row{TokenKind::kLess, op("lt")},
      Row{TokenKind::kLessEqual, op("le")},
      Row{TokenKind::kGreater, op("gt")},
      Row{TokenKind::kGreaterEqual, op("ge")},
      Row{TokenKind::kAmpersand, op("bitwise_and")},
      Row{TokenKind::kBar, op("bitwise_or")},
      Row{TokenKind::kCaret, op("bitwise_xor")},
      Row{TokenKind::kLeftShift, op("bitwise_left_shift")},
      Row{TokenKind::kRightShift, op("bitwise_right_shift")},
  };
  for (const Row& row : kRows) {
    if (row.symbol == symbol) return row.op;
  }
  return std::nullopt;
}

size_t positional_count(const std::vector<Argument>& arguments) {
  return static_cast<size_t>(
      std::count_if(arguments.begin(), arguments.end(), [](const Argument& a) { return a.keyword.empty(); }));
}

bool has_keyword(const std::vector<Argument>& arguments, std::string_view name) {
  return std::any_of(arguments.begin(), arguments.end(), [&](const Argument& a) { return a.keyword == name; });
}

}  // namespace

ScriptValue RecordCalls::report(DiagnosticCode code, SourceSpan span, std::vector<std::string> arguments) {
  diagnostics_.report(code, span, std::move(arguments));
  return {Poison{}, span};
}

std::string RecordCalls::describe(StateId state) const { return concat(letter(writer_.kind(state)), state.index); }

bool RecordCalls::is_scalar_state(const ScriptValue& value) const {
  const auto* state = value.as<StateId>();
  return state != nullptr && writer_.kind(*state) == StateKind::kScalar;
}

ScriptValue RecordCalls::unknown_op(std::string_view name, SourceSpan span) {
  Diagnostic& made = diagnostics_.report(code("unknown_op"), span, {std::string(name)});
  if (const auto closest = closest_op(name)) made.suggest(*closest);
  return {Poison{}, span};
}

ScriptValue RecordCalls::call(const std::vector<std::string_view>& path, SourceSpan path_span,
                              std::vector<Argument> arguments, SourceSpan span) {
  const bool is_op = path.size() == 2 && path[0] == "ops";
  std::string_view name = path.empty() ? std::string_view() : path.back();
  for (const CallAlias& alias : kCallAliases) {
    if (alias.then == name) name = alias.now;
  }
  const std::optional<OpCode> found = find_op(name);
  const OpFamily kind = found ? family(*found) : OpFamily::kOpaque;
  const CallSite site{.op = found.value_or(OpCode{}), .name = name, .name_span = path_span, .span = span};
  if (is_op && kind == OpFamily::kAddOutput) return add_op(site, std::move(arguments));
  const bool declares = kind == OpFamily::kDefineTensor || kind == OpFamily::kDefineScalar ||
                        kind == OpFamily::kDefineVector || kind == OpFamily::kAddOutput;
  if (is_op && found && !declares) return add_op(site, std::move(arguments));
  if (is_op) return unknown_op(name, path_span);
  if (path.size() == 1) {
    if (kind == OpFamily::kDefineTensor) return define_tensor(site, std::move(arguments));
    if (kind == OpFamily::kDefineScalar) return define_scalar(site, std::move(arguments));
    if (kind == OpFamily::kDefineVector) return define_vector(site, std::move(arguments));
    if (kind == OpFamily::kAddOutput) return add_op(site, std::move(arguments));
    if (name == "from_pytorch") return from_pytorch(site, arguments);
    for (std::string_view harmless :
         {"execute", "validate", "profile", "inputs", "outputs", "repro_script_for", "id"}) {
      if (name == harmless) return {Unfollowed{std::string(name)}, span};
    }
  }
  constexpr std::array<std::string_view, 5> kCalls{"define_tensor", "define_scalar", "define_vector", "add_output",
                                                   "from_pytorch"};
  Diagnostic& made = diagnostics_.report(code("unknown_attribute"), path_span,
                                         {"the definition", join(path, ".", [](std::string_view p) { return p; })});
  if (found && !declares) {
    made.suggest(concat("ops.", name));
  } else if (const auto closest = closest_word(name, kCalls)) {
    made.suggest(*closest);
  }
  return {Poison{}, span};
}

ScriptValue RecordCalls::binary(TokenKind symbol, SourceSpan symbol_span, const ScriptValue& left,
                                const ScriptValue& right, SourceSpan span) {
  const auto found = operator_op(symbol);
  if (!found) {
    const std::string both = concat(kind_text(left, &definition()), " and ", kind_text(right, &definition()));
    return report(code("bad_arithmetic"), symbol_span, {"//", both});
  }
  std::vector<Argument> arguments{{{}, left.span, left}, {{}, right.span, right}};
  return add_op({.op = *found, .name = info(*found).name, .name_span = symbol_span, .span = span},
                std::move(arguments));
}

ScriptValue RecordCalls::unary(TokenKind symbol, const ScriptValue& operand, SourceSpan span) {
  if (symbol == TokenKind::kPlus) return operand;
  const OpCode found = symbol == TokenKind::kMinus ? op("neg") : op("bitwise_not");
  return add_op({.op = found, .name = info(found).name, .name_span = span, .span = span},
                {{{}, operand.span, operand}});
}

ScriptValue RecordCalls::member(const ScriptValue& state, std::string_view name, SourceSpan name_span,
                                std::vector<Argument> arguments, bool is_call, SourceSpan span) {
  const StateId id = *state.as<StateId>();
  const StateKind kind = writer_.kind(id);
  if (kind == StateKind::kTensor && name == "ndim") {
    if (const auto rank = writer_.ranks().rank(id)) return script_number(static_cast<int64_t>(*rank), span);
    return report(code("rank_unknown"), name_span, {"ndim", describe(id)});
  }
  const bool allowed = name == "abs" || (kind == StateKind::kTensor && name == "shape") ||
                       (kind == StateKind::kTensor && is_call && name == "size") ||
                       (kind == StateKind::kVector && is_call && name == "at");
  if (!allowed) {
    return report(code("unknown_attribute"), name_span, {kind_text(state, &definition()), std::string(name)});
  }
  const OpCode found = *find_op(name);
  arguments.insert(arguments.begin(), Argument{{}, state.span, state});
  return add_op({.op = found, .name = name, .name_span = name_span, .span = span}, std::move(arguments));
}

ScriptValue RecordCalls::element(const ScriptValue& state, const ScriptValue& index, SourceSpan span) {
  if (writer_.kind(*state.as<StateId>()) != StateKind::kVector) {
    return report(code("unknown_attribute"), span, {kind_text(state, &definition()), "[]"});
  }
  return add_op({.op = op("at"), .name = "at", .name_span = span, .span = span},
                {{{}, state.span, state}, {{}, index.span, index}});
}

/// Forms whose positions mean something else than the row's order, brought to keywords.
std::vector<Argument> RecordCalls::rewritten(const CallSite& site, std::vector<Argument> arguments) const {
  const OpFamily kind = family(site.op);
  const auto positional = [&](size_t place) { return place < arguments.size() && arguments[place].keyword.empty(); };
  const bool once_had_original_shape = site.op == op("reshape") || site.op == op("squeeze");
  if (once_had_original_shape && positional_count(arguments) == 3 && positional(2) &&
      arguments[2].value.is<Sequence>()) {
    arguments.erase(arguments.begin() + 1);
  }
  if (kind == OpFamily::kReduction && positional(1) && arguments[1].value.is<DType>()) arguments[1].keyword = "dtype";
  if (kind == OpFamily::kAddOutput && positional(1) && arguments[1].value.is<Sequence>())
    arguments[1].keyword = "stride_order";
  // Attention once had no bias and mask: with six positions the fourth is the dropout probability.
  const bool dropout_fourth =
      positional(3) && (arguments[3].value.is<ScalarValue>() || is_scalar_state(arguments[3].value));
  if (site.op == op("sdpfa_fwd") && dropout_fourth) {
    arguments.insert(arguments.begin() + 3, 2, Argument{{}, site.span, ScriptValue{NoValue{}, site.span}});
  }
  if (site.op == op("triu") && positional_count(arguments) < 2 && !has_keyword(arguments, "diagonal")) {
    arguments.push_back({"diagonal", site.span, script_number(int64_t{0}, site.span)});
  }
  return arguments;
}

/// A dtype that values can have. Reductions take Null for the operand's own, define_tensor pairs of fp4; casts are
/// judged by their operand too, in rewrite.
bool RecordCalls::check_dtype(const CallSite& site, const BoundCall& call) {
  if (family(site.op) == OpFamily::kReduction || family(site.op) == OpFamily::kCast) return true;
  bool ok = true;
  std::visit(
      [&](const auto& fields) {
        for_each_field(fields, [&](std::string_view name, const auto& member, std::string_view) {
          if constexpr (std::is_same_v<std::decay_t<decltype(member)>, DType>) {
            const bool pair = member == DType::kFloat4E2M1FNX2 && family(site.op) != OpFamily::kDefineTensor;
            if (!call.has(name) || (member != DType::kNull && !pair)) return;
            report(code("dtype_not_allowed"), call.span_of(name, site.span),
                   {std::string(site.name), std::string(cleave::name(member))});
            ok = false;
          }
        });
      },
      call.attributes);
  return ok;
}

bool RecordCalls::complete_attributes(const CallSite& site, BoundCall& call) {
  if (auto* random = std::get_if<RandomAttributes>(&call.attributes)) {
    random->ordinal = ordinal_;
    if ((call.operands[3] == nullptr) != (call.operands[4] == nullptr)) {
      report(code("seed_without_offset"), site.span, {std::string(site.name)});
      return false;
    }
  }
  if (auto* output = std::get_if<OutputAttributes>(&call.attributes); output && !output->stride_order.empty()) {
    const auto rank = writer_.ranks().rank(*call.operands[0]->as<StateId>());
    return normalize_stride_order(output->stride_order, rank.value_or(output->stride_order.size()), site.span);
  }
  auto* reduce = std::get_if<ReduceAttributes>(&call.attributes);
  if (reduce == nullptr || call.has("dims")) return true;
  const StateId operand = *call.operands[0]->as<StateId>();
  const auto rank = writer_.ranks().rank(operand);
  if (!rank) {
    report(code("rank_unknown"), site.span, {std::string(site.name), describe(operand)});
    return false;
  }
  for (size_t i = 0; i < *rank; ++i) reduce->dims.push_back(static_cast<int64_t>(i));
  return true;
}

ScriptValue RecordCalls::add_op(const CallSite& site, std::vector<Argument> arguments) {
  const std::vector<Argument> given = rewritten(site, std::move(arguments));
  auto call = bind_arguments(site, given, definition(), diagnostics_);
  if (!call || !check_dtype(site, *call) || !complete_attributes(site, *call)) return {Poison{}, site.span};
  if (family(site.op) == OpFamily::kAddOutput && call->operands[0]->is<ScalarValue>()) {
    return report(code("wrong_kind"), call->operands[0]->span,
                  {std::string(site.name), "output", "a tensor", kind_text(*call->operands[0], &definition())});
  }
  if (site.op == op("slice")) return add_slice(site, *call);
  if (site.op == op("triu")) return add_triu(site, *call);
  if (site.op == op("tensor_sizes")) return add_tensor_sizes(site, *call);
  auto states = operands(site, *call);
  if (!states) return {Poison{}, site.span};
  std::vector<SourceSpan> spans;
  for (const ScriptValue* value : call->operands) spans.push_back(value ? value->span : site.span);
  return results(writer_.add(site.op, std::move(*states), std::move(call->attributes), RecordForm::kExplicit, site.span,
                             std::move(spans)),
                 site.span);
}

ScriptValue RecordCalls::results(std::optional<RecordId> record, SourceSpan span) const {
  if (!record) return {Poison{}, span};
  const std::vector<StateId>& made = definition().records[*record].results;
  if (made.size() == 1) return {made[0], span};
  if (made.empty()) return {NoValue{}, span};
  std::vector<ScriptValue> values;
  for (StateId state : made) values.push_back({state, span});
  return make_sequence(std::move(values), true, span);
}

std::optional<StateId> RecordCalls::operand(const ScriptValue& value) {
  if (const auto* state = value.as<StateId>()) return *state;
  return writer_.literal(*value.as<ScalarValue>(), value.span);
}

std::optional<std::vector<std::optional<StateId>>> RecordCalls::items(const ScriptValue& list) {
  std::vector<std::optional<StateId>> out;
  for (const ScriptValue& item : *list.as<Sequence>()->items) {
    const auto state = operand(item);
    if (!state) return std::nullopt;
    out.push_back(state);
  }
  return out;
}

/// Shapes hold -1 and up; starts, ends and pad widths any integer.
bool RecordCalls::check_extents(const CallSite& site, const OperandInfo& row, const ScriptValue& list) {
  const bool is_shape = row.name == "shape" || row.name == "new_shape" || site.op == op("define_vector");
  const auto& values = *list.as<Sequence>()->items;
  if (values.size() > 2 * limits_.rank) {
    report(code("rank_limit"), list.span, {std::to_string(values.size()), std::to_string(limits_.rank)});
    return false;
  }
  for (size_t i = 0; is_shape && i < values.size(); ++i) {
    const int64_t* extent = values[i].as_integer();
    if (extent == nullptr || *extent >= -1) continue;
    report(code("shape_value"), values[i].span, {std::to_string(*extent), std::to_string(i)});
    return false;
  }
  return true;
}

std::optional<StateId> RecordCalls::vector_operand(const CallSite& site, const OperandInfo& row,
                                                   const ScriptValue& value) {
  if (const auto* state = value.as<StateId>()) return *state;
  if (!check_extents(site, row, value)) return std::nullopt;
  auto states = items(value);
  if (!states) return std::nullopt;
  return writer_.vector(std::move(*states), RecordForm::kInline, value.span);
}

std::optional<std::vector<std::optional<StateId>>> RecordCalls::operands(const CallSite& site, const BoundCall& call) {
  std::vector<std::optional<StateId>> out;
  const auto rows = info(site.op).operands();
  for (size_t slot = 0; slot < rows.size(); ++slot) {
    const ScriptValue* value = call.operands[slot];
    const OperandKind kind = rows[slot].kind;
    if (value == nullptr) {
      out.emplace_back();
    } else if (kind == OperandKind::kTensorList || kind == OperandKind::kScalarList) {
      const auto states = items(*value);
      if (!states) return std::nullopt;
      out.insert(out.end(), states->begin(), states->end());
    } else {
      const auto state = kind == OperandKind::kVector ? vector_operand(site, rows[slot], *value) : operand(*value);
      if (!state) return std::nullopt;
      out.push_back(state);
    }
  }
  return out;
}

ScriptValue RecordCalls::add_slice(const CallSite& site, const BoundCall& call) {
  const auto rows = info(site.op).operands();
  std::vector<std::optional<StateId>> states{*call.operands[0]->as<StateId>()};
  for (size_t slot = 1; slot <= 2; ++slot) {
    const auto state = vector_operand(site, rows[slot], *call.operands[slot]);
    if (!state) return {Poison{}, site.span};
    states.push_back(state);
  }
  if (call.operands[3] != nullptr) {
    states.push_back(vector_operand(site, rows[3], *call.operands[3]));
  } else {
    const bool is_list = call.operands[1]->is<Sequence>();
    const auto length = writer_.ranks().length(*states[1]);
    if (!length) return report(code("rank_unknown"), site.span, {std::string(site.name), describe(*states[1])});
    std::vector<std::optional<StateId>> ones;
    for (size_t i = 0; i < *length; ++i) ones.push_back(writer_.literal(int64_t{1}, site.span));
    if (writer_.is_full()) return {Poison{}, site.span};
    states.push_back(writer_.vector(std::move(ones), is_list ? RecordForm::kInline : RecordForm::kExplicit, site.span));
  }
  if (!states.back()) return {Poison{}, site.span};
  std::vector<SourceSpan> spans;
  for (const ScriptValue* value : call.operands) spans.push_back(value ? value->span : site.span);
  return results(
      writer_.add(site.op, std::move(states), call.attributes, RecordForm::kExplicit, site.span, std::move(spans)),
      site.span);
}

ScriptValue RecordCalls::add_triu(const CallSite& site, const BoundCall& call) {
  const ScriptValue& diagonal = *call.operands[1];
  const StateId source = *call.operands[0]->as<StateId>();
  if (diagonal.is<StateId>()) {
    return results(
        writer_.add(site.op, {source, *diagonal.as<StateId>()}, NoAttributes{}, RecordForm::kExplicit, site.span),
        site.span);
  }
  const auto made =
      writer_.add_before_literal(site.op, {source}, *diagonal.as<ScalarValue>(), site.span, diagonal.span);
  if (!made) return {Poison{}, site.span};
  return {*made, site.span};
}

ScriptValue RecordCalls::add_tensor_sizes(const CallSite& site, const BoundCall& call) {
  const StateId source = *call.operands[0]->as<StateId>();
  const auto rank = writer_.ranks().rank(source);
  if (!rank) return report(code("rank_unknown"), site.span, {std::string(site.name), describe(source)});
  const std::vector<StateKind> kinds(*rank, StateKind::kScalar);
  const auto record = writer_.add_with_results(site.op, {source}, NoAttributes{}, kinds, site.span);
  if (!record) return {Poison{}, site.span};
  std::vector<ScriptValue> values;
  for (StateId state : definition().records[*record].results) values.push_back({state, site.span});
  return make_sequence(std::move(values), true, site.span);
}

}  // namespace cleave
