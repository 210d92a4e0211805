// See input_lists.h.
#include "core/parse/input_lists.h"

#include <algorithm>
#include <utility>

#include "core/source/diagnostic_codes.h"

namespace cleave {
namespace {

/// Names beyond this many are not kept: a text of nothing but lists must not fill the memory.
constexpr size_t kMaxNames = 100'000;

bool names_inputs(std::string_view name) {
  return name.find("input") != std::string_view::npos || name.find("INPUT") != std::string_view::npos;
}

/// Names of whole lists: `inputs`, `inputs1`, never `num_inputs` or `input_shape`.
bool names_list_of_inputs(std::string_view name) { return name.starts_with("inputs") || name.starts_with("INPUTS"); }

/// The tensors and numbers in nested lists, in order.
void flatten(const ScriptValue& value, size_t depth, std::vector<const ScriptValue*>& out) {
  const auto* sequence = value.as<Sequence>();
  constexpr size_t kMaxDepth = 8;
  if (sequence == nullptr || depth > kMaxDepth) {
    out.push_back(&value);
    return;
  }
  for (const ScriptValue& item : *sequence->items) flatten(item, depth + 1, out);
}

constexpr std::string_view kUnknownItem = "this item is not understood";

}  // namespace

void InputLists::assign(std::string_view name, const ScriptValue& value, SourceSpan span) {
  lost_.erase(std::string(name));
  number_lists_.erase(std::string(name));
  if (value.is<Sequence>()) return take_list(name, value, span, names_inputs(name));
  if (value.is<Unfollowed>()) lose(name, value.span, "its value is not known");
}

void InputLists::change(std::string_view name, const ScriptValue& value, SourceSpan span) {
  forget(std::string(name));
  take_list(name, value, span, names_inputs(name));
}

void InputLists::lose(std::string_view name, SourceSpan span, std::string_view why) {
  const std::string key(name);
  const auto is_it = [&](const InputList& list) { return list.name == key && !list.items.empty(); };
  const bool was_taken = std::any_of(lists_.begin(), lists_.end(), is_it);
  forget(key);
  if (was_taken || names_list_of_inputs(name)) return report(key, span, why);
  if (lost_.size() < kMaxNames) lost_[key] = {span, std::string(why)};
}

void InputLists::execute(std::string_view name, std::optional<size_t> definition) {
  const std::string key(name);
  if (const auto found = number_lists_.find(key); found != number_lists_.end()) {
    lists_.push_back(std::move(found->second));
    number_lists_.erase(found);
    ++taken_;
  }
  if (InputList* list = find(key); list != nullptr && definition) list->executed_by.push_back(*definition);
  const auto lost = lost_.find(key);
  if (lost == lost_.end()) return;
  report(key, lost->second.span, lost->second.why);
  lost_.erase(lost);
}

void InputLists::execute_list(std::string_view name, const ScriptValue& value, SourceSpan span,
                              std::optional<size_t> definition) {
  const size_t before = lists_.size();
  take_list(name, value, span, true);
  if (lists_.size() > before && definition) lists_.back().executed_by.push_back(*definition);
}

void InputLists::lose_executed(const std::string& name, SourceSpan span, std::string_view why) {
  report(name, span, why);
}

void InputLists::take_list(std::string_view name, const ScriptValue& value, SourceSpan span, bool is_meant) {
  std::vector<const ScriptValue*> items;
  flatten(value, 0, items);
  InputList list{.name = std::string(name), .items = {}, .span = span};
  const ScriptValue* unknown = nullptr;
  for (const ScriptValue* item : items) {
    if (const auto* torch = item->as<TorchTensor>()) {
      list.items.push_back({*torch->tensor, item->span});
      is_meant = true;
    } else if (const auto* number = item->as<ScalarValue>()) {
      list.items.push_back({*number, item->span});
    } else {
      is_meant = is_meant || text_.slice(item->span).starts_with("torch.");
      if (unknown == nullptr) unknown = item;
    }
  }
  if (unknown != nullptr) {
    if (is_meant) return report(list.name, unknown->span, kUnknownItem);
    if (lost_.size() < kMaxNames) lost_[list.name] = {unknown->span, std::string(kUnknownItem)};
  } else if (is_meant) {
    lists_.push_back(std::move(list));
    ++taken_;
  } else if (number_lists_.size() < kMaxNames) {
    number_lists_[list.name] = std::move(list);
  }
}

InputList* InputLists::find(const std::string& name) {
  const auto last =
      std::find_if(lists_.rbegin(), lists_.rend(), [&](const InputList& list) { return list.name == name; });
  return last == lists_.rend() ? nullptr : &*last;
}

/// Drops the last list of that name.
void InputLists::forget(const std::string& name) {
  number_lists_.erase(name);
  const auto last =
      std::find_if(lists_.rbegin(), lists_.rend(), [&](const InputList& list) { return list.name == name; });
  if (last != lists_.rend()) lists_.erase(std::next(last).base());
}

void InputLists::report(const std::string& name, SourceSpan span, std::string_view why) {
  diagnostics_.report(code("input_ignored"), span, {name, std::string(why)})
      .note("write it as one list, `inputs = [torch.randn(4, 8), 0.5]`, or give the sizes with `--input T0=4x8:Float`");
}

}  // namespace cleave
