// Rows of the ops that move values without changing them: copies, casts, broadcasts, reshapes, slices, pads, cats.
#pragma once

#include <array>

#include "core/ops/op_rows.h"

namespace cleave::rows {

constexpr OpInfo movement(std::string_view name, OpFamily family, std::initializer_list<OperandInfo> operands,
                          Attributes (*attributes)(), std::string_view doc) {
  return with_rule(row(name, family, operands, {ResultKind::kTensor}, attributes, doc), DTypeRule::kKeep);
}

inline constexpr std::array kMovementOps{
    with_rule(requiring(row("cast", OpFamily::kCast, {{"arg", OperandKind::kTensorOrScalar}}, {ResultKind::kLikeOperands},
                            &default_attributes<DTypeAttributes>, "The value in another type."), "dtype"), DTypeRule::kAttribute),
    with_rule(row("set", OpFamily::kCopy, {{"arg", OperandKind::kTensorOrScalar}}, {ResultKind::kLikeOperands},
                  &default_attributes<NoAttributes>, "A copy."), DTypeRule::kKeep),
    movement("segment_set", OpFamily::kCopy, {kInput}, &default_attributes<NoAttributes>, "A copy that ends its segment."),
    requiring(movement("stride_order", OpFamily::kCopy, {kInput}, &default_attributes<StrideOrderAttributes>,
                       "A copy with the given memory order."), "stride_order"),
    requiring(movement("broadcast", OpFamily::kBroadcast, {kInput}, &default_attributes<BroadcastAttributes>,
                       "New axes of extent 1."), "is_broadcast_dim"),
    requiring(composite(movement("broadcast_in_dim", OpFamily::kComposite,
                                 {kInput, {"shape", OperandKind::kVector, Presence::kRequired, Form::kNamed}},
                                 &default_attributes<BroadcastInDimAttributes>, "Broadcast, then expand, to a shape.")), "broadcast_dims"),
    movement("expand", OpFamily::kExpand, {kInput, {"shape", OperandKind::kVector, Presence::kRequired, Form::kNamed}},
             &default_attributes<NoAttributes>, "Axes of extent 1 repeated to a shape, without storage."),
    requiring(movement("squeeze", OpFamily::kSqueeze, {kInput}, &default_attributes<SqueezeAttributes>,
                       "Axes of extent 1 removed."), "dims"),
    movement("reshape", OpFamily::kReshape, {kInput, {"new_shape", OperandKind::kVector, Presence::kRequired, Form::kNamed}},
             &default_attributes<NoAttributes>, "The same elements, in order, in another shape."),
    requiring(movement("permute", OpFamily::kPermute, {kInput}, &default_attributes<DimsAttributes>,
                       "Axes in another order."), "dims"),
    movement("slice", OpFamily::kSlice,
             {kInput, {"start_indices", OperandKind::kVector, Presence::kRequired, Form::kNamed},
              {"end_indices", OperandKind::kVector, Presence::kRequired, Form::kNamed},
              {"strides", OperandKind::kVector, Presence::kOptional, Form::kNamed}},
             &default_attributes<SliceAttributes>, "A range of each axis."),
    movement("pad", OpFamily::kPad,
             {kInput, {"pad_widths", OperandKind::kVector}, {"value", OperandKind::kScalar, Presence::kOptional}},
             &default_attributes<NoAttributes>, "Elements added at, or removed from, the ends of axes; last axis first."),
    movement("cat", OpFamily::kCat, {{"tensors", OperandKind::kTensorList}}, &default_attributes<CatAttributes>,
             "Tensors joined along an axis."),
    composite(movement("triu", OpFamily::kComposite, {kInput, {"diagonal", OperandKind::kScalar}},
                       &default_attributes<NoAttributes>, "The upper triangle, zeros elsewhere.")),
};

}  // namespace cleave::rows
