// Pieces of C text that kernels are written with: types, numbers, index expressions, ops. What differs between CUDA C++
// and plain C is not here.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "core/kernel/index_expression.h"
#include "core/ops/dtype.h"
#include "core/ops/op_info.h"
#include "core/ops/scalar_value.h"

namespace cleave {

/// Memory holds less of the value than the register it is computed in: half types and those of eight bits.
bool is_narrow(DType dtype);

/// The type that a value has in a register: narrow types are floats. Empty where kernels have no such type yet.
std::string_view register_type(DType dtype);
/// The type of an element in memory.
std::string_view memory_type(DType dtype);

/// `value` as a literal of a register type: `0.5f`, `-3LL`, `true`. Negative ones stand in parentheses.
std::string literal_text(const ScalarValue& value, DType dtype);

/// The neutral element of a reduction, and the same as a literal.
ScalarValue identity_value(Identity identity, DType dtype);
std::string identity_text(Identity identity, DType dtype);

/// The expression as C text; `data_name` names an element.
std::string index_text(const IndexExpressions& expressions, const IndexSum& sum,
                       const std::function<std::string(uint32_t)>& data_name);

/// `pattern` with {0}, {1} … replaced.
std::string filled_in(std::string_view pattern, const std::vector<std::string>& operands);

/// The op `row` on `operands` in a category.
std::string op_text(const OpInfo& row, DTypeCategory category, const std::vector<std::string>& operands);

}  // namespace cleave
