// The kernels of all segments of scripts, run on the host segment by segment beside the reference: each segment gets
// the reference's own inputs, so that a wrong kernel shows where it is.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/kernel/segment_kernels.h"
#include "tests/cuda_on_host/host_library.h"
#include "tests/support/pipeline.h"

namespace cleave {

/// One segment with its kernel, or with the record that has none.
struct SegmentKernel : ScheduledSegment {
  std::string script;
  SegmentId id{0U};
  const Translation* translation = nullptr;
  std::vector<Value> inputs;
  std::vector<Value> expected;
  /// In the library, where there is a kernel.
  size_t number = 0;
};

/// Bytes that a launch has moved, and those that it could not have done without: every input and output once. What is
/// much smaller than the largest tensor stays in a cache of the device and counts once however often it is read.
struct Traffic {
  double moved = 0;
  double ideal = 0;
  /// Of all sectors that were touched; 0 where they were not counted.
  double in_sectors = 0;
};

/// The device of that name with few multiprocessors: grids that fill it are small enough to run here.
DeviceLimits small_device(std::string_view name = "h200");

/// Scripts up to kernels.
class SegmentKernels {
 public:
  explicit SegmentKernels(const DeviceLimits& device = *named_device("h200")) : device_(device) {}

  /// `name` is what messages call the script.
  void add(std::string name, std::string script, RuleSet rules);
  /// All kernels in one library; empty, or the compiler's messages.
  std::string build();
  /// Runs the kernel with threads in an order that `seed` shuffles; empty, or what is wrong with its outputs.
  std::string run(const SegmentKernel& segment, uint64_t seed);

  /// Runs count sectors from now on, which takes its time.
  void count_sectors() { counts_sectors_ = true; }

  const std::vector<SegmentKernel>& segments() const { return segments_; }
  /// Of the last run.
  const Traffic& traffic() const { return traffic_; }

 private:
  struct Script {
    std::unique_ptr<FrontEnd> front_end;
    Segmentation segmentation;
    Arena<SegmentId, Translation> translations;
    ValueLayouts layouts;

    SegmentedDefinition segmented() const {
      return {front_end->primitive, segmentation, translations, front_end->binding};
    }
  };
  void add_segment(const std::string& name, const Script& script, SegmentId id, std::vector<Value>& values);

  DeviceLimits device_;
  std::vector<std::unique_ptr<Script>> scripts_;
  std::vector<SegmentKernel> segments_;
  HostLibrary library_;
  bool counts_sectors_ = false;
  Traffic traffic_;
};

}  // namespace cleave
