// See level.h.
#include "core/layout/level.h"

#include <utility>

#include "core/layout/across.h"
#include "core/layout/kept.h"
#include "core/layout/layers.h"
#include "core/layout/order.h"
#include "core/layout/ranks.h"
#include "core/layout/routes.h"
#include "core/layout/tighten.h"

namespace cleave {

LevelLayout lay_out_level(const Level& level) {
  if (level.nodes.empty()) return {};
  std::vector<uint32_t> rank = ranks_of(level);
  if (has_kept(level)) {
    separate_kept(level, rank);
    Layers layers = make_layers(level, std::move(rank));
    const std::vector<int64_t> across = place_kept(level, layers);
    return route(level, layers, across);
  }
  Layers layers = make_layers(level, std::move(rank));
  order_slots(level, layers);
  std::vector<int64_t> across = place_across(level, layers);
  tighten_trunks(level, layers, across);
  return route(level, layers, across);
}

}  // namespace cleave
