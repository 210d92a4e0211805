// See input_option.h.
#include "core/api/input_option.h"

#include <algorithm>
#include <charconv>
#include <string_view>
#include <vector>

#include "core/api/state_name.h"
#include "core/base/text.h"
#include "core/source/diagnostic_codes.h"

namespace cleave {
namespace {

std::optional<std::vector<int64_t>> read_extents(std::string_view text) {
  std::vector<int64_t> out;
  while (!text.empty()) {
    int64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || value < 0) return std::nullopt;
    out.push_back(value);
    text.remove_prefix(static_cast<size_t>(end - text.data()));
    if (text.empty()) break;
    if (text.front() != 'x' || text.size() == 1) return std::nullopt;
    text.remove_prefix(1);
  }
  return out;
}

/// Declared dtype of an input.
DType declared_dtype(const Definition& definition, StateId state) {
  const Attributes& declared = definition.producer(state).attributes;
  if (const auto* tensor = std::get_if<TensorAttributes>(&declared)) return tensor->dtype;
  if (const auto* scalar = std::get_if<ScalarAttributes>(&declared)) return scalar->dtype;
  return DType::kFloat;
}

/// The part of `text` after the first `mark`, which is cut off; nothing where there is no mark.
std::optional<std::string_view> split_off(std::string_view& text, char mark) {
  const size_t place = text.find(mark);
  if (place == std::string_view::npos) return std::nullopt;
  const std::string_view rest = text.substr(place + 1);
  text = text.substr(0, place);
  return rest;
}

struct Problem {
  std::string what;
};

std::variant<TensorInput, Problem> read_tensor(std::string_view text, DType declared) {
  TensorInput out;
  out.dtype = declared;
  const std::optional<std::string_view> strides = split_off(text, '@');
  if (const auto dtype = split_off(text, ':')) {
    const std::optional<DType> found = find_dtype(*dtype);
    if (!found) return Problem{concat("there is no dtype `", *dtype, "`")};
    out.dtype = *found;
  }
  const auto sizes = read_extents(text);
  if (!sizes) return Problem{concat("`", text, "` is not a list of sizes such as `2048x1024`")};
  out.sizes = *sizes;
  out.strides = row_major_strides(out.sizes);
  if (strides) {
    const auto given = read_extents(*strides);
    if (!given) return Problem{concat("`", *strides, "` is not a list of strides such as `1024x1`")};
    if (given->size() != out.sizes.size()) {
      return Problem{concat("it has ", out.sizes.size(), " sizes and ", given->size(), " strides")};
    }
    out.strides = *given;
  }
  const bool is_floating_like = is_floating(out.dtype) || is_complex(out.dtype);
  out.fill.kind = is_floating_like ? Fill::Kind::kNormal : Fill::Kind::kMakeTensor;
  return out;
}

std::optional<ScalarValue> read_scalar(std::string_view text) {
  if (text == "true" || text == "True") return ScalarValue(true);
  if (text == "false" || text == "False") return ScalarValue(false);
  int64_t integer = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), integer);
  if (error == std::errc() && end == text.data() + text.size()) return ScalarValue(integer);
  if (const auto real = parse_double(text)) return ScalarValue(*real);
  return std::nullopt;
}

std::string input_names(const Definition& definition, const SourceMap& map) {
  if (definition.inputs.empty()) return "it has none";
  return "it has " + join(definition.inputs, ", ",
                          [&](StateId input) { return concat('`', display_name(definition, map, input), '`'); });
}

}  // namespace

std::optional<InputOption> read_input_option(const std::string& text, const Definition& definition,
                                             const SourceMap& map, Diagnostics& diagnostics) {
  const size_t equals = text.find('=');
  if (equals == std::string::npos || equals == 0) {
    diagnostics.report(code("input_option"), std::nullopt,
                       {text, "it has the form `T0=2048x1024:BFloat16`, or `S1=0.5` for a scalar"});
    return std::nullopt;
  }
  const std::string name = text.substr(0, equals);
  const std::string_view rest = std::string_view(text).substr(equals + 1);
  const std::optional<StateId> state = find_state(definition, map, name);
  const bool is_input =
      state && std::find(definition.inputs.begin(), definition.inputs.end(), *state) != definition.inputs.end();
  if (!is_input) {
    diagnostics.report(code("input_option"), std::nullopt,
                       {text, concat("the definition has no input `", name, "`, ", input_names(definition, map))});
    return std::nullopt;
  }
  InputOption out{.name = concat('#', state->index), .value = {}};
  if (definition.is_tensor(*state)) {
    auto tensor = read_tensor(rest, declared_dtype(definition, *state));
    if (const auto* problem = std::get_if<Problem>(&tensor)) {
      diagnostics.report(code("input_option"), std::nullopt, {text, problem->what});
      return std::nullopt;
    }
    out.value = std::get<TensorInput>(std::move(tensor));
    return out;
  }
  const std::optional<ScalarValue> scalar = read_scalar(rest);
  if (!scalar) {
    diagnostics.report(code("input_option"), std::nullopt, {text, concat("`", rest, "` is not a number")});
    return std::nullopt;
  }
  out.value = *scalar;
  return out;
}

}  // namespace cleave
