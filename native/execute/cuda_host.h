// What CUDA of this machine adds to a Host (core/api/host.h): a compiler for `kernel` and `plan`, a GPU for `run`. Both
// are looked for when they are first asked for, and their absence is a reason with what to install.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/api/host.h"
#include "native/cuda/cached_compiler.h"

namespace cleave {

/// The values of environment variables, null where they are not set.
struct CudaPlaces {
  const char* cuda_path = nullptr;
  const char* xdg_cache_home = nullptr;
  const char* home = nullptr;
};

/// Adds `compile_kernels` and `open_gpu`.
void add_cuda(Host& host, const CudaPlaces& places);

/// The kernels as `compiler` compiles them for `device`, side by side.
CompilerAnswers compile_for_host(const std::vector<KernelText>& kernels, const DeviceLimits& device,
                                 const cuda::CachedCompiler& compiler);

}  // namespace cleave
