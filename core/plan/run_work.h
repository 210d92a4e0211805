// How much the reference evaluator has to compute, in values and terms of sums: what says beforehand that a run takes
// long. Counts, no times: the core has no clock. Tested with plan.
#pragma once

#include <cstdint>

#include "core/infer/types.h"
#include "core/ir/definition.h"

namespace cleave {

/// Elements that one record reads or makes, whichever is more; for a product the terms of all its sums. Saturates.
int64_t record_work(const Types& types, const Record& record);

/// The sum over all records.
int64_t definition_work(const Definition& definition, const Types& types);

}  // namespace cleave
