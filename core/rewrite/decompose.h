// The decompositions of the op families. Each takes the source record in hand from the Emitter and gives the states
// that stand for its results; empty where the record is wrong, which has been reported then.
#pragma once

#include "core/rewrite/emitter.h"

namespace cleave {

Results decompose_pointwise(Emitter& emitter);
Results decompose_cast(Emitter& emitter);
Results decompose_copy(Emitter& emitter);
Results decompose_reduction(Emitter& emitter);
Results decompose_welford(Emitter& emitter);
enum class VarianceResults : uint8_t { kVariance, kVarianceAndMean };
Results decompose_variance(Emitter& emitter, VarianceResults wanted);
Results decompose_scan(Emitter& emitter);
Results decompose_sort(Emitter& emitter);
Results decompose_broadcast(Emitter& emitter);
Results decompose_expand(Emitter& emitter);
Results decompose_squeeze(Emitter& emitter);
Results decompose_reshape(Emitter& emitter);
Results decompose_permute(Emitter& emitter);
Results decompose_slice(Emitter& emitter);
Results decompose_pad(Emitter& emitter);
Results decompose_cat(Emitter& emitter);
Results decompose_factory(Emitter& emitter);
/// `ordinal`: which unseeded random op of the source this is.
Results decompose_random(Emitter& emitter, int64_t ordinal);
Results decompose_index(Emitter& emitter);
Results decompose_scatter(Emitter& emitter);
Results decompose_matmul(Emitter& emitter);
Results decompose_size(Emitter& emitter);
Results decompose_opaque(Emitter& emitter);
/// Composite ops other than random ones.
Results decompose_composite(Emitter& emitter);

// Shared between the files of decompositions.

/// Emits an element-wise op on primitive states: aligns ranks, casts to the common dtype, checks extents. Names are for
/// messages. Empty where the operands do not fit.
Results emit_pointwise(Emitter& emitter, OpCode op, std::vector<StateId> operands,
                       const std::vector<std::string>& names);
/// Axes named by `dims`, sorted; nothing (reported) where one is out of range or named twice.
std::optional<std::vector<size_t>> checked_dims(Emitter& emitter, const std::vector<int64_t>& dims, StateId tensor);
/// One dim of `tensor`; nothing (reported) where it is out of range.
std::optional<size_t> checked_dim(Emitter& emitter, int64_t dim, StateId tensor, size_t slot);
/// `tensor` reduced by sum, prod, max or min over `dims`, axes of extent 1 squeezed, keeping them if `keepdim`.
StateId emit_reduction(Emitter& emitter, OpCode op, StateId tensor, const std::vector<size_t>& dims, bool keepdim);
/// Axes of extent 1 put back where a reduction has removed them.
StateId with_kept_dims(Emitter& emitter, StateId reduced, const std::vector<size_t>& dims, size_t rank);
/// `tensor` expanded to extents given by scalars; nothing (reported) where it does not fit.
std::optional<StateId> emit_expand(Emitter& emitter, StateId tensor, const std::vector<StateId>& extents);
/// False (reported) where a tensor of these extents would have too many elements or a negative extent.
bool extents_allowed(Emitter& emitter, const std::vector<int64_t>& extents);

}  // namespace cleave
