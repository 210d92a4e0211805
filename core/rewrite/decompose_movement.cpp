// Broadcasts, reshapes, permutations, slices, pads and concatenations, with the sizes known: indices are normalised to
// the extents, what changes nothing is a copy or the value itself.
#include <algorithm>
#include <limits>

#include "core/base/checked_arithmetic.h"
#include "core/base/dims.h"
#include "core/base/text.h"
#include "core/ops/op_table.h"
#include "core/rewrite/decompose.h"
#include "core/source/diagnostic_codes.h"

namespace cleave {
namespace {

std::string dimensions(size_t rank) { return counted(rank, "dimension", "dimensions"); }

}  // namespace

bool extents_allowed(Emitter& emitter, const std::vector<int64_t>& extents) {
  for (size_t i = 0; i < extents.size(); ++i) {
    if (extents[i] >= 0) continue;
    emitter.report(code("negative_made_extent"), {concat(i), emitter.result_name(), concat(extents[i])});
    return false;
  }
  if (are_allowed(extents)) return true;
  emitter.report(code("too_many_elements"),
                 {emitter.result_name(), join(extents, " x ", [](int64_t e) { return concat(e); })});
  return false;
}

std::optional<StateId> emit_expand(Emitter& emitter, StateId tensor, const std::vector<StateId>& extents) {
  const auto values = emitter.known_ints(extents);
  if (!values) return std::nullopt;
  const std::vector<Axis> axes = emitter.tensor(tensor).axes;
  std::vector<int64_t> result = *values;
  bool changes = false;
  for (size_t i = 0; i < axes.size(); ++i) {
    const int64_t wanted = (*values)[i];
    if (wanted == -1) result[i] = axes[i].extent;
    if (wanted == -1 || wanted == axes[i].extent) continue;
    if (!axes[i].is_broadcast() || axes[i].extent != 1) {
      emitter.report(code("expand_mismatch"),
                     {concat(i), emitter.operand_name(0), concat(axes[i].extent), concat(wanted)});
      return std::nullopt;
    }
    changes = true;
  }
  if (!extents_allowed(emitter, result)) return std::nullopt;
  if (!changes) return tensor;
  return emitter.emit(op("expand"), {tensor, emitter.vector(extents)});
}

// broadcast and broadcast_in_dim.
Results decompose_broadcast(Emitter& emitter) {
  StateId value = *emitter.operand(0);
  const size_t rank = emitter.tensor(value).rank();
  if (emitter.record().op == op("broadcast")) {
    const std::vector<bool>& flags = attributes<BroadcastAttributes>(emitter.record()).is_broadcast_dim;
    const auto kept = static_cast<size_t>(std::count(flags.begin(), flags.end(), false));
    if (kept != rank) {
      emitter.report(code("broadcast_flags"), {concat(kept), emitter.operand_name(0), concat(rank)});
      return {};
    }
    return {kept == flags.size() ? value : emitter.broadcast(value, flags)};
  }
  const std::vector<StateId> extents = emitter.vector_operand(1);
  const std::vector<int64_t>& dims = attributes<BroadcastInDimAttributes>(emitter.record()).broadcast_dims;
  const auto refuse = [&](std::string why) {
    emitter.report(code("broadcast_dims"), {std::move(why)});
    return Results{};
  };
  if (dims.size() != rank)
    return refuse(concat(counted(dims.size(), "entry", "entries"), " for the ", dimensions(rank), " of `",
                         emitter.operand_name(0), "`"));
  if (extents.size() < rank)
    return refuse(concat("the shape has ", dimensions(extents.size()), ", `", emitter.operand_name(0), "` has ", rank));
  std::vector<bool> is_new(extents.size(), true);
  std::vector<std::pair<size_t, int64_t>> places;
  for (size_t i = 0; i < dims.size(); ++i) {
    const std::optional<size_t> place = normalized_dim(dims[i], extents.size());
    if (!place) return refuse(concat("entry ", dims[i], " is outside of the shape's ", dimensions(extents.size())));
    if (!is_new[*place]) return refuse(concat("dimension ", dims[i], " is named twice"));
    is_new[*place] = false;
    places.emplace_back(*place, static_cast<int64_t>(i));
  }
  if (!std::is_sorted(places.begin(), places.end())) {
    std::sort(places.begin(), places.end());
    DimsAttributes order;
    for (const auto& [place, dim] : places) order.dims.push_back(dim);
    value = emitter.emit(op("permute"), {value}, order);
  }
  if (rank < extents.size()) value = emitter.broadcast(value, is_new);
  const std::optional<StateId> expanded = emit_expand(emitter, value, extents);
  if (!expanded) return {};
  return {*expanded};
}

Results decompose_expand(Emitter& emitter) {
  StateId value = *emitter.operand(0);
  const std::vector<StateId> extents = emitter.vector_operand(1);
  const size_t rank = emitter.tensor(value).rank();
  if (extents.size() < rank) {
    emitter.report(code("expand_rank"), {emitter.operand_name(0), concat(rank), concat(extents.size())});
    return {};
  }
  value = emitter.aligned(value, extents.size());
  const std::optional<StateId> expanded = emit_expand(emitter, value, extents);
  if (!expanded) return {};
  return {*expanded == *emitter.operand(0) ? emitter.emit(op("set"), {value}) : *expanded};
}

Results decompose_squeeze(Emitter& emitter) {
  const StateId value = *emitter.operand(0);
  SqueezeAttributes options = attributes<SqueezeAttributes>(emitter.record());
  const size_t rank = emitter.tensor(value).rank();
  std::vector<int64_t> dims;
  bool fine = true;
  for (int64_t dim : options.dims) {
    const std::optional<size_t> place = checked_dim(emitter, dim, value, 0);
    if (!place) return {};
    const Axis& axis = emitter.tensor(value).axes[*place];
    const auto refuse = [&](std::string why) {
      emitter.report(code("squeeze_extent"), {concat(dim), emitter.operand_name(0), std::move(why)});
      fine = false;
    };
    if (!axis.is_broadcast()) {
      refuse(axis.extent == 1 ? std::string("it is symbolic and only happens to be 1")
                              : concat("its extent is ", axis.extent));
    } else if (axis.is_expanded() && !options.squeeze_expanded) {
      refuse(concat("it is expanded to ", axis.extent));
    }
    dims.push_back(static_cast<int64_t>(*place));
  }
  if (!fine) return {};
  std::sort(dims.begin(), dims.end());
  dims.erase(std::unique(dims.begin(), dims.end()), dims.end());
  if (dims.empty() || rank == 0) return {emitter.emit(op("set"), {value})};
  options.dims = std::move(dims);
  return {emitter.emit(op("squeeze"), {value}, options)};
}

Results decompose_reshape(Emitter& emitter) {
  const StateId value = *emitter.operand(0);
  const std::vector<StateId> extents = emitter.vector_operand(1);
  const auto wanted = emitter.known_ints(extents);
  if (!wanted) return {};
  std::vector<int64_t> shape = *wanted;
  const int64_t elements = emitter.tensor(value).element_count();
  const auto open = std::find(shape.begin(), shape.end(), -1);
  const bool invalid = std::count(shape.begin(), shape.end(), -1) > 1 ||
                       std::any_of(shape.begin(), shape.end(), [](int64_t e) { return e < -1; });
  if (open != shape.end()) *open = 1;
  const std::optional<int64_t> known = invalid ? std::nullopt : checked_product(shape);
  if (!known || (open != shape.end() && (*known == 0 ? elements != 0 : elements % *known != 0))) {
    emitter.report(code("reshape_unknown"), {list_text(*wanted), concat(elements)});
    return {};
  }
  if (open != shape.end()) *open = *known == 0 ? 0 : elements / *known;
  const int64_t total = checked_product(shape).value_or(-1);
  if (total != elements) {
    emitter.report(code("reshape_count"),
                   {emitter.operand_name(0), concat(elements), list_text(*wanted), concat(total)});
    return {};
  }
  if (elements == 0) {
    const DType dtype = emitter.dtype(value);
    return {emitter.emit(op("full"), {emitter.literal_vector(shape), emitter.constant(to_category(int64_t{0}, dtype))},
                         DTypeAttributes{.dtype = dtype})};
  }
  return {emitter.reshape(value, extents, shape)};
}

Results decompose_permute(Emitter& emitter) {
  const StateId value = *emitter.operand(0);
  const size_t rank = emitter.tensor(value).rank();
  const std::vector<int64_t>& dims = attributes<DimsAttributes>(emitter.record()).dims;
  if (dims.empty()) return {emitter.emit(op("set"), {value})};
  auto order = normalized_permutation(dims, rank);
  if (!order) {
    emitter.report(code("permute_dims"), {list_text(dims), concat(rank), emitter.operand_name(0)});
    return {};
  }
  return {emitter.emit(op("permute"), {value}, DimsAttributes{.dims = std::move(*order)})};
}

namespace {

struct SliceRange {
  int64_t start;
  int64_t end;
};

// Start and end of one axis within its extent, as the language normalises them; nothing (reported) where they are no
// range.
std::optional<SliceRange> normalized_range(Emitter& emitter, size_t dim, int64_t extent, int64_t start, int64_t end,
                                           bool literal) {
  if (literal && (start < 0 || end < start)) {
    // Literals are refused rather than wrapped.
    emitter.report(code("slice_range"), {concat(dim), concat(start), concat(end)});
    return std::nullopt;
  }
  const auto wrapped = [&](int64_t place) { return place < 0 ? place + extent : place; };
  const int64_t from = std::min(std::max<int64_t>(0, wrapped(start)), extent);
  return SliceRange{from, std::max(from, std::min(extent, wrapped(end)))};
}

bool is_literal(const Emitter& emitter, StateId scalar) {
  return constant_value(emitter.definition(), scalar).has_value();
}

}  // namespace

Results decompose_slice(Emitter& emitter) {
  const StateId value = *emitter.operand(0);
  const size_t rank = emitter.tensor(value).rank();
  std::vector<std::vector<StateId>> given;
  for (size_t slot = 1; slot <= 3; ++slot) {
    if (!emitter.record().has_operand(slot)) continue;
    given.push_back(emitter.vector_operand(slot));
    if (given.back().size() == rank) continue;
    emitter.report(code("slice_count"),
                   {std::string(emitter.row().operands()[slot].name), concat(given.back().size()),
                    emitter.operand_name(0), concat(rank)},
                   slot);
    return {};
  }
  std::vector<std::vector<int64_t>> numbers;
  for (const std::vector<StateId>& scalars : given) {
    const auto known = emitter.known_ints(scalars);
    if (!known) return {};
    numbers.push_back(*known);
  }
  std::vector<StateId> starts;
  std::vector<StateId> ends;
  bool touched = false;
  for (size_t i = 0; i < rank; ++i) {
    const int64_t extent = emitter.tensor(value).axes[i].extent;
    if (numbers.size() > 2 && numbers[2][i] != 1) {
      emitter.report(code("slice_stride"), {concat(i), concat(numbers[2][i])}, 3);
      return {};
    }
    const bool literal = is_literal(emitter, given[0][i]) && is_literal(emitter, given[1][i]);
    const auto range = normalized_range(emitter, i, extent, numbers[0][i], numbers[1][i], literal);
    if (!range) return {};
    starts.push_back(range->start == numbers[0][i] ? given[0][i] : emitter.constant(range->start));
    ends.push_back(range->end == numbers[1][i] ? given[1][i] : emitter.constant(range->end));
    touched = touched || range->start != 0 || range->end != extent;
  }
  if (!touched) return {emitter.emit(op("set"), {value})};
  const std::vector<int64_t> ones(rank, 1);
  return {emitter.emit(op("slice"), {value, emitter.vector(starts), emitter.vector(ends), emitter.literal_vector(ones)},
                       SliceAttributes{.manual_normalization = true})};
}

Results decompose_pad(Emitter& emitter) {
  const StateId value = *emitter.operand(0);
  const size_t rank = emitter.tensor(value).rank();
  const DType dtype = emitter.dtype(value);
  std::vector<StateId> widths = emitter.vector_operand(1);
  if (widths.size() % 2 != 0 || widths.size() > 2 * rank) {
    emitter.report(code("pad_widths"), {concat(widths.size()), concat(rank), emitter.operand_name(0)}, 1);
    return {};
  }
  const auto numbers = emitter.known_ints(widths);
  if (!numbers) return {};
  std::vector<int64_t> padded = emitter.tensor(value).extents();
  for (size_t i = 0; i < numbers->size() / 2; ++i) {
    const size_t dim = rank - 1 - i;
    const std::optional<int64_t> both = checked_sum((*numbers)[2 * i], (*numbers)[2 * i + 1]);
    const std::optional<int64_t> extent = both ? checked_sum(padded[dim], *both) : std::nullopt;
    if (extent && *extent < 0) {
      emitter.report(code("pad_extent"), {concat(dim), concat(*extent)}, 1);
      return {};
    }
    padded[dim] = extent.value_or(std::numeric_limits<int64_t>::max());
  }
  if (!extents_allowed(emitter, padded)) return {};
  std::optional<StateId> fill = emitter.operand(2);
  if (fill && info(emitter.dtype(*fill)).category != info(dtype).category) {
    emitter.report(code("pad_value"), {std::string(name(emitter.dtype(*fill))), std::string(name(dtype))}, 2);
    return {};
  }
  if (std::all_of(numbers->begin(), numbers->end(), [](int64_t width) { return width == 0; }))
    return {emitter.emit(op("set"), {value})};
  if (!fill) fill = emitter.constant(to_category(int64_t{0}, dtype));
  while (widths.size() < 2 * rank) widths.push_back(emitter.constant(int64_t{0}));
  return {emitter.emit(op("pad"), {value, emitter.vector(widths), fill})};
}

Results decompose_cat(Emitter& emitter) {
  const Record& record = emitter.record();
  if (record.operands.empty()) {
    emitter.report(code("cat_empty"), {});
    return {};
  }
  CatAttributes options = attributes<CatAttributes>(record);
  const StateId first = *emitter.operand(0);
  const std::optional<size_t> dim = checked_dim(emitter, options.dim, first, 0);
  if (!dim) return {};
  options.dim = static_cast<int64_t>(*dim);
  std::vector<std::optional<StateId>> operands;
  bool fine = true;
  for (size_t slot = 0; slot < record.operands.size(); ++slot) {
    const StateId other = *emitter.operand(slot);
    operands.push_back(other);
    const auto refuse = [&](std::string why) {
      emitter.report(code("cat_operands"), {emitter.operand_name(slot), emitter.operand_name(0), std::move(why)}, slot);
      fine = false;
    };
    const TensorType& type = emitter.tensor(other);
    const TensorType& first_type = emitter.tensor(first);
    if (type.dtype != first_type.dtype) refuse(concat(name(type.dtype), " and ", name(first_type.dtype)));
    if (type.rank() != first_type.rank()) {
      refuse(concat(dimensions(type.rank()), " and ", first_type.rank()));
      continue;
    }
    for (size_t i = 0; i < type.rank(); ++i) {
      const bool joined = i == *dim && !options.manual_padding;
      if (!joined && type.axes[i].extent != first_type.axes[i].extent) {
        refuse(concat("extents ", type.axes[i].extent, " and ", first_type.axes[i].extent, " in axis ", i));
      }
    }
  }
  if (!fine) return {};
  if (operands.size() == 1) return {emitter.emit(op("set"), {first})};
  std::vector<int64_t> joined = emitter.tensor(first).extents();
  for (size_t slot = 1; slot < operands.size() && !options.manual_padding; ++slot) {
    const std::optional<int64_t> sum = checked_sum(joined[*dim], emitter.tensor(*operands[slot]).axes[*dim].extent);
    joined[*dim] = sum.value_or(std::numeric_limits<int64_t>::max());
  }
  if (!extents_allowed(emitter, joined)) return {};
  return {emitter.emit(op("cat"), std::move(operands), options)};
}

Results decompose_size(Emitter& emitter) {
  const StateId value = *emitter.operand(0);
  const std::optional<size_t> dim = checked_dim(emitter, attributes<DimAttributes>(emitter.record()).dim, value, 0);
  if (!dim) return {};
  return {emitter.extent_scalar(value, *dim)};
}

}  // namespace cleave
