// See script_run.h.
#include "tests/native/cuda/script_run.h"

#include "core/base/text.h"
#include "core/translate/in_place.h"
#include "native/execute/caller_memory.h"

namespace cleave::cuda {
namespace {

Trouble run_in_mode(const Device& device, PreparedPlan& plan, const CallerMemory& memory,
                    const std::vector<Value>& inputs, RunMode mode) {
  for (int i = 0; i < (mode == RunMode::kTwice ? 2 : 1); ++i) {
    if (Trouble trouble = memory.bring(inputs)) return trouble;
    if (mode == RunMode::kReplayed) {
      Graph graph;
      if (Trouble trouble = plan.record(memory.arguments(kRandomSeed), graph)) return trouble;
      if (Trouble trouble = device.replay(graph)) return trouble;
    } else if (Trouble trouble = plan.run(memory.arguments(kRandomSeed))) {
      return trouble;
    }
    if (Trouble trouble = device.wait()) return trouble;
  }
  return std::nullopt;
}

std::string words_of(const Trouble& trouble) {
  return trouble ? concat(trouble->call, ": ", trouble->words) : std::string();
}

}  // namespace

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
  CallerMemory memory(device, script.front_end.primitive, script.plan);
  Trouble trouble = memory.allocate(*plan);
  if (!trouble) trouble = run_in_mode(device, *plan, memory, inputs, mode);
  const auto take = [&](BufferId id, std::vector<Value>& values) {
    std::optional<Tensor> tensor;
    if (!trouble) trouble = memory.read(id, tensor);
    if (tensor) values.emplace_back(std::make_shared<Tensor>(std::move(*tensor)));
  };
  for (const BufferId result : script.plan.results) take(result, out.results);
  for (const BufferId id : script.plan.buffers.ids()) {
    if (script.plan.buffers[id].kind == LaunchBuffer::Kind::kInput) take(id, out.inputs);
  }
  out.trouble = words_of(trouble);
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
