// How an op relates the place of an element in its result to places in its operands, for ops that only move or combine
// elements: forwards and backwards. Purely about places; what is computed there is element_graph.h's.
#pragma once

#include <optional>
#include <vector>

#include "core/infer/types.h"
#include "core/ir/definition.h"
#include "core/kernel/index_expression.h"

namespace cleave {

/// The position of one element: one expression an axis.
using Position = std::vector<IndexSum>;

/// What kernels need to know of one segment besides its loops.
struct KernelInput {
  const Definition& definition;
  const Types& types;
};

/// Position in `operand` of what `record`'s result holds at `position`: element-wise ops, copies, broadcasts, squeezes,
/// permutes, reshapes and slices. Nothing for ops whose operand is not read at one place.
std::optional<Position> position_in_operand(const KernelInput& input, IndexExpressions& expressions,
                                            const Record& record, StateId operand, const Position& position);

/// The reverse: position in `record`'s first result of what stands at `position` of `operand`. Nothing where the
/// operand does not say it: slices, pads, and axes that the operand does not have.
std::optional<Position> position_in_result(const KernelInput& input, IndexExpressions& expressions,
                                           const Record& record, StateId operand, const Position& position);

/// The numbers of a vector operand; sizes and widths are numbers once the inputs are bound.
std::vector<int64_t> vector_numbers(const KernelInput& input, StateId vector);

}  // namespace cleave
