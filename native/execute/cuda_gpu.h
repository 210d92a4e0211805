// An NVIDIA GPU as core/api asks for one (core/api/gpu.h): compiles the kernels of a program through the cache, makes
// its plan ready, brings inputs there, runs it, brings results and updates back. The driver may be the real one or a
// stand-in.
#pragma once

#include <memory>
#include <string>
#include <variant>

#include "core/api/gpu.h"
#include "native/cuda/cached_compiler.h"
#include "native/cuda/driver.h"

namespace cleave {

/// The first GPU behind `driver`, with a compiler for it; or why there is none.
std::variant<std::shared_ptr<Gpu>, std::string> open_cuda_gpu(const cuda::DriverFunctions& driver,
                                                              std::shared_ptr<const cuda::CachedCompiler> compiler);

}  // namespace cleave
