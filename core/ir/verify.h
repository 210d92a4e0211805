// The invariants of a definition, as a specification: what every definition keeps, and what each level keeps beside. A
// broken one is our own fault: tests ask of every level, rewrite asks of its product in debug builds, users never see
// the answer.
#pragma once

#include <string>
#include <vector>

#include "core/ir/definition.h"

namespace cleave {

enum class Level : uint8_t {
  /// What the user wrote: any op of the table.
  kSource,
  /// What the stages after rewrite work on, and what segments are: no composite and no shape-query ops.
  kPrimitive,
};

/// The broken promises, each as a sentence; empty for a good definition.
std::vector<std::string> verify(const Definition& definition, Level level);

}  // namespace cleave
