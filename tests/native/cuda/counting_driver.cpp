// See counting_driver.h.
#include "tests/native/cuda/counting_driver.h"

#include <cstdlib>
#include <cstring>

#include "core/base/check.h"

namespace cleave::cuda {
namespace {

CountingDriver* the_driver = nullptr;

struct Function {
  std::string name;
  std::string_view image;
};
struct Module {
  /// Tests load text.
  std::string image;
  std::vector<std::unique_ptr<Function>> functions;
};

template <class Handle, class T>
Handle as_handle(T* thing) {
  return reinterpret_cast<Handle>(thing);
}

}  // namespace

/// The functions of the table; each asks first whether it is the one to fail.
struct CountingCalls {
  static Result answer(const char* call) { return the_driver->failing_call == call ? the_driver->failing_code : 0; }

  static Result initialize(unsigned) { return answer("cuInit"); }
  static Result error_name(Result result, const char** name) {
    *name = result == 2 ? "CUDA_ERROR_OUT_OF_MEMORY" : "CUDA_ERROR_UNKNOWN";
    return 0;
  }
  static Result error_text(Result result, const char** text) {
    *text = result == 2 ? "out of memory" : "unknown error";
    return 0;
  }
  static Result version(int* version) {
    *version = 13000;
    return 0;
  }
  static Result count(int* count) {
    *count = the_driver->device_count;
    return answer("cuDeviceGetCount");
  }
  static Result device(DeviceOrdinal* device, int ordinal) {
    *device = ordinal;
    return answer("cuDeviceGet");
  }
  static Result name(char* name, int size, DeviceOrdinal) {
    std::strncpy(name, "Counting GPU", static_cast<size_t>(size));
    return answer("cuDeviceGetName");
  }
  static Result attribute(int* value, DeviceAttribute attribute, DeviceOrdinal) {
    *value = the_driver->attributes[attribute];
    return answer("cuDeviceGetAttribute");
  }
  static Result total_memory(size_t* bytes, DeviceOrdinal) {
    *bytes = size_t{1} << 30;
    return answer("cuDeviceTotalMem");
  }
  static Result retain(ContextHandle* context, DeviceOrdinal) {
    if (const Result result = answer("cuDevicePrimaryCtxRetain")) return result;
    ++the_driver->contexts;
    *context = as_handle<ContextHandle>(the_driver);
    return 0;
  }
  static Result release(DeviceOrdinal) {
    --the_driver->contexts;
    return 0;
  }
  static Result set_context(ContextHandle) { return answer("cuCtxSetCurrent"); }

  static Result load(ModuleHandle* module, const void* image) {
    if (const Result result = answer("cuModuleLoadData")) return result;
    ++the_driver->modules;
    *module = as_handle<ModuleHandle>(new Module{static_cast<const char*>(image), {}});
    return 0;
  }
  static Result unload(ModuleHandle module) {
    --the_driver->modules;
    delete reinterpret_cast<Module*>(module);
    return 0;
  }
  static Result function(FunctionHandle* function, ModuleHandle module, const char* name) {
    if (const Result result = answer("cuModuleGetFunction")) return result;
    auto& in = *reinterpret_cast<Module*>(module);
    in.functions.push_back(std::make_unique<Function>(Function{name, in.image}));
    *function = as_handle<FunctionHandle>(in.functions.back().get());
    return 0;
  }
  static Result set_attribute(FunctionHandle, FunctionAttribute attribute, int value) {
    the_driver->function_attributes[attribute] = value;
    return answer("cuFuncSetAttribute");
  }

  static Result blocks_at_once(int* blocks, FunctionHandle, int, size_t) {
    *blocks = the_driver->blocks_per_multiprocessor;
    return answer("cuOccupancyMaxActiveBlocksPerMultiprocessor");
  }

