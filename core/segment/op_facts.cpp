// Where ops get their slots: one function a family. Axes that an op passes through unchanged keep their slot, so a unary op
// adds no slot and its axes need no uniting.
#include "core/segment/op_facts.h"

#include <algorithm>

#include "core/ops/op_table.h"
#include "core/segment/structural_order.h"

namespace cleave {

namespace {

using Kind = AxisClasses::SlotKind;

class TableBuilder {
 public:
  TableBuilder(const Primitive& primitive, const SegmentOptions& options, OpTable& table)
      : primitive_(primitive), options_(options), table_(table) {}

  void build();
  OpFacts facts_of(RecordId record);

 private:
  const Definition& definition() const { return primitive_.definition; }
  const TensorType& type(TensorIndex tensor) const { return primitive_.types.tensor(StateId(tensor)); }

  std::vector<bool> live_records() const;
  void add_tensors();
  void add_op(RecordId record);
  void relate(OpFacts& op, const Record& record);

  Kind kind_of(const Axis& axis) const { return axis.is_broadcast() ? Kind::kWild : Kind::kConcrete; }
  AxisSlot fresh(const Axis& axis) { return table_.classes.add_slot(kind_of(axis), axis.extent); }
  std::vector<AxisSlot> fresh_axes(TensorIndex tensor);
  void bind(TensorUse& use, const std::vector<AxisSlot>& slots);

  void relate_alone(OpFacts& op);
  void relate_pointwise(OpFacts& op);
  void relate_reduction(OpFacts& op, const std::vector<int64_t>& dims, bool welford);
  void relate_broadcast(OpFacts& op, const std::vector<bool>& is_new);
  void relate_expand(OpFacts& op);
  void relate_squeeze(OpFacts& op, const std::vector<int64_t>& dims);
  void relate_permute(OpFacts& op, const std::vector<int64_t>& dims);
  void relate_reshape(OpFacts& op);
  void relate_resize(OpFacts& op);
  void relate_cat(OpFacts& op);
  void relate_index(OpFacts& op, const Record& record, int64_t dim);
  void relate_scatter(OpFacts& op, int64_t dim);
  void relate_ordered(OpFacts& op, int64_t dim, bool sort);
  bool is_inner(TensorIndex tensor, uint64_t dims) const;
  void add_siblings(const TensorUse& use);
  std::vector<uint32_t> order_in_operand(const OpFacts& op) const;
  bool keeps_memory_order(const OpFacts& op, const Record& record) const;

