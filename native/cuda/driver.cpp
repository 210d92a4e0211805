// See driver.h. Tested by tests/native/cuda with a stand-in for the driver.
#include "native/cuda/driver.h"

#include <array>

#include "core/base/text.h"

namespace cleave::cuda {
namespace {

constexpr Result kSuccess = 0;
/// Clusters of more blocks than this are possible on some devices only, and must be asked for.
constexpr unsigned kPortableCluster = 8;
constexpr int kLargeCluster = 16;

std::string words_of(const DriverFunctions& functions, Result code) {
  const char* name = nullptr;
  const char* text = nullptr;
  if (functions.error_name(code, &name) != kSuccess || name == nullptr) return concat("error ", code);
  if (functions.error_text(code, &text) != kSuccess || text == nullptr) return name;
  return concat(name, ": ", text);
}

}  // namespace

std::variant<DriverFunctions, Missing> open_driver() {
  // The stub that a toolkit brings to link against is called libcuda.so and is not looked for.
  constexpr std::array kNames{"libcuda.so.1"};
  std::string why;
  const std::optional<SharedLibrary> library = SharedLibrary::open(kNames, {}, why);
  if (!library) return Missing{concat(why, "; it comes with the driver of an NVIDIA GPU")};
  DriverFunctions functions;
  const char* lacking = nullptr;
  for_each_driver_function(functions, [&](const char* name, auto& function) {
    function = reinterpret_cast<std::remove_reference_t<decltype(function)>>(library->symbol(name));
    if (function == nullptr && lacking == nullptr) lacking = name;
  });
  if (lacking != nullptr) return Missing{concat(library->name(), " has no ", lacking, "; a driver of CUDA 12 has it")};
  return started(functions);
}

std::variant<DriverFunctions, Missing> started(const DriverFunctions& functions) {
  const Result result = functions.initialize(0);
  if (result == kSuccess) return functions;
  return Missing{concat("the CUDA driver does not start: ", words_of(functions, result))};
}

DeviceLimits DeviceFacts::limits() const {
  // The driver does not tell a device's largest cluster; the two architectures of data centres allow more than the
  // rest.
  const bool is_large = compute_capability / 10 == 9 || compute_capability / 10 == 10;
  return {.name = name,
          .full_name = name,
          .compute_capability = compute_capability,
          .sm_count = sm_count,
          .max_threads_per_sm = max_threads_per_sm,
          .register_file_bytes_per_sm = register_file_bytes_per_sm,
          .shared_bytes_per_block = shared_bytes_per_block,
          .max_cluster = !has_clusters ? 1
                         : is_large    ? kLargeCluster
                                       : static_cast<int>(kPortableCluster)};
}

std::variant<Device, Missing> Device::open(const DriverFunctions& functions, int ordinal) {
  int count = 0;
  const Result counted = functions.device_count(&count);
  if (counted != kSuccess) return Missing{concat("the CUDA driver finds no GPU: ", words_of(functions, counted))};
  if (ordinal >= count) return Missing{concat("there is no GPU ", ordinal, "; the driver finds ", count)};
  Device out;
  out.functions_ = functions;
  DeviceOrdinal device = 0;
  Trouble trouble = out.checked(functions.device(&device, ordinal), "cuDeviceGet");
  if (!trouble) trouble = out.read_facts(device);
  if (!trouble) {
    trouble = out.checked(functions.retain_context(&out.context_, device), "cuDevicePrimaryCtxRetain");
    if (!trouble) out.device_ = {device, functions.release_context};
  }
  if (!trouble) trouble = out.make_current();
  if (!trouble) {
    StreamHandle stream = nullptr;
    trouble = out.checked(functions.create_stream(&stream, kStreamOfItsOwn), "cuStreamCreate");
    if (!trouble) out.stream_ = {stream, functions.destroy_stream};
  }
  if (trouble) return Missing{concat("GPU ", ordinal, " cannot be used: ", trouble->call, ": ", trouble->words)};
  return out;
}

Trouble Device::read_facts(DeviceOrdinal device) {
  std::array<char, 256> name{};
  size_t memory = 0;
  if (Trouble trouble = checked(functions_.device_name(name.data(), name.size() - 1, device), "cuDeviceGetName")) {
    return trouble;
  }
  if (Trouble trouble = checked(functions_.device_memory(&memory, device), "cuDeviceTotalMem")) return trouble;
  Trouble first;
  const auto attribute = [&](DeviceAttribute which) {
    int value = 0;
    Trouble trouble = checked(functions_.device_attribute(&value, which, device), "cuDeviceGetAttribute");
    if (trouble && !first) first = std::move(trouble);
    return value;
  };
  constexpr int64_t kRegisterBytes = 4;
  facts_ = {.name = name.data(),
            .compute_capability = 10 * attribute(DeviceAttribute::kComputeCapabilityMajor) +
                                  attribute(DeviceAttribute::kComputeCapabilityMinor),
            .sm_count = attribute(DeviceAttribute::kMultiprocessorCount),
            .max_threads_per_sm = attribute(DeviceAttribute::kMaxThreadsPerMultiprocessor),
            .register_file_bytes_per_sm = attribute(DeviceAttribute::kMaxRegistersPerMultiprocessor) * kRegisterBytes,
            .shared_bytes_per_block = attribute(DeviceAttribute::kMaxSharedBytesPerBlock),
            .l2_bytes = attribute(DeviceAttribute::kL2CacheBytes),
            .memory_bytes = static_cast<int64_t>(memory),
            .has_clusters = attribute(DeviceAttribute::kClusterLaunch) != 0};
  return first;
}

Trouble Device::checked(Result result, const char* call) const {
  if (result == kSuccess) return std::nullopt;
  return DriverError{.call = call, .code = result, .words = words_of(functions_, result)};
}

Trouble Device::make_current() const { return checked(functions_.set_context(context_), "cuCtxSetCurrent"); }

Trouble Device::allocate(int64_t bytes, DeviceMemory& out) const {
  DevicePointer pointer = 0;
  if (Trouble trouble = checked(functions_.allocate(&pointer, static_cast<size_t>(bytes)), "cuMemAlloc")) {
    return trouble;
  }
  out = {pointer, functions_.free};
  return std::nullopt;
}

Trouble Device::copy_to_device(DevicePointer to, const void* from, int64_t bytes) const {
  if (bytes == 0) return std::nullopt;
  return checked(functions_.copy_to_device(to, from, static_cast<size_t>(bytes), stream_.get()), "cuMemcpyHtoDAsync");
}

Trouble Device::copy_to_host(void* to, DevicePointer from, int64_t bytes) const {
  if (bytes == 0) return std::nullopt;
  return checked(functions_.copy_to_host(to, from, static_cast<size_t>(bytes), stream_.get()), "cuMemcpyDtoHAsync");
}

Trouble Device::copy_on_device(DevicePointer to, DevicePointer from, int64_t bytes) const {
  if (bytes == 0) return std::nullopt;
  return checked(functions_.copy_on_device(to, from, static_cast<size_t>(bytes), stream_.get()), "cuMemcpyDtoDAsync");
}

Trouble Device::fill_with_zeros(DevicePointer at, int64_t bytes) const {
  if (bytes == 0) return std::nullopt;
  return checked(functions_.fill_bytes(at, 0, static_cast<size_t>(bytes), stream_.get()), "cuMemsetD8Async");
}

Trouble Device::wait() const { return checked(functions_.wait_for_stream(stream_.get()), "cuStreamSynchronize"); }

Trouble Device::load(const std::string& cubin, const std::string& entry, const LaunchShape& shape,
                     LoadedKernel& out) const {
  ModuleHandle module = nullptr;
  if (Trouble trouble = checked(functions_.load_module(&module, cubin.data()), "cuModuleLoadData")) return trouble;
  out.module = {module, functions_.unload_module};
  Trouble trouble = checked(functions_.module_function(&out.function, module, entry.c_str()), "cuModuleGetFunction");
  return trouble ? trouble : allow(shape, out);
}

Trouble Device::allow(const LaunchShape& shape, LoadedKernel& kernel) const {
  const auto set = [&](FunctionAttribute attribute, unsigned value) {
    return checked(functions_.set_function_attribute(kernel.function, attribute, static_cast<int>(value)),
                   "cuFuncSetAttribute");
  };
  if (shape.dynamic_shared_bytes > kernel.allowed_shared_bytes) {
    if (Trouble trouble = set(FunctionAttribute::kMaxDynamicSharedBytes, shape.dynamic_shared_bytes)) return trouble;
    kernel.allowed_shared_bytes = shape.dynamic_shared_bytes;
  }
  if (shape.cluster > kPortableCluster) {
    if (Trouble trouble = set(FunctionAttribute::kLargeClusterAllowed, 1)) return trouble;
  }
  return shape.is_cooperative ? holds_all_blocks(kernel.function, shape) : std::nullopt;
}

/// Blocks that wait for each other are started all at once or not at all.
Trouble Device::holds_all_blocks(FunctionHandle function, const LaunchShape& shape) const {
  constexpr const char* kCall = "cuOccupancyMaxActiveBlocksPerMultiprocessor";
  int blocks = 0;
  const auto threads = static_cast<int>(shape.threads_x * shape.threads_y);
  if (Trouble trouble = checked(
          functions_.blocks_per_multiprocessor(&blocks, function, threads, shape.dynamic_shared_bytes), kCall)) {
    return trouble;
  }
  const int64_t most = int64_t{blocks} * facts_.sm_count;
  if (most >= shape.blocks) return std::nullopt;
  return DriverError{.call = kCall,
                     .code = DriverError::kTooManyBlocks,
                     .words = concat(shape.blocks, " blocks wait for each other, and ", facts_.name, " holds ", blocks,
                                     " on each of ", facts_.sm_count, " multiprocessors")};
}

Trouble Device::launch(FunctionHandle function, const LaunchShape& shape, void** arguments) const {
  if (shape.cluster == 1 && !shape.is_cooperative) {
    return checked(functions_.launch(function, shape.blocks, 1, 1, shape.threads_x, shape.threads_y, 1,
                                     shape.dynamic_shared_bytes, stream_.get(), arguments, nullptr),
                   "cuLaunchKernel");
  }
  std::array<LaunchAttribute, 2> attributes;
  unsigned count = 0;
  if (shape.cluster > 1) attributes[count++] = {LaunchAttribute::kClusterDimension, 0, {shape.cluster, 1, 1}};
  if (shape.is_cooperative) attributes[count++] = {LaunchAttribute::kCooperative, 0, {1}};
  const LaunchConfiguration configuration{.grid = {shape.blocks, 1, 1},
                                          .block = {shape.threads_x, shape.threads_y, 1},
                                          .dynamic_shared_bytes = shape.dynamic_shared_bytes,
                                          .stream = stream_.get(),
                                          .attributes = attributes.data(),
                                          .attribute_count = count};
  return checked(functions_.launch_configured(&configuration, function, arguments, nullptr), "cuLaunchKernelEx");
}

Trouble Device::make_event(Event& out) const {
  EventHandle event = nullptr;
  if (Trouble trouble = checked(functions_.create_event(&event, 0), "cuEventCreate")) return trouble;
  out = {event, functions_.destroy_event};
  return std::nullopt;
}

Trouble Device::record(const Event& event) const {
  return checked(functions_.record_event(event.get(), stream_.get()), "cuEventRecord");
}

Trouble Device::elapsed_milliseconds(const Event& begin, const Event& end, float& out) const {
  if (Trouble trouble = checked(functions_.wait_for_event(end.get()), "cuEventSynchronize")) return trouble;
  return checked(functions_.elapsed_milliseconds(&out, begin.get(), end.get()), "cuEventElapsedTime");
}

Trouble Device::begin_recording() const {
  return checked(functions_.begin_capture(stream_.get(), CaptureMode::kThreadLocal), "cuStreamBeginCapture");
}

Trouble Device::end_recording(Graph& out) const {
  GraphHandle handle = nullptr;
  if (Trouble trouble = checked(functions_.end_capture(stream_.get(), &handle), "cuStreamEndCapture")) return trouble;
  const Owned<GraphHandle> graph(handle, functions_.destroy_graph);
  GraphExecutableHandle executable = nullptr;
  if (Trouble trouble = checked(functions_.instantiate_graph(&executable, handle, 0), "cuGraphInstantiate")) {
    return trouble;
  }
  out = {executable, functions_.destroy_graph_executable};
  return std::nullopt;
}

Trouble Device::replay(const Graph& graph) const {
  return checked(functions_.launch_graph(graph.get(), stream_.get()), "cuGraphLaunch");
}

}  // namespace cleave::cuda
