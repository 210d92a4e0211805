// Launches of the counting driver that compute: a kernel's place is taken by the reference evaluator of its segment,
// which reads and writes the memory that the launch's arguments point to. So a prepared plan can be judged to the bit,
// by values: a wrong address, a wrong scalar, or two buffers in one place show.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tests/native/cuda/counting_driver.h"
#include "tests/native/cuda/script_products.h"

namespace cleave::cuda {

/// A tensor in memory at any strides.
Tensor read_tensor(const TensorType& type, const Strides& strides, const void* from);
void write_tensor(const Tensor& value, const Strides& strides, void* to);

/// For as long as it lives, launches of `driver` compute what the segments of `script` do. The machine code of a kernel
/// must be its text.
class ReferenceLaunches {
 public:
  ReferenceLaunches(CountingDriver& driver, const ScriptProducts& script, uint64_t seed);

  /// What launches found that a kernel must not find; empty where all was well.
  const std::string& complaints() const { return complaints_; }

 private:
  void launch(const CountingDriver::Launch& launch);
  void compute(SegmentId id, void** arguments);
  Value read_argument(SegmentId id, StateId input, const void* argument) const;

  const ScriptProducts& script_;
  uint64_t seed_;
  std::string complaints_;
};

/// Runs all of a script on the driver: everything prepared, inputs filled, outputs read.
struct PlanRun {
  /// Messages of preparation; then nothing else is there.
  std::string trouble;
  std::string complaints;
  /// Of the caller's results in order, and of the inputs afterwards in order.
  std::vector<Value> results;
  std::vector<Value> inputs;
  /// The arena and the number of launches.
  int64_t arena_bytes = 0;
  size_t launches = 0;
};

enum class RunMode : uint8_t { kDirect, kTwice, kReplayed };
PlanRun run_on_driver(CountingDriver& driver, const ScriptProducts& script, const std::vector<Value>& inputs,
                      RunMode mode);

}  // namespace cleave::cuda
