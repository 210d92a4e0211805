// Our declarations of the driver's functions beside those of cuda.h, where that is installed: names, arguments and
// layouts are one binary interface. Checked at compile time.
#include <gtest/gtest.h>

#ifdef CLEAVE_HAS_CUDA_HEADER
#include <cuda.h>
#endif

#include <type_traits>

#include "native/cuda/driver_functions.h"

namespace cleave::cuda {
namespace {

#ifdef CLEAVE_HAS_CUDA_HEADER

/// Passed alike: both pointers, or both integers (or enumerations) of one size.
template <class Ours, class Theirs>
constexpr bool kIsPassedAlike = std::is_pointer_v<Ours> == std::is_pointer_v<Theirs> && sizeof(Ours) == sizeof(Theirs);

template <class... Ours, class... Theirs>
constexpr bool takes_the_same(Result (*)(Ours...), CUresult (*)(Theirs...)) {
  if constexpr (sizeof...(Ours) == sizeof...(Theirs)) {
    return (kIsPassedAlike<Ours, Theirs> && ...);
  } else {
    return false;
  }
}

constexpr DriverFunctions kOurs{};
static_assert(takes_the_same(kOurs.initialize, decltype(&cuInit){}));
static_assert(takes_the_same(kOurs.version, decltype(&cuDriverGetVersion){}));
static_assert(takes_the_same(kOurs.error_name, decltype(&cuGetErrorName){}));
static_assert(takes_the_same(kOurs.error_text, decltype(&cuGetErrorString){}));
static_assert(takes_the_same(kOurs.device_count, decltype(&cuDeviceGetCount){}));
static_assert(takes_the_same(kOurs.device, decltype(&cuDeviceGet){}));
static_assert(takes_the_same(kOurs.device_name, decltype(&cuDeviceGetName){}));
static_assert(takes_the_same(kOurs.device_attribute, decltype(&cuDeviceGetAttribute){}));
static_assert(takes_the_same(kOurs.device_memory, decltype(&cuDeviceTotalMem){}));
static_assert(takes_the_same(kOurs.retain_context, decltype(&cuDevicePrimaryCtxRetain){}));
static_assert(takes_the_same(kOurs.release_context, decltype(&cuDevicePrimaryCtxRelease){}));
static_assert(takes_the_same(kOurs.set_context, decltype(&cuCtxSetCurrent){}));
static_assert(takes_the_same(kOurs.load_module, decltype(&cuModuleLoadData){}));
static_assert(takes_the_same(kOurs.unload_module, decltype(&cuModuleUnload){}));
static_assert(takes_the_same(kOurs.module_function, decltype(&cuModuleGetFunction){}));
static_assert(takes_the_same(kOurs.set_function_attribute, decltype(&cuFuncSetAttribute){}));
static_assert(takes_the_same(kOurs.blocks_per_multiprocessor,
                             decltype(&cuOccupancyMaxActiveBlocksPerMultiprocessor){}));
static_assert(takes_the_same(kOurs.allocate, decltype(&cuMemAlloc){}));
static_assert(takes_the_same(kOurs.free, decltype(&cuMemFree){}));
static_assert(takes_the_same(kOurs.copy_to_device, decltype(&cuMemcpyHtoDAsync){}));
static_assert(takes_the_same(kOurs.copy_to_host, decltype(&cuMemcpyDtoHAsync){}));
static_assert(takes_the_same(kOurs.copy_on_device, decltype(&cuMemcpyDtoDAsync){}));
static_assert(takes_the_same(kOurs.fill_bytes, decltype(&cuMemsetD8Async){}));
static_assert(takes_the_same(kOurs.create_stream, decltype(&cuStreamCreate){}));
static_assert(takes_the_same(kOurs.destroy_stream, decltype(&cuStreamDestroy){}));
static_assert(takes_the_same(kOurs.wait_for_stream, decltype(&cuStreamSynchronize){}));
static_assert(takes_the_same(kOurs.create_event, decltype(&cuEventCreate){}));
static_assert(takes_the_same(kOurs.destroy_event, decltype(&cuEventDestroy){}));
static_assert(takes_the_same(kOurs.record_event, decltype(&cuEventRecord){}));
static_assert(takes_the_same(kOurs.wait_for_event, decltype(&cuEventSynchronize){}));
static_assert(takes_the_same(kOurs.elapsed_milliseconds, decltype(&cuEventElapsedTime){}));
static_assert(takes_the_same(kOurs.launch, decltype(&cuLaunchKernel){}));
static_assert(takes_the_same(kOurs.launch_configured, decltype(&cuLaunchKernelEx){}));
static_assert(takes_the_same(kOurs.begin_capture, decltype(&cuStreamBeginCapture){}));
static_assert(takes_the_same(kOurs.end_capture, decltype(&cuStreamEndCapture){}));
static_assert(takes_the_same(kOurs.destroy_graph, decltype(&cuGraphDestroy){}));
static_assert(takes_the_same(kOurs.instantiate_graph, decltype(&cuGraphInstantiate){}));
static_assert(takes_the_same(kOurs.launch_graph, decltype(&cuGraphLaunch){}));
static_assert(takes_the_same(kOurs.destroy_graph_executable, decltype(&cuGraphExecDestroy){}));

static_assert(sizeof(LaunchAttribute) == sizeof(CUlaunchAttribute));
static_assert(offsetof(LaunchAttribute, value) == offsetof(CUlaunchAttribute, value));
static_assert(LaunchAttribute::kClusterDimension == CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION);
static_assert(LaunchAttribute::kCooperative == CU_LAUNCH_ATTRIBUTE_COOPERATIVE);
static_assert(sizeof(LaunchConfiguration) == sizeof(CUlaunchConfig));
static_assert(offsetof(LaunchConfiguration, block) == offsetof(CUlaunchConfig, blockDimX));
static_assert(offsetof(LaunchConfiguration, dynamic_shared_bytes) == offsetof(CUlaunchConfig, sharedMemBytes));
static_assert(offsetof(LaunchConfiguration, stream) == offsetof(CUlaunchConfig, hStream));
static_assert(offsetof(LaunchConfiguration, attributes) == offsetof(CUlaunchConfig, attrs));
static_assert(offsetof(LaunchConfiguration, attribute_count) == offsetof(CUlaunchConfig, numAttrs));

static_assert(int(DeviceAttribute::kMultiprocessorCount) == CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT);
static_assert(int(DeviceAttribute::kL2CacheBytes) == CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE);
static_assert(int(DeviceAttribute::kMaxThreadsPerMultiprocessor) == CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_MULTIPROCESSOR);
static_assert(int(DeviceAttribute::kComputeCapabilityMajor) == CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR);
static_assert(int(DeviceAttribute::kComputeCapabilityMinor) == CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR);
static_assert(int(DeviceAttribute::kMaxRegistersPerMultiprocessor) ==
              CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_MULTIPROCESSOR);
static_assert(int(DeviceAttribute::kMaxSharedBytesPerBlock) == CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN);
static_assert(int(DeviceAttribute::kClusterLaunch) == CU_DEVICE_ATTRIBUTE_CLUSTER_LAUNCH);
static_assert(int(FunctionAttribute::kMaxDynamicSharedBytes) == CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES);
static_assert(int(FunctionAttribute::kLargeClusterAllowed) == CU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED);
static_assert(int(CaptureMode::kThreadLocal) == CU_STREAM_CAPTURE_MODE_THREAD_LOCAL);
static_assert(kStreamOfItsOwn == CU_STREAM_NON_BLOCKING);

TEST(DriverInterface, IsThatOfTheHeader) { SUCCEED() << "checked when this file was compiled"; }

#else

TEST(DriverInterface, IsThatOfTheHeader) { GTEST_SKIP() << "cuda.h is not installed; CI compares with it"; }

#endif

TEST(DriverInterface, EveryFunctionOfTheTableHasAName) {
  // A function of the table is a pointer, and each is visited once.
  size_t visited = 0;
  DriverFunctions table;
  for_each_driver_function(table, [&](const char*, auto&) { ++visited; });
  EXPECT_EQ(visited * sizeof(void*), sizeof(DriverFunctions));
}

}  // namespace
}  // namespace cleave::cuda
