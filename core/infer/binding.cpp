// Matches what a script and options give to the inputs of a definition, lets input_check.h judge it, and has what is
// missing assumed (assumed_extents.h). An input that does not fit is reported and assumed too, so that every binding
// has values of the declared rank and type.
#include "core/infer/binding.h"

#include <algorithm>
#include <unordered_map>

#include "core/base/text.h"
#include "core/infer/assumed_extents.h"
#include "core/infer/input_check.h"
#include "core/source/diagnostic_codes.h"

namespace cleave {
namespace {

std::string kind_text(bool is_tensor) { return is_tensor ? "tensor" : "scalar"; }

std::string count_text(size_t count) { return count == 1 ? "1 input" : concat(count, " inputs"); }

Fill default_fill(DType dtype) {
  Fill out;
  if (is_boolean(dtype) || is_integer(dtype)) {
    out.kind = Fill::Kind::kIntegers;
    out.high = is_boolean(dtype) ? 2 : 10;
  }
  return out;
}

ScalarValue default_scalar(DType dtype) {
  switch (info(dtype).category) {
    case DTypeCategory::kBoolean: return true;
    case DTypeCategory::kInteger: return int64_t{1};
    case DTypeCategory::kComplex: return Complex(1.0, 0.0);
    case DTypeCategory::kFloating:
    case DTypeCategory::kNone: return 1.0;
  }
  return 1.0;
}

struct Given {
  InputValue value;
  InputOrigin origin = InputOrigin::kScript;
  std::optional<SourceSpan> span;
};

class InputBinder {
 public:
  InputBinder(const Definition& definition, const SourceMap& map, Diagnostics& diagnostics)
      : definition_(definition), map_(map), diagnostics_(diagnostics) {}

  void take(const InputList& list) {
    const size_t count = definition_.inputs.size();
    for (size_t i = 0; i < list.items.size() && i < count; ++i) {
      given_.insert_or_assign(definition_.inputs[i].index,
                              Given{list.items[i].value, InputOrigin::kScript, list.items[i].span});
    }
    list_ = &list;
  }

  void take(const std::vector<InputOption>& options) {
    std::unordered_map<uint32_t, bool> by_option;
    for (const InputOption& option : options) {
      const std::optional<StateId> input = find(option.name);
      if (!input) {
        report_unknown(option.name);
      } else if (!by_option.emplace(input->index, true).second) {
        diagnostics_.report(code("input_twice"), std::nullopt, {name(*input)});
      } else {
        given_.insert_or_assign(input->index,
                                Given{completed(*input, option.value), InputOrigin::kOption, std::nullopt});
      }
    }
    count_of_options_ = by_option.size();
  }

  Binding run() {
    report_count();
    KnownInputs known;
    for (StateId input : definition_.inputs) {
      const auto found = given_.find(input.index);
      if (found == given_.end()) continue;
      if (fits(input, found->second))
        known.emplace(input.index, found->second.value);
      else
        given_.erase(found);
    }
    const bool complete = known.size() == definition_.inputs.size();
    const AssumedExtents assumed = complete ? AssumedExtents{} : assume_extents(definition_, known);
    Binding out;
    for (StateId input : definition_.inputs) {
      const auto found = given_.find(input.index);
      if (found != given_.end()) {
        out.inputs.push_back({.state = input, .value = found->second.value, .origin = found->second.origin});
      } else {
        out.inputs.push_back({.state = input, .value = assumption(input, assumed), .origin = InputOrigin::kAssumed});
        check_assumption(out.inputs.back());
      }
    }
    for (const BoundInput& input : out.inputs) check_update(input);
    report_assumptions(out);
    return out;
  }

 private:
  std::string name(StateId state) const { return display_name(definition_, map_, state); }

  std::string user_name(StateId state) const { return map_.names.contains(state) ? map_.names[state] : std::string(); }
  std::string canonical(StateId state) const { return concat(letter(definition_.states[state].kind), state.index); }

