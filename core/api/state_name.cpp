// See state_name.h.
#include "core/api/state_name.h"

#include <algorithm>
#include <charconv>
#include <vector>

#include "core/base/text.h"

namespace cleave {
namespace {

std::optional<uint32_t> read_index(std::string_view digits) {
  uint32_t index = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), index);
  if (error != std::errc() || end != digits.data() + digits.size()) return std::nullopt;
  return index;
}

std::optional<StateId> state_at(const Definition& definition, const SourceMap& map, std::string_view digits) {
  const std::optional<uint32_t> index = read_index(digits);
  if (!index || !map.has_sure_index(*index) || !definition.states.contains(StateId(*index))) return std::nullopt;
  return StateId(*index);
}

}  // namespace

std::optional<StateId> find_state(const Definition& definition, const SourceMap& map, std::string_view name) {
  if (name.empty()) return std::nullopt;
  if (name.front() == '#') return state_at(definition, map, name.substr(1));
  std::optional<StateId> found;
  for (const StateId state : map.names.ids()) {
    if (map.names[state] == name && definition.states.contains(state)) found = state;
  }
  if (found) return found;
  const std::optional<StateId> indexed = state_at(definition, map, name.substr(1));
  if (indexed && letter(definition.states[*indexed].kind) == name.front()) return indexed;
  return std::nullopt;
}

bool may_be_lost(const ParsedDefinition& source, std::string_view name) {
  const std::vector<std::string>& failed = source.failed_names;
  if (std::binary_search(failed.begin(), failed.end(), name)) return true;
  const std::optional<uint32_t> index = name.empty() ? std::nullopt : read_index(name.substr(1));
  return index && !source.source_map.has_sure_index(*index);
}

std::optional<std::string_view> closest_state_name(const SourceMap& map, std::string_view name) {
  std::vector<std::string_view> names;
  for (const StateId state : map.names.ids()) {
    if (!map.names[state].empty()) names.emplace_back(map.names[state]);
  }
  return closest_word(name, names);
}

}  // namespace cleave
