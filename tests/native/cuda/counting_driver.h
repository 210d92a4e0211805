// A stand-in for the CUDA driver: memory of the host, launches that are counted and, where a test gives a way to, run.
// It keeps the rules that can be kept here: memory is freed once, modules are loaded before their kernels start,
// nothing runs while a recording is made. One at a time.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "native/cuda/driver_functions.h"

namespace cleave::cuda {

class CountingDriver {
 public:
  struct Launch {
    std::string kernel;
    /// Machine code that the kernel is in.
    std::string_view image;
    unsigned blocks = 0;
    unsigned threads_x = 0;
    unsigned threads_y = 0;
    unsigned cluster = 1;
    unsigned dynamic_shared_bytes = 0;
    bool is_cooperative = false;
    void** arguments = nullptr;
  };

  CountingDriver();
  ~CountingDriver();
  CountingDriver(const CountingDriver&) = delete;
  CountingDriver& operator=(const CountingDriver&) = delete;

  DriverFunctions functions() const;

  /// Is called for every launch that runs.
  std::function<void(const Launch&)> on_launch;
  /// The driver's call that fails from now on, and how; empty for none.
  std::string failing_call;
  Result failing_code = 0;

  int device_count = 1;
  /// Blocks of any kernel that run at once on a multiprocessor.
  int blocks_per_multiprocessor = 16;
  std::map<DeviceAttribute, int> attributes;

  size_t launches = 0;
  size_t fills = 0;
  /// On the device; those from and to the host.
  size_t copies = 0;
  size_t host_copies = 0;
  size_t allocations = 0;
  size_t graph_launches = 0;
  std::map<FunctionAttribute, int> function_attributes;
  /// What is alive.
  std::set<DevicePointer> memory;
  size_t modules = 0;
  size_t streams = 0;
  size_t events = 0;
  size_t graphs = 0;
  size_t contexts = 0;

  bool is_recording() const { return recording_ != nullptr; }

 private:
  friend struct CountingCalls;
  using Recording = std::vector<std::function<void()>>;
  /// Runs it, or writes it down.
  void perform(std::function<void()> work);

  std::shared_ptr<Recording> recording_;
};

}  // namespace cleave::cuda
