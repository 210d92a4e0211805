// The helper functions that generated kernels call, as CUDA C++ text in pieces. A kernel carries the pieces that it
// uses, and those they use, in the order of the table; nothing of a toolkit is included. What needs an instruction of
// the device stands between `#ifndef CLEAVE_HOST` and `#endif`: whoever runs the text on a host defines the macro and
// brings functions of the same names.
#pragma once

#include <string>
#include <string_view>

namespace cleave {

/// The pieces that `kernel` needs, as text to stand in front of it.
std::string prelude_for(std::string_view kernel);

}  // namespace cleave
