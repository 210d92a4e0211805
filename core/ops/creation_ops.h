// Rows of the ops that make tensors from numbers: constants, sequences, random values.
#pragma once

#include <array>

#include "core/ops/op_rows.h"

namespace cleave::rows {

inline constexpr OperandInfo kShape{"shape", OperandKind::kVector, Presence::kRequired, Form::kNamed};
inline constexpr OperandInfo kSeed{"rng_seed", OperandKind::kScalar, Presence::kOmittable, Form::kNamed};
inline constexpr OperandInfo kOffset{"rng_offset", OperandKind::kScalar, Presence::kOmittable, Form::kNamed};

inline constexpr std::array kCreationOps{
    with_rule(requiring(row("full", OpFamily::kFactory,
                            {kShape, {"fill_value", OperandKind::kScalar, Presence::kRequired, Form::kNamed}}, {ResultKind::kTensor},
                            &default_attributes<DTypeAttributes>, "One value everywhere."), "dtype"), DTypeRule::kAttribute),
    with_rule(row("iota", OpFamily::kFactory,
                  {{"length", OperandKind::kScalar}, {"start", OperandKind::kScalar, Presence::kOptional}, {"step", OperandKind::kScalar, Presence::kOptional}},
                  {ResultKind::kTensor}, &default_attributes<IntegerAttributes>, "start + i * step."), DTypeRule::kAttribute),
    with_rule(row("uniform", OpFamily::kRandom,
                  {{"minval", OperandKind::kScalar}, {"maxval", OperandKind::kScalar}, kShape, kSeed, kOffset}, {ResultKind::kTensor},
                  &default_attributes<RandomAttributes>, "Random values in [minval, maxval)."), DTypeRule::kAttribute),
    with_rule(row("normal", OpFamily::kRandom,
                  {{"mean", OperandKind::kScalar}, {"std", OperandKind::kScalar}, kShape, kSeed, kOffset}, {ResultKind::kTensor},
                  &default_attributes<RandomAttributes>, "Normally distributed random values."), DTypeRule::kAttribute),
    composite(row("rand_like", OpFamily::kComposite, {kInput, kSeed, kOffset}, {ResultKind::kTensor}, &default_attributes<NoAttributes>,
                  "Random values in [0, 1) in the operand's shape and type.")),
    composite(row("randn_like", OpFamily::kComposite, {kInput, kSeed, kOffset}, {ResultKind::kTensor}, &default_attributes<NoAttributes>,
                  "Normally distributed random values in the operand's shape and type.")),
};

}  // namespace cleave::rows
