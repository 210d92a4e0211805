// The product of the kernel stage: one segment as the text of one kernel, and how to launch it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/kernel/loop_nest.h"

namespace cleave {

struct KernelParameter {
  enum class Kind : uint8_t { kInput, kOutput, kScalar };
  Kind kind = Kind::kInput;
  /// State of the segment's definition. An output that updates an input is that input's parameter.
  StateId state{0U};
};

/// Lines of the text, from 1, that a record of the segment's definition became.
struct KernelRange {
  RecordId record{0U};
  int64_t first_line = 0;
  int64_t last_line = 0;
};

struct Kernel {
  std::string entry;
  /// CUDA C++; compiles alone.
  std::string text;
  std::vector<KernelParameter> parameters;
  std::vector<KernelRange> ranges;
  int64_t blocks = 0;
  int64_t threads_x = 1;
  int64_t threads_y = 1;
};

struct KernelAnswer {
  std::optional<Kernel> kernel;
  /// The record of the segment that no kernel of this form holds yet.
  std::optional<RecordId> refused;
};

/// The kernel of the segment `id` under `schedule`.
KernelAnswer make_kernel(const KernelInput& input, const Schedule& schedule, const IdMap<StateId, Strides>& strides,
                         SegmentId id);

}  // namespace cleave
