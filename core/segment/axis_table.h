// The axes of both sides of a cut as they would be in one kernel: which loops it would need, and what each tensor has
// of them. For showing: no rule reads it.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/segment/groups.h"
#include "core/segment/op_facts.h"
#include "core/segment/segmentation.h"

namespace cleave {

struct AxisTable {
  enum class Cell : uint8_t { kAbsent, kHas, kReduced, kBroadcast };
  struct Row {
    SegmentId segment;
    StateId value;
    /// The record of the segment that makes the value; nothing for what the segment reads.
    std::optional<RecordId> record;
    std::vector<Cell> cells;
  };
  std::vector<int64_t> extents;
  std::vector<Row> rows;
};

/// Makes tables for the cuts of one segmentation.
class AxisTables {
 public:
  static constexpr size_t kMaxAxes = 6;
  static constexpr size_t kMaxRows = 12;

  AxisTables(const Primitive& primitive, const SegmentOptions& options, const Segmentation& segmentation);
  // `groups_` refers to `table_`.
  AxisTables(const AxisTables&) = delete;
  AxisTables& operator=(const AxisTables&) = delete;

  /// Nothing where there are more axes or rows than people read.
  std::optional<AxisTable> of(const Cut& cut);

 private:
  std::vector<AxisTable::Row> rows_of(SegmentId segment) const;
  void fill(const OpFacts& op, const TensorUse& use, AxisTable::Row& row, AxisTable& out);
  size_t column_of(AxisSlot slot, AxisTable& out);
  void set(size_t column, AxisTable::Cell cell, AxisTable::Row& row);

  const Segmentation& segmentation_;
  OpTable table_;
  KernelGroups groups_;
  /// Of the open question: the class of each column.
  std::vector<AxisSlot> columns_;
};

}  // namespace cleave
