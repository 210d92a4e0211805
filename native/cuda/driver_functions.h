// The functions of the CUDA driver that Cleave calls, as a table of pointers under our own declarations: no header of
// CUDA is needed to build, and a test can put a stand-in in the driver's place. The names and layouts are the binary
// interface of libcuda.so.1 (CUDA 12 and later); where cuda.h is at hand a test holds the two against each other.
#pragma once

#include <cstddef>
#include <cstdint>

namespace cleave::cuda {

/// 0 is success.
using Result = int;
using DeviceOrdinal = int;
using DevicePointer = unsigned long long;
using ContextHandle = struct ContextOpaque*;
using ModuleHandle = struct ModuleOpaque*;
using FunctionHandle = struct FunctionOpaque*;
using StreamHandle = struct StreamOpaque*;
using EventHandle = struct EventOpaque*;
using GraphHandle = struct GraphOpaque*;
using GraphExecutableHandle = struct GraphExecutableOpaque*;

enum class DeviceAttribute : int {
  kMultiprocessorCount = 16,
  kL2CacheBytes = 38,
  kMaxThreadsPerMultiprocessor = 39,
  kComputeCapabilityMajor = 75,
  kComputeCapabilityMinor = 76,
  kMaxRegistersPerMultiprocessor = 82,
  kMaxSharedBytesPerBlock = 97,
  kClusterLaunch = 120,
};

enum class FunctionAttribute : int { kMaxDynamicSharedBytes = 8, kLargeClusterAllowed = 14 };

enum class CaptureMode : int { kThreadLocal = 1 };

inline constexpr unsigned kStreamOfItsOwn = 1;

/// What the driver calls a launch attribute; of its 64 bytes of value a cluster takes three numbers, the others one.
struct LaunchAttribute {
  static constexpr int kCooperative = 2;
  static constexpr int kClusterDimension = 4;
  int id = 0;
  int padding = 0;
  unsigned value[16] = {};
};

struct LaunchConfiguration {
  unsigned grid[3] = {1, 1, 1};
  unsigned block[3] = {1, 1, 1};
  unsigned dynamic_shared_bytes = 0;
  StreamHandle stream = nullptr;
  LaunchAttribute* attributes = nullptr;
  unsigned attribute_count = 0;
};

struct DriverFunctions {
  Result (*initialize)(unsigned flags) = nullptr;
  Result (*version)(int* version) = nullptr;
  Result (*error_name)(Result result, const char** name) = nullptr;
  Result (*error_text)(Result result, const char** text) = nullptr;

  Result (*device_count)(int* count) = nullptr;
  Result (*device)(DeviceOrdinal* device, int ordinal) = nullptr;
  Result (*device_name)(char* name, int size, DeviceOrdinal device) = nullptr;
  Result (*device_attribute)(int* value, DeviceAttribute attribute, DeviceOrdinal device) = nullptr;
  Result (*device_memory)(size_t* bytes, DeviceOrdinal device) = nullptr;

  Result (*retain_context)(ContextHandle* context, DeviceOrdinal device) = nullptr;
  Result (*release_context)(DeviceOrdinal device) = nullptr;
  Result (*set_context)(ContextHandle context) = nullptr;

  Result (*load_module)(ModuleHandle* module, const void* image) = nullptr;
  Result (*unload_module)(ModuleHandle module) = nullptr;
  Result (*module_function)(FunctionHandle* function, ModuleHandle module, const char* name) = nullptr;
  Result (*set_function_attribute)(FunctionHandle function, FunctionAttribute attribute, int value) = nullptr;
  Result (*blocks_per_multiprocessor)(int* blocks, FunctionHandle function, int threads,
                                      size_t dynamic_shared_bytes) = nullptr;

  Result (*allocate)(DevicePointer* pointer, size_t bytes) = nullptr;
  Result (*free)(DevicePointer pointer) = nullptr;
  Result (*copy_to_device)(DevicePointer to, const void* from, size_t bytes, StreamHandle stream) = nullptr;
  Result (*copy_to_host)(void* to, DevicePointer from, size_t bytes, StreamHandle stream) = nullptr;
  Result (*copy_on_device)(DevicePointer to, DevicePointer from, size_t bytes, StreamHandle stream) = nullptr;
  Result (*fill_bytes)(DevicePointer at, unsigned char value, size_t count, StreamHandle stream) = nullptr;

