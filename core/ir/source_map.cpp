// See source_map.h.
#include "core/ir/source_map.h"

#include "core/base/text.h"

namespace cleave {

std::string display_name(const Definition& definition, const SourceMap& map, StateId state) {
  const std::string canonical = concat(letter(definition.states[state].kind), state.index);
  const std::string given = map.names.contains(state) ? map.names[state] : std::string();
  if (!map.has_sure_index(state.index)) return given.empty() ? std::string("a value without a name") : given;
  if (given.empty() || given == canonical) return canonical;
  return concat(given, " (", canonical, ")");
}

}  // namespace cleave
