// See script_value.h.
#include "core/parse/script_value.h"

#include "core/base/text.h"

namespace cleave {
namespace {

struct KindText {
  const Definition* definition;

  std::string operator()(const Poison&) const { return "a value with an error"; }
  std::string operator()(const Unfollowed&) const { return "a value that is not known"; }
  std::string operator()(const NoValue&) const { return "None"; }
  std::string operator()(const ScalarValue& number) const {
    constexpr const char* kByAlternative[] = {"a bool", "an integer", "a float", "a complex number"};
    return kByAlternative[number.index()];
  }
  std::string operator()(const Text&) const { return "a string"; }
  std::string operator()(const DType&) const { return "a dtype"; }
  std::string operator()(const Sequence& sequence) const { return sequence.is_tuple ? "a tuple" : "a list"; }
  std::string operator()(const TorchTensor&) const { return "a torch tensor"; }
  std::string operator()(const StateId& state) const {
    if (definition == nullptr) return "a value of a definition";
    const StateKind kind = definition->states[state].kind;
    return kind == StateKind::kTensor ? "a tensor" : kind == StateKind::kScalar ? "a scalar" : "a vector";
  }
};

}  // namespace

std::string kind_text(const ScriptValue& value, const Definition* definition) {
  return std::visit(KindText{definition}, value.content);
}

ScriptValue make_sequence(std::vector<ScriptValue> items, bool is_tuple, SourceSpan span) {
  return {Sequence{std::make_shared<const std::vector<ScriptValue>>(std::move(items)), is_tuple}, span};
}

std::optional<std::vector<int64_t>> integers_of(const ScriptValue& value) {
  const auto* sequence = value.as<Sequence>();
  if (sequence == nullptr) return std::nullopt;
  std::vector<int64_t> out;
  out.reserve(sequence->items->size());
  for (const ScriptValue& item : *sequence->items) {
    const int64_t* number = item.as_integer();
    if (number == nullptr) return std::nullopt;
    out.push_back(*number);
  }
  return out;
}

}  // namespace cleave
