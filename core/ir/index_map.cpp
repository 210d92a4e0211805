// See index_map.h.
#include "core/ir/index_map.h"

namespace cleave {

std::vector<std::pair<StateId, StateId>> IndexMap::pairs() const {
  std::vector<std::pair<StateId, StateId>> out;
  for (size_t i = 0; i < origins_.size(); ++i) {
    if (origins_[i]) out.emplace_back(StateId(i), *origins_[i]);
  }
  return out;
}

IndexMap IndexMap::inverse() const {
  IndexMap out;
  for (const auto& [from, to] : pairs()) out.set(to, from);
  return out;
}

IndexMap compose(const IndexMap& first, const IndexMap& second) {
  IndexMap out;
  for (const auto& [from, middle] : first.pairs()) {
    if (const std::optional<StateId> to = second.origin(middle)) out.set(from, *to);
  }
  return out;
}

}  // namespace cleave