  /// The user's own names first: the number in an edited name need not be its index.
  std::optional<StateId> find(const std::string& wanted) const {
    for (StateId input : definition_.inputs) {
      if (user_name(input) == wanted) return input;
    }
    for (StateId input : definition_.inputs) {
      if (!map_.has_sure_index(input.index)) continue;
      if (canonical(input) == wanted || concat("#", input.index) == wanted) return input;
    }
    return std::nullopt;
  }

  void report_unknown(const std::string& wanted) {
    const bool are_sure = std::all_of(definition_.inputs.begin(), definition_.inputs.end(),
                                      [&](StateId input) { return map_.has_sure_index(input.index); });
    if (!are_sure) return;
    std::vector<std::string> names;
    for (StateId input : definition_.inputs)
      names.push_back(user_name(input).empty() ? canonical(input) : user_name(input));
    Diagnostic& diagnostic = diagnostics_.report(code("unknown_input"), std::nullopt, {wanted});
    const std::vector<std::string_view> candidates(names.begin(), names.end());
    if (const auto closest = closest_word(wanted, candidates)) diagnostic.suggest(*closest);
    constexpr size_t kMostNames = 20;
    if (names.size() <= kMostNames) diagnostic.note(concat("the inputs are ", join(names, ", ")));
  }

  void report_count() {
    if (list_ == nullptr) return;
    const size_t count = definition_.inputs.size();
    if (count > 0 && count_of_options_ == count) return;
    const bool too_few =
        list_->items.size() < count && std::any_of(definition_.inputs.begin(), definition_.inputs.end(),
                                                   [&](StateId input) { return given_.count(input.index) == 0; });
    if (list_->items.size() <= count && !too_few) return;
    const bool too_many = list_->items.size() > count;
    const std::optional<SourceSpan> extra = too_many ? list_->items[count].span : std::nullopt;
    diagnostics_.report(code("input_count"), extra ? extra : std::optional(list_->span),
                        {count_text(list_->items.size()), count_text(count), list_->name});
  }

  /// An option's value with the layout, type and fill that it leaves to the definition.
  InputValue completed(StateId input, InputValue value) const {
    if (!definition_.is_tensor(input)) return value;
    const auto& declared = attributes<TensorAttributes>(definition_.producer(input));
    if (const auto* number = std::get_if<ScalarValue>(&value)) {
      // `T0=8` for a tensor of rank 1.
      if (declared.shape.size() != 1 || !std::holds_alternative<int64_t>(*number)) return value;
      value =
          TensorInput{.sizes = {to_int(*number)}, .strides = {}, .dtype = DType::kNull, .is_cpu = false, .fill = {}};
    }
    auto& tensor = std::get<TensorInput>(value);
    if (tensor.dtype == DType::kNull) tensor.dtype = declared.dtype;
    if (tensor.strides.size() != tensor.sizes.size()) {
      const bool same_rank = tensor.sizes.size() == declared.shape.size();
      tensor.strides =
          same_rank ? declared_strides(declared, tensor.sizes) : std::vector<int64_t>(tensor.sizes.size(), 0);
    }
    tensor.is_cpu = declared.is_cpu;
    tensor.fill = default_fill(tensor.dtype);
    return value;
  }

  bool fits(StateId input, const Given& given) {
    const bool wants_tensor = definition_.is_tensor(input);
    const auto* tensor = std::get_if<TensorInput>(&given.value);
    if (wants_tensor != (tensor != nullptr)) {
      diagnostics_.report(code("input_kind"), given.span,
                          {name(input), kind_text(!wants_tensor), kind_text(wants_tensor)});
      return false;
    }
    const Record& record = definition_.producer(input);
    if (tensor != nullptr)
      return check_tensor(name(input), attributes<TensorAttributes>(record), *tensor, given.span, diagnostics_);
    return check_scalar(name(input), attributes<ScalarAttributes>(record).dtype, std::get<ScalarValue>(given.value),
                        given.span, diagnostics_);
  }

