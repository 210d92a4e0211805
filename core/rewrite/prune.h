// Leaves out of a primitive definition what no output needs. Inputs stay, used or not: callers pass them by position.
#pragma once

#include "core/rewrite/primitive.h"

namespace cleave {

Primitive prune(const Primitive& primitive);

}  // namespace cleave