  static Result allocate(DevicePointer* pointer, size_t bytes) {
    if (const Result result = answer("cuMemAlloc")) return result;
    ++the_driver->allocations;
    *pointer = reinterpret_cast<DevicePointer>(std::aligned_alloc(256, (bytes + 255) / 256 * 256));
    the_driver->memory.insert(*pointer);
    return 0;
  }
  static Result free_memory(DevicePointer pointer) {
    CHECK(the_driver->memory.erase(pointer) == 1, "memory is freed once");
    std::free(reinterpret_cast<void*>(pointer));
    return 0;
  }
  static Result copy(void* to, const void* from, size_t bytes, size_t* count, const char* call) {
    if (const Result result = answer(call)) return result;
    the_driver->perform([to, from, bytes, count] {
      ++*count;
      std::memcpy(to, from, bytes);
    });
    return 0;
  }
  static Result copy_in(DevicePointer to, const void* from, size_t bytes, StreamHandle) {
    return copy(reinterpret_cast<void*>(to), from, bytes, &the_driver->host_copies, "cuMemcpyHtoDAsync");
  }
  static Result copy_out(void* to, DevicePointer from, size_t bytes, StreamHandle) {
    return copy(to, reinterpret_cast<void*>(from), bytes, &the_driver->host_copies, "cuMemcpyDtoHAsync");
  }
  static Result copy_within(DevicePointer to, DevicePointer from, size_t bytes, StreamHandle) {
    return copy(reinterpret_cast<void*>(to), reinterpret_cast<void*>(from), bytes, &the_driver->copies,
                "cuMemcpyDtoDAsync");
  }
  static Result fill(DevicePointer at, unsigned char value, size_t count, StreamHandle) {
    if (const Result result = answer("cuMemsetD8Async")) return result;
    the_driver->perform([at, value, count] {
      ++the_driver->fills;
      std::memset(reinterpret_cast<void*>(at), value, count);
    });
    return 0;
  }

  static Result create_stream(StreamHandle* stream, unsigned) {
    if (const Result result = answer("cuStreamCreate")) return result;
    ++the_driver->streams;
    *stream = as_handle<StreamHandle>(the_driver);
    return 0;
  }
  static Result destroy_stream(StreamHandle) {
    --the_driver->streams;
    return 0;
  }
  static Result wait(StreamHandle) { return answer("cuStreamSynchronize"); }
  static Result create_event(EventHandle* event, unsigned) {
    if (const Result result = answer("cuEventCreate")) return result;
    ++the_driver->events;
    *event = as_handle<EventHandle>(the_driver);
    return 0;
  }
  static Result destroy_event(EventHandle) {
    --the_driver->events;
    return 0;
  }
  static Result record(EventHandle, StreamHandle) { return answer("cuEventRecord"); }
  static Result wait_for_event(EventHandle) { return answer("cuEventSynchronize"); }
  static Result elapsed(float* milliseconds, EventHandle, EventHandle) {
    *milliseconds = 0.5F;
    return answer("cuEventElapsedTime");
  }

  static void start(CountingDriver::Launch launch, FunctionHandle handle) {
    const auto& function = *reinterpret_cast<const Function*>(handle);
    launch.kernel = function.name;
    launch.image = function.image;
    the_driver->perform([launch] {
      ++the_driver->launches;
      if (the_driver->on_launch) the_driver->on_launch(launch);
    });
  }
  static Result launch(FunctionHandle function, unsigned grid_x, unsigned, unsigned, unsigned block_x, unsigned block_y,
                       unsigned, unsigned shared_bytes, StreamHandle, void** arguments, void**) {
    if (!the_driver->on_launch && !the_driver->is_recording() && the_driver->failing_call.empty()) {
      // As little as can be, so that what is around it can be measured.
      ++the_driver->launches;
      return 0;
    }
    if (const Result result = answer("cuLaunchKernel")) return result;
    start({.kernel = {},
           .image = {},
           .blocks = grid_x,
           .threads_x = block_x,
           .threads_y = block_y,
           .dynamic_shared_bytes = shared_bytes,
           .arguments = arguments},
          function);
    return 0;
  }
  static Result launch_configured(const LaunchConfiguration* configuration, FunctionHandle function, void** arguments,
                                  void**) {
    if (const Result result = answer("cuLaunchKernelEx")) return result;
    CountingDriver::Launch launch{.kernel = {},
                                  .image = {},
                                  .blocks = configuration->grid[0],
                                  .threads_x = configuration->block[0],
                                  .threads_y = configuration->block[1],
                                  .dynamic_shared_bytes = configuration->dynamic_shared_bytes,
                                  .arguments = arguments};
    for (unsigned i = 0; i < configuration->attribute_count; ++i) {
      const LaunchAttribute& attribute = configuration->attributes[i];
      if (attribute.id == LaunchAttribute::kClusterDimension) launch.cluster = attribute.value[0];
      if (attribute.id == LaunchAttribute::kCooperative) launch.is_cooperative = attribute.value[0] != 0;
    }
    start(launch, function);
    return 0;
  }

