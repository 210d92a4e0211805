// Slots of ops that move elements: reshapes as steps of merging and splitting, slices, pads and joins as axes of one
// class with extents of their own, lookups and scatters with axes that need no loop.
#include <algorithm>

#include "core/ops/op_table.h"
#include "core/segment/table_builder.h"

namespace cleave {

/// Walks old and new extents left to right: merges until the new extent divides, splits it off as the outer factor.
void TableBuilder::relate_reshape(OpFacts& op) {
  op.flags |= kFlagReshape | kFlagMeta;
  const TensorType& from = type(op.operands[0].tensor);
  const TensorType& to = type(op.results[0].tensor);
  const std::vector<AxisSlot> source = fresh_axes(op.operands[0].tensor);
  bind(op.operands[0], source);
  if (from.is_row_major() && std::all_of(from.contiguity.begin(), from.contiguity.end(),
                                         [](const Contiguity& c) { return c.value_or(false); })) {
    op.flags |= kFlagView;
  }
  if (from.element_count() == 0 || source.empty() || from.element_count() != to.element_count()) {
    bind(op.results[0], fresh_axes(op.results[0].tensor));
    return;
  }
  AxisClasses& classes = table_.classes;
  std::vector<AxisSlot> slots;
  size_t next = 0;
  AxisSlot current = source[next];
  int64_t extent = from.axes[next].extent;
  ++next;
  const auto add_step = [&](const AxisTransform& step) {
    classes.add_transform(step);
    table_.reshape_of_transform.push_back(static_cast<OpIndex>(table_.ops.size()));
  };
  const auto merge_next = [&] {
    const int64_t merged = extent * from.axes[next].extent;
    const AxisSlot result = classes.add_slot(Kind::kConcrete, merged);
    add_step({AxisTransform::Kind::kMerge, 0, {current, source[next]}, {result, result}});
    op.flags |= kFlagMergeReshape;
    current = result;
    extent = merged;
    ++next;
  };
  bool taken = false;
  for (size_t i = 0; i < to.rank(); ++i) {
    const int64_t wanted = to.axes[i].extent;
    if (taken && next < source.size()) {
      current = source[next];
      extent = from.axes[next].extent;
      ++next;
      taken = false;
    }
    if (wanted == 1 && (taken || extent != 1)) {
      slots.push_back(fresh(to.axes[i]));
      continue;
    }
    while (next < source.size() && extent % wanted != 0) merge_next();
    const bool last = i + 1 == to.rank();
    while (next < source.size() && extent == wanted && from.axes[next].extent == 1 &&
           (last || to.axes[i + 1].extent != 1)) {
      merge_next();
    }
    if (extent == wanted) {
      slots.push_back(current);
      taken = true;
      continue;
    }
    const AxisSlot outer = classes.add_slot(Kind::kConcrete, wanted);
    const AxisSlot inner = classes.add_slot(Kind::kConcrete, extent / wanted);
    add_step({AxisTransform::Kind::kSplit, wanted, {current, current}, {outer, inner}});
    slots.push_back(outer);
    current = inner;
    extent /= wanted;
  }
  bind(op.results[0], slots);
}

/// Slice or pad: axes keep their class, and resized ones get an extent of their own.
void TableBuilder::relate_resize(OpFacts& op) {
  op.flags |= kFlagResize;
  const std::vector<AxisSlot> source = fresh_axes(op.operands[0].tensor);
  const TensorType& from = type(op.operands[0].tensor);
  const TensorType& to = type(op.results[0].tensor);
  std::vector<AxisSlot> slots;
  for (size_t i = 0; i < to.rank(); ++i) {
    const bool same = from.axes[i].extent == to.axes[i].extent && kind_of(from.axes[i]) == kind_of(to.axes[i]);
    slots.push_back(same ? source[i] : fresh(to.axes[i]));
    if (same) continue;
    if (from.axes[i].is_broadcast() || to.axes[i].is_broadcast()) {
      op.flags |= kFlagResizeBroadcast;
    } else {
      table_.classes.unite(slots[i], source[i]);
    }
  }
  op.operands[0].resized = true;
  bind(op.operands[0], source);
  bind(op.results[0], slots);
}

/// Every operand is padded along the joined axis to the joined extent, at its own place.
void TableBuilder::relate_cat(OpFacts& op) {
  op.flags |= kFlagResize;
  const std::vector<AxisSlot> result = fresh_axes(op.results[0].tensor);
  const TensorType& to = type(op.results[0].tensor);
  bind(op.results[0], result);
  for (TensorUse& use : op.operands) {
    const TensorType& from = type(use.tensor);
    std::vector<AxisSlot> slots = result;
    for (size_t i = 0; i < slots.size() && i < from.rank(); ++i) {
      if (from.axes[i].extent == to.axes[i].extent && kind_of(from.axes[i]) == kind_of(to.axes[i])) continue;
      slots[i] = fresh(from.axes[i]);
      if (!from.axes[i].is_broadcast()) table_.classes.unite(slots[i], result[i]);
    }
    use.resized = true;
    bind(use, slots);
  }
}

void TableBuilder::relate_index(OpFacts& op, const Record& record, int64_t dim) {
  op.flags |= kFlagIndex | kFlagNotGreedy;
  TensorUse& looked_up = op.operands[0];
  const TensorType& from = type(looked_up.tensor);
  const TensorType& to = type(op.results[0].tensor);
  if (from.rank() == 0) return relate_alone(op);
  const uint32_t axis = normal_dim(dim, from.rank());
  const bool select = record.op == cleave::op("select");
  const bool by_list = record.op == cleave::op("index_select");
  const bool gather = !select && !by_list;
  if (gather) op.flags |= kFlagHostAlone;
  const std::vector<AxisSlot> result = fresh_axes(op.results[0].tensor);
  std::vector<AxisSlot> slots;
  for (size_t i = 0, out = 0; i < from.rank(); ++i, ++out) {
    if (i == axis) {
      slots.push_back(table_.classes.add_slot(Kind::kIndexed, from.axes[i].extent));
      if (select) --out;
      continue;
    }
    const bool in_range = out < result.size();
    const bool same =
        in_range && from.axes[i].extent == to.axes[out].extent && kind_of(from.axes[i]) == kind_of(to.axes[out]);
    if (gather && !same && !from.axes[i].is_broadcast()) return relate_alone(op);
    slots.push_back(same ? result[out] : fresh(from.axes[i]));
    if (!same && in_range) table_.classes.unite(slots.back(), result[out]);
  }
  looked_up.indexed = true;
  bind(op.results[0], result);
  bind(looked_up, slots);
  if (op.operands.size() < 2) return;
  TensorUse& index = op.operands[1];
  const TensorType& places = type(index.tensor);
  std::vector<AxisSlot> index_slots = fresh_axes(index.tensor);
  for (size_t i = 0; i < places.rank(); ++i) {
    const size_t out = by_list ? axis : i;
    if (out < result.size()) table_.classes.unite(index_slots[i], result[out]);
  }
  bind(index, index_slots);
}

void TableBuilder::relate_scatter(OpFacts& op, int64_t dim) {
  op.flags |= kFlagScatter | kFlagHostAlone;
  const TensorType& to = type(op.results[0].tensor);
  if (to.rank() == 0) return relate_alone(op);
  const uint32_t axis = normal_dim(dim, to.rank());
  op.dims = uint64_t{1} << axis;
  const std::vector<AxisSlot> result = fresh_axes(op.results[0].tensor);
  bind(op.results[0], result);
  for (size_t n = 0; n < op.operands.size(); ++n) {
    TensorUse& use = op.operands[n];
    const TensorType& from = type(use.tensor);
    std::vector<AxisSlot> slots;
    for (size_t i = 0; i < from.rank(); ++i) {
      const bool along = n > 0 && i == axis;
      slots.push_back(along ? table_.classes.add_slot(Kind::kIndexed, from.axes[i].extent) : fresh(from.axes[i]));
      if (!along && i < result.size() && from.axes[i].extent == to.axes[i].extent)
        table_.classes.unite(slots[i], result[i]);
    }
    bind(use, slots);
  }
}

void TableBuilder::relate_ordered(OpFacts& op, int64_t dim, bool sort) {
  op.flags |= kFlagOrdered | kFlagHostAlone | (sort ? kFlagSort : 0U);
  const TensorType& from = type(op.operands[0].tensor);
  if (from.rank() == 0) return relate_alone(op);
  const uint32_t axis = normal_dim(dim, from.rank());
  op.dims = uint64_t{1} << axis;
  const std::vector<AxisSlot> source = fresh_axes(op.operands[0].tensor);
  bind(op.operands[0], source);
  for (TensorUse& use : op.results) {
    std::vector<AxisSlot> slots = source;
    const TensorType& to = type(use.tensor);
    if (axis < to.rank() && to.axes[axis].extent != from.axes[axis].extent) {
      slots[axis] = fresh(to.axes[axis]);
      if (!to.axes[axis].is_broadcast()) table_.classes.unite(slots[axis], source[axis]);
    }
    bind(use, slots);
  }
}

}  // namespace cleave
