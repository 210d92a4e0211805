// Makes a failing definition small: drops records (with everything that reads them) and bypasses ops while the failure
// stays, then gives the rest as a script ready to paste.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "tests/support/random_definition.h"

namespace cleave {

/// True where the case still shows the failure. It is asked of definitions that may be invalid; it must say no to
/// those.
using StillFails = std::function<bool(const DefinitionCase&)>;

/// A smallest case found within `tries` questions.
DefinitionCase shrink(DefinitionCase failing, const StillFails& still_fails, size_t tries = 3000);

/// The input list of a script: `inputs = [ … ]`, with sizes, strides and dtypes.
std::string input_list_text(const std::vector<InputItem>& inputs);

/// A whole script as people paste them, from a definition that is already printed.
std::string script_text(std::string_view printed_definition, const std::vector<InputItem>& inputs);

}  // namespace cleave
