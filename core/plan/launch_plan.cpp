// See launch_plan.h.
#include "core/plan/launch_plan.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "core/plan/live_bytes.h"

namespace cleave {
namespace {

using Role = LaunchArgument::Role;

/// Bytes from the first element to the end of the last.
int64_t spanned_bytes(const TensorType& type, const Strides& strides) {
  const int64_t element_bytes = std::max<int64_t>(info(type.dtype).bits / 8, 1);
  return needed_storage(type.extents(), strides).value_or(0) * element_bytes;
}

class LaunchPlanner {
 public:
  LaunchPlanner(const SegmentedDefinition& from, const Plan& plan, const ValueLayouts& layouts,
                const Arena<SegmentId, ScheduledSegment>& kernels)
      : from_(from), plan_(plan), layouts_(layouts), kernels_(kernels), buffer_of_(types().states.size()) {}

  LaunchPlan run() {
    for (const StateId result : plan_.results) results_.insert(result.index);
    for (const StateId input : from_.primitive.definition.inputs) {
      if (from_.primitive.definition.is_tensor(input)) add_value(input, LaunchBuffer::Kind::kInput);
    }
    for (const PlanStep& step : plan_.steps) add_step(step);
    out_.lone_copies = copies(plan_.lone_updates);
    for (const StateId result : plan_.results) out_.results.push_back(*buffer_of_[result]);
    place_frees();
    count_bytes();
    return std::move(out_);
  }

 private:
  const Types& types() const { return from_.primitive.types; }
  const Translation& translation(const LaunchStep& step) const { return from_.translations[step.segment]; }
  const KernelAnswer& answer(const LaunchStep& step) const { return kernels_[step.segment].answer; }

  void add_value(StateId state, LaunchBuffer::Kind kind) {
    const auto* type = std::get_if<TensorType>(&types().states[state]);
    const ValueLayout& layout = layouts_.values[state];
    LaunchBuffer buffer;
    buffer.kind = kind;
    buffer.state = state;
    if (type != nullptr) {
      buffer.strides = layout.strides;
      buffer.bytes = spanned_bytes(*type, layout.strides);
      if (layout.memory != state) {
        buffer.view_of = *buffer_of_[layout.memory];
        buffer.offset = layout.offset;
      }
    }
    buffer_of_[state] = out_.buffers.add(std::move(buffer));
  }

  LaunchStep::Kind kind_of(SegmentId id) const {
    const Translation& segment = from_.translations[id];
    const KernelAnswer& answer = kernels_[id].answer;
    const bool is_empty =
        std::all_of(segment.definition.outputs.begin(), segment.definition.outputs.end(), [&](const Output& output) {
          const auto* type = std::get_if<TensorType>(&segment.types.states[output.value]);
          return type != nullptr && type->element_count() == 0;
        });
    if (is_empty) return LaunchStep::Kind::kNothing;
    if (layouts_.is_view[id] != 0) return LaunchStep::Kind::kView;
    if (from_.segmentation.segments[id].kernel_template == Template::kLibrary) return LaunchStep::Kind::kLibrary;
    return answer.kernel ? LaunchStep::Kind::kKernel : LaunchStep::Kind::kMissing;
  }

  void add_step(const PlanStep& planned) {
    LaunchStep step;
    step.segment = planned.segment;
    step.kind = kind_of(planned.segment);
    make_results(translation(step));
    note_memory(step);
    const bool has_kernel = step.kind == LaunchStep::Kind::kKernel || step.kind == LaunchStep::Kind::kLibrary;
    step.arguments = has_kernel && answer(step).kernel ? kernel_arguments(*answer(step).kernel, translation(step))
                                                       : plain_arguments(translation(step));
    step.copies = copies(translation(step).updates.after);
    const size_t place = out_.steps.size();
    for (const LaunchArgument& argument : step.arguments) {
      if (argument.buffer) use(*argument.buffer, place);
    }
    for (const LaunchCopy& copy : step.copies) {
      use(copy.from, place);
      use(copy.to, place);
    }
    out_.steps.push_back(std::move(step));
  }

