// See state_name.h.
#include "core/api/state_name.h"

#include <charconv>
#include <vector>

#include "core/base/text.h"

namespace cleave {
namespace {

std::optional<StateId> state_at(const Definition& definition, std::string_view digits) {
  uint32_t index = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), index);
  if (error != std::errc() || end != digits.data() + digits.size()) return std::nullopt;
  if (!definition.states.contains(StateId(index))) return std::nullopt;
  return StateId(index);
}

}  // namespace

std::optional<StateId> find_state(const Definition& definition, const SourceMap& map, std::string_view name) {
  if (name.empty()) return std::nullopt;
  if (name.front() == '#') return state_at(definition, name.substr(1));
  std::optional<StateId> found;
  for (const StateId state : map.names.ids()) {
    if (map.names[state] == name && definition.states.contains(state)) found = state;
  }
  if (found) return found;
  const std::optional<StateId> indexed = state_at(definition, name.substr(1));
  if (indexed && letter(definition.states[*indexed].kind) == name.front()) return indexed;
  return std::nullopt;
}

std::optional<std::string_view> closest_state_name(const SourceMap& map, std::string_view name) {
  std::vector<std::string_view> names;
  for (const StateId state : map.names.ids()) {
    if (!map.names[state].empty()) names.emplace_back(map.names[state]);
  }
  return closest_word(name, names);
}

}  // namespace cleave
