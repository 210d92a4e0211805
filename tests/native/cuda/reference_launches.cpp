// See reference_launches.h.
#include "tests/native/cuda/reference_launches.h"

#include <cstring>
#include <map>

#include "core/base/text.h"
#include "native/execute/strided_copy.h"

namespace cleave::cuda {
namespace {

template <class T>
T read_as(const void* from) {
  T out;
  std::memcpy(&out, from, sizeof out);
  return out;
}

/// The scalar as a kernel reads its argument.
ScalarValue read_scalar(DType dtype, const void* from) {
  if (dtype == DType::kComplexDouble) return read_as<std::complex<double>>(from);
  if (dtype == DType::kComplexFloat) return Complex(read_as<std::complex<float>>(from));
  if (dtype == DType::kDouble) return read_as<double>(from);
  if (is_floating(dtype)) return static_cast<double>(read_as<float>(from));
  if (dtype == DType::kBool) return read_as<unsigned char>(from) != 0;
  if (dtype == DType::kInt32) return static_cast<int64_t>(read_as<int32_t>(from));
  return read_as<int64_t>(from);
}

void* pointer_at(const void* argument) { return reinterpret_cast<void*>(read_as<DevicePointer>(argument)); }

}  // namespace

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
        launch.dynamic_shared_bytes != kernel->dynamic_shared_bytes ||
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

}  // namespace cleave::cuda
