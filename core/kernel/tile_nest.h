// A scheduled segment with two memory orders as walks over a tile: one along the order that is read first, which leaves
// values in shared memory; one along the other, which takes them and stores; and where outputs of the first order need
// what is read in the second, one more along the first. Free of any language, as LoopNest is.
//
// Every element of the tile is computed in one walk, or again in the next where that moves fewer bytes between them.
#pragma once

#include <vector>

#include "core/kernel/loop_nest.h"

namespace cleave {

/// One walk of all threads over the tile.
struct TileWalk {
  /// Threads lie along the columns, else along the rows.
  bool is_along_columns = true;
  /// What earlier walks have left in shared memory.
  std::vector<ElementId> taken;
  /// In order: elements that are the same for all lanes of a vector, whole vectors to load, elements of single lanes.
  std::vector<ElementId> once;
  std::vector<ElementId> vector_loads;
  std::vector<ElementId> lanes;
  /// What is left in shared memory.
  std::vector<ElementId> left;
  /// By number in LoopNest::stores.
  std::vector<size_t> stores;
};

struct TileNest {
  /// Elements and stores; no sections.
  LoopNest loops;
  std::vector<TileWalk> walks;
  IndexSum column;
  IndexSum row;
  /// The first lane of a vector along either.
  IndexSum column_first;
  IndexSum row_first;
  /// Bits of the variables.
  uint64_t column_bit = 0;
  uint64_t row_bit = 0;

  uint64_t lane_bit(const TileWalk& walk) const { return walk.is_along_columns ? column_bit : row_bit; }
  bool is_per_lane(const TileWalk& walk, uint64_t depends) const { return (depends & lane_bit(walk)) != 0; }
  /// Where `place` has a nearest neighbour: along the columns, along the rows; nothing where it does not depend on
  /// both.
  std::optional<bool> is_along_columns(const IndexSum& place) const;
  /// `place` of the first lane of a vector.
  IndexSum first_lane(const TileWalk& walk, const IndexSum& place) const;
  /// True where the lanes of `place` are neighbours in memory and the first is aligned to `width` of them.
  bool is_vector(const TileWalk& walk, const IndexSum& place, int64_t width) const;
};

/// What became of a segment: its walks, or the record that tiles cannot hold.
struct TileNestAnswer {
  std::optional<TileNest> nest;
  std::optional<RecordId> refused;
};

TileNestAnswer make_tile_nest(const KernelInput& input, const Schedule& schedule, const Memory& memory);

}  // namespace cleave
