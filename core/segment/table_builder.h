// How the table of op facts is made: each op's kind as flags, and its axis slots related as the op relates them. What
// an op is stands in op_facts.cpp, how axes pass through it in op_axes.cpp and, for ops that read at other places than
// their own, in op_axes_moved.cpp. Only those files include this header.
#pragma once

#include <cstdint>
#include <vector>

#include "core/segment/op_facts.h"

namespace cleave {

class TableBuilder {
 public:
  TableBuilder(const Primitive& primitive, const SegmentOptions& options, OpTable& table)
      : primitive_(primitive), options_(options), table_(table) {}

  void build();
  OpFacts facts_of(RecordId record);

 private:
  using Kind = AxisClasses::SlotKind;

  const Definition& definition() const { return primitive_.definition; }
  const TensorType& type(TensorIndex tensor) const { return primitive_.types.tensor(StateId(tensor)); }

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

/// A dim of a primitive op, negative ones counted from the end.
uint32_t normal_dim(int64_t dim, size_t rank);

}  // namespace cleave
