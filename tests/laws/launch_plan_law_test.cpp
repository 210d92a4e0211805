// A launch plan is all that an engine needs: one that has nothing but bytes, the buffers of the plan and a way to
// compute a segment from the arguments of its step gives what the whole gives, to the bit; it reads no memory that is
// not there any more and needs as many bytes as the plan says.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <optional>
#include <string>
#include <vector>

#include "core/base/text.h"
#include "core/plan/launch_plan.h"
#include "core/plan/run.h"
#include "core/segment/segment.h"
#include "core/translate/translate.h"
#include "tests/support/law.h"
#include "tests/support/pipeline.h"

namespace cleave {
namespace {

/// Runs a launch plan over bytes.
class ByteEngine {
 public:
  ByteEngine(const SegmentedDefinition& definition, const LaunchPlan& plan)
      : definition_(definition), plan_(plan), memory_(plan.buffers.size()), is_alive_(plan.buffers.size(), false) {}

  /// What is wrong, or nothing.
  std::optional<std::string> run(const std::vector<Value>& inputs) {
    for (const BufferId id : plan_.buffers.ids()) {
      if (plan_.buffers[id].kind != LaunchBuffer::Kind::kInput) continue;
      begin(id);
      write(id, tensor(inputs[input_number(id)]));
    }
    for (size_t place = 0; place < plan_.steps.size(); ++place) {
      const LaunchStep& step = plan_.steps[place];
      for (const BufferId id : plan_.buffers.ids()) {
        if (plan_.buffers[id].first_step == place) begin(id);
      }
      if (!run_step(step)) return trouble_;
      copy(step.copies);
      for (const BufferId id : step.frees) let_go(id);
    }
    copy(plan_.lone_copies);
    if (peak_ != plan_.peak_bytes) return concat("needs ", peak_, " bytes, not ", plan_.peak_bytes);
    return trouble_;
  }

  std::vector<Value> results() {
    std::vector<Value> out;
    for (const BufferId id : plan_.results) out.emplace_back(std::make_shared<Tensor>(read(id)));
    return out;
  }
  /// What the inputs hold afterwards; scalars as they were.
  std::vector<Value> inputs(std::vector<Value> before) {
    for (const BufferId id : plan_.buffers.ids()) {
      if (plan_.buffers[id].kind != LaunchBuffer::Kind::kInput) continue;
      before[input_number(id)] = std::make_shared<Tensor>(read(id));
    }
    return before;
  }

 private:
  static const Tensor& tensor(const Value& value) { return *std::get<TensorPointer>(value); }
  const TensorType& type(BufferId id) const { return definition_.primitive.types.tensor(*plan_.buffers[id].state); }
  size_t input_number(BufferId id) const {
    const std::vector<StateId>& inputs = definition_.primitive.definition.inputs;
    return static_cast<size_t>(std::find(inputs.begin(), inputs.end(), *plan_.buffers[id].state) - inputs.begin());
  }

  BufferId root(BufferId id, int64_t& offset) const {
    for (; plan_.buffers[id].view_of; id = *plan_.buffers[id].view_of) offset += plan_.buffers[id].offset;
    return id;
  }

  void begin(BufferId id) {
    if (is_alive_[id.index] || plan_.buffers[id].view_of) return;
    is_alive_[id.index] = true;
    memory_[id.index].assign(static_cast<size_t>(plan_.buffers[id].bytes), std::byte{0xcd});
    alive_bytes_ += plan_.buffers[id].bytes;
    peak_ = std::max(peak_, alive_bytes_);
  }
  void let_go(BufferId id) {
    if (!is_alive_[id.index]) trouble_ = concat("buffer ", id.index, " is let go and was not there");
    is_alive_[id.index] = false;
    memory_[id.index].clear();
    alive_bytes_ -= plan_.buffers[id].bytes;
  }

  /// Calls `visit(linear index, address)` for every element.
  template <class Visit>
  void for_each(BufferId id, Visit visit) {
    int64_t offset = 0;
    const BufferId at = root(id, offset);
    const std::vector<int64_t> extents = type(id).extents();
    const auto size = static_cast<int64_t>(Tensor(type(id).dtype, {1}).bytes());
    std::vector<int64_t> place(extents.size(), 0);
    for (int64_t i = 0; i < element_count(extents); ++i) {
      int64_t element = offset;
      for (size_t axis = 0; axis < place.size(); ++axis) element += place[axis] * plan_.buffers[id].strides[axis];
      if (!is_alive_[at.index] || (element + 1) * size > static_cast<int64_t>(memory_[at.index].size())) {
        trouble_ = concat("buffer ", id.index, " is used outside of its memory or its life");
        return;
      }
      visit(i, memory_[at.index].data() + element * size);
      for (size_t axis = place.size(); axis-- > 0;) {
        if (++place[axis] < extents[axis]) break;
        place[axis] = 0;
      }
    }
  }

  Tensor read(BufferId id) {
    Tensor out(type(id).dtype, type(id).extents());
    const size_t size = static_cast<size_t>(Tensor(out.dtype(), {1}).bytes());
    for_each(id, [&](int64_t i, std::byte* at) { std::memcpy(out.data() + static_cast<size_t>(i) * size, at, size); });
    return out;
  }
  void write(BufferId id, const Tensor& value) {
    Tensor converted(type(id).dtype, value.extents());
    const bool is_same = converted.dtype() == value.dtype();
    for (int64_t i = 0; i < value.element_count(); ++i) {
      is_same ? converted.copy_element(i, value, i) : converted.convert_element(i, value, i);
    }
    const size_t size = static_cast<size_t>(Tensor(converted.dtype(), {1}).bytes());
    for_each(
        id, [&](int64_t i, std::byte* at) { std::memcpy(at, converted.data() + static_cast<size_t>(i) * size, size); });
  }

