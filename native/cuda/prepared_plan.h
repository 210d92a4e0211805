// A launch plan made ready for one device: kernels loaded, memory between them in one arena that is laid out once by
// lifetimes, the arguments of all launches in one block. A run then fills in where the caller's tensors are and starts
// the launches; it allocates nothing, and looks nothing up. The same run can be recorded once and replayed as one
// launch of a graph.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/plan/launch_plan.h"
#include "core/source/diagnostic.h"
#include "native/cuda/compile_segments.h"
#include "native/cuda/driver.h"

namespace cleave::cuda {

/// Kernels on the device, by their text: plans of other sizes that have a kernel in common share it.
class LoadedKernels {
 public:
  explicit LoadedKernels(const Device& device) : device_(device) {}

  /// The kernel's function, loaded where it is not yet.
  Trouble find_or_load(const Kernel& kernel, const LaunchShape& shape, const std::string& cubin, FunctionHandle& out);
  size_t size() const { return kernels_.size(); }

 private:
  const Device& device_;
  std::unordered_map<std::string, LoadedKernel> kernels_;
};

/// What a plan is made ready from. All of one compilation.
struct PlanProducts {
  const SegmentedDefinition& definition;
  const LaunchPlan& plan;
  const Arena<SegmentId, ScheduledSegment>& kernels;
  const CompiledSegments& compiled;
};

/// What a run is given.
struct RunArguments {
  /// Memory of the inputs that are tensors, in the order of the definition.
  std::span<const DevicePointer> inputs;
  /// Memory for PreparedPlan::outputs, in their order.
  std::span<const DevicePointer> outputs;
  /// Of random ops.
  uint64_t seed = 0;
  uint64_t random_offset = 0;
};

/// How long the launches, fills and copies of a segment took; of one that does nothing there is no entry.
struct SegmentTime {
  /// Nothing: copies of a definition that has no segments.
  std::optional<SegmentId> segment;
  double microseconds = 0;
};

/// Memory that the caller brings for what it gets back.
struct OutputMemory {
  BufferId buffer{0U};
  int64_t bytes = 0;
};

class PreparedPlan {
 public:
  /// Nothing where a diagnostic says what stands in the way: a segment without a kernel, a copy between layouts, the
  /// driver.
  static std::optional<PreparedPlan> make(const Device& device, LoadedKernels& loaded, const PlanProducts& products,
                                          Diagnostics& diagnostics);

  const std::vector<OutputMemory>& outputs() const { return outputs_; }
  int64_t arena_bytes() const { return arena_bytes_; }
  size_t launch_count() const;

  /// Starts everything; Device::wait() waits for it.
  Trouble run(const RunArguments& arguments);
  /// The same run with an event of the device before each segment and at the end; waits for it. Adds to `out` in run
  /// order.
  Trouble run_measured(const RunArguments& arguments, std::vector<SegmentTime>& out);
  /// The same run as a graph, which holds the arguments as they are now.
  Trouble record(const RunArguments& arguments, Graph& out);

 private:
  friend class PlanPreparer;
  explicit PreparedPlan(const Device& device) : device_(device) {}

  struct Action {
    enum class Kind : uint8_t { kLaunch, kFill, kCopy };
    Kind kind = Kind::kLaunch;
    /// Nothing: it belongs to no segment.
    std::optional<SegmentId> segment;
    /// Of kLaunch.
    FunctionHandle function = nullptr;
    LaunchShape shape;
    /// kLaunch: first of its places in slots_. kFill: the address. kCopy: the address to copy to; the one to copy from
    /// stands behind it.
    uint32_t first_slot = 0;
    int64_t bytes = 0;
  };
  /// A slot that holds the address of a caller's tensor and what is added to it.
  struct Patch {
    uint32_t slot = 0;
    /// Place among inputs and outputs, one behind the other.
    uint32_t source = 0;
    int64_t offset = 0;
  };

  /// Trouble where a kernel could not read or write the caller's memory in whole vectors.
  Trouble fill_in(const RunArguments& arguments);
  /// Of an input or output by its place among them all.
  Trouble misaligned(uint32_t source) const;
  Trouble start(const Action& action);

  const Device& device_;
  std::vector<OutputMemory> outputs_;
  size_t input_count_ = 0;
  int64_t arena_bytes_ = 0;
  DeviceMemory arena_;
  /// Room for the widest argument, a complex number; all others are in the first eight bytes.
  struct Slot {
    uint64_t value = 0;
    uint64_t imaginary = 0;
  };
  /// Values of all arguments, and a pointer to each: what a launch takes.
  std::vector<Slot> slots_;
  std::vector<void*> slot_pointers_;
  std::vector<Patch> patches_;
  std::vector<uint32_t> seed_slots_;
  std::vector<uint32_t> random_offset_slots_;
  std::vector<Action> actions_;
};

}  // namespace cleave::cuda
