// The caller's side of runs on a GPU: memory of the device for the inputs and outputs of a prepared plan, values
// brought there and back. Memory that nobody has written holds poison, so that a kernel that leaves an element out
// shows.
#pragma once

#include <map>
#include <optional>
#include <vector>

#include "core/evaluate/evaluate.h"
#include "native/cuda/prepared_plan.h"

namespace cleave {

class CallerMemory {
 public:
  /// Both outlive it and are of one compilation.
  CallerMemory(const cuda::Device& device, const Primitive& primitive, const LaunchPlan& plan)
      : device_(device), primitive_(primitive), plan_(plan) {}

  /// Memory for the tensors among the inputs and for what `prepared` gives back.
  cuda::Trouble allocate(const cuda::PreparedPlan& prepared);
  /// `inputs` in the order of the definition.
  cuda::Trouble bring(const std::vector<Value>& inputs) const;
  /// What a run is given; valid until allocate() is called again.
  cuda::RunArguments arguments(uint64_t seed) const;
  /// The value of an input, of a result or of a view of one.
  cuda::Trouble read(BufferId buffer, std::optional<Tensor>& out) const;
  int64_t bytes() const { return bytes_; }

 private:
  cuda::Trouble allocate(BufferId buffer, int64_t bytes, std::vector<cuda::DevicePointer>& pointers);

  const cuda::Device& device_;
  const Primitive& primitive_;
  const LaunchPlan& plan_;
  std::map<uint32_t, cuda::DeviceMemory> memory_;
  std::vector<cuda::DevicePointer> inputs_;
  std::vector<cuda::DevicePointer> outputs_;
  int64_t bytes_ = 0;
};

}  // namespace cleave
