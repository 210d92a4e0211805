// What a response shows of kernels and plans: names, places and numbers, read off the products.
#include <algorithm>
#include <string>
#include <variant>

#include "core/api/kernels.h"
#include "core/api/view.h"
#include "core/base/text.h"
#include "core/kernel/c_text.h"
#include "core/ops/op_table.h"

namespace cleave {
namespace {

using Role = LaunchArgument::Role;

template <class Id>
std::vector<int64_t> numbers(const std::vector<Id>& ids) {
  std::vector<int64_t> out;
  for (const Id id : ids) out.push_back(id.index);
  return out;
}

int64_t element_bytes(DType dtype) { return std::max<int64_t>(info(dtype).bits / 8, 1); }

std::string value_text(const ScalarValue& value) {
  if (const auto* boolean = std::get_if<bool>(&value)) return *boolean ? "true" : "false";
  if (const auto* integer = std::get_if<int64_t>(&value)) return std::to_string(*integer);
  return shortest_double(to_double(value));
}

/// The kernel that a step launches.
const Kernel* launched(const Compilation& c, const LaunchStep& step) {
  const std::optional<Kernel>& kernel = c.kernels[step.segment].answer.kernel;
  return has_launch(step) && kernel ? &*kernel : nullptr;
}

std::vector<std::string> op_names(const Translation& translation) {
  std::vector<std::string> out;
  for (const Record& record : translation.definition.records) {
    const bool makes_tensor = !record.results.empty() && translation.definition.is_tensor(record.results[0]);
    if (!is_declaration(record) && makes_tensor) out.emplace_back(info(record.op).name);
  }
  return out;
}

/// Why a segment launches no kernel of ours.
std::string reason_without_kernel(const Compilation& c, const LaunchStep& step) {
  switch (step.kind) {
    case LaunchStep::Kind::kLibrary:
      return concat("a library runs ", join(op_names(c.translations[step.segment]), ", ",
                                            [](const std::string& op) { return concat('`', op, '`'); }));
    case LaunchStep::Kind::kView: return "its outputs are parts of its inputs under other names: nothing is launched";
    case LaunchStep::Kind::kNothing: return "there are no elements: nothing is launched";
    case LaunchStep::Kind::kMissing: return concat("no kernel: ", missing_reason(c, step.segment));
    case LaunchStep::Kind::kKernel: break;
  }
  return {};
}

/// The parameters that stand for a value of the segment.
void show_state(const Translation& translation, StateId state, LaunchArgument::Role role, KernelArgumentView& out) {
  const IndexMapEntry& entry = translation.index_map[state.index];
  out.segment.value = state.index;
  out.original.value = entry.original;
  out.label = entry.label;
  out.dtype = dtype_name_of(translation.types, state);
  if (const auto* scalar = std::get_if<ScalarType>(&translation.types.states[state])) {
    out.type = std::string(register_type(scalar->dtype));
    out.bytes = element_bytes(scalar->dtype);
  } else if (const auto* tensor = std::get_if<TensorType>(&translation.types.states[state])) {
    const std::string_view element = memory_type(tensor->dtype);
    out.type = concat(role == Role::kIn ? "const " : "", element.empty() ? "void" : element, '*');
  }
}

KernelArgumentView argument_view(const Compilation& c, const LaunchStep& step, const LaunchArgument& argument) {
  constexpr int64_t kRandomBytes = 8;
  KernelArgumentView out;
  out.role = argument.role;
  if (argument.state) {
    show_state(c.translations[step.segment], *argument.state, argument.role, out);
  } else if (argument.buffer) {
    out.type = "unsigned*";
  } else {
    out.type = "unsigned long long";
    out.bytes = kRandomBytes;
  }
  if (argument.buffer) out.bytes = c.launch_plan.buffers[*argument.buffer].bytes;
  return out;
}

/// The state by which a record of a segment is known: what it makes, or what it gives back.
std::optional<StateId> state_of(const Record& record) {
  if (!record.results.empty()) return record.results[0];
  return record.has_operand(0) ? record.operands[0] : std::nullopt;
}

std::vector<KernelRangeView> range_views(const Compilation& c, SegmentId id, const Kernel& kernel) {
  const Translation& translation = c.translations[id];
  std::vector<KernelRangeView> out;
  for (const KernelRange& range : kernel.ranges) {
    const std::optional<StateId> state = state_of(translation.definition.records[range.record]);
    if (!state) continue;
    const IndexMapEntry& entry = translation.index_map[state->index];
    KernelRangeView view{state->index, {entry.original}, entry.label, std::nullopt, range.first_line, range.last_line};
    const std::optional<StateId> origin = translation.to_primitive.origin(*state);
    const auto span = origin ? source_span(c, c.primitive.definition.states[*origin].producer) : std::nullopt;
    if (span) view.line = static_cast<int64_t>(c.text.place(span->begin).line);
    out.push_back(std::move(view));
  }
  return out;
}

/// The launch shape, as both a kernel and a step show it.
template <class View>
void show_shape(const Kernel& kernel, View& out) {
  out.grid = {kernel.blocks, 1, 1};
  out.block = {kernel.threads_x, kernel.threads_y, 1};
  out.cluster = {kernel.cluster, 1, 1};
  out.cooperative = kernel.is_cooperative;
  out.shared_bytes = kernel.shared_bytes;
  out.dynamic_shared_bytes = kernel.dynamic_shared_bytes;
}

KernelView kernel_view(const Compilation& c, const LaunchStep& step) {
  const ScheduledSegment& scheduled = c.kernels[step.segment];
  KernelView out;
  out.segment = step.segment.index;
  out.template_name = std::string(name(c.segmentation.segments[step.segment].kernel_template));
  for (const LaunchArgument& argument : step.arguments) out.arguments.push_back(argument_view(c, step, argument));
  const std::string without = reason_without_kernel(c, step);
  if (!without.empty()) out.reasons.push_back(without);
  const Kernel* kernel = launched(c, step);
  if (kernel == nullptr) return out;
  out.template_name = std::string(name(scheduled.schedule->kernel_template));
  out.variant.value = std::string(name(scheduled.schedule->variant));
  out.entry.value = kernel->entry;
  out.source.value = kernel->text;
  out.reasons.insert(out.reasons.end(), scheduled.schedule->reasons.begin(), scheduled.schedule->reasons.end());
  out.ranges = range_views(c, step.segment, *kernel);
  show_shape(*kernel, out);
  if (const auto& compiled = c.compiled[step.segment]) {
    out.registers.value = compiled->registers;
    out.spills.value = compiled->spill_bytes;
  }
  return out;
}

/// The value that a buffer holds; of work memory no more than its name, for it may hold parts.
void show_value(const Compilation& c, StateId state, PlanBufferView& out) {
  out.original.value = source_index(c.primitive, state);
  out.label = c.primitive.labels[state];
  if (out.kind == LaunchBuffer::Kind::kWork) return;
  out.shape = shape_of(c.primitive.types, state);
  out.dtype.value = dtype_name_of(c.primitive.types, state);
  const auto* tensor = std::get_if<TensorType>(&c.primitive.types.states[state]);
  const bool is_input = out.kind == LaunchBuffer::Kind::kInput;
  if (is_input && tensor != nullptr && tensor->is_cpu) out.memory = "host";
}

PlanBufferView buffer_view(const Compilation& c, BufferId id) {
  const LaunchBuffer& buffer = c.launch_plan.buffers[id];
  PlanBufferView out;
  out.id = id.index;
  out.kind = buffer.kind;
  out.bytes = buffer.bytes;
  out.memory = "device";
  if (buffer.state) show_value(c, *buffer.state, out);
  if (buffer.kind == LaunchBuffer::Kind::kWork) {
    out.zeroed = buffer.is_zeroed;
  } else {
    out.strides = buffer.strides;
  }
  if (buffer.first_step) out.first_step.value = static_cast<int64_t>(*buffer.first_step);
  if (buffer.last_step) out.last_step.value = static_cast<int64_t>(*buffer.last_step);
  if (buffer.view_of) {
    out.view_of = buffer.view_of->index;
    out.offset = buffer.offset;
  }
  return out;
}

std::vector<PlanCopyView> copy_views(const std::vector<LaunchCopy>& copies) {
  std::vector<PlanCopyView> out;
  for (const LaunchCopy& copy : copies) out.push_back({copy.from.index, copy.to.index});
  return out;
}

PlanStepView step_view(const Compilation& c, const LaunchStep& step) {
  PlanStepView out;
  out.segment = step.segment.index;
  out.kind = step.kind;
  if (step.kind == LaunchStep::Kind::kLibrary) out.library = op_names(c.translations[step.segment]);
  if (const Kernel* kernel = launched(c, step)) {
    out.kernel.value = kernel->entry;
    show_shape(*kernel, out);
  }
  for (const LaunchArgument& argument : step.arguments) {
    PlanArgumentView view;
    view.role = argument.role;
    if (argument.buffer) view.buffer.value = argument.buffer->index;
    if (argument.value) view.value = value_text(*argument.value);
    out.arguments.push_back(std::move(view));
  }
  out.copies = copy_views(step.copies);
  out.frees = numbers(step.frees);
  return out;
}

}  // namespace

DeviceView device_view(const Compilation& c) {
  const DeviceLimits& device = *c.segment_options.device;
  return {std::string(device.name), std::string(device.full_name), concat("sm_", device.compute_capability)};
}

std::vector<KernelView> kernel_views(const Compilation& c, std::optional<int64_t> segment) {
  std::vector<KernelView> out;
  for (const LaunchStep& step : c.launch_plan.steps) {
    if (!segment || *segment == step.segment.index) out.push_back(kernel_view(c, step));
  }
  return out;
}

PlanView plan_view(const Compilation& c) {
  PlanView out;
  out.device = device_view(c);
  for (const BufferId id : c.launch_plan.buffers.ids()) out.buffers.push_back(buffer_view(c, id));
  for (const LaunchStep& step : c.launch_plan.steps) out.steps.push_back(step_view(c, step));
  out.results = numbers(c.launch_plan.results);
  if (!c.launch_plan.lone_copies.empty()) out.copies = copy_views(c.launch_plan.lone_copies);
  out.peak_bytes = c.launch_plan.peak_bytes;
  out.total_bytes = c.launch_plan.total_bytes;
  out.kernels = kernel_views(c);
  return out;
}

}  // namespace cleave
