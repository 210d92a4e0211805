// A primitive definition made by hand, with types and an identity map to itself as its source: what rewrite gives for a
// definition that is primitive already.
#pragma once

#include <initializer_list>
#include <string>
#include <utility>
#include <vector>

#include "core/infer/infer.h"
#include "core/ir/builder.h"
#include "core/ops/op_table.h"
#include "core/rewrite/primitive.h"
#include "core/segment/segmentation.h"

namespace cleave {

class PrimitiveFixture {
 public:
  /// A contiguous tensor input; `shape` as declared, `sizes` as bound.
  StateId tensor(std::vector<int64_t> shape, std::vector<int64_t> sizes, DType dtype = DType::kFloat) {
    TensorAttributes declared{.shape = shape, .contiguity = {}, .dtype = dtype, .is_cpu = false, .stride_order = {}};
    for (int64_t extent : shape) declared.contiguity.push_back(extent == 1 ? Contiguity{} : Contiguity{true});
    return tensor(std::move(declared), std::move(sizes));
  }
  StateId tensor(TensorAttributes declared, std::vector<int64_t> sizes) {
    const StateId made = builder.value(op("define_tensor"), {}, std::move(declared));
    types_.declare_tensor(builder.definition(), made, sizes);
    next_ = builder.definition().records.size();
    return made;
  }
  StateId scalar_input(DType dtype, ScalarValue value) {
    const StateId made = builder.scalar_input(dtype);
    types_.declare_scalar(builder.definition(), made, value);
    next_ = builder.definition().records.size();
    return made;
  }
  StateId constant(ScalarValue value, DType dtype) {
    const StateId made = builder.constant(value, dtype);
    infer_new();
    return made;
  }
  /// One result; `operands` as slots.
  StateId value(OpCode op, std::vector<std::optional<StateId>> operands, Attributes attributes = NoAttributes{}) {
    infer_new();
    const StateId made = builder.value(op, std::move(operands), std::move(attributes));
    infer_new();
    return made;
  }
  void output(StateId value, std::optional<StateId> alias = std::nullopt, std::vector<int64_t> stride_order = {}) {
    if (!stride_order.empty()) types_.set_allocation(value, stride_order);
    builder.output(value, alias, std::move(stride_order));
    infer_new();
  }
  /// Infers the types of records added since.
  void infer_new() {
    for (; next_ < builder.definition().records.size(); ++next_) types_.infer(builder.definition(), RecordId(next_));
  }

  /// Every state is its own source.
  Primitive finish() {
    infer_new();
    Primitive out;
    out.definition = builder.definition();
    out.types = types_.types();
    for (StateId state : out.definition.states.ids()) {
      out.to_source.set(state, state);
      out.from_source.set(state, state);
      out.labels.set(state, letter(out.definition.states[state].kind) + std::to_string(state.index));
    }
    for (RecordId record : out.definition.records.ids()) out.record_origin.set(record, record);
    return out;
  }

  Builder builder;

 private:
  TypeInference types_;
  size_t next_ = 0;
};

/// The segment that computes `made`: records in program order, inputs and outputs as given.
inline Segment segment_of(const Primitive& primitive, const std::vector<StateId>& made, std::vector<StateId> inputs,
                          std::vector<StateId> outputs) {
  Segment out;
  for (StateId state : made) out.records.push_back(primitive.definition.states[state].producer);
  out.inputs = std::move(inputs);
  out.outputs = std::move(outputs);
  return out;
}

}  // namespace cleave
