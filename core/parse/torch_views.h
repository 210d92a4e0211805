// Methods of torch tensors that look at the same elements in another way, as sizes and strides. And what torch calls
// share: their arguments by place or keyword, their sizes. What is not understood gives nothing.
#pragma once

#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "core/parse/script_value.h"

namespace cleave {

/// The value of a keyword, or null.
const ScriptValue* keyword(const std::vector<Argument>& arguments, std::string_view name);
std::vector<const ScriptValue*> positional(const std::vector<Argument>& arguments);

/// Sizes from one list or from all of the values given one by one, if their product can be counted.
std::optional<std::vector<int64_t>> sizes_of(std::span<const ScriptValue* const> values);

/// Strides without gaps in the memory order that the tensor has: what torch gives a copy.
std::vector<int64_t> dense_strides(const TensorInput& tensor);

/// `tensor` with the sizes and strides of the call's first two arguments.
std::optional<TensorInput> with_layout(TensorInput tensor, const std::vector<Argument>& arguments);

/// `tensor.<name>(arguments)`: as_strided, permute, transpose, t, expand, unsqueeze, squeeze; view, reshape and flatten
/// of a tensor that is dense.
std::optional<TensorInput> tensor_view(const TensorInput& tensor, std::string_view name,
                                       const std::vector<Argument>& arguments);

}  // namespace cleave
