// Where ops get their slots: one function a family. Axes that an op passes through unchanged keep their slot, so a
// unary op adds no slot and its axes need no uniting.
#include "core/base/check.h"
#include "core/segment/table_builder.h"

namespace cleave {

uint32_t normal_dim(int64_t dim, size_t rank) {
  const int64_t wrapped = dim < 0 ? dim + static_cast<int64_t>(rank) : dim;
  CHECK(wrapped >= 0 && wrapped < static_cast<int64_t>(rank), "a primitive op's dims are in range");
  return static_cast<uint32_t>(wrapped);
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
  bind(op.results[0], result);
  for (TensorUse& use : op.results) use.take_slots_of(op.results[0]);
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
    if (slots == result) {
      use.take_slots_of(op.results[0]);
    } else {
      bind(use, slots);
    }
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

}  // namespace cleave
