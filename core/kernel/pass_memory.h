// What the passes of a kernel read and write in memory: where all threads must wait before a pass, and whether an input
// that is updated in place is overwritten before everybody has read it. One home for both, whatever segmentation lets
// into a segment.
#pragma once

#include <vector>

#include "core/kernel/render_cuda.h"

namespace cleave {

/// By pass: it reads or overwrites what an earlier pass has left since all threads last waited for each other, or
/// overwrites what one has read.
std::vector<bool> waits_before(const std::vector<KernelPass>& passes);

/// A thread may overwrite an element of an input that another thread, or it itself, still reads: only the thread that
/// writes an element may read it in the same pass, and no later pass may.
bool overwrites_too_early(const KernelInput& input, const std::vector<KernelPass>& passes);

}  // namespace cleave
