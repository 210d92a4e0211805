// A repeat as three ops that only move values: a new axis before the repeated one, expanded to the number of copies,
// and merged with it by a reshape. Shared by the pass that makes repeats and the pass that moves them.
#pragma once

#include <cstdint>
#include <optional>

#include "core/rewrite/passes/pass.h"

namespace cleave {

struct Repeat {
  /// What is repeated, along which of its axes.
  StateId value{0U};
  size_t dim = 0;
  /// The scalars that the definition has for the number of copies and for the extent after merging.
  StateId copies{0U};
  StateId merged{0U};
};

/// The repeat that `reshape` is the last op of, where the two before it are read by nothing else.
std::optional<Repeat> repeat_of(const PassFacts& facts, const Record& reshape);

/// `value` repeated along `dim`; the scalars are of the definition that is built. `merged` may be -1.
StateId emit_repeat(Rebuild& rebuild, StateId value, size_t dim, StateId copies, StateId merged);

}  // namespace cleave
