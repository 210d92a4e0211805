// From one drawing to the next: a card with the same ops and the same neighbours stands where it stood, across the
// flow; other shapes as near as they can. Tested with drawing.h.
#pragma once

#include <vector>

#include "core/api/drawing_model.h"
#include "core/api/drawing_response.h"

namespace cleave {

/// Tells the model's graph where shapes stood in the drawing that `previous` is of.
void recall_positions(const std::vector<PositionView>& previous, DrawingModel& model);

/// Where shapes stand now, under the keys by which recall_positions() knows them again.
std::vector<PositionView> positions_of(const DrawingModel& model, const Layout& layout);

}  // namespace cleave
