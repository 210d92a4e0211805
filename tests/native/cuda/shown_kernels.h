// The kernels of every definition that the project shows, scheduled for one device of the table, and many of them as
// one text, so that compiling all of them does not take all day.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "core/kernel/kernel.h"
#include "tests/golden/script_set.h"

namespace cleave {

struct ShownKernel {
  /// `docs/examples/softmax g0 on h200`.
  std::string name;
  Schedule schedule;
  Kernel kernel;
};

struct ShownKernels {
  std::vector<ShownKernel> kernels;
  /// Segments that are launched as a kernel of ours, whether or not they have one: no views, no library calls.
  size_t segments = 0;
  /// Of those, how many have no kernel, by template.
  std::map<std::string, size_t> without;
  /// Definitions with errors.
  std::vector<std::string> refused;
};

/// Each kernel once, however many definitions have it.
ShownKernels kernels_for(const DeviceLimits& device, const std::vector<ShownDefinition>& definitions);

/// Helper functions once, then the kernels, the n-th under the name `kernel_n`.
std::string one_text(const std::vector<const ShownKernel*>& kernels);

}  // namespace cleave
