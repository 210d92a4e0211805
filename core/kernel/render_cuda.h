// A loop nest as CUDA C++. One line a value, a comment line for each record of the segment in front of what it became.
#pragma once

#include "core/kernel/kernel.h"

namespace cleave {

/// The text without helper functions, and the lines of each record.
Kernel render_cuda(const KernelInput& input, const Schedule& schedule, const LoopNest& nest, SegmentId id);

}  // namespace cleave
