// What the core asks of the program around it, because it has neither a screen nor a clock nor a compiler nor a device
// of its own. All are optional: without a clock every duration is absent from the response, without a compiler
// registers and spills are null, without a device a run on it is refused. Tested with call.h.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/base/text.h"
#include "core/segment/device_limits.h"

namespace cleave {

/// Is given what is being worked on, as it begins: `parse`, `translate 3 of 12`.
using Progress = std::function<void(std::string_view phase)>;

/// Microseconds since any fixed moment.
using Clock = std::function<int64_t()>;

/// One kernel to be compiled: CUDA C++ that stands alone, and the name of the kernel in it.
struct KernelText {
  std::string_view text;
  std::string_view entry;
};

struct CompiledKernel {
  int64_t registers = 0;
  /// Bytes that a thread spills, stored and loaded again.
  int64_t spill_bytes = 0;
  /// What the compiler says where it refuses the text; empty where it does not.
  std::string error;
  /// The line of the text that the error is about, from 1.
  std::optional<int64_t> error_line;
};

struct CompilerAnswers {
  /// One for each kernel, in order; none where `missing` says why.
  std::vector<CompiledKernel> kernels;
  /// Why nothing can be compiled here; empty where something can.
  std::string missing;
};

/// Compiles kernels for a device, all at once so that it can do so in parallel.
using KernelCompiler =
    std::function<CompilerAnswers(const std::vector<KernelText>& kernels, const DeviceLimits& device)>;

struct Response;
/// Is given the response of a run as far as it is known before anything is computed: what was taken, segments, cuts,
/// diagnostics. These diagnostics are in the final response too, first.
using SplitSeen = std::function<void(const Response&)>;

class Gpu;
/// The GPU of this machine (gpu.h), or why there is none that can be used.
using GpuOpener = std::function<std::variant<std::shared_ptr<Gpu>, std::string>()>;

struct Host {
  Progress progress;
  Clock microseconds;
  KernelCompiler compile_kernels = {};
  GpuOpener open_gpu = {};
  SplitSeen split_seen = {};

  void report(std::string_view phase) const {
    if (progress) progress(phase);
  }
  /// The `place`-th (from 0) of `total` steps of a phase.
  void report(std::string_view phase, size_t place, size_t total) const {
    if (progress) progress(concat(phase, ' ', place + 1, " of ", total));
  }
};

}  // namespace cleave
