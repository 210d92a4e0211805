// Launches of the counting driver that compute: a kernel's place is taken by the reference evaluator of its segment,
// which reads and writes the memory that the launch's arguments point to. So a prepared plan can be judged to the bit,
// by values: a wrong address, a wrong scalar, or two buffers in one place show.
#pragma once

#include <string>

#include "tests/native/cuda/counting_driver.h"
#include "tests/native/cuda/script_products.h"

namespace cleave::cuda {

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

}  // namespace cleave::cuda
