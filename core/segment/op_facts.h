// What segmentation knows of one op before it is put together with others: its kind as flags, the tensors it reads and
// makes, and the axis slots of each, related as the op relates them. Built once per definition; never changes
// afterwards. Ops are the live records that make tensors, numbered in program order; a tensor is named by its state
// index.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/base/short_list.h"
#include "core/infer/axis_classes.h"
#include "core/rewrite/primitive.h"
#include "core/segment/segmentation.h"

namespace cleave {

using OpIndex = uint32_t;
using TensorIndex = uint32_t;
inline constexpr uint32_t kNone = UINT32_MAX;

enum OpFlag : uint32_t {
  kFlagReduction = 1U << 0,
  /// The fastest axis is reduced.
  kFlagInner = 1U << 1,
  kFlagOuter = 1U << 2,
  kFlagWelford = 1U << 3,
  /// Runs alone: products, unknown meanings, lookups that no kernel holds.
  kFlagAlone = 1U << 4,
  kFlagResize = 1U << 5,
  /// A resize of or to a broadcast axis.
  kFlagResizeBroadcast = 1U << 6,
  kFlagIndex = 1U << 7,
  kFlagScatter = 1U << 8,
  /// Scan or sort.
  kFlagOrdered = 1U << 9,
  kFlagSort = 1U << 10,
  /// May not stand beside a scan, sort or scatter.
  kFlagNotGreedy = 1U << 11,
  /// Renames places in memory.
  kFlagView = 1U << 12,
  /// Changes no value: stays with its producer at equal traffic.
  kFlagMeta = 1U << 13,
  kFlagReshape = 1U << 14,
  kFlagMergeReshape = 1U << 15,
  kFlagRandom = 1U << 16,
  kFlagBroadcast = 1U << 17,
  /// A lookup or scatter that a host library takes when it is alone.
  kFlagHostAlone = 1U << 18,
  /// Cheap enough to be computed again instead of stored.
  kFlagCheap = 1U << 19,
  kFlagFactory = 1U << 20,
  /// Cheap enough to be computed again from an input, whatever it costs: the kernel waits for memory.
  kFlagUnary = 1U << 21,
};
inline constexpr uint32_t kOpFlagCount = 22;

/// A tensor as one op sees it; the slots stand in OpTable::slots.
struct TensorUse {
  TensorIndex tensor = kNone;
  uint32_t first_slot = 0;
  uint32_t rank = 0;
  /// Read at places that data names, or at shifted places: must come from global memory.
  bool indexed = false;
  bool resized = false;

  bool has_slots_of(const TensorUse& other) const { return first_slot == other.first_slot && rank == other.rank; }
  void take_slots_of(const TensorUse& other) {
    first_slot = other.first_slot;
    rank = other.rank;
  }
};

using TensorUses = ShortList<TensorUse, 2>;

struct OpFacts {
  RecordId record{0U};
  uint32_t flags = 0;
  TensorUses operands;
  TensorUses results;
  /// Reductions, scans and sorts: which axes of the first operand they run over, as a bit mask.
  uint64_t dims = 0;
  /// Broadcasts: which axes of the result are new.
  uint64_t new_axes = 0;
};

struct OpTable {
  std::vector<OpFacts> ops;
  std::vector<AxisSlot> slots;
  AxisClasses classes;
  /// By state index: the op that makes the tensor, or kNone for inputs and what is not a tensor.
  std::vector<OpIndex> producer;
  /// By state index: the ops that read the tensor, in program order.
  std::vector<ShortList<OpIndex, 2>> users;
  std::vector<bool> is_output;
  /// A cut is forced behind the tensor.
  std::vector<bool> user_cut;
  /// The tensor's value replaces an input's.
  std::vector<bool> is_update;
  /// An output with a memory order of its own.
  std::vector<bool> asks_for_order;
  /// By transform of `classes`: the reshape that it is a step of.
  std::vector<OpIndex> reshape_of_transform;
  std::vector<int64_t> bytes;
  std::vector<int64_t> elements;
  /// Record → op, kNone for records that are none.
  std::vector<OpIndex> op_of_record;
  /// By op: its place in the structural order, which breaks all ties.
  std::vector<uint32_t> place;

  std::span<const AxisSlot> slots_of(const TensorUse& use) const { return {slots.data() + use.first_slot, use.rank}; }
  bool has(OpIndex op, uint32_t flags) const { return (ops[op].flags & flags) != 0; }
};

/// Records that a segment computes: they make a tensor, and an output depends on it. Limits in ops are limits of this
/// count.
size_t count_ops(const Primitive& primitive);

/// Reads the definition: an op for each of count_ops().
OpTable make_op_table(const Primitive& primitive, const SegmentOptions& options);

/// Appends a second computation of an op, with slots of its own. It is listed neither as the producer of its results
/// nor as a user of its operands: those lists say where a value comes from when nothing is computed twice.
OpIndex add_copy(const Primitive& primitive, const SegmentOptions& options, OpTable& table, OpIndex op);

}  // namespace cleave
