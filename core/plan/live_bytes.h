// How many bytes of values are alive while a definition is computed record by record, each value dropped after its last
// use. Counts what the reference evaluator stores: every element, repeated ones too. Saturates where numbers would
// overflow.
#pragma once

#include <cstdint>

#include "core/infer/types.h"
#include "core/ir/definition.h"

namespace cleave {

/// Bytes of one state's value; 0 for scalars, vectors and values of unknown type.
int64_t value_bytes(const Types& types, StateId state);

int64_t saturating_sum(int64_t a, int64_t b);

/// Bytes that the reference evaluator needs for a moment beside the values while it computes one record.
int64_t scratch_bytes(const Types& types, const Record& record);

/// Most bytes alive at once, scratch included, inputs and outputs too: those are kept throughout.
int64_t peak_value_bytes(const Definition& definition, const Types& types);

}  // namespace cleave