  Result (*create_stream)(StreamHandle* stream, unsigned flags) = nullptr;
  Result (*destroy_stream)(StreamHandle stream) = nullptr;
  Result (*wait_for_stream)(StreamHandle stream) = nullptr;

  Result (*create_event)(EventHandle* event, unsigned flags) = nullptr;
  Result (*destroy_event)(EventHandle event) = nullptr;
  Result (*record_event)(EventHandle event, StreamHandle stream) = nullptr;
  Result (*wait_for_event)(EventHandle event) = nullptr;
  Result (*elapsed_milliseconds)(float* milliseconds, EventHandle begin, EventHandle end) = nullptr;

  Result (*launch)(FunctionHandle function, unsigned grid_x, unsigned grid_y, unsigned grid_z, unsigned block_x,
                   unsigned block_y, unsigned block_z, unsigned dynamic_shared_bytes, StreamHandle stream,
                   void** arguments, void** extra) = nullptr;
  Result (*launch_configured)(const LaunchConfiguration* configuration, FunctionHandle function, void** arguments,
                              void** extra) = nullptr;

  Result (*begin_capture)(StreamHandle stream, CaptureMode mode) = nullptr;
  Result (*end_capture)(StreamHandle stream, GraphHandle* graph) = nullptr;
  Result (*destroy_graph)(GraphHandle graph) = nullptr;
  Result (*instantiate_graph)(GraphExecutableHandle* executable, GraphHandle graph, unsigned long long flags) = nullptr;
  Result (*launch_graph)(GraphExecutableHandle executable, StreamHandle stream) = nullptr;
  Result (*destroy_graph_executable)(GraphExecutableHandle executable) = nullptr;
};

/// Calls `use(name, member)` with the exported name and the place of every function of the table.
template <class Use>
void for_each_driver_function(DriverFunctions& table, Use use) {
  use("cuInit", table.initialize);
  use("cuDriverGetVersion", table.version);
  use("cuGetErrorName", table.error_name);
  use("cuGetErrorString", table.error_text);
  use("cuDeviceGetCount", table.device_count);
  use("cuDeviceGet", table.device);
  use("cuDeviceGetName", table.device_name);
  use("cuDeviceGetAttribute", table.device_attribute);
  use("cuDeviceTotalMem_v2", table.device_memory);
  use("cuDevicePrimaryCtxRetain", table.retain_context);
  use("cuDevicePrimaryCtxRelease_v2", table.release_context);
  use("cuCtxSetCurrent", table.set_context);
  use("cuModuleLoadData", table.load_module);
  use("cuModuleUnload", table.unload_module);
  use("cuModuleGetFunction", table.module_function);
  use("cuFuncSetAttribute", table.set_function_attribute);
  use("cuOccupancyMaxActiveBlocksPerMultiprocessor", table.blocks_per_multiprocessor);
  use("cuMemAlloc_v2", table.allocate);
  use("cuMemFree_v2", table.free);
  use("cuMemcpyHtoDAsync_v2", table.copy_to_device);
  use("cuMemcpyDtoHAsync_v2", table.copy_to_host);
  use("cuMemcpyDtoDAsync_v2", table.copy_on_device);
  use("cuMemsetD8Async", table.fill_bytes);
  use("cuStreamCreate", table.create_stream);
  use("cuStreamDestroy_v2", table.destroy_stream);
  use("cuStreamSynchronize", table.wait_for_stream);
  use("cuEventCreate", table.create_event);
  use("cuEventDestroy_v2", table.destroy_event);
  use("cuEventRecord", table.record_event);
  use("cuEventSynchronize", table.wait_for_event);
  use("cuEventElapsedTime", table.elapsed_milliseconds);
  use("cuLaunchKernel", table.launch);
  use("cuLaunchKernelEx", table.launch_configured);
  use("cuStreamBeginCapture_v2", table.begin_capture);
  use("cuStreamEndCapture", table.end_capture);
  use("cuGraphDestroy", table.destroy_graph);
  use("cuGraphInstantiateWithFlags", table.instantiate_graph);
  use("cuGraphLaunch", table.launch_graph);
  use("cuGraphExecDestroy", table.destroy_graph_executable);
}

}  // namespace cleave::cuda
