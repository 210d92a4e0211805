// All rows joined, and op("name") for code that must name an op: checked at compile time, usable in `case op("add"):`.
// Include op_info.h instead wherever a pass only reads rows; this header is for the few files that name ops.
#pragma once

#include <array>

#include "core/ops/creation_ops.h"
#include "core/ops/definition_ops.h"
#include "core/ops/index_ops.h"
#include "core/ops/matrix_ops.h"
#include "core/ops/movement_ops.h"
#include "core/ops/op_info.h"
#include "core/ops/pointwise_ops.h"
#include "core/ops/reduction_ops.h"

namespace cleave {

namespace op_table_detail {

template <size_t... Sizes>
constexpr auto joined(const std::array<OpInfo, Sizes>&... tables) {
  std::array<OpInfo, (Sizes + ...)> out{};
  size_t next = 0;
  const auto append = [&](const auto& table) {
    for (const OpInfo& row : table) out[next++] = row;
  };
  (append(tables), ...);
  return out;
}

}  // namespace op_table_detail

inline constexpr auto kOpTable = op_table_detail::joined(
    rows::kDefinitionOps, rows::kSizeOps, rows::kUnaryOps, rows::kBinaryOps, rows::kTernaryOps, rows::kReductionOps,
    rows::kScanOps, rows::kMovementOps, rows::kCreationOps, rows::kIndexOps, rows::kMatrixOps);

/// Never defined: naming it in a constant expression is the error message for an unknown op.
void no_such_op();

/// The op called `name`; a name that is not in the table does not compile.
consteval OpCode op(std::string_view name) {
  for (size_t i = 0; i < kOpTable.size(); ++i) {
    if (kOpTable[i].name == name) return static_cast<OpCode>(i);
  }
  no_such_op();
  return {};
}

namespace op_table_detail {
constexpr bool names_are_unique() {
  for (size_t i = 0; i < kOpTable.size(); ++i) {
    for (size_t j = i + 1; j < kOpTable.size(); ++j) {
      if (kOpTable[i].name == kOpTable[j].name) return false;
    }
  }
  return true;
}
}  // namespace op_table_detail
static_assert(op_table_detail::names_are_unique());

}  // namespace cleave
