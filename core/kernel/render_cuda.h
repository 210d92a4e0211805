// A kernel as CUDA C++: parameters, launch shape, and the text of its nests, one after the other. One line a value, a
// comment line for each record of the segment in front of what it became.
#pragma once

#include <variant>
#include <vector>

#include "core/kernel/kernel.h"
#include "core/kernel/tile_nest.h"

namespace cleave {

/// One pass over the loops of `schedule`.
struct KernelPass {
  const Schedule& schedule;
  std::variant<LoopNest, RankNest, TileNest> nest;

  /// Elements and stores; null where it has none.
  const LoopNest* loops() const {
    const auto* tile = std::get_if<TileNest>(&nest);
    return tile != nullptr ? &tile->loops : std::get_if<LoopNest>(&nest);
  }
};

/// The text without helper functions, and the lines of each record.
Kernel render_cuda(const KernelInput& input, const Schedule& schedule, const std::vector<KernelPass>& passes,
                   SegmentId id);

}  // namespace cleave
