// What an op is: which records are ops, what their family and outputs say of them.
#include "core/segment/op_facts.h"

#include <algorithm>

#include "core/ops/op_table.h"
#include "core/segment/structural_order.h"
#include "core/segment/table_builder.h"

namespace cleave {

namespace {

/// Records that an output depends on.
std::vector<bool> live_records(const Definition& definition) {
  std::vector<bool> live(definition.records.size(), false);
  std::vector<StateId> open;
  std::vector<bool> seen(definition.states.size(), false);
  for (const Output& output : definition.outputs) open.push_back(output.value);
  while (!open.empty()) {
    const StateId state = open.back();
    open.pop_back();
    if (seen[state.index]) continue;
    seen[state.index] = true;
    const RecordId producer = definition.states[state].producer;
    live[producer.index] = true;
    for (const auto& operand : definition.records[producer].operands) {
      if (operand) open.push_back(*operand);
    }
  }
  return live;
}

bool makes_tensor(const Definition& definition, const Record& record) {
  return !is_declaration(record) && std::any_of(record.results.begin(), record.results.end(),
                                                [&](StateId result) { return definition.is_tensor(result); });
}

}  // namespace

size_t count_ops(const Primitive& primitive) {
  const Definition& definition = primitive.definition;
  const std::vector<bool> live = live_records(definition);
  size_t out = 0;
  for (RecordId id : definition.records.ids()) {
    out += live[id.index] && makes_tensor(definition, definition.records[id]) ? 1 : 0;
  }
  return out;
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
  const std::vector<bool> live = live_records(definition());
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
  if (!makes_tensor(definition(), record)) return op;
  for (StateId result : record.results) {
    if (definition().is_tensor(result)) op.results.push_back({result.index});
  }
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
  for (const TensorUse& use : op.results) add_siblings(use);
  for (const TensorUse& use : op.operands) {
    if (!use.has_slots_of(op.results[0])) add_siblings(use);
  }
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

bool TableBuilder::is_inner(TensorIndex tensor, uint64_t dims) const {
  const TensorType& t = type(tensor);
  for (size_t i = t.allocation_order.size(); i > 0; --i) {
    const uint32_t axis = t.allocation_order[i - 1];
    if (!t.axes[axis].is_broadcast() || t.axes[axis].is_expanded()) return (dims >> axis & 1U) != 0;
  }
  return true;
}

void TableBuilder::relate(OpFacts& op, const Record& record) {
  const auto known = [&](const TensorUse& use) { return primitive_.types.is_known(StateId(use.tensor)); };
  if (!std::all_of(op.operands.begin(), op.operands.end(), known) ||
      !std::all_of(op.results.begin(), op.results.end(), known)) {
    return relate_alone(op);
  }
  switch (family(record.op)) {
    case OpFamily::kPointwise:
      if (info(record.op).cost <= 5) op.flags |= kFlagCheap;
      if (op.operands.size() == 1) op.flags |= kFlagUnary;
      return relate_pointwise(op);
    case OpFamily::kCast: op.flags |= kFlagCheap; return relate_pointwise(op);
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
    case OpFamily::kSlice: op.flags |= kFlagView | kFlagNotGreedy; return relate_resize(op);
    case OpFamily::kPad: return relate_resize(op);
    case OpFamily::kCat: op.flags |= kFlagNotGreedy; return relate_cat(op);
    case OpFamily::kFactory: op.flags |= kFlagFactory | kFlagCheap; return relate_pointwise(op);
    case OpFamily::kRandom: op.flags |= kFlagFactory | kFlagRandom | kFlagNotGreedy; return relate_pointwise(op);
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
