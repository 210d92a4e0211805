// What stands on a drawing and what it is joined to, before anything has a place: one node of the layout for each shape
// but open cards, which are groups, and one net for each value that leaves a shape. A value that crosses a cut goes
// through the cut's pill. Tested with drawing.h.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/api/compile.h"
#include "core/api/drawing_shapes.h"
#include "core/api/page_numbers.h"
#include "core/layout/layout.h"

namespace cleave {

struct DrawingModel {
  /// What a net of the layout carries.
  struct Wire {
    int64_t value = 0;
    /// By target: the cut that it leads to or comes from.
    std::vector<std::optional<int64_t>> cuts;
  };

  LayoutGraph graph;
  /// By node of the graph, and by group of it.
  std::vector<PlainShape> nodes;
  std::vector<PlainShape> groups;
  /// By net of the graph.
  std::vector<Wire> wires;
  /// Segments that are shown with their ops.
  std::vector<int64_t> expanded;
};

/// `expanded`: by segment, whether its ops are shown.
DrawingModel drawing_model(const Compilation& compilation, const PageNumbers& numbers,
                           const std::vector<bool>& expanded);

}  // namespace cleave
