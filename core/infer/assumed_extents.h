// Extents for inputs that nobody gave sizes for. Walks a source definition once and joins axes that its ops force to be
// equal, notes what reshapes, pads, cats and slices ask of their operands, and then chooses a number for every symbolic
// extent that meets them. A guess, not a proof: what cannot be met shows as an error of rewrite. Nothing is reported
// here.
#pragma once

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include "core/ir/definition.h"
#include "core/ir/input_values.h"

namespace cleave {

/// Sizes of the inputs that are known, by state.
using KnownInputs = std::unordered_map<uint32_t, InputValue>;

struct AssumedExtents {
  /// For every tensor input (known ones too) its sizes.
  std::unordered_map<uint32_t, std::vector<int64_t>> sizes;
  /// For every scalar input that is used as an extent, its value.
  std::unordered_map<uint32_t, int64_t> scalars;
  /// For integer inputs that name places along an axis: the axis' extent.
  std::unordered_map<uint32_t, int64_t> index_bounds;
};

AssumedExtents assume_extents(const Definition& definition, const KnownInputs& known);

}  // namespace cleave