  InputValue assumption(StateId input, const AssumedExtents& assumed) const {
    const Record& record = definition_.producer(input);
    if (!definition_.is_tensor(input)) {
      const DType dtype = attributes<ScalarAttributes>(record).dtype;
      const auto extent = assumed.scalars.find(input.index);
      if (extent != assumed.scalars.end() && is_integer(dtype)) return ScalarValue(extent->second);
      return default_scalar(dtype);
    }
    const auto& declared = attributes<TensorAttributes>(record);
    TensorInput out{.sizes = assumed.sizes.at(input.index),
                    .strides = {},
                    .dtype = declared.dtype,
                    .is_cpu = declared.is_cpu,
                    .fill = default_fill(declared.dtype)};
    const auto bound = assumed.index_bounds.find(input.index);
    if (bound != assumed.index_bounds.end() && is_integer(declared.dtype))
      out.fill.high = static_cast<double>(std::max<int64_t>(bound->second, 1));
    out.strides = declared_strides(declared, out.sizes);
    return out;
  }

  /// Static sizes may leave no room for any other.
  void check_assumption(const BoundInput& input) {
    const auto* tensor = std::get_if<TensorInput>(&input.value);
    if (tensor == nullptr || is_addressable(*tensor)) return;
    diagnostics_.report(code("input_too_large"), std::nullopt, {name(input.state)})
        .note(concat("no sizes are given; assumed: ", value_text(input)));
  }

  /// What is updated in place has each element once.
  void check_update(const BoundInput& input) {
    const auto* tensor = std::get_if<TensorInput>(&input.value);
    const auto overlap = tensor ? overlapping_dims(*tensor) : std::nullopt;
    const bool is_updated = std::any_of(definition_.outputs.begin(), definition_.outputs.end(),
                                        [&](const auto& output) { return output.alias == input.state; });
    if (!overlap || !is_updated) return;
    const auto given = given_.find(input.state.index);
    const std::string why = overlap->first == overlap->second
                                ? concat("dim ", overlap->first, " repeats its elements with stride 0")
                                : concat("dims ", overlap->first, " and ", overlap->second, " share elements");
    diagnostics_.report(code("update_overlaps"), given != given_.end() ? given->second.span : std::nullopt,
                        {name(input.state), why});
  }

  /// One note for all inputs that nobody gave; inputs that did not fit have their own error.
  void report_assumptions(const Binding& binding) {
    std::vector<std::string> names;
    std::vector<std::string> values;
    constexpr size_t kMostNames = 20;
    for (const BoundInput& input : binding.inputs) {
      if (input.origin != InputOrigin::kAssumed) continue;
      names.push_back(concat("`", name(input.state), "`"));
      if (names.size() <= kMostNames) values.push_back(value_text(input));
    }
    if (names.empty() || diagnostics_.has_errors()) return;
    if (names.size() > kMostNames) {
      values.push_back("…");
      names = {concat(names.size(), " inputs")};
    }
    diagnostics_.report(code("inputs_assumed"), std::nullopt, {join(names, ", "), join(values, ", ")});
  }

  std::string value_text(const BoundInput& input) const {
    const std::string called = user_name(input.state).empty() ? canonical(input.state) : user_name(input.state);
    if (const auto* tensor = std::get_if<TensorInput>(&input.value)) {
      return concat(called, "=", join(tensor->sizes, "x", [](int64_t size) { return size; }), ":",
                    cleave::name(tensor->dtype));
    }
    const ScalarValue& value = std::get<ScalarValue>(input.value);
    if (const auto* boolean = std::get_if<bool>(&value)) return concat(called, "=", *boolean ? "True" : "False");
    if (const auto* integer = std::get_if<int64_t>(&value)) return concat(called, "=", *integer);
    return concat(called, "=", showpoint_double(to_double(value), 2));
  }

  const Definition& definition_;
  const SourceMap& map_;
  Diagnostics& diagnostics_;
  const InputList* list_ = nullptr;
  /// Inputs that options give.
  size_t count_of_options_ = 0;
  std::unordered_map<uint32_t, Given> given_;
};

}  // namespace

Binding bind_inputs(const Definition& definition, const SourceMap& map, const InputList* list,
                    const std::vector<InputOption>& options, Diagnostics& diagnostics) {
  InputBinder binder(definition, map, diagnostics);
  if (list != nullptr) binder.take(*list);
  binder.take(options);
  return binder.run();
}

}  // namespace cleave
