// The steps of the joining as a story that ends at the segments: whoever replays the accepted ones has the segments.
// What planners note down is not quite that: nvFuser's order copies values before it joins and may take a group apart
// again, and a whole component is joined at once.
#pragma once

#include "core/segment/op_facts.h"
#include "core/segment/segmentation.h"

namespace cleave {

/// Fills in the groups' records from `table` and brings `out.history` into the form that segmentation.h promises.
void make_replayable(const OpTable& table, Segmentation& out);

}  // namespace cleave