  void copy(const std::vector<LaunchCopy>& copies) {
    std::vector<Tensor> read_first;
    for (const LaunchCopy& one : copies) read_first.push_back(read(one.from));
    for (size_t i = 0; i < copies.size(); ++i) write(copies[i].to, read_first[i]);
  }

  bool run_step(const LaunchStep& step) {
    if (step.kind == LaunchStep::Kind::kView) return !trouble_;
    const Translation& segment = definition_.translations[step.segment];
    Diagnostics diagnostics;
    std::vector<Value> inputs;
    for (size_t i = 0; i < segment.definition.inputs.size(); ++i) inputs.push_back(input_value(step, segment, i));
    const Evaluation made = evaluate(segment.definition, segment.types, inputs, {.seed = kRandomSeed}, diagnostics);
    if (diagnostics.has_errors()) trouble_ = message_text(diagnostics.all()[0]);
    for (size_t i = 0; i < made.outputs.size() && !trouble_; ++i) {
      const Output& output = segment.definition.outputs[i];
      const LaunchArgument* to = argument_of(step, output.alias.value_or(output.value));
      if (tensor(made.outputs[i]).element_count() == 0) continue;
      if (to == nullptr || to->role == LaunchArgument::Role::kIn) {
        trouble_ = concat("g", step.segment.index, " has no place for T", output.value.index);
      } else {
        write(*to->buffer, tensor(made.outputs[i]));
      }
    }
    return !trouble_;
  }

  static const LaunchArgument* argument_of(const LaunchStep& step, StateId state) {
    for (const LaunchArgument& argument : step.arguments) {
      if (argument.state == state && argument.role != LaunchArgument::Role::kWork) return &argument;
    }
    return nullptr;
  }

  /// An input that the step does not pass is not needed for values: zeros serve. Its number may shape them.
  Value input_value(const LaunchStep& step, const Translation& segment, size_t place) {
    const StateId input = segment.definition.inputs[place];
    const LaunchArgument* from = argument_of(step, input);
    if (segment.definition.is_tensor(input)) {
      const bool is_read = from != nullptr && from->role != LaunchArgument::Role::kOut;
      if (is_read) return std::make_shared<Tensor>(read(*from->buffer));
      const TensorType& type = segment.types.tensor(input);
      return std::make_shared<Tensor>(type.dtype, type.extents());
    }
    if (from != nullptr) return *from->value;
    const SegmentArgument& argument = segment.arguments[place];
    if (argument.state) return *definition_.primitive.types.scalar(*argument.state).value;
    const TensorType& sized = definition_.primitive.types.tensor(*argument.extent_tensor);
    return ScalarValue(sized.axes[static_cast<size_t>(argument.extent_dim)].extent);
  }

  const SegmentedDefinition& definition_;
  const LaunchPlan& plan_;
  std::vector<std::vector<std::byte>> memory_;
  std::vector<bool> is_alive_;
  int64_t alive_bytes_ = 0;
  int64_t peak_ = 0;
  std::optional<std::string> trouble_;
};

std::optional<std::string> plan_is_enough(const FrontEnd& front_end, const SegmentOptions& options) {
  const Primitive& primitive = front_end.primitive;
  const Segmentation segmentation = segment(primitive, options);
  const Arena<SegmentId, Translation> translations = translate(primitive, segmentation);
  const Plan plan = make_plan(primitive, segmentation, translations);
  const SegmentedDefinition definition{primitive, segmentation, translations, front_end.binding};
  const ValueLayouts layouts = value_layouts(definition);
  const auto kernels = schedule_segments(definition, layouts, *named_device("h200"));
  const LaunchPlan launches = make_launch_plan(definition, plan, layouts, kernels);

  const std::vector<Value> inputs = input_values(front_end, 9);
  ByteEngine engine(definition, launches);
  if (const auto trouble = engine.run(inputs)) return trouble;
  std::vector<Value> whole_inputs = clone_inputs(inputs);
  Diagnostics diagnostics;
  const std::vector<Value> whole = run_whole(primitive, whole_inputs, {.seed = kRandomSeed}, diagnostics).outputs;
  if (diagnostics.has_errors()) return message_text(diagnostics.all()[0]);
  if (const auto found = difference(engine.results(), whole)) return found;
  if (const auto found = difference(engine.inputs(inputs), whole_inputs)) return concat("inputs, as ", *found);
  return std::nullopt;
}

TEST(LaunchPlanLaw, IsAllThatAnEngineNeeds) {
  expect_law(
      [](const DefinitionCase& made) -> std::optional<std::string> {
        const FrontEnd front_end(script_of(made));
        if (!front_end.ok) return std::nullopt;
        for (const RuleSet rules : {RuleSet::kNvfuser, RuleSet::kExtended}) {
          SegmentOptions options;
          options.rules = rules;
          if (const auto found = plan_is_enough(front_end, options)) return found;
        }
        return std::nullopt;
      },
      400);
}

}  // namespace
}  // namespace cleave
