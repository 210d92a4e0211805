// Which sizes, strides and values the inputs of a definition have: from the script's own input list, from options, or
// assumed (and said to be assumed). Checks them against what the definition declares. The only later stage that needs
// more than the definition's text is fed from here.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/ir/definition.h"
#include "core/ir/input_values.h"
#include "core/ir/source_map.h"
#include "core/source/diagnostic.h"

namespace cleave {

enum class InputOrigin : uint8_t { kScript, kOption, kAssumed };

struct BoundInput {
  StateId state;
  InputValue value;
  InputOrigin origin = InputOrigin::kAssumed;
};

struct Binding {
  /// One for each input of the definition, in order.
  std::vector<BoundInput> inputs;
};

/// `--input T0=2048x1024:BFloat16`: replaces the input called `name` (the user's name, `T0`, or `#0`). A tensor without
/// strides takes the declared layout, one of dtype kNull the declared type.
struct InputOption {
  std::string name;
  InputValue value;
};

/// Reads `T0=2048x1024:BFloat16`, `T0=2048x1024@1024,1:Float`, `T0=:Float` (rank 0), `S1=3.5`, `S1=True`; what cannot
/// be read is reported.
std::optional<InputOption> parse_input_option(std::string_view text, Diagnostics& diagnostics);

/// Matches `list` (by position; may be null) and `options` (by name) to the inputs. Symbolic extents that nothing gives
/// are assumed: equal extents where the definition forces them to be equal, else a default. Reports what does not fit
/// (rank, dtype, static extents, strides against contiguity, count) with the span of the offending item.
/// Where the text has mistakes (`map.first_unsure`), names that may belong to what failed are let pass.
Binding bind_inputs(const Definition& definition, const SourceMap& map, const InputList* list,
                    const std::vector<InputOption>& options, Diagnostics& diagnostics);

}  // namespace cleave
