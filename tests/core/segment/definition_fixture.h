// Primitive definitions for segmentation tests, op by op: the types are given here, so that nothing but the builder and
// the op table stands between a test and what it asks.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "core/base/text.h"
#include "core/ir/builder.h"
#include "core/ops/op_table.h"
#include "core/rewrite/primitive.h"
#include "core/segment/segment.h"

namespace cleave {

using Sizes = std::vector<int64_t>;

class DefinitionFixture {
 public:
  DefinitionFixture() { types_.extents.add(ExtentOrigin{}); }

  StateId input(const Sizes& sizes, DType dtype = DType::kFloat) {
    TensorAttributes attributes;
    attributes.shape = sizes;
    attributes.dtype = dtype;
    for (int64_t size : sizes) attributes.contiguity.push_back(size == 1 ? Contiguity() : Contiguity(true));
    return typed(builder_.value(cleave::op("define_tensor"), {}, attributes), sizes, dtype);
  }
  StateId apply(OpCode code, const std::vector<StateId>& operands, const Sizes& sizes,
                Attributes attributes = NoAttributes{}, DType dtype = DType::kFloat) {
    std::vector<std::optional<StateId>> given(operands.begin(), operands.end());
    return typed(builder_.value(code, std::move(given), std::move(attributes)), sizes, dtype);
  }
  StateId exp(StateId x, const Sizes& sizes) { return apply(cleave::op("exp"), {x}, sizes); }
  StateId neg(StateId x, const Sizes& sizes) { return apply(cleave::op("neg"), {x}, sizes); }
  StateId add(StateId x, StateId y, const Sizes& sizes) { return apply(cleave::op("add"), {x, y}, sizes); }
  StateId mul(StateId x, StateId y, const Sizes& sizes) { return apply(cleave::op("mul"), {x, y}, sizes); }
  StateId linear(StateId x, StateId y, const Sizes& sizes) { return apply(cleave::op("linear"), {x, y}, sizes); }
  StateId reshape(StateId x, const Sizes& sizes) {
    const StateId shape = builder_.literal_vector(sizes);
    return apply(cleave::op("reshape"), {x, shape}, sizes);
  }
  StateId uniform(const Sizes& sizes) {
    const StateId low = builder_.constant(0.0, DType::kDouble);
    const StateId high = builder_.constant(1.0, DType::kDouble);
    return apply(cleave::op("uniform"), {low, high, builder_.literal_vector(sizes)}, sizes);
  }
  StateId sum(StateId x, const Sizes& dims, const Sizes& sizes) { return reduce(cleave::op("sum"), x, dims, sizes); }
  StateId max(StateId x, const Sizes& dims, const Sizes& sizes) { return reduce(cleave::op("max"), x, dims, sizes); }
  StateId broadcast(StateId x, std::vector<bool> is_new, const Sizes& sizes) {
    BroadcastAttributes attributes;
    attributes.is_broadcast_dim = std::move(is_new);
    return apply(cleave::op("broadcast"), {x}, sizes, attributes);
  }
  StateId permute(StateId x, const Sizes& dims, const Sizes& sizes) {
    DimsAttributes attributes;
    attributes.dims = dims;
    return apply(cleave::op("permute"), {x}, sizes, attributes);
  }
  StateId cast(StateId x, DType dtype, const Sizes& sizes) {
    DTypeAttributes attributes;
    attributes.dtype = dtype;
    return apply(cleave::op("cast"), {x}, sizes, attributes, dtype);
  }
  /// The first `sizes` elements of each axis.
  StateId slice(StateId x, const Sizes& sizes) {
    const StateId start = builder_.literal_vector(Sizes(sizes.size(), 0));
    const StateId end = builder_.literal_vector(sizes);
    return apply(cleave::op("slice"), {x, start, end}, sizes, SliceAttributes{});
  }
  /// Zeros before and behind the elements of the one axis.
  StateId pad(StateId x, int64_t before, int64_t behind, const Sizes& sizes) {
    return apply(cleave::op("pad"), {x, builder_.literal_vector(Sizes{before, behind})}, sizes);
  }
  StateId cat(const std::vector<StateId>& parts, bool manual_padding, const Sizes& sizes) {
    CatAttributes attributes;
    attributes.manual_padding = manual_padding;
    return apply(cleave::op("cat"), parts, sizes, attributes);
  }
  void output(StateId value, std::optional<StateId> alias = std::nullopt) { builder_.output(value, alias); }

  /// An output in a memory order of its own: axes outermost first.
  void output_in_order(StateId value, std::vector<uint32_t> order) {
    Sizes stride_order(order.size());
    for (size_t i = 0; i < order.size(); ++i) stride_order[order[i]] = static_cast<int64_t>(order.size() - 1 - i);
    std::get<TensorType>(types_.states[value]).allocation_order = std::move(order);
    builder_.output(value, std::nullopt, std::move(stride_order));
  }

  Primitive finish() {
    Primitive out;
    out.definition = std::move(builder_).finish();
    for (StateId state : out.definition.states.ids()) {
      if (out.definition.is_scalar(state)) types_.states.set(state, ScalarType{});
      if (out.definition.states[state].kind == StateKind::kVector) types_.states.set(state, VectorType{});
    }
    out.types = std::move(types_);
    return out;
  }

 private:
  StateId reduce(OpCode code, StateId x, const Sizes& dims, const Sizes& sizes) {
    ReduceAttributes attributes;
    attributes.dims = dims;
    return apply(code, {x}, sizes, attributes);
  }
  StateId typed(StateId state, const Sizes& sizes, DType dtype) {
    std::vector<Axis> axes;
    for (int64_t size : sizes) {
      axes.push_back({size == 1 ? AxisKind::kBroadcast : AxisKind::kIteration, size, ExtentId(0U)});
    }
    types_.states.set(state, row_major(dtype, std::move(axes)));
    return state;
  }

  Builder builder_;
  Types types_;
};

/// `reduction: sum broadcast | pointwise: add`.
inline std::string shape_of(const Primitive& primitive, const Segmentation& segmentation) {
  std::string out;
  for (const Segment& segment : segmentation.segments) {
    if (!out.empty()) out += " | ";
    out += concat(name(segment.scheduler), ":");
    for (RecordId record : segment.records) out += concat(" ", info(primitive.definition.records[record].op).name);
  }
  return out;
}

inline std::string shape_of(const Primitive& primitive, const SegmentOptions& options = {}) {
  return shape_of(primitive, segment(primitive, options));
}

}  // namespace cleave
