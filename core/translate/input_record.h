// How records are written in a segment: the declaration of a tensor from outside, the attributes of a record, and the
// order in which a record's scalars are made. Pure functions of the whole definition.
#pragma once

#include <vector>

#include "core/translate/whole.h"

namespace cleave {

/// define_tensor for a tensor that a segment takes from outside: numbers where its extents are constants, 1 where it is
/// a broadcast, -1 elsewhere, in the layout its producer gives it.
TensorAttributes input_record(const Whole& whole, StateId tensor);

/// The attributes of `record` as the translated form states them.
Attributes segment_attributes(const Whole& whole, const Record& record);

/// The scalars a record reads, directly or through vectors, in the order in which they get their indices: extents and
/// indices first, axis by axis, then the other scalars; a pad's value before its widths, widths from the first axis on.
std::vector<StateId> scalar_operands(const Definition& definition, const Record& record);

}  // namespace cleave
