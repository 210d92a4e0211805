// See typed_builder.h.
#include "core/rewrite/typed_builder.h"

#include <algorithm>

#include "core/base/text.h"
#include "core/ops/op_table.h"
#include "core/rewrite/reshape_analysis.h"

namespace cleave {

void TypedBuilder::begin_from(RecordId origin, std::string label) {
  current_ = origin;
  current_label_ = std::move(label);
  temporaries_ = 0;
}

bool TypedBuilder::is_reduction_result(StateId state) const {
  const OpFamily kind = family(definition().producer(state).op);
  return kind == OpFamily::kReduction || kind == OpFamily::kWelford;
}

bool TypedBuilder::is_input(StateId state) const {
  return family(definition().producer(state).op) == OpFamily::kDefineTensor;
}

std::string TypedBuilder::temporary_label(OpCode op) const {
  return concat(current_label_, ".", info(op).name, temporaries_ > 0 ? concat(".", temporaries_) : std::string());
}

RecordId TypedBuilder::add(OpCode op, std::vector<std::optional<StateId>> operands, Attributes attributes,
                           RecordForm form) {
  const bool named = form == RecordForm::kExplicit && !current_label_.empty();
  const RecordId id = builder_.add(op, std::move(operands), std::move(attributes), form);
  record_origin_.set(id, current_);
  for (StateId result : definition().records[id].results) {
    labels_.set(result, named ? temporary_label(op) : std::string());
    if (named) ++temporaries_;
  }
  return id;
}

const std::vector<StateId>& TypedBuilder::add_typed(OpCode op, std::vector<std::optional<StateId>> operands,
                                                    Attributes attributes, RecordForm form) {
  const RecordId id = add(op, std::move(operands), std::move(attributes), form);
  inference_.infer(definition(), id);
  return definition().records[id].results;
}

StateId TypedBuilder::emit(OpCode op, std::vector<std::optional<StateId>> operands, Attributes attributes) {
  return emit_all(op, std::move(operands), std::move(attributes))[0];
}

std::vector<StateId> TypedBuilder::emit_all(OpCode op, std::vector<std::optional<StateId>> operands,
                                            Attributes attributes) {
  return add_typed(op, std::move(operands), std::move(attributes), RecordForm::kExplicit);
}

StateId TypedBuilder::constant(ScalarValue value) {
  return add_typed(op("define_scalar"), {}, ScalarAttributes{.value = value, .dtype = literal_dtype(value)},
                   RecordForm::kInline)[0];
}

StateId TypedBuilder::vector(std::span<const StateId> scalars) {
  std::vector<std::optional<StateId>> items(scalars.begin(), scalars.end());
  return add_typed(op("define_vector"), std::move(items), IntegerAttributes{}, RecordForm::kInline)[0];
}

StateId TypedBuilder::literal_vector(std::span<const int64_t> values) {
  std::vector<StateId> items;
  for (int64_t value : values) items.push_back(constant(value));
  return vector(items);
}

StateId TypedBuilder::extent_scalar(StateId state, size_t dim) {
  const Axis& axis = tensor(state).axes[dim];
  const ExtentOrigin origin = inference_.types().extents[axis.origin];
  switch (origin.kind) {
    case ExtentOrigin::Kind::kConstant:
    case ExtentOrigin::Kind::kDerived: return constant(axis.extent);
    case ExtentOrigin::Kind::kScalar: return *origin.state;
    case ExtentOrigin::Kind::kInput: break;
  }
  // Asked of the input itself, so that no tensor is computed for its size alone.
  const std::pair<uint32_t, int64_t> key{origin.state->index, origin.dim};
  const auto found = sizes_.find(key);
  if (found != sizes_.end()) return found->second;
  const StateId made = emit(op("size"), {origin.state}, DimAttributes{.dim = origin.dim});
  sizes_.emplace(key, made);
  return made;
}

StateId TypedBuilder::cast(StateId value, DType to) {
  if (dtype(value) == to) return value;
  return emit(op("cast"), {value}, DTypeAttributes{.dtype = to});
}

StateId TypedBuilder::broadcast(StateId state, std::vector<bool> is_new) {
  return emit(op("broadcast"), {state}, BroadcastAttributes{.is_broadcast_dim = std::move(is_new)});
}

StateId TypedBuilder::aligned(StateId state, size_t rank) {
  const size_t own = tensor(state).rank();
  if (own >= rank) return state;
  std::vector<bool> is_new(rank, false);
  for (size_t i = 0; i < rank - own; ++i) is_new[i] = true;
  return broadcast(state, std::move(is_new));
}

StateId TypedBuilder::full(ScalarValue value, DType as, StateId like, const std::vector<bool>& without) {
  std::vector<StateId> extents;
  for (size_t i = 0; i < tensor(like).rank(); ++i) {
    if (!without[i]) extents.push_back(extent_scalar(like, i));
  }
  const StateId fill = constant(to_category(value, as));
  return emit(op("full"), {vector(extents), fill}, DTypeAttributes{.dtype = as});
}

StateId TypedBuilder::element_count(StateId state, const std::vector<size_t>& dims) {
  double constant_part = 1.0;
  std::vector<StateId> symbolic;
  for (size_t dim : dims) {
    const Axis& axis = tensor(state).axes[dim];
    const bool is_constant = inference_.types().extents[axis.origin].kind == ExtentOrigin::Kind::kConstant;
    if (is_constant) {
      constant_part *= static_cast<double>(axis.extent);
    } else {
      symbolic.push_back(extent_scalar(state, dim));
    }
  }
  StateId count = constant(constant_part);
  for (StateId size : symbolic) count = emit(op("mul"), {count, size});
  return count;
}

StateId TypedBuilder::reshape(StateId value, std::span<const StateId> extents, const std::vector<int64_t>& shape) {
  const ReshapeSteps steps = analyse_reshape(tensor(value).axes, shape);
  if (!steps.squeezed.empty()) {
    value = emit(op("squeeze"), {value}, SqueezeAttributes{.dims = steps.squeezed, .squeeze_expanded = false});
  }
  if (steps.merges_or_splits) {
    std::vector<StateId> made;
    for (size_t i = 0; i < extents.size(); ++i) {
      if (!steps.inserted[i]) made.push_back(extents[i]);
    }
    value = emit(op("reshape"), {value, vector(made)});
  }
  const bool inserts = std::find(steps.inserted.begin(), steps.inserted.end(), true) != steps.inserted.end();
  return inserts ? broadcast(value, steps.inserted) : value;
}

StateId TypedBuilder::declare_tensor(const TensorAttributes& declared, const std::vector<int64_t>& sizes) {
  const RecordId id = add(op("define_tensor"), {}, declared, RecordForm::kExplicit);
  inference_.declare_tensor(definition(), definition().records[id].result(), sizes);
  return definition().records[id].result();
}

StateId TypedBuilder::declare_scalar(const ScalarAttributes& declared, std::optional<ScalarValue> value,
                                     RecordForm form) {
  const RecordId id = add(op("define_scalar"), {}, declared, form);
  inference_.declare_scalar(definition(), definition().records[id].result(), value);
  return definition().records[id].result();
}

void TypedBuilder::add_output(StateId value, std::optional<StateId> alias, std::vector<int64_t> stride_order) {
  if (!stride_order.empty()) inference_.set_allocation(value, stride_order);
  builder_.output(value, alias, std::move(stride_order));
  record_origin_.set(RecordId(definition().records.size() - 1), current_);
}

void TypedBuilder::output(StateId value, std::vector<int64_t> order) {
  if (!order.empty()) {
    if (is_input(value) || ordered_.count(value.index) > 0) {
      value = emit(op("stride_order"), {value}, StrideOrderAttributes{.stride_order = order});
      order.clear();
    } else {
      ordered_.insert(value.index);
    }
  }
  add_output(value, std::nullopt, std::move(order));
}

void TypedBuilder::update(StateId value, StateId input) {
  if (is_input(value) && value != input) value = emit(op("set"), {value});
  add_output(value, input, {});
}

Primitive TypedBuilder::take() && {
  while (labels_.size() < definition().states.size()) labels_.set(StateId(labels_.size()), {});
  return {.definition = std::move(builder_).finish(),
          .types = std::move(inference_).finish(),
          .to_source = {},
          .from_source = {},
          .record_origin = std::move(record_origin_),
          .labels = std::move(labels_)};
}

}  // namespace cleave
