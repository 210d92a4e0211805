// A plan as an engine with memory of its own runs it: buffers with their layout and life, and steps in order, each with
// what it launches and its arguments by buffer. Plan (plan.h) says the same of values; here stands where they lie, what
// shares memory, what kernels need beside values, and how many bytes that is at most. Numbers only.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/kernel/segment_kernels.h"
#include "core/ops/scalar_value.h"
#include "core/plan/plan.h"

namespace cleave {

struct LaunchBuffer;
using BufferId = Id<LaunchBuffer>;

struct LaunchBuffer {
  enum class Kind : uint8_t {
    /// Given by the caller, and kept.
    kInput,
    /// Given back to the caller.
    kOutput,
    /// Made by one step and read by later ones.
    kBetween,
    /// Memory that one launch needs for itself.
    kWork,
  };
  Kind kind = Kind::kBetween;
  /// The primitive value that it holds; of kWork the one whose parts it holds, where there is one.
  std::optional<StateId> state;
  /// The buffer whose memory it is a part of, and the elements before it.
  std::optional<BufferId> view_of;
  int64_t offset = 0;
  /// In elements, by logical axis. Empty for kWork.
  Strides strides;
  /// From the first element to the end of the last.
  int64_t bytes = 0;
  /// First and last step that use it or a view of it; nothing where none does.
  std::optional<size_t> first_step;
  std::optional<size_t> last_step;
  /// Of kWork: all zero before the launch.
  bool is_zeroed = false;
};

struct LaunchArgument {
  enum class Role : uint8_t {
    kIn,
    kOut,
    kInOut,
    kScalar,
    kWork,
    /// Of random ops, 64 bits each: the seed of the run, and what is added to the number of each op.
    kSeed,
    kRandomOffset,
  };
  Role role = Role::kIn;
  /// State of the segment's definition; nothing for memory that holds no value, and for what random ops need.
  std::optional<StateId> state;
  /// Nothing for what is passed by value.
  std::optional<BufferId> buffer;
  /// Of a scalar, where it is known.
  std::optional<ScalarValue> value;
};

/// The value of one buffer is written into the memory of another.
struct LaunchCopy {
  BufferId from{0U};
  BufferId to{0U};
};

struct LaunchStep {
  enum class Kind : uint8_t {
    kKernel,
    /// One op that a library runs; its kernel, where there is one, does the same.
    kLibrary,
    /// Outputs are parts of inputs: nothing is launched.
    kView,
    /// There are no elements: nothing is launched.
    kNothing,
    /// No kernel holds it.
    kMissing,
  };
  Kind kind = Kind::kKernel;
  SegmentId segment{0U};
  /// In the order of the kernel's parameters; where there is no kernel inputs, then outputs.
  std::vector<LaunchArgument> arguments;
  /// Copies after it, all at once: everything is read before anything is written.
  std::vector<LaunchCopy> copies;
  /// Buffers that are not needed after it and its copies; neither inputs nor outputs nor views.
  std::vector<BufferId> frees;
};

struct LaunchPlan {
  Arena<BufferId, LaunchBuffer> buffers;
  std::vector<LaunchStep> steps;
  /// Copies of a definition that has no segments.
  std::vector<LaunchCopy> lone_copies;
  /// What the caller gets back, in order.
  std::vector<BufferId> results;
  /// Most bytes alive at once, inputs and outputs among them, and the bytes of all buffers; views count nothing.
  int64_t peak_bytes = 0;
  int64_t total_bytes = 0;
};

/// `plan`, `layouts` and `kernels` are those of `definition`.
LaunchPlan make_launch_plan(const SegmentedDefinition& definition, const Plan& plan, const ValueLayouts& layouts,
                            const Arena<SegmentId, ScheduledSegment>& kernels);

}  // namespace cleave
