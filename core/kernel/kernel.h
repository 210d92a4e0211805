// The product of the kernel stage: one segment as the text of one kernel, and how to launch it. A kernel assumes that
// the memory of every tensor begins at a multiple of kPointerAlignment; who launches it sees to that.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/kernel/loop_nest.h"

namespace cleave {

/// What one access moves at most.
inline constexpr int64_t kPointerAlignment = 16;

struct KernelParameter {
  enum class Kind : uint8_t {
    kInput,
    kOutput,
    kScalar,
    /// Device memory that lives as long as the launch: for a value, or for the parts that blocks have of one.
    kWork,
    kPartial,
    /// The seed of the run, and what is added to the number of each random op; 64 bits.
    kSeed,
    kRandomOffset,
    /// Device memory in which blocks that wait for each other count.
    kArrivals,
  };
  Kind kind = Kind::kInput;
  /// State of the segment's definition, of the first four; of kWork the one whose value the memory holds. An output
  /// that updates an input is that input's parameter.
  StateId state{0U};
  /// Of kWork and kArrivals.
  int64_t work_bytes = 0;
  /// Of those: all zero before the launch.
  bool is_zeroed = false;
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
  /// Blocks that share memory.
  int64_t cluster = 1;
  /// All blocks must be on the device at once: they wait for each other.
  bool is_cooperative = false;
  /// Static shared memory of a block.
  int64_t shared_bytes = 0;
  /// Shared memory that the launch must ask for beside it.
  int64_t dynamic_shared_bytes = 0;
};

/// The record of the segment's definition that line `line` of the text came from; of ranges around one another the
/// smallest.
std::optional<RecordId> record_of_line(const Kernel& kernel, int64_t line);
/// Line `line` of the text without blanks in front.
std::string_view line_of(const Kernel& kernel, int64_t line);

struct KernelAnswer {
  std::optional<Kernel> kernel;
  /// The record of the segment that no kernel of this form holds yet.
  std::optional<RecordId> refused;
};

/// The kernel of the segment `id` under `schedule`; `strides` of every tensor input.
KernelAnswer make_kernel(const KernelInput& input, const Schedule& schedule, const IdMap<StateId, Strides>& strides,
                         SegmentId id);

/// A schedule and the kernel that it gives.
struct ScheduledKernel {
  std::optional<Schedule> schedule;
  /// Neither a kernel nor a refusal where there is nothing to store.
  KernelAnswer answer;
};

/// The kernel of the segment's own template; where that cannot hold it, one of passes (core/schedule/passes.h).
ScheduledKernel schedule_kernel(const ScheduleInput& input, const DeviceLimits& device, SegmentId id);

}  // namespace cleave
