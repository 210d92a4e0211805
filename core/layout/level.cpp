// See level.h.
#include "core/layout/level.h"

#include "core/layout/across.h"
#include "core/layout/layers.h"
#include "core/layout/order.h"
#include "core/layout/ranks.h"
#include "core/layout/routes.h"

namespace cleave {

LevelLayout lay_out_level(const Level& level) {
  if (level.nodes.empty()) return {};
  Layers layers = make_layers(level, ranks_of(level));
  order_slots(level, layers);
  return route(level, layers, place_across(level, layers));
}

}  // namespace cleave
