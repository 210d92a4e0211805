// The kernels that the benchmark itself needs: copying, reading and writing as fast as the memory does, an empty one,
// and random content for inputs.
#pragma once

#include <string>

#include "native/cuda/driver.h"
#include "native/cuda/nvrtc.h"

namespace cleave::cuda {

class PlainKernels {
 public:
  explicit PlainKernels(const Device& device) : device_(device) {}

  /// Empty, or why they are not there.
  std::string load(const Nvrtc& nvrtc);

  /// `bytes` is a multiple of 16.
  Trouble copy(DevicePointer from, DevicePointer to, int64_t bytes) const;
  Trouble read(DevicePointer from, DevicePointer any, int64_t bytes) const;
  Trouble write(DevicePointer to, int64_t bytes) const;
  Trouble nothing() const;
  /// Numbers in [-1, 1).
  Trouble random_floats(DevicePointer to, int64_t count, uint64_t seed) const;
  Trouble random_bfloats(DevicePointer to, int64_t count, uint64_t seed) const;
  /// 64-bit integers in [0, bound).
  Trouble random_integers(DevicePointer to, int64_t count, uint64_t seed, uint64_t bound) const;

 private:
  Trouble launch(const LoadedKernel& kernel, int64_t threads, void** arguments) const;

  const Device& device_;
  LoadedKernel copy_, read_, write_, nothing_, floats_, bfloats_, integers_;
};

}  // namespace cleave::cuda
