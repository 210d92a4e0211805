// Rows of the records that are not ops: inputs, constants, vectors, outputs; and of the queries of extents.
#pragma once

#include <array>

#include "core/ops/op_rows.h"

namespace cleave::rows {

inline constexpr std::array kDefinitionOps{
    requiring(row("define_tensor", OpFamily::kDefineTensor, {}, {ResultKind::kTensor}, &default_attributes<TensorAttributes>,
                  "A tensor input."), "shape"),
    row("define_scalar", OpFamily::kDefineScalar, {}, {ResultKind::kScalar}, &default_attributes<ScalarAttributes>,
        "A scalar constant, or with None a scalar input."),
    row("define_vector", OpFamily::kDefineVector, {{"values", OperandKind::kScalarList}}, {ResultKind::kVector},
        &default_attributes<IntegerAttributes>, "A vector of extents, indices or widths."),
    row("add_output", OpFamily::kAddOutput,
        {{"output", OperandKind::kTensorOrScalar}, {"alias_input", OperandKind::kTensor, Presence::kOmittable}}, {},
        &default_attributes<OutputAttributes>, "Makes a tensor an output, or an in-place update of an input."),
};

inline constexpr std::array kSizeOps{
    requiring(row("size", OpFamily::kSize, {kInput}, {ResultKind::kScalar}, &default_attributes<DimAttributes>,
                  "The extent of one axis."), "dim"),
    row("shape", OpFamily::kShapeQuery, {kInput}, {ResultKind::kVector}, &default_attributes<NoAttributes>,
        "All extents, as a vector."),
    row("tensor_sizes", OpFamily::kShapeQuery, {kInput}, {}, &default_attributes<NoAttributes>,
        "All extents, as one scalar each."),
    requiring(row("at", OpFamily::kShapeQuery, {{"vector", OperandKind::kVector}}, {ResultKind::kScalar},
                  &default_attributes<AtAttributes>, "One element of a vector."), "index"),
};

}  // namespace cleave::rows
