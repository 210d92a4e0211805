// Large definitions with a known structure, for benchmarks and for tests of scale. All of about `ops` ops, with square
// inputs of 256 x 256 floats.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

#include "core/ir/definition.h"

namespace cleave {

struct StructuredDefinition {
  std::string_view name;
  Definition (*make)(size_t ops);
};

/// random_dag, norm_blocks, chain, hub, linear_relu.
std::span<const StructuredDefinition> structured_definitions();

/// Values read others up to 40 steps back: element-wise ops, row reductions with their broadcasts, transposes.
Definition random_dag(size_t ops);
/// x = x + normalize(x) * weight, again and again.
Definition norm_blocks(size_t ops);
/// Every op reads the one before.
Definition chain(size_t ops);
/// Half of the ops read one value; the other half adds them up.
Definition hub(size_t ops);
/// relu(linear(x, weight)) in layers.
Definition linear_relu(size_t ops);

}  // namespace cleave
