// Where wires meet nodes: straight below where they come from as far as the node reaches, side by side where several
// do. Used by routes.h and tested with it.
#pragma once

#include <cstdint>
#include <vector>

#include "core/layout/layers.h"
#include "core/layout/level.h"

namespace cleave {

struct Ports {
  /// By net: where its trunk leaves its source.
  std::vector<int64_t> source;
  /// By net and target.
  std::vector<std::vector<int64_t>> target;
};

/// `outside`: by net, the lane in which its trunk runs where it runs outside.
Ports place_ports(const Level& level, const Layers& layers, const std::vector<int64_t>& across,
                  const std::vector<int64_t>& outside);

}  // namespace cleave
