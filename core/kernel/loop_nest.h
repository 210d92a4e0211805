// A scheduled segment as loops: what every thread does for its row, and in every step along the columns, in order. The
// product is free of any language; renderers spell it. Sections alternate: what is known of a row, then a loop over its
// columns that accumulates or stores, then what the accumulated values say of the row, and so on, one pair a phase.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/kernel/element_graph.h"
#include "core/schedule/schedule.h"

namespace cleave {

/// One tensor that goes to memory: where `value` goes.
struct NestStore {
  /// Whose memory it is: an output's own, an input's that it updates in place, or work memory.
  StateId target{0U};
  ElementId value{0U};
  IndexSum place;
  /// Added to what stands there; where other threads may add to it too, in one step.
  bool adds = false;
  bool is_atomic = false;
  /// The target is an input.
  bool is_update = false;
  /// Bits of the loop variables of place and value.
  uint64_t depends = 0;
  uint32_t phase = 0;
};

/// A sum over the rows, kept for every column while the rows go by.
struct ColumnSum {
  RecordId record{0U};
  StateId target{0U};
  ElementId value{0U};
  DType dtype = DType::kFloat;
  /// Place of the result in memory; of the variables of the columns only.
  IndexSum place;
};

struct Section {
  /// Once for every step along the columns; else once a row.
  bool is_loop = false;
  uint32_t phase = 0;
  /// In order: elements that are the same for all lanes, whole vectors to load, elements of single lanes.
  std::vector<ElementId> once;
  std::vector<ElementId> vector_loads;
  std::vector<ElementId> lanes;
  /// Elements that an earlier section has kept for every step.
  std::vector<ElementId> recalled;
  /// Reductions that accumulate in this loop and are combined between threads behind it.
  std::vector<ElementId> reductions;
  /// By number in LoopNest::stores and LoopNest::column_sums.
  std::vector<size_t> stores;
  std::vector<size_t> column_sums;
};

struct LoopNest {
  IndexExpressions expressions;
  Arena<ElementId, Element> elements;
  std::vector<NestStore> stores;
  std::vector<ColumnSum> column_sums;
  std::vector<Section> sections;
  /// Kept in registers, for every step, from the first loop that has them.
  IdMap<ElementId, char> is_held;
  /// Values of single lanes of a row that several sections read.
  IdMap<ElementId, char> is_array;
  /// Bits of the variables that the loop over columns runs over, and of the lane of a vector.
  uint64_t loop_bits = 0;
  uint64_t lane_bit = 0;

  bool is_per_step(uint64_t depends) const { return (depends & loop_bits) != 0; }
  bool is_per_lane(uint64_t depends) const { return (depends & lane_bit) != 0; }
  /// `place` of the first lane of a vector.
  IndexSum first_lane(IndexSum place) const;
  /// True where the lanes of `place` are neighbours in memory and the first is aligned to all of them.
  bool is_vector(const IndexSum& place, int64_t width) const;
  /// True where all lanes of a vector are inside, or all are not.
  bool is_whole_vector(const std::vector<IndexGuard>& guard, int64_t width) const;
};

/// Bytes of shared memory that the block keeps values in; 0 where it keeps them in registers.
int64_t shared_bytes(const Schedule& schedule, const LoopNest& nest);

/// A pass that sorts rows by counting: element `column` of a row goes to place `rank`, the number of elements before
/// it.
struct RankNest {
  IndexExpressions expressions;
  /// Places in the operand of the element and of the one it is compared with.
  IndexSum mine;
  IndexSum other;
  /// Places in what each of the schedule's stores goes to.
  std::vector<IndexSum> targets;
  /// Places that the results have along the row.
  int64_t count = 0;
};

/// What became of a segment: its loops, or the record that they cannot hold.
struct NestAnswer {
  std::optional<LoopNest> nest;
  std::optional<RecordId> refused;
};

/// Strides of every state that is in memory; the others have none.
using Memory = IdMap<StateId, std::optional<Strides>>;

/// The loops of a segment, or of one pass of it, under `schedule`.
NestAnswer make_loop_nest(const KernelInput& input, const Schedule& schedule, const Memory& memory);

/// The loops of a pass that sorts.
RankNest make_rank_nest(const KernelInput& input, const Schedule& schedule, const Memory& memory);

}  // namespace cleave
