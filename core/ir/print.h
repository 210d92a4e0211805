// Definition → Python text, in both dialects. The legacy form loses nothing: reading it gives the same definition
// again, states and indices included. The direct form keeps the meaning, not the indices.
#pragma once

#include <optional>
#include <string>

#include "core/ir/definition.h"

namespace cleave {

struct PrintOptions {
  /// The N of `nvfuser_fusion_id<N>`; nothing: `nvfuser_incomplete_fusion`.
  std::optional<int64_t> fusion_id = 0;
};

/// `T4`, `S1`, `V3`.
std::string state_name(const Definition& definition, StateId state);

/// The legacy form, byte for byte, except that a double which six digits would change prints with the digits it needs,
/// complex numbers with infinite, NaN or negative-zero parts print as `complex(re, im)`, and a random op that draws
/// from a numbered stream ends with `  # random stream N`. Precondition: hidden states stand where their literals are
/// read (verify.h).
std::string print_legacy(const Definition& definition, const PrintOptions& options = {});

/// The direct form: tensors `tv0 …`, scalars `c0 …`, literals in place, defaults left out, keepdim as a broadcast.
std::string print_direct(const Definition& definition);

/// One record as the legacy form prints it, without indentation and line end: `T2 = fd.ops.mul(T0, S1)`.
std::string record_text(const Definition& definition, RecordId record);

}  // namespace cleave
