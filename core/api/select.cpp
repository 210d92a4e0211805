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
#include "core/segment/segment.h"
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
  if (!state && may_be_lost(source, name)) return std::nullopt;
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

/// The list for a definition by where both stand. Definitions one after the other, with lists one after the other
/// behind them, take one each, in order; else the nearest list behind is taken, else the last one before. `free`: the
/// lists that no one is seen to execute, as they stand in the text.
std::optional<size_t> list_by_place(const Parsed& parsed, const std::vector<size_t>& free, size_t definition) {
  if (free.empty()) return std::nullopt;
  const std::vector<ParsedDefinition>& all = parsed.definitions;
  const auto begin_of = [&](size_t list) { return parsed.input_lists[list].span.begin; };
  const auto begins_before = [](const ParsedDefinition& each, uint32_t at) { return each.span.begin < at; };
  const auto definitions_before = [&](uint32_t at) {
    return static_cast<size_t>(std::lower_bound(all.begin(), all.end(), at, begins_before) - all.begin());
  };
  const uint32_t here = all[definition].span.begin;
  const auto behind =
      std::lower_bound(free.begin(), free.end(), here, [&](size_t list, uint32_t at) { return begin_of(list) < at; });
  if (behind == free.end()) return free.back();
  const size_t first = behind == free.begin() ? 0 : definitions_before(begin_of(*std::prev(behind)));
  const size_t after = definitions_before(begin_of(*behind));
  const auto last_pair = static_cast<std::ptrdiff_t>(after - first - 1);
  const bool is_one_each =
      free.end() - behind > last_pair && (after == all.size() || begin_of(behind[last_pair]) < all[after].span.begin);
  return is_one_each ? behind[static_cast<std::ptrdiff_t>(definition - first)] : *behind;
}

/// Which of `candidates` belongs to a definition: one that it is seen to be executed with, else by place.
std::optional<size_t> belonging_list(const Parsed& parsed, size_t definition, const std::vector<size_t>& candidates) {
  std::vector<size_t> free;
  for (const size_t list : candidates) {
    const std::vector<size_t>& by = parsed.input_lists[list].executed_by;
    if (std::find(by.begin(), by.end(), definition) != by.end()) return list;
    if (by.empty()) free.push_back(list);
  }
  const ParsedDefinition& source = parsed.definitions[definition];
  if (source.definition.inputs.empty() && !source.lacks_inputs) return std::nullopt;
  std::sort(free.begin(), free.end(),
            [&](size_t a, size_t b) { return parsed.input_lists[a].span.begin < parsed.input_lists[b].span.begin; });
  return list_by_place(parsed, free, definition);
}

Order select_order(const Request& request, const Primitive& primitive, Diagnostics& diagnostics) {
  if (request.order != Order::kNvfuser || !is_too_large_for_nvfuser_order(primitive)) return request.order;
  diagnostics.report(code("order_not_followed"), std::nullopt, {grouped_number(kMaxNvfuserOrderOps)});
  return Order::kCleave;
}

/// True by state where a cut stands at it.
std::vector<bool> crossing_states(const Primitive& primitive, const Segmentation& segmentation) {
  std::vector<bool> out(primitive.definition.states.size(), false);
  for (const Cut& cut : segmentation.cuts) {
    for (const StateId value : cut.values) out[value.index] = true;
  }
  return out;
}

/// Says where the cuts stand that keeping values has moved.
void report_moved_cuts(const Primitive& primitive, const SegmentOptions& options, const Segmentation& segmentation,
                       Diagnostics& diagnostics) {
  if (options.keep.empty()) return;
  SegmentOptions without = options;
  without.keep.clear();
  const std::vector<bool> before = crossing_states(primitive, split(primitive, without));
  const std::vector<bool> now = crossing_states(primitive, segmentation);
  const auto named = [&](StateId state) { return concat('`', value_name(primitive, state), '`'); };
  std::vector<std::string> kept;
  for (const StateId value : options.keep) {
    if (before[value.index] && !now[value.index]) kept.push_back(named(value));
  }
  std::vector<std::string> others;
  for (const StateId state : primitive.definition.states.ids()) {
    if (now[state.index] && !before[state.index]) others.push_back(named(state));
  }
  if (kept.empty() || others.empty()) return;
  constexpr size_t kMostNames = 8;
  if (others.size() > kMostNames) {
    others.resize(kMostNames);
    others.push_back("…");
  }
  diagnostics.report(code("keep_moved_cut"), std::nullopt, {join(kept, ", "), join(others, ", ")});
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
    std::vector<size_t> named;
    for (size_t i = 0; i < lists.size(); ++i) {
      if (lists[i].name == *request.inputs) named.push_back(i);
    }
    if (!named.empty()) return belonging_list(parsed, definition, named).value_or(named.front());
    Diagnostic& wrong = diagnostics.report(code("inputs_not_found"), std::nullopt, {*request.inputs, names_of(lists)});
    suggest_name(wrong, *request.inputs, lists);
    return std::nullopt;
  }
  std::vector<size_t> candidates;
  for (size_t i = 0; i < lists.size(); ++i) candidates.push_back(i);
  return belonging_list(parsed, definition, candidates);
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
  report_moved_cuts(primitive, options, segmentation, diagnostics);
  if (options.keep.empty() && options.cut_after.empty()) return;
  const std::vector<bool> read = read_in_segments(primitive, segmentation);
  for (const auto* asked : {&options.cut_after, &options.keep}) {
    for (const StateId value : *asked) {
      if (!read[value.index]) diagnostics.report(code("boundary_unread"), std::nullopt, {value_name(primitive, value)});
    }
  }
}

std::string segments_there(size_t count) {
  if (count == 0) return "the definition computes nothing, so it has none";
  return count == 1 ? std::string("the only one is g0") : concat("they are g0 to g", count - 1);
}

}  // namespace cleave
