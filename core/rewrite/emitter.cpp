// See emitter.h.
#include "core/rewrite/emitter.h"

#include "core/base/text.h"
#include "core/ops/op_table.h"
#include "core/source/diagnostic_codes.h"

namespace cleave {

void Emitter::begin(RecordId record) {
  current_ = record;
  temporaries_ = 0;
}

std::optional<StateId> Emitter::operand(size_t slot) const {
  if (!record().has_operand(slot)) return std::nullopt;
  return from_source_.origin(*record().operands[slot]);
}

bool Emitter::operands_known() const {
  for (const std::optional<StateId>& operand : record().operands) {
    if (!operand) continue;
    const bool is_vector = source_.states[*operand].kind == StateKind::kVector;
    if (is_vector ? !vectors_.contains(operand->index) : !from_source_.origin(*operand)) return false;
    if (!is_vector && !is_typed(*from_source_.origin(*operand))) return false;
  }
  return true;
}

std::optional<size_t> Emitter::untyped_operand() const {
  for (size_t slot = 0; slot < record().operands.size(); ++slot) {
    const std::optional<StateId> state = operand(slot);
    if (state && !is_typed(*state)) return slot;
  }
  return std::nullopt;
}

std::vector<StateId> Emitter::vector_operand(size_t slot) const {
  const auto found = vectors_.find(record().operand(slot).index);
  CHECK(found != vectors_.end(), "a vector operand is asked for after operands_known()");
  return found->second;
}

std::string Emitter::operand_name(size_t slot) const {
  return record().has_operand(slot) ? display_name(source_, map_, *record().operands[slot]) : std::string("None");
}

std::string Emitter::result_name() const {
  return record().results.empty() ? std::string(row().name) : display_name(source_, map_, record().results[0]);
}

Diagnostic& Emitter::report(DiagnosticCode code, std::vector<std::string> arguments, std::optional<size_t> slot) {
  const std::optional<SourceSpan> span = slot ? map_.operand_span(current_, *slot) : map_.record_span(current_);
  return diagnostics_.report(code, span, std::move(arguments));
}

bool Emitter::is_reduction_result(StateId state) const {
  const OpFamily kind = family(definition().producer(state).op);
  return kind == OpFamily::kReduction || kind == OpFamily::kWelford;
}

std::optional<int64_t> Emitter::known_int(StateId scalar_state) {
  const std::optional<ScalarValue>& value = scalar(scalar_state).value;
  if (value) return to_int(*value);
  report(code("unknown_extent"), {labels_.contains(scalar_state) ? labels_[scalar_state] : std::string("a scalar")});
  return std::nullopt;
}

std::optional<std::vector<int64_t>> Emitter::known_ints(std::span<const StateId> scalars) {
  std::vector<int64_t> out;
  bool known = true;
  for (StateId scalar_state : scalars) {
    const std::optional<int64_t> value = known_int(scalar_state);
    known = known && value.has_value();
    out.push_back(value.value_or(1));
  }
  if (!known) return std::nullopt;
  return out;
}

std::string Emitter::temporary_label(OpCode op) const {
  return concat(result_name(), ".", info(op).name, temporaries_ > 0 ? concat(".", temporaries_) : std::string());
}

RecordId Emitter::add(OpCode op, std::vector<std::optional<StateId>> operands, Attributes attributes, RecordForm form) {
  const bool named = form == RecordForm::kExplicit && !is_declaration(record());
  const RecordId id = builder_.add(op, std::move(operands), std::move(attributes), form);
  record_origin_.set(id, current_);
  for (StateId result : definition().records[id].results) {
    labels_.set(result, named ? temporary_label(op) : std::string());
    if (named) ++temporaries_;
  }
  return id;
}

StateId Emitter::emit(OpCode op, std::vector<std::optional<StateId>> operands, Attributes attributes) {
  return emit_all(op, std::move(operands), std::move(attributes))[0];
}

std::vector<StateId> Emitter::emit_all(OpCode op, std::vector<std::optional<StateId>> operands, Attributes attributes) {
  const RecordId id = add(op, std::move(operands), std::move(attributes), RecordForm::kExplicit);
  inference_.infer(definition(), id);
  return definition().records[id].results;
}

StateId Emitter::constant(ScalarValue value) {
  const RecordId id = add(op("define_scalar"), {}, ScalarAttributes{.value = value, .dtype = literal_dtype(value)},
                          RecordForm::kInline);
  inference_.infer(definition(), id);
  return definition().records[id].result();
}

StateId Emitter::vector(std::span<const StateId> scalars) {
  std::vector<std::optional<StateId>> items(scalars.begin(), scalars.end());
  const RecordId id = add(op("define_vector"), std::move(items), IntegerAttributes{}, RecordForm::kInline);
  inference_.infer(definition(), id);
  return definition().records[id].result();
}

StateId Emitter::literal_vector(std::span<const int64_t> values) {
  std::vector<StateId> items;
  for (int64_t value : values) items.push_back(constant(value));
  return vector(items);
}

StateId Emitter::extent_scalar(StateId state, size_t dim) {
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

StateId Emitter::cast(StateId value, DType to) {
  if (dtype(value) == to) return value;
  return emit(op("cast"), {value}, DTypeAttributes{.dtype = to});
}

StateId Emitter::broadcast(StateId state, std::vector<bool> is_new) {
  return emit(op("broadcast"), {state}, BroadcastAttributes{.is_broadcast_dim = std::move(is_new)});
}

StateId Emitter::aligned(StateId state, size_t rank) {
  const size_t own = tensor(state).rank();
  if (own >= rank) return state;
  std::vector<bool> is_new(rank, false);
  for (size_t i = 0; i < rank - own; ++i) is_new[i] = true;
  return broadcast(state, std::move(is_new));
}

StateId Emitter::full(ScalarValue value, DType as, StateId like, const std::vector<bool>& without) {
  std::vector<StateId> extents;
  for (size_t i = 0; i < tensor(like).rank(); ++i) {
    if (!without[i]) extents.push_back(extent_scalar(like, i));
  }
  const StateId fill = constant(to_category(value, as));
  return emit(op("full"), {vector(extents), fill}, DTypeAttributes{.dtype = as});
}

StateId Emitter::element_count(StateId state, const std::vector<size_t>& dims) {
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

StateId Emitter::declare_tensor(const TensorAttributes& declared, const std::vector<int64_t>& sizes) {
  const RecordId id = add(op("define_tensor"), {}, declared, RecordForm::kExplicit);
  inference_.declare_tensor(definition(), definition().records[id].result(), sizes);
  return definition().records[id].result();
}

StateId Emitter::declare_scalar(const ScalarAttributes& declared, std::optional<ScalarValue> value, RecordForm form) {
  const RecordId id = add(op("define_scalar"), {}, declared, form);
  inference_.declare_scalar(definition(), definition().records[id].result(), value);
  return definition().records[id].result();
}

void Emitter::output(StateId value, std::optional<StateId> alias, std::vector<int64_t> stride_order) {
  if (!stride_order.empty()) inference_.set_allocation(value, stride_order);
  builder_.output(value, alias, std::move(stride_order));
  record_origin_.set(RecordId(definition().records.size() - 1), current_);
}

void Emitter::bind(StateId from, StateId to) {
  from_source_.set(from, to);
  if (to_source_.origin(to)) return;
  to_source_.set(to, from);
  labels_.set(to, display_name(source_, map_, from));
}

Primitive Emitter::finish() && {
  while (labels_.size() < definition().states.size()) labels_.set(StateId(labels_.size()), {});
  return {.definition = std::move(builder_).finish(),
          .types = std::move(inference_).finish(),
          .to_source = std::move(to_source_),
          .from_source = std::move(from_source_),
          .record_origin = std::move(record_origin_),
          .labels = std::move(labels_)};
}

}  // namespace cleave
