// See argument_binding.h.
#include "core/parse/argument_binding.h"

#include <algorithm>
#include <type_traits>

#include "core/base/describe.h"
#include "core/base/text.h"
#include "core/parse/argument_names.h"
#include "core/source/diagnostic_codes.h"

namespace cleave {
namespace {

/// Converts a value to the type of an attribute; false where it is of another kind. The text says what was expected.
bool convert(const ScriptValue& value, int64_t& out, std::string& expected) {
  expected = "an integer";
  const int64_t* number = value.as_integer();
  if (number != nullptr) out = *number;
  return number != nullptr;
}
bool convert(const ScriptValue& value, bool& out, std::string& expected) {
  expected = "True or False";
  const auto* number = value.as<ScalarValue>();
  if (number == nullptr || number->index() > 1) return false;
  // 0 and 1 stand for False and True, as the printed form has them.
  if (number->index() == 1 && to_int(*number) != 0 && to_int(*number) != 1) return false;
  out = to_bool(*number);
  return true;
}
/// `None` is the dtype that is left to the op, where it leaves one.
bool convert(const ScriptValue& value, DType& out, std::string& expected) {
  expected = "a dtype";
  const auto* dtype = value.as<DType>();
  if (dtype != nullptr) out = *dtype;
  if (value.is<NoValue>()) out = DType::kNull;
  return dtype != nullptr || value.is<NoValue>();
}
bool convert(const ScriptValue& value, std::vector<int64_t>& out, std::string& expected) {
  expected = "a list of integers";
  if (const int64_t* one = value.as_integer()) {
    out = {*one};
    return true;
  }
  const auto numbers = integers_of(value);
  if (numbers) out = *numbers;
  if (value.is<NoValue>()) out.clear();
  return numbers.has_value() || value.is<NoValue>();
}
bool convert(const ScriptValue& value, std::vector<bool>& out, std::string& expected) {
  expected = "a list of bools";
  const auto* sequence = value.as<Sequence>();
  if (sequence == nullptr) return false;
  out.clear();
  for (const ScriptValue& item : *sequence->items) {
    bool flag = false;
    std::string ignored;
    if (!convert(item, flag, ignored)) return false;
    out.push_back(flag);
  }
  return true;
}
bool convert(const ScriptValue& value, std::vector<Contiguity>& out, std::string& expected) {
  expected = "a list of True, False and None";
  const auto* sequence = value.as<Sequence>();
  if (sequence == nullptr) return false;
  out.clear();
  for (const ScriptValue& item : *sequence->items) {
    bool flag = false;
    std::string ignored;
    if (!item.is<NoValue>() && !convert(item, flag, ignored)) return false;
    out.push_back(item.is<NoValue>() ? Contiguity() : Contiguity(flag));
  }
  return true;
}
bool convert(const ScriptValue& value, std::optional<ScalarValue>& out, std::string& expected) {
  expected = "a number or None";
  const auto* number = value.as<ScalarValue>();
  out = number ? std::optional(*number) : std::nullopt;
  return number != nullptr || value.is<NoValue>();
}

/// One thing that a call can be given: an operand of the row or a field of its attributes.
struct Parameter {
  std::string_view name;
  std::optional<size_t> operand;
};

std::vector<std::string_view> attribute_names(Attributes attributes) {
  std::vector<std::string_view> out;
  std::visit(
      [&](auto& fields) {
        for_each_field(fields, [&](std::string_view name, auto&, std::string_view) { out.push_back(name); });
      },
      attributes);
  return out;
}

class Binding {
 public:
  Binding(const CallSite& site, const Definition& definition, Diagnostics& diagnostics)
      : site_(site), row_(info(site.op)), definition_(definition), diagnostics_(diagnostics) {
    bound_.operands.resize(row_.operand_count, nullptr);
    bound_.attributes = row_.make_attributes();
    for (size_t i = 0; i < row_.operand_count; ++i) parameters_.push_back({row_.operand_rows[i].name, i});
    for (std::string_view name : attribute_names(bound_.attributes)) parameters_.push_back({name, std::nullopt});
    taken_.resize(parameters_.size(), false);
  }

