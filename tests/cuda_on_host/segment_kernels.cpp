// See segment_kernels.h.
#include "tests/cuda_on_host/segment_kernels.h"

#include <map>

#include "core/base/text.h"
#include "core/evaluate/tolerance.h"
#include "core/segment/segment.h"
#include "core/translate/translate.h"
#include "tests/cuda_on_host/block_runner.h"
#include "tests/cuda_on_host/strided_memory.h"
#include "tests/support/pipeline.h"

namespace cleave {
namespace {

/// A scalar as the kernel takes it.
struct ScalarArgument {
  double real = 0;
  float narrow = 0;
  long long integer = 0;
  int narrow_integer = 0;
  bool boolean = false;

  ScalarArgument(const ScalarValue& value)
      : real(to_double(value)),
        narrow(static_cast<float>(real)),
        integer(to_int(value)),
        narrow_integer(static_cast<int>(integer)),
        boolean(to_bool(value)) {}

  void* as(DType dtype) {
    if (dtype == DType::kDouble) return &real;
    if (is_floating(dtype)) return &narrow;
    if (dtype == DType::kBool) return &boolean;
    return dtype == DType::kInt32 ? static_cast<void*>(&narrow_integer) : static_cast<void*>(&integer);
  }
};

/// The floating type of fewest digits that a value of the segment has, no wider than `dtype`: nothing computed through
/// it is more exact.
DType least_exact(const Translation& translation, DType dtype) {
  if (!is_floating(dtype)) return dtype;
  DType out = dtype;
  for (const DType candidate : {DType::kFloat, DType::kHalf, DType::kBFloat16, DType::kFloat8E4M3FN, DType::kFloat8E5M2,
                                DType::kFloat8E8M0FNU}) {
    for (const StateId state : translation.definition.states.ids()) {
      const auto* tensor = std::get_if<TensorType>(&translation.types.states[state]);
      if (tensor != nullptr && tensor->dtype == candidate && info(candidate).bits <= info(out).bits) out = candidate;
    }
  }
  return out;
}

/// The arguments of a launch as the driver takes them: a pointer to each.
class KernelArguments {
 public:
  KernelArguments(const Kernel& kernel, std::map<uint32_t, StridedMemory>& memory,
                  std::map<uint32_t, ScalarArgument>& scalars, const Types& types) {
    for (const KernelParameter& parameter : kernel.parameters) {
      pointers_.push_back(memory_of(parameter, memory, types));
    }
    for (size_t i = 0; i < pointers_.size(); ++i) {
      const KernelParameter& parameter = kernel.parameters[i];
      arguments_.push_back(argument(parameter, &pointers_[i], scalars, types));
    }
  }
  void** data() { return arguments_.data(); }

 private:
  void* memory_of(const KernelParameter& parameter, std::map<uint32_t, StridedMemory>& memory, const Types& types) {
    switch (parameter.kind) {
      case KernelParameter::Kind::kInput:
      case KernelParameter::Kind::kOutput: return memory.at(parameter.state.index).data();
      case KernelParameter::Kind::kWork: {
        const TensorType& type = types.tensor(parameter.state);
        return memory.try_emplace(parameter.state.index, type.dtype, type.extents(), packed_strides(type))
            .first->second.data();
      }
      case KernelParameter::Kind::kPartial:
        return memory
            .try_emplace(UINT32_MAX - parameter.state.index, DType::kFloat8E8M0FNU,
                         std::vector<int64_t>{parameter.work_bytes}, Strides{1})
            .first->second.data();
      case KernelParameter::Kind::kArrivals: return &arrivals_;
      case KernelParameter::Kind::kScalar:
      case KernelParameter::Kind::kSeed:
      case KernelParameter::Kind::kRandomOffset: return nullptr;
    }
    return nullptr;
  }
  void* argument(const KernelParameter& parameter, void* pointer, std::map<uint32_t, ScalarArgument>& scalars,
                 const Types& types) {
    if (parameter.kind == KernelParameter::Kind::kSeed) return &seed_;
    if (parameter.kind == KernelParameter::Kind::kRandomOffset) return &offset_;
    if (parameter.kind != KernelParameter::Kind::kScalar) return pointer;
    return scalars.at(parameter.state.index).as(types.scalar(parameter.state).dtype);
  }