  const Primitive& primitive_;
  const SegmentOptions& options_;
  OpTable& table_;
};

uint32_t normal_dim(int64_t dim, size_t rank) {
  const int64_t wrapped = dim < 0 ? dim + static_cast<int64_t>(rank) : dim;
  CHECK(wrapped >= 0 && wrapped < static_cast<int64_t>(rank), "a primitive op's dims are in range");
  return static_cast<uint32_t>(wrapped);
}

std::vector<bool> TableBuilder::live_records() const {
  std::vector<bool> live(definition().records.size(), false);
  std::vector<StateId> open;
  std::vector<bool> seen(definition().states.size(), false);
  for (const Output& output : definition().outputs) open.push_back(output.value);
  while (!open.empty()) {
    const StateId state = open.back();
    open.pop_back();
    if (seen[state.index]) continue;
    seen[state.index] = true;
    const RecordId producer = definition().states[state].producer;
    live[producer.index] = true;
    for (const auto& operand : definition().records[producer].operands) {
      if (operand) open.push_back(*operand);
    }
  }
  return live;
}

void TableBuilder::add_tensors() {
  const size_t count = definition().states.size();
  table_.producer.assign(count, kNone);
  table_.users.resize(count);
  table_.is_output.assign(count, false);
  table_.user_cut.assign(count, false);
  table_.is_update.assign(count, false);
  table_.asks_for_order.assign(count, false);
  table_.bytes.assign(count, 0);
  table_.elements.assign(count, 0);
  table_.op_of_record.assign(definition().records.size(), kNone);
  for (StateId state : definition().states.ids()) {
    if (!definition().is_tensor(state) || !primitive_.types.is_known(state)) continue;
    table_.bytes[state.index] = type(state.index).bytes();
    table_.elements[state.index] = type(state.index).element_count();
  }
  for (const Output& output : definition().outputs) {
    table_.is_output[output.value.index] = true;
    if (output.alias) table_.is_update[output.value.index] = true;
    if (!output.stride_order.empty()) table_.asks_for_order[output.value.index] = true;
  }
  for (StateId state : options_.cut_after) table_.user_cut[state.index] = true;
}

void TableBuilder::build() {
  add_tensors();
  const std::vector<bool> live = live_records();
  for (RecordId record : definition().records.ids()) {
    if (live[record.index]) add_op(record);
  }
  table_.classes.settle();
  table_.classes.commit();
}

OpFacts TableBuilder::facts_of(RecordId id) {
  const Record& record = definition().records[id];
  OpFacts op;
  op.record = id;
  if (is_declaration(record)) return op;
  for (StateId result : record.results) {
    if (definition().is_tensor(result)) op.results.push_back({result.index});
  }
  if (op.results.empty()) return op;
  for (const auto& operand : record.operands) {
    if (!operand || !definition().is_tensor(*operand)) continue;
    const bool known = std::any_of(op.operands.begin(), op.operands.end(),
                                   [&](const TensorUse& use) { return use.tensor == operand->index; });
    if (!known) op.operands.push_back({operand->index});
  }
  relate(op, record);
  // What is written into an input's memory is written, not renamed.
  if (table_.is_update[op.results[0].tensor]) op.flags &= ~uint32_t{kFlagView};
  if ((op.flags & kFlagView) != 0 && !keeps_memory_order(op, record)) op.flags &= ~uint32_t{kFlagView};
  for (const TensorUse& use : op.operands) add_siblings(use);
  for (const TensorUse& use : op.results) add_siblings(use);
  return op;
}

/// Axes of the result in the order in which the memory of the operand runs, outermost first, without broadcast axes.
std::vector<uint32_t> TableBuilder::order_in_operand(const OpFacts& op) const {
  const TensorType& from = type(op.operands[0].tensor);
  const auto source = table_.slots_of(op.operands[0]);
  const auto result = table_.slots_of(op.results[0]);
  std::vector<uint32_t> order;
  for (uint32_t axis : from.allocation_order) {
    const auto place = std::find(result.begin(), result.end(), source[axis]);
    if (!from.axes[axis].is_broadcast() && place != result.end()) {
      order.push_back(static_cast<uint32_t>(place - result.begin()));
    }
  }
  return order;
}

/// A view cannot change the order of memory: where an output asks for one, it must be the one that is there. What a
/// computed operand, itself maybe a view, has is not asked.
bool TableBuilder::keeps_memory_order(const OpFacts& op, const Record& record) const {
  const TensorType& to = type(op.results[0].tensor);
  if (!table_.asks_for_order[op.results[0].tensor] || op.operands.empty()) return true;
  const bool of_input = table_.producer[op.operands[0].tensor] == kNone;
  if (family(record.op) == OpFamily::kReshape) return to.is_row_major();
  if (!of_input) return false;
  std::vector<uint32_t> asked;
  for (uint32_t axis : to.allocation_order) {
    if (!to.axes[axis].is_broadcast()) asked.push_back(axis);
  }
  return asked == order_in_operand(op);
}

void TableBuilder::add_op(RecordId id) {
  OpFacts op = facts_of(id);
  if (op.results.empty()) return;
  const auto index = static_cast<OpIndex>(table_.ops.size());
  for (const TensorUse& use : op.operands) table_.users[use.tensor].push_back(index);
  for (const TensorUse& use : op.results) table_.producer[use.tensor] = index;
  table_.op_of_record[id.index] = index;
  table_.ops.push_back(std::move(op));
}

std::vector<AxisSlot> TableBuilder::fresh_axes(TensorIndex tensor) {
  std::vector<AxisSlot> slots;
  for (const Axis& axis : type(tensor).axes) slots.push_back(fresh(axis));
  return slots;
}

void TableBuilder::bind(TensorUse& use, const std::vector<AxisSlot>& slots) {
  use.first_slot = static_cast<uint32_t>(table_.slots.size());
  use.rank = static_cast<uint32_t>(slots.size());
  table_.slots.insert(table_.slots.end(), slots.begin(), slots.end());
}

void TableBuilder::add_siblings(const TensorUse& use) {
  const auto slots = table_.slots_of(use);
  for (size_t i = 0; i < slots.size(); ++i) {
    for (size_t j = i + 1; j < slots.size(); ++j) {
      if (table_.classes.kind(slots[i]) == Kind::kConcrete && table_.classes.kind(slots[j]) == Kind::kConcrete) {
        table_.classes.add_siblings(slots[i], slots[j]);
      }
    }
  }
}

bool TableBuilder::is_inner(TensorIndex tensor, uint64_t dims) const {
  const TensorType& t = type(tensor);
  for (size_t i = t.allocation_order.size(); i > 0; --i) {
    const uint32_t axis = t.allocation_order[i - 1];
    if (!t.axes[axis].is_broadcast() || t.axes[axis].is_expanded()) return (dims >> axis & 1U) != 0;
  }
  return true;
}

void TableBuilder::relate(OpFacts& op, const Record& record) {
  const auto known = [&](const TensorUse& use) {
    return primitive_.types.is_known(StateId(use.tensor)) && type(use.tensor).rank() <= 60;
  };
  if (!std::all_of(op.operands.begin(), op.operands.end(), known) ||
      !std::all_of(op.results.begin(), op.results.end(), known)) {
    return relate_alone(op);
  }
  switch (family(record.op)) {
    case OpFamily::kPointwise:
      if (info(record.op).cost <= 5) op.flags |= kFlagCheap;
      if (op.operands.size() == 1) op.flags |= kFlagUnary;
      return relate_pointwise(op);
    case OpFamily::kCast:
      op.flags |= kFlagCheap;
      return relate_pointwise(op);
    case OpFamily::kCopy:
      if (record.op == cleave::op("segment_set")) table_.user_cut[op.results[0].tensor] = true;
      op.flags |= record.op == cleave::op("stride_order") ? kFlagMeta : kFlagMeta | kFlagView | kFlagCheap;
      return relate_pointwise(op);
    case OpFamily::kReduction: return relate_reduction(op, attributes<ReduceAttributes>(record).dims, false);
    case OpFamily::kWelford: return relate_reduction(op, attributes<DimsAttributes>(record).dims, true);
    case OpFamily::kBroadcast: return relate_broadcast(op, attributes<BroadcastAttributes>(record).is_broadcast_dim);
    case OpFamily::kExpand: return relate_expand(op);
    case OpFamily::kSqueeze: return relate_squeeze(op, attributes<SqueezeAttributes>(record).dims);
    case OpFamily::kPermute: return relate_permute(op, attributes<DimsAttributes>(record).dims);
    case OpFamily::kReshape: return relate_reshape(op);
    case OpFamily::kSlice:
      op.flags |= kFlagView | kFlagNotGreedy;
      return relate_resize(op);
    case OpFamily::kPad: return relate_resize(op);
    case OpFamily::kCat:
      op.flags |= kFlagNotGreedy;
      return relate_cat(op);
    case OpFamily::kFactory:
      op.flags |= kFlagFactory | kFlagCheap;
      return relate_pointwise(op);
    case OpFamily::kRandom:
      op.flags |= kFlagFactory | kFlagRandom | kFlagNotGreedy;
      return relate_pointwise(op);
    case OpFamily::kIndex: return relate_index(op, record, attributes<DimAttributes>(record).dim);
    case OpFamily::kScatter: return relate_scatter(op, attributes<DimAttributes>(record).dim);
    case OpFamily::kScan: return relate_ordered(op, attributes<DimAttributes>(record).dim, false);
    case OpFamily::kSort: {
      const auto* topk = std::get_if<TopkAttributes>(&record.attributes);
      return relate_ordered(op, topk ? topk->dim : attributes<ArgsortAttributes>(record).dim, true);
    }
    case OpFamily::kMatmul:
    case OpFamily::kOpaque:
    case OpFamily::kComposite:
    case OpFamily::kSize:
    case OpFamily::kShapeQuery:
    case OpFamily::kDefineTensor:
    case OpFamily::kDefineScalar:
    case OpFamily::kDefineVector:
    case OpFamily::kAddOutput: return relate_alone(op);
  }
}

void TableBuilder::relate_alone(OpFacts& op) {
  op.flags |= kFlagAlone;
  const auto bind_fresh = [&](TensorUse& use) {
    if (primitive_.types.is_known(StateId(use.tensor))) bind(use, fresh_axes(use.tensor));
  };
  for (TensorUse& use : op.operands) bind_fresh(use);
  for (TensorUse& use : op.results) bind_fresh(use);
}

/// Operands have the result's rank, or rank 0.
void TableBuilder::relate_pointwise(OpFacts& op) {
  const std::vector<AxisSlot> result = fresh_axes(op.results[0].tensor);
  for (TensorUse& use : op.results) bind(use, result);
  for (TensorUse& use : op.operands) {
    const TensorType& operand = type(use.tensor);
    if (operand.rank() == 0) {
      bind(use, {});
      continue;
    }
    if (operand.rank() != result.size()) {
      relate_alone(op);
      return;
    }
    std::vector<AxisSlot> slots = result;
    for (size_t i = 0; i < slots.size(); ++i) {
      if (kind_of(operand.axes[i]) == table_.classes.kind(result[i])) continue;
      slots[i] = fresh(operand.axes[i]);
      table_.classes.unite(slots[i], result[i]);
    }
    bind(use, slots);
  }
}

void TableBuilder::relate_reduction(OpFacts& op, const std::vector<int64_t>& dims, bool welford) {
  const TensorIndex input = op.operands[0].tensor;
  const size_t rank = type(input).rank();
  for (int64_t dim : dims) op.dims |= uint64_t{1} << normal_dim(dim, rank);
  op.flags |= kFlagReduction | kFlagNotGreedy | (welford ? kFlagWelford : 0U) |
              (is_inner(input, op.dims) ? kFlagInner : kFlagOuter);
  const std::vector<AxisSlot> slots = fresh_axes(input);
  std::vector<AxisSlot> kept;
  for (size_t i = 0; i < rank; ++i) {
    if ((op.dims >> i & 1U) == 0) kept.push_back(slots[i]);
  }
  bind(op.operands[0], slots);
  for (TensorUse& use : op.results) bind(use, type(use.tensor).rank() == kept.size() ? kept : fresh_axes(use.tensor));
}

void TableBuilder::relate_broadcast(OpFacts& op, const std::vector<bool>& is_new) {
  op.flags |= kFlagBroadcast | kFlagMeta | kFlagView | kFlagCheap;
  const std::vector<AxisSlot> source = fresh_axes(op.operands[0].tensor);
  const TensorType& result = type(op.results[0].tensor);
  std::vector<AxisSlot> slots;
  size_t next = 0;
  for (size_t i = 0; i < result.rank(); ++i) {
    const bool fresh_axis = (i < is_new.size() && is_new[i]) || next >= source.size();
    if (fresh_axis) op.new_axes |= uint64_t{1} << i;
    slots.push_back(fresh_axis ? fresh(result.axes[i]) : source[next++]);
  }
  bind(op.operands[0], source);
  bind(op.results[0], slots);
}

/// The expanded axis is the operand's broadcast axis, repeated.
void TableBuilder::relate_expand(OpFacts& op) {
  op.flags |= kFlagMeta | kFlagView | kFlagCheap | kFlagNotGreedy;
  const std::vector<AxisSlot> source = fresh_axes(op.operands[0].tensor);
  const TensorType& result = type(op.results[0].tensor);
  std::vector<AxisSlot> slots;
  for (size_t i = 0; i < result.rank(); ++i) {
    const bool same = i < source.size() && table_.classes.extent(source[i]) == result.axes[i].extent &&
                      table_.classes.kind(source[i]) == kind_of(result.axes[i]);
    slots.push_back(same ? source[i] : fresh(result.axes[i]));
    if (!same && i < source.size()) table_.classes.unite(slots[i], source[i]);
  }
  bind(op.operands[0], source);
  bind(op.results[0], slots);
}

void TableBuilder::relate_squeeze(OpFacts& op, const std::vector<int64_t>& dims) {
  op.flags |= kFlagMeta | kFlagView | kFlagCheap;
  const std::vector<AxisSlot> source = fresh_axes(op.operands[0].tensor);
  std::vector<bool> removed(source.size(), false);
  for (int64_t dim : dims) removed[normal_dim(dim, source.size())] = true;
  std::vector<AxisSlot> slots;
  for (size_t i = 0; i < source.size(); ++i) {
    if (!removed[i]) slots.push_back(source[i]);
  }
  bind(op.operands[0], source);
  bind(op.results[0], slots);
}

void TableBuilder::relate_permute(OpFacts& op, const std::vector<int64_t>& dims) {
  op.flags |= kFlagMeta | kFlagView | kFlagNotGreedy;
  const std::vector<AxisSlot> source = fresh_axes(op.operands[0].tensor);
  std::vector<AxisSlot> slots;
  for (int64_t dim : dims) slots.push_back(source[normal_dim(dim, source.size())]);
  bind(op.operands[0], source);
  bind(op.results[0], slots);
}

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
    const bool same = in_range && from.axes[i].extent == to.axes[out].extent && kind_of(from.axes[i]) == kind_of(to.axes[out]);
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
      if (!along && i < result.size() && from.axes[i].extent == to.axes[i].extent) table_.classes.unite(slots[i], result[i]);
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

}  // namespace

OpTable make_op_table(const Primitive& primitive, const SegmentOptions& options) {
  OpTable table;
  TableBuilder(primitive, options, table).build();
  table.place = structural_places(primitive, table, options);
  return table;
}

OpIndex add_copy(const Primitive& primitive, const SegmentOptions& options, OpTable& table, OpIndex op) {
  OpFacts facts = TableBuilder(primitive, options, table).facts_of(table.ops[op].record);
  table.classes.settle();
  table.classes.commit();
  table.ops.push_back(std::move(facts));
  table.place.push_back(table.place[op]);
  return static_cast<OpIndex>(table.ops.size() - 1);
}

}  // namespace cleave
