// Which lists of a script are lists of inputs: those with torch tensors in them, those called so, and those that are
// executed. A list that cannot be taken is said (W0142) where it is surely meant for inputs, and remembered where only
// its execution would show that.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/ir/input_values.h"
#include "core/parse/script_value.h"
#include "core/source/diagnostic.h"

namespace cleave {

class InputLists {
 public:
  InputLists(const SourceText& text, Diagnostics& diagnostics) : text_(text), diagnostics_(diagnostics) {}

  /// `name = value`: one more list of that name, where the value is one.
  void assign(std::string_view name, const ScriptValue& value, SourceSpan span);
  /// The list that `name` stands for has other items now.
  void change(std::string_view name, const ScriptValue& value, SourceSpan span);
  /// What `name` stands for is not known any more.
  void lose(std::string_view name, SourceSpan span, std::string_view why);
  /// `fd.execute(name)`; `definition` is the place of what `fd` is, where that is seen.
  void execute(std::string_view name, std::optional<size_t> definition);
  /// `fd.execute([…])`; `name` is made up.
  void execute_list(std::string_view name, const ScriptValue& value, SourceSpan span, std::optional<size_t> definition);
  /// Something is executed whose items are not known.
  void lose_executed(const std::string& name, SourceSpan span, std::string_view why);

  /// Grows when a statement was taken for a list of inputs.
  size_t taken() const { return taken_; }
  std::vector<InputList> take() { return std::move(lists_); }

 private:
  /// Why a list that only its execution would make one of inputs is not known.
  struct Lost {
    SourceSpan span;
    std::string why;
  };

  void take_list(std::string_view name, const ScriptValue& value, SourceSpan span, bool is_meant);
  void forget(const std::string& name);
  /// The last list of that name, which the name stands for, or null.
  InputList* find(const std::string& name);
  void report(const std::string& name, SourceSpan span, std::string_view why);

  const SourceText& text_;
  Diagnostics& diagnostics_;
  std::vector<InputList> lists_;
  /// Lists of numbers only, which become input lists when something executes them.
  std::unordered_map<std::string, InputList> number_lists_;
  std::unordered_map<std::string, Lost> lost_;
  size_t taken_ = 0;
};

}  // namespace cleave
