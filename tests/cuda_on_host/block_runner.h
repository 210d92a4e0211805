// Runs the blocks of a kernel that was compiled for the host: the threads of a block are fibers on one thread of the
// machine. A fiber runs until it waits (for its block, or for the other lanes of its warp) or ends; which one goes on
// is chosen in an order that a seed shuffles, so that a kernel that only works in one order shows it. Threads that wait
// for each other in vain are an error with the place of the first of them, as is a lane that has left while its warp
// exchanges values.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "tests/cuda_on_host/host_library.h"

namespace cleave {

struct LaunchShape {
  int64_t blocks = 1;
  int64_t threads_x = 1;
  int64_t threads_y = 1;
  /// Blocks wait for each other; else one ends before the next begins.
  bool is_cooperative = false;
};

/// Sectors of 32 bytes that a launch has moved. The n-th accesses of the lanes of a warp are one instruction, which
/// moves every sector that it touches once; right as long as the lanes do the same things.
struct MovedSectors {
  int64_t count = 0;
};

/// Runs every thread of every block through `body`; empty, or what went wrong. Adds to `moved` if it is given.
std::string run_blocks(HostLibrary& library, const LaunchShape& shape, uint64_t seed, const std::function<void()>& body,
                       MovedSectors* moved = nullptr);

}  // namespace cleave
