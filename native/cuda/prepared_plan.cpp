// See prepared_plan.h; what a run does is written down in prepare_plan.cpp. Tested by tests/native/cuda.
#include "native/cuda/prepared_plan.h"

#include <algorithm>

#include "core/base/check.h"
#include "core/base/text.h"

namespace cleave::cuda {

Trouble LoadedKernels::find_or_load(const Kernel& kernel, const LaunchShape& shape, const std::string& cubin,
                                    FunctionHandle& out) {
  const auto [found, is_new] = kernels_.try_emplace(kernel.text);
  if (is_new) {
    if (Trouble trouble = device_.load(cubin, kernel.entry, shape, found->second)) {
      kernels_.erase(found);
      return trouble;
    }
  } else if (Trouble trouble = device_.allow(shape, found->second)) {
    return trouble;
  }
  out = found->second.function;
  return std::nullopt;
}

size_t PreparedPlan::launch_count() const {
  return static_cast<size_t>(std::count_if(actions_.begin(), actions_.end(),
                                           [](const Action& action) { return action.kind == Action::Kind::kLaunch; }));
}

Trouble PreparedPlan::fill_in(const RunArguments& arguments) {
  CHECK(arguments.inputs.size() == input_count_ && arguments.outputs.size() == outputs_.size(),
        "a run is given memory for every input and every output");
  for (const Patch& patch : patches_) {
    const DevicePointer base =
        patch.source < input_count_ ? arguments.inputs[patch.source] : arguments.outputs[patch.source - input_count_];
    if (base % kPointerAlignment != 0) return misaligned(patch.source);
    slots_[patch.slot].value = base + static_cast<DevicePointer>(patch.offset);
  }
  for (const uint32_t slot : seed_slots_) slots_[slot].value = arguments.seed;
  for (const uint32_t slot : random_offset_slots_) slots_[slot].value = arguments.random_offset;
  return std::nullopt;
}

Trouble PreparedPlan::misaligned(uint32_t source) const {
  const bool is_input = source < input_count_;
  return DriverError{
      .call = "run",
      .code = DriverError::kMisaligned,
      .words = concat("the memory of ", is_input ? "input " : "output ", is_input ? source : source - input_count_,
                      " does not begin at a multiple of ", kPointerAlignment, " bytes")};
}

Trouble PreparedPlan::start(const Action& action) {
  switch (action.kind) {
    case Action::Kind::kLaunch:
      return device_.launch(action.function, action.shape, slot_pointers_.data() + action.first_slot);
    case Action::Kind::kFill: return device_.fill_with_zeros(slots_[action.first_slot].value, action.bytes);
    case Action::Kind::kCopy:
      return device_.copy_on_device(slots_[action.first_slot].value, slots_[action.first_slot + 1].value, action.bytes);
  }
  return std::nullopt;
}

Trouble PreparedPlan::run(const RunArguments& arguments) {
  if (Trouble trouble = fill_in(arguments)) return trouble;
  for (const Action& action : actions_) {
    if (Trouble trouble = start(action)) return trouble;
  }
  return std::nullopt;
}

Trouble PreparedPlan::run_measured(const RunArguments& arguments, std::vector<SegmentTime>& out) {
  if (Trouble trouble = fill_in(arguments)) return trouble;
  std::vector<Event> events;
  const auto mark = [&] {
    Trouble trouble = device_.make_event(events.emplace_back());
    return trouble ? trouble : device_.record(events.back());
  };
  const size_t first = out.size();
  for (size_t i = 0; i < actions_.size(); ++i) {
    const Action& action = actions_[i];
    if (i == 0 || action.segment != actions_[i - 1].segment) {
      if (Trouble trouble = mark()) return trouble;
      out.push_back({.segment = action.segment});
    }
    if (Trouble trouble = start(action)) return trouble;
  }
  if (actions_.empty()) return std::nullopt;
  if (Trouble trouble = mark()) return trouble;
  constexpr double kMicroseconds = 1000;
  for (size_t i = 0; i + 1 < events.size(); ++i) {
    float milliseconds = 0;
    if (Trouble trouble = device_.elapsed_milliseconds(events[i], events[i + 1], milliseconds)) return trouble;
    out[first + i].microseconds = static_cast<double>(milliseconds) * kMicroseconds;
  }
  return std::nullopt;
}

Trouble PreparedPlan::record(const RunArguments& arguments, Graph& out) {
  if (Trouble trouble = device_.begin_recording()) return trouble;
  Trouble trouble = run(arguments);
  // A recording that went wrong has to be ended too.
  Trouble ended = device_.end_recording(out);
  return trouble ? trouble : ended;
}

}  // namespace cleave::cuda
