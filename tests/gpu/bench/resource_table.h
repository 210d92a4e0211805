// What the kernels of every template take of a device, as a table for docs/performance.md: the benchmark set and the
// forms that templates are tested with, at aligned sizes, as the assembler reports them.
#pragma once

#include <string>

#include "core/segment/device_limits.h"
#include "native/cuda/nvrtc.h"

namespace cleave::cuda {

/// Markdown, a row for each template, variant and type.
std::string resource_table(const Nvrtc& nvrtc, const DeviceLimits& device);

}  // namespace cleave::cuda
