// `T0=2048x1024:BFloat16@1024x1`: the text form of one input given by hand. Sizes are joined by `x`, an empty list of
// sizes is a tensor of rank 0, the dtype and the strides may be left out. A scalar is its value: `S1=0.5`, `S2=true`.
#pragma once

#include <optional>
#include <string>

#include "core/infer/binding.h"
#include "core/ir/definition.h"
#include "core/ir/source_map.h"
#include "core/source/diagnostic.h"

namespace cleave {

/// Reads one option for an input of `definition`. Reports what is wrong with it and gives nothing then.
std::optional<InputOption> read_input_option(const std::string& text, const Definition& definition,
                                             const SourceMap& map, Diagnostics& diagnostics);

}  // namespace cleave
