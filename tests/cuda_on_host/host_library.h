// Generated kernels as host code: many kernels in one text, compiled by the machine's C++ compiler behind shim.h and
// loaded. Kernels of different definitions may have the same name; each is renamed by the place at which it was added.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "core/kernel/kernel.h"

namespace cleave {

struct HostPlace {
  int x = 0;
  int y = 0;
  int z = 0;
};

/// What a running thread calls: to wait for others, and at every access to device memory where that is counted.
struct ThreadCalls {
  void (*wait_for_block)() = nullptr;
  unsigned long long (*exchange)(unsigned long long value, int lane_distance) = nullptr;
  void (*wait_for_grid)() = nullptr;
  /// Shared memory of the running block that outlives its waits for other blocks, and of its cluster.
  char* (*block_memory)() = nullptr;
  char* (*cluster_memory)(int cluster) = nullptr;
  void (*note_access)(const void* first, unsigned long long bytes) = nullptr;
};

/// As shim.h declares it: the memory of one argument, the bytes that were moved, and whether something outside of it
/// was touched.
struct WatchedMemory {
  char* begin = nullptr;
  char* end = nullptr;
  unsigned long long bytes = 0;
  bool is_left = false;
};

/// A pointer argument as the host kernels take it.
struct WatchedPointer {
  void* at = nullptr;
  WatchedMemory* memory = nullptr;
};

class HostLibrary {
 public:
  HostLibrary() = default;
  HostLibrary(const HostLibrary&) = delete;
  HostLibrary& operator=(const HostLibrary&) = delete;
  ~HostLibrary();

  /// Gives the kernel's number.
  size_t add(const Kernel& kernel);
  /// Compiles what was added; empty, or the compiler's messages.
  std::string build();
  /// One thread of a kernel, after build(): one pointer to each argument, as the driver takes them, but that pointers
  /// to tensors are WatchedPointers.
  using Call = void (*)(void** arguments);
  Call call(size_t number) const;

  /// For the launches to come.
  void set_calls(const ThreadCalls& calls);
  /// Where the loaded kernels read their thread's and block's place.
  HostPlace* thread_place() const { return thread_place_; }
  HostPlace* block_place() const { return block_place_; }

 private:
  std::string text_;
  std::vector<std::string> names_;
  std::string folder_;
  void* handle_ = nullptr;
  HostPlace* thread_place_ = nullptr;
  HostPlace* block_place_ = nullptr;
};

}  // namespace cleave