  std::optional<BoundCall> bind(const std::vector<Argument>& arguments) {
    size_t position = 0;
    for (const Argument& argument : arguments) {
      if (argument.value.is<Poison>() || contains_poison(argument.value)) {
        ok_ = false;
        poisoned_ = true;
      }
      if (argument.keyword.empty()) {
        bind_position(position++, argument, arguments);
      } else {
        bind_keyword(argument);
      }
    }
    if (!poisoned_) check_required();
    if (!ok_) return std::nullopt;
    return std::move(bound_);
  }

 private:
  static bool contains_poison(const ScriptValue& value) {
    const auto* sequence = value.as<Sequence>();
    if (sequence == nullptr) return false;
    return std::any_of(sequence->items->begin(), sequence->items->end(),
                       [](const ScriptValue& item) { return item.is<Poison>(); });
  }

  /// The value, or the item of it, that is not followed.
  static const ScriptValue* first_unfollowed(const ScriptValue& value) {
    if (value.is<Unfollowed>()) return &value;
    const auto* sequence = value.as<Sequence>();
    if (sequence == nullptr) return nullptr;
    const auto found = std::find_if(sequence->items->begin(), sequence->items->end(),
                                    [](const ScriptValue& item) { return item.is<Unfollowed>(); });
    return found == sequence->items->end() ? nullptr : &*found;
  }

  Diagnostic& report(DiagnosticCode code, SourceSpan span, std::vector<std::string> arguments) {
    ok_ = false;
    return diagnostics_.report(code, span, std::move(arguments));
  }

  void bind_position(size_t position, const Argument& argument, const std::vector<Argument>& arguments) {
    if (position < parameters_.size()) {
      bind_to(position, argument);
      return;
    }
    if (position > parameters_.size()) return;
    const auto given =
        std::count_if(arguments.begin(), arguments.end(), [](const Argument& a) { return a.keyword.empty(); });
    report(code("too_many_arguments"), argument.span,
           {std::string(site_.name), std::to_string(parameters_.size()), std::to_string(given)})
        .note(parameter_list());
  }

  void bind_keyword(const Argument& argument) {
    if (const auto exact = find(argument.keyword)) return bind_to(*exact, argument);
    for (const ArgumentAlias& alias : kArgumentAliases) {
      if (alias.then != argument.keyword || (!alias.op.empty() && alias.op != row_.name)) continue;
      if (alias.now.empty()) return;
      if (const auto known = find(alias.now)) return bind_to(*known, argument);
    }
    const bool names_first =
        std::find(kFirstOperandNames.begin(), kFirstOperandNames.end(), argument.keyword) != kFirstOperandNames.end();
    if (names_first && row_.operand_count > 0 && !taken_[0]) return bind_to(0, argument);
    if (auto* opaque = std::get_if<OpaqueAttributes>(&bound_.attributes)) return bind_opaque(*opaque, argument);
    report_unknown_keyword(argument);
  }

  void report_unknown_keyword(const Argument& argument) {
    const auto end = static_cast<uint32_t>(argument.span.begin + argument.keyword.size());
    Diagnostic& made = report(code("unknown_keyword"), SourceSpan{argument.span.begin, end},
                              {std::string(site_.name), std::string(argument.keyword)});
    std::vector<std::string_view> names;
    for (const Parameter& parameter : parameters_) names.push_back(parameter.name);
    if (const auto closest = closest_word(argument.keyword, names)) {
      made.suggest(*closest);
    } else {
      made.note(parameter_list());
    }
  }

  /// Keywords of ops that are not built are kept as text.
  void bind_opaque(OpaqueAttributes& opaque, const Argument& argument) {
    const auto text = literal_text(argument.value);
    if (!text) return report_unknown_keyword(argument);
    opaque.arguments.emplace_back(std::string(argument.keyword), *text);
  }

