// Rows of the ops whose places are data: selection, gathering, scattering.
#pragma once

#include <array>

#include "core/ops/op_rows.h"

namespace cleave::rows {

constexpr OpInfo indexed(std::string_view name, OpFamily family, std::initializer_list<OperandInfo> operands, std::string_view doc) {
  return requiring(with_rule(row(name, family, operands, {ResultKind::kTensor}, &default_attributes<DimAttributes>, doc),
                             DTypeRule::kKeep), "dim");
}

inline constexpr std::array kIndexOps{
    indexed("index_select", OpFamily::kIndex, {kInput, {"index", OperandKind::kTensor}}, "Slices of an axis, by a list of positions."),
    indexed("select", OpFamily::kIndex, {kInput, {"index", OperandKind::kScalar}}, "One slice of an axis; the axis goes."),
    indexed("gather", OpFamily::kIndex, {{"arg1", OperandKind::kTensor}, {"index", OperandKind::kTensor}},
            "Elements along an axis, by position; the index may be smaller elsewhere."),
    indexed("take_along_axis", OpFamily::kIndex, {{"arg1", OperandKind::kTensor}, {"index", OperandKind::kTensor}},
            "Elements along an axis, by position; other axes broadcast."),
    indexed("scatter", OpFamily::kScatter,
            {{"arg1", OperandKind::kTensor}, {"index", OperandKind::kTensor}, {"src", OperandKind::kTensorOrScalar}},
            "A copy with elements along an axis replaced, by position."),
    indexed("scatter_add", OpFamily::kScatter,
            {{"arg1", OperandKind::kTensor}, {"index", OperandKind::kTensor}, {"src", OperandKind::kTensorOrScalar}},
            "A copy with elements along an axis added to, by position; Cleave's own, nvFuser makes it in a pass only."),
};

}  // namespace cleave::rows
