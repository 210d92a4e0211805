// All of a script on a device: made ready, inputs brought there, run, results brought back. The device may be a real
// one or the counting stand-in.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "native/cuda/prepared_plan.h"
#include "tests/native/cuda/script_products.h"

namespace cleave::cuda {

enum class RunMode : uint8_t { kDirect, kTwice, kReplayed };

struct ScriptRun {
  /// Why it was not made ready, or what failed; then nothing else is there.
  std::string trouble;
  /// What the caller gets back, in order, and the tensor inputs afterwards.
  std::vector<Value> results;
  std::vector<Value> inputs;
  int64_t arena_bytes = 0;
  size_t launches = 0;
};

ScriptRun run_script(const Device& device, const ScriptProducts& script, const CompiledSegments& compiled,
                     const std::vector<Value>& inputs, RunMode mode);

/// The tensor inputs as they are after a run that gives `outputs`, which are those of the definition in order.
std::vector<Value> updated_inputs(const FrontEnd& front_end, const std::vector<Value>& inputs,
                                  const std::vector<Value>& outputs);
/// What the caller gets back; an input that is a result is the caller's own tensor, with its update.
std::vector<Value> visible_values(const Definition& whole, const std::vector<Value>& updated_inputs,
                                  const std::vector<Value>& outputs);

}  // namespace cleave::cuda