  static std::optional<std::string> literal_text(const ScriptValue& value) {
    if (value.is<NoValue>()) return "None";
    if (const auto* dtype = value.as<DType>()) return concat("DataType.", name(*dtype));
    if (const int64_t* number = value.as_integer()) return std::to_string(*number);
    const auto* number = value.as<ScalarValue>();
    if (number != nullptr && number->index() == 0) return std::get<bool>(*number) ? "True" : "False";
    if (number != nullptr && number->index() == 2) {
      const std::string digits = shortest_double(std::get<double>(*number));
      return digits.find_first_of(".en") == std::string::npos ? concat(digits, ".0") : digits;
    }
    const auto* sequence = value.as<Sequence>();
    if (sequence == nullptr) return std::nullopt;
    std::vector<std::string> items;
    for (const ScriptValue& item : *sequence->items) {
      if (item.is<Sequence>()) return std::nullopt;
      const auto text = literal_text(item);
      if (!text) return std::nullopt;
      items.push_back(*text);
    }
    return concat("[", join(items, ", "), "]");
  }

  std::optional<size_t> find(std::string_view name) const {
    for (size_t i = 0; i < parameters_.size(); ++i) {
      if (parameters_[i].name == name) return i;
    }
    return std::nullopt;
  }

  void bind_to(size_t place, const Argument& argument) {
    const Parameter& parameter = parameters_[place];
    if (taken_[place]) {
      report(code("repeated_argument"), argument.span, {std::string(site_.name), std::string(parameter.name)});
      return;
    }
    taken_[place] = true;
    if (argument.value.is<Poison>() || contains_poison(argument.value)) return;
    if (const ScriptValue* unknown = first_unfollowed(argument.value)) {
      report(code("unknown_value"), unknown->span, {unknown->as<Unfollowed>()->name});
    } else if (parameter.operand) {
      bind_operand(*parameter.operand, argument.value);
    } else {
      bind_attribute(parameter.name, argument.value);
    }
  }

  void bind_operand(size_t slot, const ScriptValue& value) {
    const OperandInfo& operand = row_.operand_rows[slot];
    if (value.is<NoValue>() && operand.presence != OperandInfo::Presence::kRequired) return;
    const char* expected = check_operand(operand.kind, value);
    if (expected == nullptr) {
      bound_.operands[slot] = &value;
      return;
    }
    Diagnostic& made = report_wrong_kind(operand.name, value, expected, [&](const ScriptValue& list) {
      return check_operand(operand.kind, list) == nullptr;
    });
    if (value.is<TorchTensor>())
      made.note("`fd.from_pytorch(tensor)` makes a tensor of the definition from a torch tensor.");
  }

  /// Says what stands there instead: of a list the first item for which a list of nothing else is not `right` either.
  template <class IsRight>
  Diagnostic& report_wrong_kind(std::string_view name, const ScriptValue& value, std::string_view expected,
                                IsRight is_right) {
    std::vector<std::string> arguments{std::string(site_.name), std::string(name), std::string(expected)};
    const auto* sequence = value.as<Sequence>();
    for (size_t i = 0; sequence != nullptr && i < sequence->items->size(); ++i) {
      const ScriptValue& item = (*sequence->items)[i];
      if (is_right(make_sequence({item}, sequence->is_tuple, value.span))) continue;
      arguments.push_back(
          concat(kind_text(value, &definition_), " with ", kind_text(item, &definition_), " at index ", i));
      return report(code("wrong_kind"), item.span, std::move(arguments));
    }
    arguments.push_back(kind_text(value, &definition_));
    return report(code("wrong_kind"), value.span, std::move(arguments));
  }

  bool is_state(const ScriptValue& value, StateKind kind) const {
    const auto* state = value.as<StateId>();
    return state != nullptr && definition_.states[*state].kind == kind;
  }
  bool is_scalar(const ScriptValue& value) const {
    return value.is<ScalarValue>() || is_state(value, StateKind::kScalar);
  }

