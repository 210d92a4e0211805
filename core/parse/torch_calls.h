// torch calls and tensor methods as a script's inputs use them → descriptions of tensors. What is not understood gives
// nothing; no values are made here.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "core/parse/script_value.h"

namespace cleave {

/// `torch.<name>(arguments)`: randn, rand, randint, ones, zeros, full, empty, tensor, arange, testing.make_tensor, and
/// the
/// `_like` forms.
std::optional<TensorInput> torch_constructor(std::string_view name, const std::vector<Argument>& arguments);

/// `tensor.<name>(arguments)`: methods that give a tensor again.
std::optional<TensorInput> tensor_method(const TensorInput& tensor, std::string_view name,
                                         const std::vector<Argument>& arguments);

}  // namespace cleave
