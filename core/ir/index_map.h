// From the states of one definition to the states of another that was built from it. A pass that builds a definition
// records where each new state comes from; maps compose and invert, so the map of a segment to what the user wrote is
// compose(segment → primitive, primitive → source). A state without an origin (a value that only exists after
// decomposition) maps to nothing.
#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "core/ir/definition.h"

namespace cleave {

class IndexMap {
 public:
  /// Says that `from` (new definition) is the value `to` (old definition). The first origin of a state stays.
  void set(StateId from, StateId to) {
    while (origins_.size() <= from.index) origins_.push_back(std::nullopt);
    if (!origins_[from.index]) origins_[from.index] = to;
  }
  /// The state of the old definition that `from` stands for.
  std::optional<StateId> origin(StateId from) const {
    return from.index < origins_.size() ? origins_[from.index] : std::nullopt;
  }
  /// Number of states of the new definition that the map has heard of.
  size_t size() const { return origins_.size(); }
  /// All (new, old) pairs, in order of the new ids.
  std::vector<std::pair<StateId, StateId>> pairs() const;
  /// old → new; where several new states share an origin, the first one.
  IndexMap inverse() const;
  friend bool operator==(const IndexMap&, const IndexMap&) = default;

 private:
  std::vector<std::optional<StateId>> origins_;
};

/// x → second(first(x)).
IndexMap compose(const IndexMap& first, const IndexMap& second);

}  // namespace cleave
