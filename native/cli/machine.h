// The machine as the core is shown it: a clock, where CUDA may lie, where this program lies. The one place of the
// command line that asks the environment for folders. Tested by tests/native/cli.
#pragma once

#include <string>

#include "native/execute/cuda_host.h"

namespace cleave::cli {

/// What the environment says of CUDA and of caches.
CudaPlaces cuda_places();

/// The folder of the built page that belongs to this program, installed or in the build folder; empty where there is
/// none.
std::string own_page();

}  // namespace cleave::cli
