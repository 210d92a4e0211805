// See reference_launches.h.
#include "tests/native/cuda/reference_launches.h"

#include <cstring>
#include <map>

#include "core/base/text.h"

namespace cleave::cuda {
namespace {

size_t element_bytes(DType dtype) { return static_cast<size_t>(std::max<int64_t>(info(dtype).bits / 8, 1)); }

/// Calls `visit(linear index, byte in memory)` for every element in row-major order.
template <class Visit>
void for_each_element(const std::vector<int64_t>& extents, const Strides& strides, size_t size, Visit visit) {
  std::vector<int64_t> place(extents.size(), 0);
  int64_t count = 1;
  for (const int64_t extent : extents) count *= extent;
  for (int64_t i = 0; i < count; ++i) {
    int64_t at = 0;
    for (size_t axis = 0; axis < place.size(); ++axis) at += place[axis] * strides[axis];
    visit(i, at * static_cast<int64_t>(size));
    for (size_t axis = place.size(); axis-- > 0;) {
      if (++place[axis] < extents[axis]) break;
      place[axis] = 0;
    }
  }
}

template <class T>
T read_as(const void* from) {
  T out;
  std::memcpy(&out, from, sizeof out);
  return out;
}

/// The scalar as a kernel reads its argument.
ScalarValue read_scalar(DType dtype, const void* from) {
  if (dtype == DType::kDouble) return read_as<double>(from);
  if (is_floating(dtype)) return static_cast<double>(read_as<float>(from));
  if (dtype == DType::kBool) return read_as<unsigned char>(from) != 0;
  if (dtype == DType::kInt32) return static_cast<int64_t>(read_as<int32_t>(from));
  return read_as<int64_t>(from);
}

void* pointer_at(const void* argument) { return reinterpret_cast<void*>(read_as<DevicePointer>(argument)); }

}  // namespace

Tensor read_tensor(const TensorType& type, const Strides& strides, const void* from) {
  Tensor out(type.dtype, type.extents());
  const size_t size = element_bytes(type.dtype);
  for_each_element(type.extents(), strides, size, [&](int64_t i, int64_t at) {
    std::memcpy(out.data() + static_cast<size_t>(i) * size, static_cast<const char*>(from) + at, size);
  });
  return out;
}

void write_tensor(const Tensor& value, const Strides& strides, void* to) {
  const size_t size = element_bytes(value.dtype());
  for_each_element(value.extents(), strides, size, [&](int64_t i, int64_t at) {
    std::memcpy(static_cast<char*>(to) + at, value.data() + static_cast<size_t>(i) * size, size);
  });
}

ReferenceLaunches::ReferenceLaunches(CountingDriver& driver, const ScriptProducts& script, uint64_t seed)
    : script_(script), seed_(seed) {
  driver.on_launch = [this](const CountingDriver::Launch& launched) { launch(launched); };
}

void ReferenceLaunches::launch(const CountingDriver::Launch& launch) {
  for (const SegmentId id : script_.kernels.ids()) {
    const auto& kernel = script_.kernels[id].answer.kernel;
    if (!kernel || kernel->text != launch.image) continue;
    if (kernel->entry != launch.kernel) complaints_ += concat("the entry of g", id.index, " is ", launch.kernel, "\n");
    if (launch.blocks != kernel->blocks || launch.threads_x != kernel->threads_x ||
        launch.threads_y != kernel->threads_y || launch.cluster != kernel->cluster ||
        launch.is_cooperative != kernel->is_cooperative) {
      complaints_ += concat("g", id.index, " is launched in another shape\n");
    }
    return compute(id, launch.arguments);
  }
  complaints_ += concat("a kernel of no segment is launched: ", launch.kernel, "\n");
}

Value ReferenceLaunches::read_argument(SegmentId id, StateId input, const void* argument) const {
  const Types& types = script_.translations[id].types;
  if (!script_.translations[id].definition.is_tensor(input)) {
    return argument == nullptr ? Value() : Value(read_scalar(types.scalar(input).dtype, argument));
  }
  const TensorType& type = types.tensor(input);
  if (argument == nullptr) return std::make_shared<Tensor>(type.dtype, type.extents());
  return std::make_shared<Tensor>(read_tensor(type, script_.kernels[id].strides[input], pointer_at(argument)));
}

void ReferenceLaunches::compute(SegmentId id, void** arguments) {
  const Translation& segment = script_.translations[id];
  const Definition& definition = segment.definition;
  const Kernel& kernel = *script_.kernels[id].answer.kernel;
  std::map<uint32_t, const void*> argument_of;
  for (size_t i = 0; i < kernel.parameters.size(); ++i) {
    const KernelParameter& parameter = kernel.parameters[i];
    switch (parameter.kind) {
      case KernelParameter::Kind::kInput:
      case KernelParameter::Kind::kOutput:
      case KernelParameter::Kind::kScalar: argument_of[parameter.state.index] = arguments[i]; break;
      case KernelParameter::Kind::kWork:
      case KernelParameter::Kind::kPartial:
      case KernelParameter::Kind::kArrivals: {
        auto* bytes = static_cast<unsigned char*>(pointer_at(arguments[i]));
        for (int64_t at = 0; at < parameter.work_bytes; ++at) {
          if (parameter.is_zeroed && bytes[at] != 0) {
            complaints_ += concat("g", id.index, " finds work memory that is not zero\n");
            break;
          }
        }
        // Whoever shares this memory by mistake is spoiled.
        std::memset(bytes, 0xab, static_cast<size_t>(parameter.work_bytes));
        break;
      }
      case KernelParameter::Kind::kSeed:
        if (read_as<uint64_t>(arguments[i]) != seed_) complaints_ += concat("g", id.index, " has another seed\n");
        break;
      case KernelParameter::Kind::kRandomOffset: break;
    }
  }
  std::vector<Value> inputs;
  for (size_t i = 0; i < definition.inputs.size(); ++i) {
    const StateId input = definition.inputs[i];
    const auto found = argument_of.find(input.index);
    Value value = read_argument(id, input, found == argument_of.end() ? nullptr : found->second);
    // A scalar that the kernel holds as a number.
    if (std::holds_alternative<std::monostate>(value)) {
      const SegmentArgument& argument = segment.arguments[i];
      const Types& whole = script_.front_end.primitive.types;
      value = argument.state
                  ? *whole.scalar(*argument.state).value
                  : ScalarValue(
                        whole.tensor(*argument.extent_tensor).axes[static_cast<size_t>(argument.extent_dim)].extent);
    }
    inputs.push_back(std::move(value));
  }
  Diagnostics diagnostics;
  const Evaluation done = evaluate(definition, segment.types, inputs, {.seed = seed_}, diagnostics);
  for (size_t i = 0; i < definition.outputs.size(); ++i) {
    const Output& output = definition.outputs[i];
    const StateId target = output.alias.value_or(output.value);
    const auto found = argument_of.find(target.index);
    const Tensor& value = *std::get<TensorPointer>(done.outputs[i]);
    if (value.element_count() == 0) continue;
    if (found == argument_of.end()) {
      complaints_ += concat("g", id.index, " has no argument for T", target.index, "\n");
      continue;
    }
    const Strides& strides =
        output.alias ? script_.kernels[id].strides[target] : script_.layouts.values[segment.results[i]].strides;
    write_tensor(value, strides, pointer_at(found->second));
  }
}

PlanRun run_on_driver(CountingDriver& driver, const ScriptProducts& script, const std::vector<Value>& inputs,
                      RunMode mode) {
  PlanRun out;
  Diagnostics diagnostics;
  const Nvrtc nvrtc(accepting_compiler());
  const CompiledSegments compiled =
      compile_segments(script.sources(), CachedCompiler(nvrtc, nullptr), 90, 1, diagnostics);
  auto opened = Device::open(driver.functions(), 0);
  const Device device = std::get<Device>(std::move(opened));
  LoadedKernels loaded(device);
  std::optional<PreparedPlan> prepared =
      PreparedPlan::make(device, loaded, script.plan_products(compiled), diagnostics);
  if (!prepared) {
    out.trouble = join(diagnostics.all(), "\n", [](const Diagnostic& diagnostic) { return message_text(diagnostic); });
    return out;
  }
  ReferenceLaunches launches(driver, script, kRandomSeed);

  const Definition& whole = script.front_end.primitive.definition;
  const Types& types = script.front_end.primitive.types;
  std::vector<DeviceMemory> owned;
  const auto allocated = [&](int64_t bytes) {
    const Trouble trouble = device.allocate(std::max<int64_t>(bytes, 1), owned.emplace_back());
    CHECK(!trouble, "the stand-in has memory");
    std::memset(reinterpret_cast<void*>(owned.back().get()), 0xcd, static_cast<size_t>(bytes));
    return owned.back().get();
  };
  std::map<uint32_t, DevicePointer> memory;
  std::vector<DevicePointer> input_pointers;
  for (const BufferId id : script.plan.buffers.ids()) {
    const LaunchBuffer& buffer = script.plan.buffers[id];
    if (buffer.kind != LaunchBuffer::Kind::kInput) continue;
    input_pointers.push_back(memory[id.index] = allocated(buffer.bytes));
  }
  const auto fill_inputs = [&] {
    for (const BufferId id : script.plan.buffers.ids()) {
      const LaunchBuffer& buffer = script.plan.buffers[id];
      if (buffer.kind != LaunchBuffer::Kind::kInput) continue;
      for (size_t i = 0; i < whole.inputs.size(); ++i) {
        if (whole.inputs[i] != *buffer.state) continue;
        write_tensor(*std::get<TensorPointer>(inputs[i]), buffer.strides, reinterpret_cast<void*>(memory[id.index]));
      }
    }
  };
  std::vector<DevicePointer> output_pointers;
  for (const OutputMemory& output : prepared->outputs()) {
    output_pointers.push_back(memory[output.buffer.index] = allocated(output.bytes));
  }
  const RunArguments arguments{
      .inputs = input_pointers, .outputs = output_pointers, .seed = kRandomSeed, .random_offset = 0};
  const auto expect_success = [&](const Trouble& trouble) {
    if (trouble) out.complaints += concat(trouble->call, ": ", trouble->words, "\n");
  };
  fill_inputs();
  if (mode == RunMode::kReplayed) {
    Graph graph;
    expect_success(prepared->record(arguments, graph));
    if (driver.launches != 0) out.complaints += "a recording runs something\n";
    expect_success(device.replay(graph));
  } else {
    expect_success(prepared->run(arguments));
  }
  if (mode == RunMode::kTwice) {
    const size_t allocations = driver.allocations;
    fill_inputs();
    expect_success(prepared->run(arguments));
    if (driver.allocations != allocations) out.complaints += "a run allocates\n";
  }
  const auto value_of = [&](BufferId id) -> Value {
    int64_t bytes = 0;
    BufferId at = id;
    for (; script.plan.buffers[at].view_of; at = *script.plan.buffers[at].view_of) {
      const LaunchBuffer& view = script.plan.buffers[at];
      bytes += view.offset * static_cast<int64_t>(element_bytes(types.tensor(*view.state).dtype));
    }
    const LaunchBuffer& buffer = script.plan.buffers[id];
    return std::make_shared<Tensor>(read_tensor(types.tensor(*buffer.state), buffer.strides,
                                                reinterpret_cast<const char*>(memory.at(at.index)) + bytes));
  };
  for (const BufferId result : script.plan.results) out.results.push_back(value_of(result));
  for (const BufferId id : script.plan.buffers.ids()) {
    if (script.plan.buffers[id].kind == LaunchBuffer::Kind::kInput) out.inputs.push_back(value_of(id));
  }
  out.complaints += launches.complaints();
  out.arena_bytes = prepared->arena_bytes();
  out.launches = prepared->launch_count();
  driver.on_launch = nullptr;
  return out;
}

}  // namespace cleave::cuda
