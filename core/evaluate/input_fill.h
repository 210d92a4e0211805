// The values of inputs: from how a script or an option says that they are made to a tensor. The same seed, input and
// fill give the same values on every machine; they are not PyTorch's values for the same script, whose generator
// differs.
//
// A tensor is a view of storage: element (i, j …) is what its storage holds at i * stride 0 + j * stride 1 …. Values
// are made by that address, so elements that share an address (a stride of 0, overlapping strides) are equal, as they
// would be there.
#pragma once

#include <cstdint>
#include <optional>

#include "core/evaluate/evaluate.h"
#include "core/ir/input_values.h"

namespace cleave {

/// The value of the input at place `ordinal` of the definition's inputs. `declared` is the dtype that the definition
/// gives it, which is the tensor's or the category of the scalar; nothing takes the input's own.
///
/// Fills, by the input's category: kNormal gives standard normal numbers; kUniform, kIntegers uniform ones in [low,
/// high); kMakeTensor those too, where a bound that was not given (not a number) is the dtype's: [-9, 9), integers
/// [-9, 10), UInt64 [0, 10), Bool [0, 2), whose numbers other than 0 are true. Each part of a complex number is filled
/// so. A Bool is either with equal chance for the other random fills. kValues and kSequence are the storage itself: the
/// value at an address is the list's item there (zero past its end), or start + address * step.
Value make_value(const InputValue& input, std::optional<DType> declared, uint64_t seed, uint64_t ordinal);

}  // namespace cleave