  static Result begin_capture(StreamHandle, CaptureMode) {
    if (const Result result = answer("cuStreamBeginCapture")) return result;
    CHECK(!the_driver->is_recording(), "one recording at a time");
    the_driver->recording_ = std::make_shared<CountingDriver::Recording>();
    return 0;
  }
  static Result end_capture(StreamHandle, GraphHandle* graph) {
    CHECK(the_driver->is_recording(), "a recording that ends has begun");
    ++the_driver->graphs;
    *graph = as_handle<GraphHandle>(new std::shared_ptr<CountingDriver::Recording>(the_driver->recording_));
    the_driver->recording_.reset();
    return answer("cuStreamEndCapture");
  }
  static Result destroy_graph(GraphHandle graph) {
    --the_driver->graphs;
    delete reinterpret_cast<std::shared_ptr<CountingDriver::Recording>*>(graph);
    return 0;
  }
  static Result instantiate(GraphExecutableHandle* executable, GraphHandle graph, unsigned long long) {
    if (const Result result = answer("cuGraphInstantiate")) return result;
    ++the_driver->graphs;
    *executable = as_handle<GraphExecutableHandle>(new std::shared_ptr<CountingDriver::Recording>(
        *reinterpret_cast<std::shared_ptr<CountingDriver::Recording>*>(graph)));
    return 0;
  }
  static Result launch_graph(GraphExecutableHandle executable, StreamHandle) {
    if (const Result result = answer("cuGraphLaunch")) return result;
    ++the_driver->graph_launches;
    for (const auto& work : **reinterpret_cast<std::shared_ptr<CountingDriver::Recording>*>(executable)) work();
    return 0;
  }
  static Result destroy_executable(GraphExecutableHandle executable) {
    return destroy_graph(reinterpret_cast<GraphHandle>(executable));
  }
};

CountingDriver::CountingDriver()
    : attributes{{DeviceAttribute::kMultiprocessorCount, 132},
                 {DeviceAttribute::kL2CacheBytes, 50 << 20},
                 {DeviceAttribute::kMaxThreadsPerMultiprocessor, 2048},
                 {DeviceAttribute::kComputeCapabilityMajor, 9},
                 {DeviceAttribute::kComputeCapabilityMinor, 0},
                 {DeviceAttribute::kMaxRegistersPerMultiprocessor, 65536},
                 {DeviceAttribute::kMaxSharedBytesPerBlock, 227 << 10},
                 {DeviceAttribute::kClusterLaunch, 1}} {
  CHECK(the_driver == nullptr, "there is one driver at a time");
  the_driver = this;
}

CountingDriver::~CountingDriver() { the_driver = nullptr; }

void CountingDriver::perform(std::function<void()> work) {
  if (recording_) {
    recording_->push_back(std::move(work));
  } else {
    work();
  }
}

DriverFunctions CountingDriver::functions() const {
  using Calls = CountingCalls;
  return {.initialize = Calls::initialize,
          .version = Calls::version,
          .error_name = Calls::error_name,
          .error_text = Calls::error_text,
          .device_count = Calls::count,
          .device = Calls::device,
          .device_name = Calls::name,
          .device_attribute = Calls::attribute,
          .device_memory = Calls::total_memory,
          .retain_context = Calls::retain,
          .release_context = Calls::release,
          .set_context = Calls::set_context,
          .load_module = Calls::load,
          .unload_module = Calls::unload,
          .module_function = Calls::function,
          .set_function_attribute = Calls::set_attribute,
          .blocks_per_multiprocessor = Calls::blocks_at_once,
          .allocate = Calls::allocate,
          .free = Calls::free_memory,
          .copy_to_device = Calls::copy_in,
          .copy_to_host = Calls::copy_out,
          .copy_on_device = Calls::copy_within,
          .fill_bytes = Calls::fill,
          .create_stream = Calls::create_stream,
          .destroy_stream = Calls::destroy_stream,
          .wait_for_stream = Calls::wait,
          .create_event = Calls::create_event,
          .destroy_event = Calls::destroy_event,
          .record_event = Calls::record,
          .wait_for_event = Calls::wait_for_event,
          .elapsed_milliseconds = Calls::elapsed,
          .launch = Calls::launch,
          .launch_configured = Calls::launch_configured,
          .begin_capture = Calls::begin_capture,
          .end_capture = Calls::end_capture,
          .destroy_graph = Calls::destroy_graph,
          .instantiate_graph = Calls::instantiate,
          .launch_graph = Calls::launch_graph,
          .destroy_graph_executable = Calls::destroy_executable};
}

}  // namespace cleave::cuda
