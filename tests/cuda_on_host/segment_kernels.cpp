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
  Complex complex;
  std::complex<float> narrow_complex;
  double real = 0;
  float narrow = 0;
  long long integer = 0;
  int narrow_integer = 0;
  bool boolean = false;

  ScalarArgument(const ScalarValue& value)
      : complex(to_complex(value)),
        narrow_complex(complex),
        real(to_double(value)),
        narrow(static_cast<float>(real)),
        integer(to_int(value)),
        narrow_integer(static_cast<int>(integer)),
        boolean(to_bool(value)) {}

  void* as(DType dtype) {
    if (dtype == DType::kComplexDouble) return &complex;
    if (dtype == DType::kComplexFloat) return &narrow_complex;
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

/// The arguments of a launch: a pointer to each.
class KernelArguments {
 public:
  KernelArguments(const Kernel& kernel, std::map<uint32_t, StridedMemory>& memory,
                  std::map<uint32_t, ScalarArgument>& scalars, const Types& types)
      : watched_(kernel.parameters.size()), pointers_(kernel.parameters.size()) {
    for (size_t i = 0; i < kernel.parameters.size(); ++i) {
      arguments_.push_back(argument(kernel.parameters[i], i, memory, scalars, types));
    }
  }
  void** data() { return arguments_.data(); }
  /// Of the parameter; nothing was watched where it is no tensor.
  const WatchedMemory& watched(size_t parameter) const { return watched_[parameter]; }

 private:
  void* watch(StridedMemory& memory, size_t place) {
    watched_[place] = {static_cast<char*>(memory.data()), static_cast<char*>(memory.end())};
    pointers_[place] = {memory.data(), &watched_[place]};
    return &pointers_[place];
  }
  void* argument(const KernelParameter& parameter, size_t place, std::map<uint32_t, StridedMemory>& memory,
                 std::map<uint32_t, ScalarArgument>& scalars, const Types& types) {
    switch (parameter.kind) {
      case KernelParameter::Kind::kInput:
      case KernelParameter::Kind::kOutput: return watch(memory.at(parameter.state.index), place);
      case KernelParameter::Kind::kWork: {
        const TensorType& type = types.tensor(parameter.state);
        auto here = memory.try_emplace(parameter.state.index, type.dtype, type.extents(), packed_strides(type));
        return watch(here.first->second, place);
      }
      case KernelParameter::Kind::kPartial: {
        auto here = memory.try_emplace(UINT32_MAX - parameter.state.index, DType::kFloat8E8M0FNU,
                                       std::vector<int64_t>{parameter.work_bytes}, Strides{1});
        return watch(here.first->second, place);
      }
      case KernelParameter::Kind::kArrivals: return &arrivals_pointer_;
      case KernelParameter::Kind::kScalar:
        return scalars.at(parameter.state.index).as(types.scalar(parameter.state).dtype);
      case KernelParameter::Kind::kSeed: return &seed_;
      case KernelParameter::Kind::kRandomOffset: return &offset_;
    }
    return nullptr;
  }

  std::vector<WatchedMemory> watched_;
  std::vector<WatchedPointer> pointers_;
  std::vector<void*> arguments_;
  unsigned arrivals_ = 0;
  unsigned* arrivals_pointer_ = &arrivals_;
  unsigned long long seed_ = kRandomSeed;
  unsigned long long offset_ = 0;
};

/// What the launch has moved; `kernel`'s arguments are `arguments`.
Traffic traffic_of(const Kernel& kernel, const KernelArguments& arguments) {
  constexpr double kSmall = 0.25;
  double largest = 0;
  const auto size = [&](size_t i) {
    const WatchedMemory& memory = arguments.watched(i);
    return static_cast<double>(memory.end - memory.begin);
  };
  for (size_t i = 0; i < kernel.parameters.size(); ++i) largest = std::max(largest, size(i));
  Traffic out;
  for (size_t i = 0; i < kernel.parameters.size(); ++i) {
    const KernelParameter::Kind kind = kernel.parameters[i].kind;
    const auto bytes = static_cast<double>(arguments.watched(i).bytes);
    const bool is_work = kind == KernelParameter::Kind::kWork || kind == KernelParameter::Kind::kPartial;
    out.ideal += is_work ? 0 : size(i);
    out.moved += size(i) < kSmall * largest && !is_work ? std::min(bytes, size(i)) : bytes;
  }
  return out;
}

Tensor converted_to(DType dtype, const Tensor& from) {
  Tensor out(dtype, from.extents());
  for (int64_t i = 0; i < from.element_count(); ++i) out.convert_element(i, from, i);
  return out;
}

}  // namespace

DeviceLimits small_device(std::string_view name) {
  DeviceLimits out = *named_device(name);
  out.sm_count = 8;
  return out;
}

void SegmentKernels::add(std::string name, std::string script, RuleSet rules) {
  auto added = std::make_unique<Script>();
  added->front_end = std::make_unique<FrontEnd>(std::move(script));
  const FrontEnd& front_end = *added->front_end;
  if (!front_end.ok) fprintf(stderr, "%s\n%s\n", name.c_str(), front_end.messages().c_str());
  CHECK(front_end.ok, "the script is right");
  SegmentOptions options;
  options.rules = rules;
  options.device = device_;
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
  static_cast<ScheduledSegment&>(out) = schedule_segment(script.segmented(), script.layouts, device_, id);
  if (out.answer.kernel) out.number = library_.add(*out.answer.kernel);
  segments_.push_back(std::move(out));
}

std::string SegmentKernels::build() { return library_.build(); }

std::string SegmentKernels::run(const SegmentKernel& segment, uint64_t seed) {
  const Definition& definition = segment.translation->definition;
  const Types& types = segment.translation->types;
  const Kernel& kernel = *segment.answer.kernel;
  constexpr int64_t kMostStaticShared = int64_t{48} << 10;
  if (kernel.shared_bytes > kMostStaticShared) return concat("declares ", kernel.shared_bytes, " B of shared memory");
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
  MovedSectors moved;
  const std::string trouble = run_blocks(
      library_, {kernel.blocks, kernel.threads_x, kernel.threads_y, kernel.is_cooperative || kernel.cluster > 1}, seed,
      [&] { call(arguments.data()); }, counts_sectors_ ? &moved : nullptr);
  if (!trouble.empty()) return trouble;
  for (size_t i = 0; i < kernel.parameters.size(); ++i) {
    if (arguments.watched(i).is_left) {
      return concat("something outside of T", kernel.parameters[i].state.index, " is read or written");
    }
  }
  traffic_ = traffic_of(kernel, arguments);
  traffic_.in_sectors = 32.0 * static_cast<double>(moved.count);
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