  void make_results(const Translation& segment) {
    for (size_t i = 0; i < segment.results.size(); ++i) {
      const StateId result = segment.results[i];
      if (buffer_of_[result]) continue;
      if (layouts_.values[result].memory != result && segment.definition.outputs[i].alias) {
        // It is stored nowhere but in the input that it updates.
        buffer_of_[result] = buffer_of_[layouts_.values[result].memory];
      } else {
        const bool is_result = results_.count(result.index) > 0;
        add_value(result, is_result ? LaunchBuffer::Kind::kOutput : LaunchBuffer::Kind::kBetween);
      }
    }
  }

  /// By state of the segment's definition: the buffer it is read from or written to.
  void note_memory(const LaunchStep& step) {
    const Translation& segment = translation(step);
    memory_.clear();
    scalars_.clear();
    for (size_t i = 0; i < segment.arguments.size(); ++i) {
      const StateId input = segment.definition.inputs[i];
      if (segment.definition.is_tensor(input)) {
        memory_.emplace(input.index, *buffer_of_[*segment.arguments[i].state]);
      } else {
        scalars_.emplace(input.index, scalar_value(segment.arguments[i]));
      }
    }
    for (size_t i = 0; i < segment.definition.outputs.size(); ++i) {
      const Output& output = segment.definition.outputs[i];
      if (!output.alias) memory_.emplace(output.value.index, *buffer_of_[segment.results[i]]);
    }
  }

  std::optional<ScalarValue> scalar_value(const SegmentArgument& argument) const {
    if (argument.state) return types().scalar(*argument.state).value;
    const TensorType& type = types().tensor(*argument.extent_tensor);
    return ScalarValue(type.axes[static_cast<size_t>(argument.extent_dim)].extent);
  }

  LaunchArgument argument(Role role, StateId state) const {
    LaunchArgument out{role, state, std::nullopt, std::nullopt};
    if (role == Role::kScalar) {
      out.value = scalars_.at(state.index);
    } else {
      out.buffer = memory_.at(state.index);
    }
    return out;
  }

  /// An input that an output updates is written, and read too where a record reads it.
  Role role_of_input(const Translation& segment, StateId state) const {
    const std::vector<Output>& outputs = segment.definition.outputs;
    if (!segment.definition.is_tensor(state)) return Role::kScalar;
    const bool is_updated =
        std::any_of(outputs.begin(), outputs.end(), [&](const Output& output) { return output.alias == state; });
    if (!is_updated) return Role::kIn;
    for (const Record& record : segment.definition.records) {
      if (is_declaration(record)) continue;
      for (const std::optional<StateId>& operand : record.operands) {
        if (operand == state) return Role::kInOut;
      }
    }
    return Role::kOut;
  }

  std::vector<LaunchArgument> kernel_arguments(const Kernel& kernel, const Translation& segment) {
    std::vector<LaunchArgument> out;
    for (const KernelParameter& parameter : kernel.parameters) {
      switch (parameter.kind) {
        case KernelParameter::Kind::kInput:
        case KernelParameter::Kind::kScalar:
          out.push_back(argument(role_of_input(segment, parameter.state), parameter.state));
          break;
        case KernelParameter::Kind::kOutput: out.push_back(argument(Role::kOut, parameter.state)); break;
        case KernelParameter::Kind::kWork:
        case KernelParameter::Kind::kPartial:
          out.push_back({Role::kWork, parameter.state, add_work(parameter, segment), std::nullopt});
          break;
        case KernelParameter::Kind::kArrivals:
          out.push_back({Role::kWork, std::nullopt, add_work(parameter, segment), std::nullopt});
          break;
        case KernelParameter::Kind::kSeed:
          out.push_back({Role::kSeed, std::nullopt, std::nullopt, std::nullopt});
          break;
        case KernelParameter::Kind::kRandomOffset:
          out.push_back({Role::kRandomOffset, std::nullopt, std::nullopt, std::nullopt});
          break;
      }
    }
    return out;
  }

