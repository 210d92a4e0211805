// Time on the device: a piece of work between two events, again and again, with the second-level cache emptied before
// each; the median and the outer fifths of what came out.
#pragma once

#include <functional>

#include "native/cuda/driver.h"

namespace cleave::cuda {

/// How much is done: all of it on a device, next to nothing on a stand-in.
struct Effort {
  int repetitions = 25;
  int64_t flush_bytes = int64_t{256} << 20;
  int64_t ceiling_bytes = int64_t{1} << 30;
  int calls = 2000;
};

/// Microseconds.
struct Times {
  double median = 0;
  double low = 0;
  double high = 0;
};

class Stopwatch {
 public:
  Stopwatch(const Device& device, const Effort& effort) : device_(device), effort_(effort) {}

  Trouble prepare();
  /// Once to warm up, then as often as the effort says.
  Trouble measure(const std::function<Trouble()>& work, Times& out) const;
  /// Microseconds of the host for a call, many calls back to back.
  Trouble per_call(const std::function<Trouble()>& work, double& out) const;

 private:
  const Device& device_;
  Effort effort_;
  DeviceMemory flush_;
  Event begin_;
  Event end_;
};

}  // namespace cleave::cuda
