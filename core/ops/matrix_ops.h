// Rows of the ops that a library runs: products, and the known ops that are not built yet (opaque: parsed, printed, drawn,
// cut around; a definition that holds one can be segmented but not run).
#pragma once

#include <array>

#include "core/ops/op_rows.h"

namespace cleave::rows {

constexpr OperandInfo optional_tensor(std::string_view name) { return {name, OperandKind::kTensor, Presence::kOptional}; }
constexpr OperandInfo optional_scalar(std::string_view name) { return {name, OperandKind::kScalar, Presence::kOptional}; }

constexpr OpInfo opaque(std::string_view name, std::initializer_list<OperandInfo> operands,
                        std::initializer_list<ResultKind> results, std::string_view doc) {
  return row(name, OpFamily::kOpaque, operands, results, &default_attributes<OpaqueAttributes>, doc);
}

/// `out` as an op that runs alone, by `by`.
constexpr OpInfo alone(OpInfo out, AloneBy by) {
  out.alone_by = by;
  return out;
}

using enum ResultKind;

inline constexpr std::array kMatrixOps{
    alone(with_rule(row("matmul", OpFamily::kMatmul, {{"arg1"}, {"arg2"}}, {kTensor}, &default_attributes<NoAttributes>,
                  "Matrix product, batch axes broadcast."), DTypeRule::kKeep), AloneBy::kHost),
    alone(with_rule(row("linear", OpFamily::kMatmul, {{"arg1"}, {"arg2"}, {"bias", OperandKind::kTensor, Presence::kOmittable}}, {kTensor},
                  &default_attributes<NoAttributes>, "arg1 times arg2 transposed, plus bias."), DTypeRule::kKeep), AloneBy::kHost),
    alone(opaque("sdpfa_fwd", {{"query"}, {"key"}, {"value"}, optional_tensor("bias"), optional_tensor("mask"), optional_scalar("dropout_p"),
                         optional_scalar("is_causal"), optional_scalar("scale")}, {kTensor, kTensor, kTensor, kTensor}, "Attention, forward."), AloneBy::kHost),
    alone(opaque("sdpfa_bwd", {{"grad_output"}, {"query"}, {"key"}, {"value"}, {"output"}, {"logsumexp"}, optional_scalar("dropout_p"),
                         optional_scalar("is_causal"), {"philox_seed"}, {"philox_offset"}, optional_scalar("scale")},
           {kTensor, kTensor, kTensor}, "Attention, backward."), AloneBy::kHost),
    alone(opaque("grouped_mm", {{"mat1"}, {"mat2"}, {"offsets"}, optional_tensor("scale1"), optional_tensor("scale2"), optional_tensor("alpha"),
                          optional_tensor("bias"), optional_tensor("beta")}, {kTensor}, "Matrix products by group."), AloneBy::kHost),
    alone(opaque("scaled_mm", {{"mat1"}, {"mat2"}, {"scale1"}, {"scale2"}, optional_tensor("alpha"), optional_tensor("bias"), optional_tensor("beta")},
           {kTensor}, "Matrix product of scaled narrow types."), AloneBy::kHost),
    alone(opaque("cutlass_nvfp4_grouped_mm", {{"mat1"}, {"mat2"}, {"scale1"}, {"scale2"}, {"alpha"}, {"problem_sizes"}, {"expert_offsets"}, {"sf_offsets"}},
           {kTensor}, "Matrix products by group of fp4 blocks."), AloneBy::kHost),
    alone(opaque("embedding_fwd", {{"input"}, {"weight"}, optional_scalar("padding_idx"), optional_scalar("max_norm"), optional_scalar("norm_type"),
                             optional_scalar("scale_grad_by_freq"), optional_scalar("sparse")}, {kTensor}, "Rows of a table, by index."), AloneBy::kHost),
    alone(opaque("index_put_accumulate", {{"acc"}, {"index"}, {"value"}}, {kTensor}, "A copy with rows added to, by index."), AloneBy::kHost),
    opaque("preprocess_grouped_matmul_input_sf", {{"input"}, {"input_offsets"}, {"output_offsets"}}, {kTensor}, "Scale factors laid out by group."),
    alone(opaque("nv_block_quantize", {{"input"}, optional_tensor("global_scale")}, {kTensor, kTensor}, "Narrow blocks and their scales."), AloneBy::kPointwise),
    alone(opaque("nv_grouped_block_quantize", {{"input"}, {"input_offsets"}, {"output_offsets"}, optional_tensor("global_scale")}, {kTensor, kTensor},
           "Narrow blocks and their scales, by group."), AloneBy::kPointwise),
    row("batch_norm", OpFamily::kOpaque, {{"arg"}, optional_tensor("weight"), optional_tensor("bias"), optional_tensor("running_mean"),
        optional_tensor("running_var"), {"momentum", OperandKind::kScalar}, {"eps", OperandKind::kScalar}}, {kTensor, kTensor, kTensor},
        &default_attributes<BatchNormAttributes>, "Normalisation over all axes but the channel's."),
};

}  // namespace cleave::rows