  std::vector<void*> pointers_;
  std::vector<void*> arguments_;
  unsigned arrivals_ = 0;
  unsigned long long seed_ = kRandomSeed;
  unsigned long long offset_ = 0;
};

Tensor converted_to(DType dtype, const Tensor& from) {
  Tensor out(dtype, from.extents());
  for (int64_t i = 0; i < from.element_count(); ++i) out.convert_element(i, from, i);
  return out;
}

}  // namespace

void SegmentKernels::add(std::string name, std::string script, RuleSet rules) {
  auto added = std::make_unique<Script>();
  added->front_end = std::make_unique<FrontEnd>(std::move(script));
  const FrontEnd& front_end = *added->front_end;
  if (!front_end.ok) fprintf(stderr, "%s\n%s\n", name.c_str(), front_end.messages().c_str());
  CHECK(front_end.ok, "the script is right");
  SegmentOptions options;
  options.rules = rules;
  added->segmentation = segment(front_end.primitive, options);
  added->translations = translate(front_end.primitive, added->segmentation);
  added->layouts = value_layouts(added->segmented());
  std::vector<Value> values(front_end.primitive.definition.states.size());
  const std::vector<Value> inputs = input_values(front_end, kRandomSeed);
  for (size_t i = 0; i < inputs.size(); ++i) values[front_end.primitive.definition.inputs[i].index] = inputs[i];
  for (const SegmentId id : added->translations.ids()) add_segment(name, *added, id, values);
  scripts_.push_back(std::move(added));
}

void SegmentKernels::add_segment(const std::string& name, const Script& script, SegmentId id,
                                 std::vector<Value>& values) {
  const Translation& translation = script.translations[id];
  SegmentKernel out;
  out.script = name;
  out.id = id;
  out.translation = &translation;
  for (const SegmentArgument& argument : translation.arguments) {
    if (argument.state) {
      out.inputs.push_back(values[argument.state->index]);
    } else {
      const TensorType& type = script.front_end->primitive.types.tensor(*argument.extent_tensor);
      out.inputs.push_back(ScalarValue(type.axes[static_cast<size_t>(argument.extent_dim)].extent));
    }
  }
  Diagnostics diagnostics;
  out.expected =
      evaluate(translation.definition, translation.types, out.inputs, {.seed = kRandomSeed}, diagnostics).outputs;
  for (size_t i = 0; i < out.expected.size(); ++i) values[translation.results[i].index] = out.expected[i];
  static_cast<ScheduledSegment&>(out) = schedule_segment(script.segmented(), script.layouts, *named_device("h200"), id);
  if (out.answer.kernel) out.number = library_.add(*out.answer.kernel);
  segments_.push_back(std::move(out));
}

std::string SegmentKernels::build() { return library_.build(); }

std::string SegmentKernels::run(const SegmentKernel& segment, uint64_t seed) {
  const Definition& definition = segment.translation->definition;
  const Types& types = segment.translation->types;
  const Kernel& kernel = *segment.answer.kernel;
  std::map<uint32_t, StridedMemory> memory;
  std::map<uint32_t, ScalarArgument> scalars;
  for (size_t i = 0; i < definition.inputs.size(); ++i) {
    const StateId input = definition.inputs[i];
    if (const auto* tensor = std::get_if<TensorPointer>(&segment.inputs[i])) {
      const TensorType& type = types.tensor(input);
      StridedMemory& here =
          memory.try_emplace(input.index, type.dtype, type.extents(), segment.strides[input]).first->second;
      here.write(**tensor);
    } else {
      scalars.emplace(input.index, std::get<ScalarValue>(segment.inputs[i]));
    }
  }
  for (const Output& output : definition.outputs) {
    const TensorType& type = types.tensor(output.value);
    if (!output.alias) memory.try_emplace(output.value.index, type.dtype, type.extents(), packed_strides(type));
  }
  KernelArguments arguments(kernel, memory, scalars, types);
  const HostLibrary::Call call = library_.call(segment.number);
  const std::string trouble =
      run_blocks(library_, {kernel.blocks, kernel.threads_x, kernel.threads_y, kernel.is_cooperative}, seed,
                 [&] { call(arguments.data()); });
  if (!trouble.empty()) return trouble;
  for (const auto& [state, here] : memory) {
    if (!here.is_guard_whole()) return concat("T", state, " was written outside of its elements");
  }
  for (size_t i = 0; i < definition.outputs.size(); ++i) {
    const Output& output = definition.outputs[i];
    const Tensor actual = memory.at(output.alias.value_or(output.value).index).read();
    const Tensor& expected = *std::get<TensorPointer>(segment.expected[i]);
    const DType judged_as = least_exact(*segment.translation, actual.dtype());
    const Comparison found =
        compare(converted_to(judged_as, actual), converted_to(judged_as, expected), segment.schedule->domain.columns);
    if (found.is_within) continue;
    const int64_t at = found.worst.value_or(0);
    return concat("T", output.value.index, " element ", at, " is ", shortest_double(actual.real(at)), " instead of ",
                  shortest_double(expected.real(at)));
  }
  return {};
}

}  // namespace cleave