  BufferId add_work(const KernelParameter& parameter, const Translation& segment) {
    LaunchBuffer work;
    work.kind = LaunchBuffer::Kind::kWork;
    if (parameter.kind == KernelParameter::Kind::kWork) work.state = segment.to_primitive.origin(parameter.state);
    work.bytes = parameter.work_bytes;
    work.is_zeroed = parameter.is_zeroed;
    return out_.buffers.add(std::move(work));
  }

  std::vector<LaunchArgument> plain_arguments(const Translation& segment) const {
    std::vector<LaunchArgument> out;
    for (const StateId input : segment.definition.inputs) {
      out.push_back(argument(role_of_input(segment, input), input));
    }
    std::unordered_set<uint32_t> named;
    for (const Output& output : segment.definition.outputs) {
      if (!output.alias && named.insert(output.value.index).second) out.push_back(argument(Role::kOut, output.value));
    }
    return out;
  }

  std::vector<LaunchCopy> copies(const std::vector<InPlaceUpdate>& updates) const {
    std::vector<LaunchCopy> out;
    for (const InPlaceUpdate& update : updates) {
      out.push_back({*buffer_of_[update.value], *buffer_of_[update.input]});
    }
    return out;
  }

  /// The buffer whose memory it is.
  BufferId root(BufferId id) const {
    while (out_.buffers[id].view_of) id = *out_.buffers[id].view_of;
    return id;
  }

  void use(BufferId id, size_t step) {
    for (const BufferId used : {id, root(id)}) {
      LaunchBuffer& buffer = out_.buffers[used];
      if (!buffer.first_step) buffer.first_step = step;
      buffer.last_step = step;
    }
  }

  void place_frees() {
    std::unordered_set<uint32_t> kept;
    for (const BufferId result : out_.results) kept.insert(root(result).index);
    for (const BufferId id : out_.buffers.ids()) {
      const LaunchBuffer& buffer = out_.buffers[id];
      const bool is_ours = buffer.kind == LaunchBuffer::Kind::kBetween || buffer.kind == LaunchBuffer::Kind::kWork;
      if (is_ours && !buffer.view_of && buffer.last_step && kept.count(id.index) == 0) {
        out_.steps[*buffer.last_step].frees.push_back(id);
      }
    }
  }

  void count_bytes() {
    int64_t alive = 0;
    std::vector<std::vector<BufferId>> begins(out_.steps.size());
    for (const BufferId id : out_.buffers.ids()) {
      const LaunchBuffer& buffer = out_.buffers[id];
      if (buffer.view_of) continue;
      out_.total_bytes = saturating_sum(out_.total_bytes, buffer.bytes);
      if (buffer.kind == LaunchBuffer::Kind::kInput) {
        alive = saturating_sum(alive, buffer.bytes);
      } else if (buffer.first_step) {
        begins[*buffer.first_step].push_back(id);
      }
    }
    out_.peak_bytes = alive;
    for (size_t step = 0; step < out_.steps.size(); ++step) {
      for (const BufferId id : begins[step]) alive = saturating_sum(alive, out_.buffers[id].bytes);
      out_.peak_bytes = std::max(out_.peak_bytes, alive);
      for (const BufferId id : out_.steps[step].frees) alive -= std::min(alive, out_.buffers[id].bytes);
    }
  }

  const SegmentedDefinition& from_;
  const Plan& plan_;
  const ValueLayouts& layouts_;
  const Arena<SegmentId, ScheduledSegment>& kernels_;
  /// By primitive state.
  IdMap<StateId, std::optional<BufferId>> buffer_of_;
  std::unordered_set<uint32_t> results_;
  /// Of the step in the making, by state of its definition.
  std::unordered_map<uint32_t, BufferId> memory_;
  std::unordered_map<uint32_t, std::optional<ScalarValue>> scalars_;
  LaunchPlan out_;
};

}  // namespace

LaunchPlan make_launch_plan(const SegmentedDefinition& definition, const Plan& plan, const ValueLayouts& layouts,
                            const Arena<SegmentId, ScheduledSegment>& kernels) {
  return LaunchPlanner(definition, plan, layouts, kernels).run();
}

}  // namespace cleave
