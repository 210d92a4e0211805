// See select.h.
#include "core/api/select.h"

#include <algorithm>
#include <charconv>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

#include "core/api/orders.h"
#include "core/api/state_name.h"
#include "core/base/text.h"
#include "core/segment/explain.h"
#include "core/segment/nvfuser_order.h"
#include "core/source/diagnostic_codes.h"

namespace cleave {
namespace {

/// `none`, or the names in backticks.
template <class Items>
std::string names_of(const Items& items) {
  if (items.empty()) return "none";
  return join(items, ", ", [](const auto& item) { return concat('`', item.name, '`'); });
}

/// The closest name of `items` as the suggestion of the diagnostic.
template <class Items>
void suggest_name(Diagnostic& diagnostic, std::string_view word, const Items& items) {
  std::vector<std::string_view> names;
  for (const auto& item : items) names.emplace_back(item.name);
  if (const auto close = closest_word(word, names)) diagnostic.suggest(*close);
}

std::optional<DeviceLimits> select_device(const Request& request, Diagnostics& diagnostics) {
  if (request.gpu == "none") return std::nullopt;
  const std::optional<DeviceLimits> found = named_device(request.gpu);
  if (!found) {
    Diagnostic& wrong = diagnostics.report(code("unknown_gpu"), std::nullopt,
                                           {request.gpu, concat(names_of(all_devices()), " and `none`")});
    suggest_name(wrong, request.gpu, all_devices());
  }
  return found;
}

/// The primitive tensor that the source calls `name`, where a kernel makes it.
std::optional<StateId> select_tensor(const std::string& name, const ParsedDefinition& source,
                                     const Primitive& primitive, Diagnostics& diagnostics) {
  const std::optional<StateId> state = find_state(source.definition, source.source_map, name);
  if (!state) {
    Diagnostic& wrong = diagnostics.report(code("cut_not_found"), std::nullopt, {name});
    if (const auto close = closest_state_name(source.source_map, name)) wrong.suggest(*close);
    return std::nullopt;
  }
  if (!source.definition.is_tensor(*state)) {
    diagnostics.report(code("cut_not_tensor"), std::nullopt, {name});
    return std::nullopt;
  }
  const std::optional<StateId> value = primitive.from_source.origin(*state);
  if (!value) {
    diagnostics.report(code("boundary_unread"), std::nullopt, {name});
    return std::nullopt;
  }
  if (is_declaration(primitive.definition.producer(*value))) {
    diagnostics.report(code("boundary_at_input"), std::nullopt, {name});
    return std::nullopt;
  }
  return value;
}

/// By primitive state: whether a record of a segment reads it.
std::vector<bool> read_in_segments(const Primitive& primitive, const Segmentation& segmentation) {
  std::vector<bool> out(primitive.definition.states.size(), false);
  for (const Segment& segment : segmentation.segments) {
    for (const RecordId record : segment.records) {
      for (const auto& operand : primitive.definition.records[record].operands) {
        if (operand) out[operand->index] = true;
      }
    }
  }
  return out;
}

Order select_order(const Request& request, const Primitive& primitive, Diagnostics& diagnostics) {
  if (request.order != Order::kNvfuser || !is_too_large_for_nvfuser_order(primitive)) return request.order;
  diagnostics.report(code("order_not_followed"), std::nullopt, {grouped_number(kMaxNvfuserOrderOps)});
  return Order::kCleave;
}

}  // namespace

std::optional<size_t> select_definition(const Request& request, const Parsed& parsed, Diagnostics& diagnostics) {
  const size_t count = parsed.definitions.size();
  if (!request.definition) return count > 0 ? std::optional<size_t>(0) : std::nullopt;
  const std::string& asked = *request.definition;
  size_t place = 0;
  const auto [end, error] = std::from_chars(asked.data(), asked.data() + asked.size(), place);
  if (error == std::errc() && end == asked.data() + asked.size() && place < count) return place;
  for (size_t i = 0; i < count; ++i) {
    if (parsed.definitions[i].name == asked) return i;
  }
  Diagnostic& wrong =
      diagnostics.report(code("definition_not_found"), std::nullopt, {asked, names_of(parsed.definitions)});
  suggest_name(wrong, asked, parsed.definitions);
  return std::nullopt;
}

std::optional<size_t> select_input_list(const Request& request, const Parsed& parsed, size_t definition,
                                        Diagnostics& diagnostics) {
  const std::vector<InputList>& lists = parsed.input_lists;
  if (request.inputs) {
    for (size_t i = 0; i < lists.size(); ++i) {
      if (lists[i].name == *request.inputs) return i;
    }
    Diagnostic& wrong = diagnostics.report(code("inputs_not_found"), std::nullopt, {*request.inputs, names_of(lists)});
    suggest_name(wrong, *request.inputs, lists);
    return std::nullopt;
  }
  const uint32_t begin = parsed.definitions[definition].span.begin;
  for (size_t i = 0; i < lists.size(); ++i) {
    if (lists[i].span.begin > begin) return i;
  }
  return lists.empty() ? std::nullopt : std::optional<size_t>(lists.size() - 1);
}

std::vector<InputOption> select_input_options(const Request& request, Diagnostics& diagnostics) {
  std::vector<InputOption> out;
  for (const std::string& text : request.input) {
    if (auto option = parse_input_option(text, diagnostics)) out.push_back(std::move(*option));
  }
  return out;
}

PassChoice select_passes(const Request& request, Diagnostics& diagnostics) {
  std::variant<PassChoice, UnknownPass> choice = parse_pass_choice(request.passes);
  if (auto* passes = std::get_if<PassChoice>(&choice)) {
    for (const size_t place : passes->kept) {
      diagnostics.report(code("pass_always_runs"), std::nullopt, {std::string(all_passes()[place].name)});
    }
    return std::move(*passes);
  }
  const std::string& word = std::get<UnknownPass>(choice).word;
  const std::string known = concat("`none`, `nvfuser`, ", names_of(all_passes()));
  suggest_name(diagnostics.report(code("unknown_pass"), std::nullopt, {word, known}), word, all_passes());
  return needed_passes();
}

SegmentOptions select_segment_options(const Request& request, const ParsedDefinition& source,
                                      const Primitive& primitive, Diagnostics& diagnostics) {
  SegmentOptions out;
  out.rules = request.rules;
  out.order = select_order(request, primitive, diagnostics);
  out.device = select_device(request, diagnostics);
  for (const std::string& name : request.cut) {
    if (const auto state = select_tensor(name, source, primitive, diagnostics)) out.cut_after.push_back(*state);
  }
  for (const std::string& name : request.keep) {
    if (const auto state = select_tensor(name, source, primitive, diagnostics)) out.keep.push_back(*state);
  }
  for (const StateId value : out.keep) {
    if (std::find(out.cut_after.begin(), out.cut_after.end(), value) == out.cut_after.end()) continue;
    diagnostics.report(code("cut_and_keep"), std::nullopt, {value_name(primitive, value)});
  }
  return out;
}

void report_segmentation(const Primitive& primitive, const SegmentOptions& options, const Segmentation& segmentation,
                         Diagnostics& diagnostics) {
  if (segmentation.left_combinations_out) {
    diagnostics.report(code("combinations_left_out"), std::nullopt, {grouped_number(kMaxNvfuserCombinations)});
  }
  for (const StateId value : options.keep) {
    for (const Cut& cut : segmentation.cuts) {
      if (std::find(cut.values.begin(), cut.values.end(), value) == cut.values.end()) continue;
      diagnostics.report(
          code("keep_refused"), std::nullopt,
          {value_name(primitive, value), concat(cut.from.index), concat(cut.to.index), cut.reasons.front().message});
      break;
    }
  }
  if (options.keep.empty() && options.cut_after.empty()) return;
  const std::vector<bool> read = read_in_segments(primitive, segmentation);
  for (const auto* asked : {&options.cut_after, &options.keep}) {
    for (const StateId value : *asked) {
      if (!read[value.index]) diagnostics.report(code("boundary_unread"), std::nullopt, {value_name(primitive, value)});
    }
  }
}

}  // namespace cleave