  /// What the operand should have been, or null where it is right.
  const char* check_operand(OperandKind kind, const ScriptValue& value) const {
    const auto* sequence = value.as<Sequence>();
    const auto all_items = [&](auto test) {
      return sequence && std::all_of(sequence->items->begin(), sequence->items->end(), test);
    };
    switch (kind) {
      case OperandKind::kTensor: return is_state(value, StateKind::kTensor) ? nullptr : "a tensor";
      case OperandKind::kScalar: return is_scalar(value) ? nullptr : "a scalar";
      case OperandKind::kTensorOrScalar:
        return is_state(value, StateKind::kTensor) || is_scalar(value) ? nullptr : "a tensor or a scalar";
      case OperandKind::kVector:
        if (is_state(value, StateKind::kVector)) return nullptr;
        [[fallthrough]];
      case OperandKind::kScalarList:
        return all_items(
                   [&](const ScriptValue& item) { return item.as_integer() || is_state(item, StateKind::kScalar); })
                   ? nullptr
                   : "a list of integers and scalars";
      case OperandKind::kTensorList:
        return all_items([&](const ScriptValue& item) { return is_state(item, StateKind::kTensor); })
                   ? nullptr
                   : "a list of tensors";
    }
    return nullptr;
  }

  void bind_attribute(std::string_view name, const ScriptValue& value) {
    std::string expected;
    if (convert_into(bound_.attributes, name, value, expected)) {
      bound_.given.emplace_back(name, value.span);
      return;
    }
    Attributes scratch = bound_.attributes;
    report_wrong_kind(name, value, std::string(expected),
                      [&](const ScriptValue& list) { return convert_into(scratch, name, list, expected); });
  }

  static bool convert_into(Attributes& attributes, std::string_view name, const ScriptValue& value,
                           std::string& expected) {
    bool converted = false;
    std::visit(
        [&](auto& fields) {
          for_each_field(fields, [&](std::string_view field, auto& member, std::string_view) {
            if (field == name) converted = convert(value, member, expected);
          });
        },
        attributes);
    return converted;
  }

  void check_required() {
    for (size_t i = 0; i < parameters_.size(); ++i) {
      const bool required = parameters_[i].operand ? row_.operand_rows[*parameters_[i].operand].presence ==
                                                         OperandInfo::Presence::kRequired
                                                   : is_required_attribute(parameters_[i].name);
      if (!required || taken_[i]) continue;
      report(code("missing_argument"), site_.span, {std::string(site_.name), std::string(parameters_[i].name)})
          .note(parameter_list());
    }
  }

  bool is_required_attribute(std::string_view name) const {
    std::string_view rest = row_.required_attributes;
    while (!rest.empty()) {
      const size_t comma = rest.find(',');
      if (rest.substr(0, comma) == name) return true;
      rest = comma == std::string_view::npos ? std::string_view() : rest.substr(comma + 1);
    }
    return false;
  }

  std::string parameter_list() const {
    if (parameters_.empty()) return concat("`", site_.name, "` takes no arguments.");
    return concat("The arguments of `", site_.name, "` are ",
                  join(parameters_, ", ", [](const Parameter& parameter) { return concat("`", parameter.name, "`"); }),
                  ".");
  }

  const CallSite& site_;
  const OpInfo& row_;
  const Definition& definition_;
  Diagnostics& diagnostics_;
  std::vector<Parameter> parameters_;
  std::vector<bool> taken_;
  BoundCall bound_;
  bool ok_ = true;
  bool poisoned_ = false;
};

}  // namespace

bool BoundCall::has(std::string_view attribute) const {
  return std::any_of(given.begin(), given.end(), [&](const auto& pair) { return pair.first == attribute; });
}

SourceSpan BoundCall::span_of(std::string_view attribute, SourceSpan otherwise) const {
  for (const auto& [name, span] : given) {
    if (name == attribute) return span;
  }
  return otherwise;
}

std::optional<BoundCall> bind_arguments(const CallSite& site, const std::vector<Argument>& arguments,
                                        const Definition& definition, Diagnostics& diagnostics) {
  return Binding(site, definition, diagnostics).bind(arguments);
}

}  // namespace cleave
