// One case of the benchmark set on a device: scheduled for it, compiled, made ready, inputs filled there, timed.
#pragma once

#include <string>

#include "native/cuda/nvrtc.h"
#include "tests/gpu/bench/bench_cases.h"
#include "tests/gpu/bench/plain_kernels.h"
#include "tests/gpu/bench/stopwatch.h"

namespace cleave::cuda {

struct CaseFigures {
  /// Why there are none; then nothing else is there.
  std::string trouble;
  Times times;
  /// Inputs and outputs once.
  int64_t bytes = 0;
  size_t launches = 0;
  /// Milliseconds of the host: text to kernels, and compiling those from nothing.
  double schedule = 0;
  double compile = 0;
  /// Microseconds of the host for a run, many back to back; for small cases.
  double dispatch = 0;
  /// Microseconds of a replay of the recorded run, back to back.
  double replay = 0;
};

/// What a run is measured with.
struct Bench {
  const Device& device;
  const Nvrtc& nvrtc;
  const PlainKernels& kernels;
  const Stopwatch& watch;
};

CaseFigures run_case(const Bench& bench, const BenchCase& of);

}  // namespace cleave::cuda
