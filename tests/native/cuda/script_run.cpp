// See script_run.h.
#include "tests/native/cuda/script_run.h"

#include <cstring>
#include <map>

#include "core/base/text.h"
#include "core/translate/in_place.h"

namespace cleave::cuda {
namespace {

/// What memory holds that nobody has written.
constexpr std::byte kPoison{0xcd};

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

/// The caller's side of one run.
class Caller {
 public:
  Caller(const Device& device, const ScriptProducts& script, const std::vector<Value>& inputs)
      : device_(device), script_(script), inputs_(inputs) {}

  std::string run(PreparedPlan& plan, RunMode mode) {
    for (const BufferId id : script_.plan.buffers.ids()) {
      if (is_input(id)) input_pointers_.push_back(allocate(id, script_.plan.buffers[id].bytes));
    }
    for (const OutputMemory& output : plan.outputs()) {
      output_pointers_.push_back(allocate(output.buffer, output.bytes));
    }
    const RunArguments arguments{
        .inputs = input_pointers_, .outputs = output_pointers_, .seed = kRandomSeed, .random_offset = 0};
    for (int i = 0; i < (mode == RunMode::kTwice ? 2 : 1); ++i) {
      bring_inputs();
      if (mode == RunMode::kReplayed) {
        Graph graph;
        note(plan.record(arguments, graph));
        if (trouble_.empty()) note(device_.replay(graph));
      } else {
        note(plan.run(arguments));
      }
      note(device_.wait());
    }
    return trouble_;
  }

  Value value_of(BufferId id) {
    const Types& types = script_.front_end.primitive.types;
    int64_t begin = 0;
    BufferId root = id;
    for (; script_.plan.buffers[root].view_of; root = *script_.plan.buffers[root].view_of) {
      const LaunchBuffer& view = script_.plan.buffers[root];
      begin += view.offset * static_cast<int64_t>(element_bytes(types.tensor(*view.state).dtype));
    }
    std::vector<std::byte> bytes(static_cast<size_t>(script_.plan.buffers[root].bytes));
    note(device_.copy_to_host(bytes.data(), memory_.at(root.index).get(), static_cast<int64_t>(bytes.size())));
    note(device_.wait());
    const LaunchBuffer& buffer = script_.plan.buffers[id];
    return std::make_shared<Tensor>(read_tensor(types.tensor(*buffer.state), buffer.strides, bytes.data() + begin));
  }

  bool is_input(BufferId id) const { return script_.plan.buffers[id].kind == LaunchBuffer::Kind::kInput; }

 private:
  void note(const Trouble& trouble) {
    if (trouble && trouble_.empty()) trouble_ = concat(trouble->call, ": ", trouble->words);
  }

  DevicePointer allocate(BufferId id, int64_t bytes) {
    note(device_.allocate(std::max<int64_t>(bytes, 1), memory_[id.index]));
    const std::vector<std::byte> poison(static_cast<size_t>(bytes), kPoison);
    note(device_.copy_to_device(memory_[id.index].get(), poison.data(), bytes));
    note(device_.wait());
    return memory_[id.index].get();
  }

  void bring_inputs() {
    const Definition& whole = script_.front_end.primitive.definition;
    for (const BufferId id : script_.plan.buffers.ids()) {
      const LaunchBuffer& buffer = script_.plan.buffers[id];
      if (!is_input(id)) continue;
      std::vector<std::byte> bytes(static_cast<size_t>(buffer.bytes), kPoison);
      for (size_t i = 0; i < whole.inputs.size(); ++i) {
        if (whole.inputs[i] != *buffer.state) continue;
        write_tensor(*std::get<TensorPointer>(inputs_[i]), buffer.strides, bytes.data());
      }
      note(device_.copy_to_device(memory_[id.index].get(), bytes.data(), buffer.bytes));
      note(device_.wait());
    }
  }

  const Device& device_;
  const ScriptProducts& script_;
  const std::vector<Value>& inputs_;
  std::map<uint32_t, DeviceMemory> memory_;
  std::vector<DevicePointer> input_pointers_;
  std::vector<DevicePointer> output_pointers_;
  std::string trouble_;
};

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

ScriptRun run_script(const Device& device, const ScriptProducts& script, const CompiledSegments& compiled,
                     const std::vector<Value>& inputs, RunMode mode) {
  ScriptRun out;
  Diagnostics diagnostics;
  LoadedKernels loaded(device);
  std::optional<PreparedPlan> plan = PreparedPlan::make(device, loaded, script.plan_products(compiled), diagnostics);
  if (!plan) {
    out.trouble = join(diagnostics.all(), "\n", [](const Diagnostic& diagnostic) {
      return concat(info(diagnostic.code).name, ": ", message_text(diagnostic));
    });
    return out;
  }
  out.arena_bytes = plan->arena_bytes();
  out.launches = plan->launch_count();
  Caller caller(device, script, inputs);
  out.trouble = caller.run(*plan, mode);
  if (!out.trouble.empty()) return out;
  for (const BufferId result : script.plan.results) out.results.push_back(caller.value_of(result));
  for (const BufferId id : script.plan.buffers.ids()) {
    if (caller.is_input(id)) out.inputs.push_back(caller.value_of(id));
  }
  return out;
}

std::vector<Value> updated_inputs(const FrontEnd& front_end, const std::vector<Value>& inputs,
                                  const std::vector<Value>& outputs) {
  const Definition& whole = front_end.primitive.definition;
  std::vector<Value> out;
  for (size_t i = 0; i < inputs.size(); ++i) {
    if (whole.is_tensor(whole.inputs[i])) out.push_back(inputs[i]);
  }
  for (const InPlaceUpdate& update : in_place_updates(whole)) {
    size_t place = 0;
    for (const StateId input : whole.inputs) {
      if (input == update.input) break;
      place += whole.is_tensor(input) ? 1 : 0;
    }
    for (size_t i = 0; i < whole.outputs.size(); ++i) {
      if (whole.outputs[i].value == update.value) out[place] = outputs[i];
    }
  }
  return out;
}

std::vector<Value> visible_values(const Definition& whole, const std::vector<Value>& updated_inputs,
                                  const std::vector<Value>& outputs) {
  std::vector<Value> out;
  for (const StateId result : visible_results(whole)) {
    const Value* found = nullptr;
    for (size_t i = 0; i < whole.outputs.size(); ++i) {
      if (whole.outputs[i].value == result) found = &outputs[i];
    }
    size_t place = 0;
    for (const StateId input : whole.inputs) {
      if (input == result) found = &updated_inputs[place];
      place += whole.is_tensor(input) ? 1 : 0;
    }
    out.push_back(*found);
  }
  return out;
}

}  // namespace cleave::cuda
