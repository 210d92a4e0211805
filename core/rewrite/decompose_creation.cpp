// Constants, sequences and random values; ops whose places are data; products; and the ops that are known but not
// built.
#include <cmath>

#include "core/base/text.h"
#include "core/infer/record_inference.h"
#include "core/ops/op_table.h"
#include "core/rewrite/decompose.h"
#include "core/source/diagnostic_codes.h"

namespace cleave {
namespace {

std::string dimensions(size_t rank) { return counted(rank, "dimension", "dimensions"); }

bool is_index_dtype(DType dtype) { return dtype == DType::kInt || dtype == DType::kInt32 || dtype == DType::kIndex; }

Results iota(Emitter& emitter) {
  const DType dtype = attributes<IntegerAttributes>(emitter.record()).dtype;
  const auto refuse = [&](std::string why) {
    emitter.report(code("iota_arguments"), {std::move(why)});
    return Results{};
  };
  const StateId length = *emitter.operand(0);
  if (!is_integer(emitter.dtype(length))) return refuse(concat("length is ", name(emitter.dtype(length))));
  const std::optional<int64_t> count = emitter.known_int(length);
  if (!count || !extents_allowed(emitter, {*count})) return {};
  const auto bound = [&](size_t slot, int64_t absent) {
    const std::optional<StateId> given = emitter.operand(slot);
    return given ? *given : emitter.constant(to_category(absent, dtype));
  };
  const StateId start = bound(1, 0);
  const StateId step = bound(2, 1);
  for (const auto& [state, what] : {std::pair{start, "start"}, std::pair{step, "step"}}) {
    if (info(emitter.dtype(state)).category != info(dtype).category) {
      return refuse(concat(what, " is ", name(emitter.dtype(state)), ", the result ", name(dtype)));
    }
    const std::optional<ScalarValue>& value = emitter.scalar(state).value;
    if (value && !std::isfinite(to_double(*value))) return refuse(concat(what, " is not a finite number"));
  }
  const std::optional<ScalarValue>& step_value = emitter.scalar(step).value;
  if (step_value && to_double(*step_value) == 0) return refuse("step is 0");
  return {emitter.emit(op("iota"), {length, start, step}, IntegerAttributes{.dtype = dtype})};
}

}  // namespace

Results decompose_factory(Emitter& emitter) {
  if (emitter.record().op == op("iota")) return iota(emitter);
  const std::vector<StateId> extents = emitter.vector_operand(0);
  const auto values = emitter.known_ints(extents);
  if (!values || !extents_allowed(emitter, *values)) return {};
  const DType dtype = attributes<DTypeAttributes>(emitter.record()).dtype;
  StateId fill = *emitter.operand(1);
  if (!(info(emitter.dtype(fill)).category == info(dtype).category)) fill = emitter.cast(fill, dtype);
  return {emitter.emit(op("full"), {emitter.vector(extents), fill}, DTypeAttributes{.dtype = dtype})};
}

// uniform, normal, and their like-forms.
Results decompose_random(Emitter& emitter, int64_t ordinal) {
  const Record& record = emitter.record();
  const bool like = record.op == op("rand_like") || record.op == op("randn_like");
  const bool is_uniform = record.op == op("uniform") || record.op == op("rand_like");
  const auto refuse = [&](std::string why) {
    emitter.report(code("random_arguments"), {std::string(emitter.row().name), std::move(why)});
    return Results{};
  };
  const size_t seed_slot = like ? 1 : 3;
  const std::optional<StateId> seed = emitter.operand(seed_slot);
  const std::optional<StateId> offset = emitter.operand(seed_slot + 1);
  if (seed.has_value() != offset.has_value()) return refuse("rng_seed and rng_offset come together");
  const DType dtype = like ? emitter.dtype(*emitter.operand(0)) : attributes<RandomAttributes>(record).dtype;
  if (!is_floating(dtype)) return refuse(concat("the dtype is ", name(dtype)));
  std::vector<StateId> extents;
  if (like) {
    for (size_t i = 0; i < emitter.tensor(*emitter.operand(0)).rank(); ++i)
      extents.push_back(emitter.extent_scalar(*emitter.operand(0), i));
  } else {
    extents = emitter.vector_operand(2);
  }
  const auto values = emitter.known_ints(extents);
  if (!values || !extents_allowed(emitter, *values)) return {};
  const StateId first = like ? emitter.constant(0.0) : *emitter.operand(0);
  const StateId second = like ? emitter.constant(1.0) : *emitter.operand(1);
  RandomAttributes options{.dtype = dtype, .ordinal = std::nullopt};
  if (!seed) options.ordinal = ordinal;
  return {emitter.emit(is_uniform ? op("uniform") : op("normal"),
                       {first, second, emitter.vector(extents), seed, offset}, options)};
}

Results decompose_index(Emitter& emitter) {
  const Record& record = emitter.record();
  const StateId value = *emitter.operand(0);
  StateId index = *emitter.operand(1);
  const auto refuse = [&](std::string why) {
    emitter.report(code("index_operand"), {std::string(emitter.row().name), std::move(why)}, 1);
    return Results{};
  };
  const size_t rank = emitter.tensor(value).rank();
  if (rank == 0) {
    emitter.report(code("rank_too_small"), {std::string(emitter.row().name), "1", emitter.operand_name(0), "0"}, 0);
    return {};
  }
  const std::optional<size_t> dim = checked_dim(emitter, attributes<DimAttributes>(record).dim, value, 0);
  if (!dim) return {};
  if (!is_index_dtype(emitter.dtype(index))) return refuse(concat("the index is ", name(emitter.dtype(index))));
  const DimAttributes options{.dim = static_cast<int64_t>(*dim)};
  if (record.op == op("select")) return {emitter.emit(record.op, {value, index}, options)};
  const size_t index_rank = emitter.tensor(index).rank();
  if (record.op == op("index_select")) {
    if (index_rank > 1) return refuse(concat("the index has ", dimensions(index_rank)));
    if (index_rank == 0) index = emitter.broadcast(index, {true});
    std::vector<int64_t> extents = emitter.tensor(value).extents();
    extents[*dim] = emitter.tensor(index).axes[0].extent;
    if (!extents_allowed(emitter, extents)) return {};
    return {emitter.emit(record.op, {value, index}, options)};
  }
  if (index_rank != rank)
    return refuse(concat("the index has ", dimensions(index_rank), ", `", emitter.operand_name(0), "` has ", rank));
  const bool gathers = record.op == op("gather");
  for (size_t i = 0; i < rank; ++i) {
    if (i == *dim) continue;
    const Axis& own = emitter.tensor(value).axes[i];
    const Axis& other = emitter.tensor(index).axes[i];
    const bool fits = gathers ? other.extent <= own.extent
                              : other.extent == own.extent || (own.is_broadcast() && own.extent == 1) ||
                                    (other.is_broadcast() && other.extent == 1);
    if (!fits)
      return refuse(concat("the index has extent ", other.extent, " in axis ", i, ", `", emitter.operand_name(0),
                           "` has ", own.extent));
  }
  std::vector<int64_t> extents = emitter.tensor(index).extents();
  for (size_t i = 0; i < rank && !gathers; ++i) {
    if (i != *dim) extents[i] = std::max(extents[i], emitter.tensor(value).axes[i].extent);
  }
  if (!extents_allowed(emitter, extents)) return {};
  return {emitter.emit(record.op, {value, index}, options)};
}

Results decompose_scatter(Emitter& emitter) {
  const StateId value = *emitter.operand(0);
  const StateId index = *emitter.operand(1);
  StateId source = *emitter.operand(2);
  const auto refuse = [&](std::string why, size_t slot) {
    emitter.report(code("index_operand"), {std::string(emitter.row().name), std::move(why)}, slot);
    return Results{};
  };
  const size_t rank = emitter.tensor(value).rank();
  if (rank == 0) {
    emitter.report(code("rank_too_small"), {std::string(emitter.row().name), "1", emitter.operand_name(0), "0"}, 0);
    return {};
  }
  const std::optional<size_t> dim = checked_dim(emitter, attributes<DimAttributes>(emitter.record()).dim, value, 0);
  if (!dim) return {};
  if (!is_index_dtype(emitter.dtype(index))) return refuse(concat("the index is ", name(emitter.dtype(index))), 1);
  const TensorType& places = emitter.tensor(index);
  if (places.rank() != rank)
    return refuse(concat("the index has ", dimensions(places.rank()), ", `", emitter.operand_name(0), "` has ", rank),
                  1);
  for (size_t i = 0; i < rank; ++i) {
    if (i != *dim && places.axes[i].extent > emitter.tensor(value).axes[i].extent) {
      return refuse(concat("the index has extent ", places.axes[i].extent, " in axis ", i, ", `",
                           emitter.operand_name(0), "` has ", emitter.tensor(value).axes[i].extent),
                    1);
    }
  }
  if (emitter.is_tensor(source)) {
    const TensorType& values = emitter.tensor(source);
    if (values.dtype != emitter.dtype(value))
      return refuse(
          concat("src is ", name(values.dtype), ", `", emitter.operand_name(0), "` is ", name(emitter.dtype(value))),
          2);
    if (values.rank() != rank)
      return refuse(concat("src has ", dimensions(values.rank()), ", the index has ", rank), 2);
    for (size_t i = 0; i < rank; ++i) {
      if (values.axes[i].extent < places.axes[i].extent) {
        return refuse(
            concat("src has extent ", values.axes[i].extent, " in axis ", i, ", the index has ", places.axes[i].extent),
            2);
      }
    }
  } else if (info(emitter.dtype(source)).category != info(emitter.dtype(value)).category) {
    source = emitter.cast(source, emitter.dtype(value));
  }
  return {emitter.emit(emitter.record().op, {value, index, source}, DimAttributes{.dim = static_cast<int64_t>(*dim)})};
}

namespace {

// Why operands of these types have no product, or nothing.
std::optional<std::string> product_refusal(const TensorType& a, const TensorType& b, bool linear) {
  if (a.dtype != b.dtype) return concat(name(a.dtype), " and ", name(b.dtype), " differ");
  if (a.rank() < 1 || b.rank() < (linear ? size_t{2} : size_t{1})) return std::string("too few dimensions");
  const int64_t inner_a = a.axes[a.rank() - 1].extent;
  const int64_t inner_b = linear || b.rank() == 1 ? b.axes[b.rank() - 1].extent : b.axes[b.rank() - 2].extent;
  if (inner_a != inner_b) return concat("the inner extents are ", inner_a, " and ", inner_b);
  if (linear) return std::nullopt;
  for (size_t i = 3; i <= std::min(a.rank(), b.rank()); ++i) {
    const Axis& left = a.axes[a.rank() - i];
    const Axis& right = b.axes[b.rank() - i];
    if (left.extent != right.extent && !left.is_broadcast() && !right.is_broadcast()) {
      return concat("batch extents ", left.extent, " and ", right.extent, " differ");
    }
  }
  return std::nullopt;
}

// A bias has the shape of the weight's rows, or of its last axis of rows alone.
bool bias_fits(const TensorType& bias, const TensorType& weight) {
  const size_t row_axes = weight.rank() - 1;
  if (bias.rank() != 1 && bias.rank() != row_axes) return false;
  for (size_t i = 0; i < bias.rank(); ++i) {
    if (bias.axes[bias.rank() - 1 - i].extent != weight.axes[row_axes - 1 - i].extent) return false;
  }
  return true;
}

}  // namespace

Results decompose_matmul(Emitter& emitter) {
  const Record& record = emitter.record();
  const StateId a = *emitter.operand(0);
  const StateId b = *emitter.operand(1);
  const bool linear = record.op == op("linear");
  const auto refuse = [&](std::string why) {
    emitter.report(code("matmul_operands"), {std::string(emitter.row().name), type_text(emitter.tensor(a)),
                                             type_text(emitter.tensor(b)), std::move(why)});
    return Results{};
  };
  if (const std::optional<std::string> why = product_refusal(emitter.tensor(a), emitter.tensor(b), linear))
    return refuse(*why);
  const std::optional<StateId> bias = linear ? emitter.operand(2) : std::nullopt;
  if (bias) {
    const TensorType& type = emitter.tensor(*bias);
    if (type.dtype != emitter.dtype(a)) return refuse(concat("the bias is ", name(type.dtype)));
    if (!bias_fits(type, emitter.tensor(b)))
      return refuse(concat("the bias is ", type_text(type), ", it has one element a row of arg2"));
  }
  std::vector<int64_t> extents;
  for (const Axis& axis : linear ? linear_axes(emitter.tensor(a).axes, emitter.tensor(b).axes)
                                 : matmul_axes(emitter.tensor(a).axes, emitter.tensor(b).axes)) {
    extents.push_back(axis.extent);
  }
  if (!extents_allowed(emitter, extents)) return {};
  if (linear) return {emitter.emit(record.op, {a, b, bias})};
  return {emitter.emit(record.op, {a, b})};
}

Results decompose_opaque(Emitter& emitter) {
  const Record& record = emitter.record();
  emitter.report(code("op_not_built"), {std::string(emitter.row().name)});
  std::vector<std::optional<StateId>> operands;
  for (size_t slot = 0; slot < record.operands.size(); ++slot) operands.push_back(emitter.operand(slot));
  return emitter.emit_all(record.op, std::move(operands), record.attributes);
}

}  // namespace cleave
