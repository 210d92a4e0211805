// Leaves out of a primitive definition what no output needs, and puts every literal right before its reader, which is
// where the text form has it. Inputs stay, used or not: callers pass them by position.
#pragma once

#include "core/rewrite/primitive.h"

namespace cleave {

Primitive prune(const Primitive& primitive);

}  // namespace cleave
