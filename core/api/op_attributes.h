// The attributes of an op as people read them. Tested through respond() (call.h).
#pragma once

#include <string>

#include "core/ir/definition.h"

namespace cleave {

/// `dims=[1]`: what the result's type and the form of the op do not say already.
std::string attribute_text(const Record& record);

}  // namespace cleave
