// In which order segments run: among those whose values are there, the one that leaves the fewest bytes alive, so that
// values die early. Where two leave the same, their place in the structural order decides, never names or lines. Which
// segments there are and what crosses between them is given; nothing is known here of ops and rules.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

namespace cleave {

struct RunGraph {
  /// A value that one segment makes and others read.
  struct Value {
    uint32_t maker = 0;
    int64_t bytes = 0;
    /// Still needed when all have run.
    bool outlives = false;
    /// Segments, each once.
    std::vector<uint32_t> readers;
  };
  /// By segment: decides between equals; all different.
  std::vector<uint32_t> places;
  std::vector<Value> values;
  /// Pairs of which the first should run before the second, if that makes no circle.
  std::vector<std::pair<uint32_t, uint32_t>> wishes;
};

/// All segments, makers before readers.
std::vector<uint32_t> run_order(const RunGraph& graph);

/// Most bytes of values that are alive at once in such an order.
int64_t peak_bytes(const RunGraph& graph, const std::vector<uint32_t>& order);

}  // namespace cleave
