// What an expression of the script is worth while it is read: a number, a list, a torch tensor's description, a state
// of the definition under construction … Python's values as far as definitions and input lists need them, and none of
// its objects.
#pragma once

#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "core/ir/definition.h"
#include "core/ir/input_values.h"

namespace cleave {

struct ScriptValue;

/// The statement that should have made it has failed, and has been reported: uses raise nothing new.
struct Poison {};
/// A Python value that is not followed; `name` is what the script calls it.
struct Unfollowed {
  std::string name;
};
struct NoValue {};
struct Text {
  std::string text;
};
/// A list or a tuple; shared, never changed.
struct Sequence {
  std::shared_ptr<const std::vector<ScriptValue>> items;
  bool is_tuple = false;
};
struct TorchTensor {
  std::shared_ptr<const TensorInput> tensor;
};

struct ScriptValue {
  std::variant<Poison, Unfollowed, NoValue, ScalarValue, Text, DType, Sequence, TorchTensor, StateId> content;
  /// The expression that it comes from.
  SourceSpan span;

  template <class T>
  const T* as() const {
    return std::get_if<T>(&content);
  }
  template <class T>
  bool is() const {
    return std::holds_alternative<T>(content);
  }
  const int64_t* as_integer() const {
    const auto* number = as<ScalarValue>();
    return number ? std::get_if<int64_t>(number) : nullptr;
  }
};

/// One argument of a call; `keyword` is empty for a positional one.
struct Argument {
  std::string_view keyword;
  SourceSpan span;
  ScriptValue value;
};

/// What a value is, for messages: `a list`, `the number 3`, `a tensor`.
std::string kind_text(const ScriptValue& value, const Definition* definition);

inline ScriptValue script_number(ScalarValue number, SourceSpan span) { return {number, span}; }
ScriptValue make_sequence(std::vector<ScriptValue> items, bool is_tuple, SourceSpan span);

/// A value of any length that is all integers, as integers.
std::optional<std::vector<int64_t>> integers_of(const ScriptValue& value);

}  // namespace cleave
