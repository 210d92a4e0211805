// See axis_table.h.
#include "core/segment/axis_table.h"

#include <algorithm>
#include <utility>

namespace cleave {

AxisTables::AxisTables(const Primitive& primitive, const SegmentOptions& options, const Segmentation& segmentation)
    : segmentation_(segmentation), table_(make_op_table(primitive, options)), groups_(table_) {}

/// What a segment reads from outside, then what it computes, in program order; no cells yet.
std::vector<AxisTable::Row> AxisTables::rows_of(SegmentId id) const {
  const Segment& segment = segmentation_.segments[id];
  std::vector<AxisTable::Row> out;
  for (const StateId input : segment.inputs) out.push_back({id, input, std::nullopt, {}});
  for (const RecordId record : segment.records) {
    for (const TensorUse& use : table_.ops[table_.op_of_record[record.index]].results) {
      out.push_back({id, StateId(use.tensor), record, {}});
    }
  }
  return out;
}

/// The column of the axis, a new one where it is another loop than those before.
size_t AxisTables::column_of(AxisSlot slot, AxisTable& out) {
  AxisSlot root = table_.classes.find(slot);
  if (table_.classes.is_wild(root)) {
    const AxisSlot resolved = table_.classes.resolved(root);
    if (resolved != kNoSlot) root = table_.classes.find(resolved);
  }
  const auto found = std::find(columns_.begin(), columns_.end(), root);
  const auto column = static_cast<size_t>(found - columns_.begin());
  const int64_t extent = table_.classes.extent(slot);
  if (found == columns_.end()) {
    columns_.push_back(root);
    out.extents.push_back(extent);
  } else if (out.extents[column] == 1) {
    out.extents[column] = extent;
  }
  return column;
}

void AxisTables::set(size_t column, AxisTable::Cell cell, AxisTable::Row& row) {
  if (row.cells.size() <= column) row.cells.resize(column + 1, AxisTable::Cell::kAbsent);
  row.cells[column] = cell;
}

void AxisTables::fill(const OpFacts& op, const TensorUse& use, AxisTable::Row& row, AxisTable& out) {
  using Cell = AxisTable::Cell;
  if (row.record && (op.flags & kFlagReduction) != 0) {
    const auto operand = table_.slots_of(op.operands[0]);
    for (size_t axis = 0; axis < operand.size(); ++axis) {
      if ((op.dims >> axis & 1U) != 0) set(column_of(operand[axis], out), Cell::kReduced, row);
    }
  }
  for (const AxisSlot slot : table_.slots_of(use)) {
    const bool is_wild = table_.classes.kind(slot) == AxisClasses::SlotKind::kWild;
    set(column_of(slot, out), is_wild ? Cell::kBroadcast : Cell::kHas, row);
  }
}

std::optional<AxisTable> AxisTables::of(const Cut& cut) {
  const auto is_long = [&](SegmentId id) {
    const Segment& segment = segmentation_.segments[id];
    return segment.inputs.size() + segment.records.size() > kMaxRows;
  };
  if (is_long(cut.from) || is_long(cut.to)) return std::nullopt;
  AxisTable out;
  out.rows = rows_of(cut.from);
  for (AxisTable::Row& row : rows_of(cut.to)) {
    const bool is_known = std::any_of(out.rows.begin(), out.rows.end(),
                                      [&](const AxisTable::Row& known) { return known.value == row.value; });
    if (!is_known) out.rows.push_back(std::move(row));
    if (out.rows.size() > kMaxRows) return std::nullopt;
  }
  if (out.rows.size() > kMaxRows) return std::nullopt;
  std::vector<OpIndex> ops;
  for (const SegmentId id : {cut.from, cut.to}) {
    for (const RecordId record : segmentation_.segments[id].records) {
      ops.push_back(table_.op_of_record[record.index]);
    }
  }
  std::sort(ops.begin(), ops.end(), [&](OpIndex a, OpIndex b) { return table_.place[a] < table_.place[b]; });
  ops.erase(std::unique(ops.begin(), ops.end()), ops.end());
  columns_.clear();
  groups_.join_all(ops);
  for (AxisTable::Row& row : out.rows) {
    for (const OpIndex op : ops) {
      const OpFacts& facts = table_.ops[op];
      const TensorUses& uses = row.record ? facts.results : facts.operands;
      const auto found =
          std::find_if(uses.begin(), uses.end(), [&](const TensorUse& use) { return use.tensor == row.value.index; });
      if (found == uses.end()) continue;
      fill(facts, *found, row, out);
      break;
    }
  }
  groups_.rollback();
  if (out.extents.size() > kMaxAxes) return std::nullopt;
  for (AxisTable::Row& row : out.rows) row.cells.resize(out.extents.size(), AxisTable::Cell::kAbsent);
  return out;
}

}  // namespace cleave
