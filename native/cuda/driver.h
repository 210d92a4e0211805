// A GPU through the CUDA driver: one context, one stream, memory, modules, launches, events, recorded sequences of
// launches. The driver is opened at run time; a machine without one, or without a GPU, is a value with a reason. Calls
// that fail give the driver's words. A Device is used by one thread at a time; make_current() moves it to another. It
// outlives what it makes.
#pragma once

#include <optional>
#include <string>
#include <variant>

#include "core/segment/device_limits.h"
#include "native/cuda/driver_functions.h"
#include "native/cuda/owned.h"
#include "native/cuda/shared_library.h"

namespace cleave::cuda {

/// A call of the driver that failed.
struct DriverError {
  /// `cuLaunchKernel`.
  const char* call = "";
  Result code = 0;
  /// `CUDA_ERROR_OUT_OF_MEMORY: out of memory`.
  std::string words;

  static constexpr Result kOutOfMemory = 2;
  static constexpr Result kMisaligned = 716;
  /// Of a cooperative launch.
  static constexpr Result kTooManyBlocks = 720;
};
/// Nothing: it worked.
using Trouble = std::optional<DriverError>;

/// Opens libcuda.so.1, never the stub of a toolkit, and starts the driver.
std::variant<DriverFunctions, Missing> open_driver();
/// Starts the driver behind `functions`.
std::variant<DriverFunctions, Missing> started(const DriverFunctions& functions);

struct DeviceFacts {
  std::string name;
  /// 10 * major + minor.
  int compute_capability = 0;
  int sm_count = 0;
  int max_threads_per_sm = 0;
  int64_t register_file_bytes_per_sm = 0;
  int64_t shared_bytes_per_block = 0;
  int64_t l2_bytes = 0;
  int64_t memory_bytes = 0;
  bool has_clusters = false;

  /// As the rules read it; points into `name`.
  DeviceLimits limits() const;
};

/// How a kernel is started.
struct LaunchShape {
  unsigned blocks = 1;
  unsigned threads_x = 1;
  unsigned threads_y = 1;
  unsigned cluster = 1;
  unsigned dynamic_shared_bytes = 0;
  /// All blocks are on the device at once, or the launch fails.
  bool is_cooperative = false;
};

struct LoadedKernel {
  Owned<ModuleHandle> module;
  FunctionHandle function = nullptr;
  /// Dynamic shared memory that it may be launched with.
  unsigned allowed_shared_bytes = 0;
};

using DeviceMemory = Owned<DevicePointer>;
using Event = Owned<EventHandle>;
using Graph = Owned<GraphExecutableHandle>;

class Device {
 public:
  /// The `ordinal`-th GPU, from 0.
  static std::variant<Device, Missing> open(const DriverFunctions& functions, int ordinal);

  const DeviceFacts& facts() const { return facts_; }
  Trouble make_current() const;

  Trouble allocate(int64_t bytes, DeviceMemory& out) const;
  /// Of no bytes nothing is asked of the driver.
  Trouble copy_to_device(DevicePointer to, const void* from, int64_t bytes) const;
  Trouble copy_to_host(void* to, DevicePointer from, int64_t bytes) const;
  Trouble copy_on_device(DevicePointer to, DevicePointer from, int64_t bytes) const;
  Trouble fill_with_zeros(DevicePointer at, int64_t bytes) const;
  /// Until all that was asked for is done.
  Trouble wait() const;

  /// The kernel `entry` of machine code, ready to be launched as `shape` says.
  Trouble load(const std::string& cubin, const std::string& entry, const LaunchShape& shape, LoadedKernel& out) const;
  /// Lets a loaded kernel be launched in another shape, which may take more shared memory.
  /// Trouble where its blocks wait for each other and do not fit on the device at once.
  Trouble allow(const LaunchShape& shape, LoadedKernel& kernel) const;
  /// `arguments`: one pointer to each.
  Trouble launch(FunctionHandle function, const LaunchShape& shape, void** arguments) const;

  Trouble make_event(Event& out) const;
  Trouble record(const Event& event) const;
  /// Waits for `end`.
  Trouble elapsed_milliseconds(const Event& begin, const Event& end, float& out) const;

  /// From here to end_recording() nothing runs: it is written down.
  Trouble begin_recording() const;
  Trouble end_recording(Graph& out) const;
  Trouble replay(const Graph& graph) const;

 private:
  Device() = default;
  Trouble checked(Result result, const char* call) const;
  Trouble holds_all_blocks(FunctionHandle function, const LaunchShape& shape) const;
  Trouble read_facts(DeviceOrdinal device);

  DriverFunctions functions_;
  DeviceFacts facts_;
  Owned<DeviceOrdinal> device_;
  ContextHandle context_ = nullptr;
  Owned<StreamHandle> stream_;
};

}  // namespace cleave::cuda
