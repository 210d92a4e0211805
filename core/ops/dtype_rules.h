// How the dtype that an element-wise op computes in follows from its operands' dtypes, and the dtype of its result from
// that. The rules are the language's, which differ from PyTorch's: half types widen to Float, and a Double scalar next
// to an integer tensor gives Double.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <variant>

#include "core/ops/dtype.h"
#include "core/ops/op_info.h"

namespace cleave {

/// How much an operand's dtype weighs: tensors with axes over tensors without, both over scalars.
enum class OperandWeight : uint8_t { kScalar, kZeroDim, kDimensioned };

struct OperandDType {
  DType dtype = DType::kFloat;
  OperandWeight weight = OperandWeight::kDimensioned;
};

/// Why operands have no common dtype, as a sentence without a final period.
struct DTypeRefusal {
  std::string why;
};

/// The dtype in which `rule` computes: operands of another dtype are cast to it first. Rules that keep their operand
/// (kKeep, kRealOf, kPredicate) give the first operand's dtype.
std::variant<DType, DTypeRefusal> computation_dtype(DTypeRule rule, std::span<const OperandDType> operands);

/// The dtype of the result of `rule` computed in `computation`.
DType result_dtype(DTypeRule rule, DType computation);

/// True where a scalar of `from` stands next to tensors of `to` without a cast: both integers, both floating, both
/// complex or both Bool.
bool same_category(DType from, DType to);

}  // namespace cleave
