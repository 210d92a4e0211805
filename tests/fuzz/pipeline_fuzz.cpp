// The whole pipeline on anything. Input that begins with a byte below 128 is a script, as a person pastes it; else the
// bytes steer the generator of valid definitions, whose segments must then give what the whole gives. Memory is
// limited, so that a script can ask for large tensors and is refused or shrunk. Both are also asked for a plan with
// its kernels.
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "core/api/call.h"
#include "core/api/json.h"
#include "core/base/check.h"
#include "tests/support/pipeline.h"
#include "tests/support/random_definition.h"

namespace {

constexpr int64_t kMemory = 1 << 18;

cleave::Request plan_request(std::string script) {
  cleave::Request request;
  request.command = cleave::Command::kPlan;
  request.text = std::move(script);
  return request;
}

cleave::Request run_request(std::string script) {
  cleave::Request request;
  request.command = cleave::Command::kRun;
  request.text = std::move(script);
  request.memory = kMemory;
  request.shrink = true;
  request.all_states = true;
  return request;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size == 0) return 0;
  if (data[0] < 128) {
    const std::string script(reinterpret_cast<const char*>(data), size);
    cleave::call(cleave::to_json(run_request(script)));
    cleave::call(cleave::to_json(plan_request(script)));
    return 0;
  }
  cleave::Choices choices(std::span<const uint8_t>(data + 1, size - 1));
  cleave::GeneratorOptions options;
  options.steps = 1 + data[0] % 16;
  const cleave::RandomDefinition made = cleave::random_definition(choices, options);
  const std::string script = cleave::script_of({made.definition, made.inputs});
  cleave::respond(plan_request(script));
  const cleave::Response response = cleave::respond(run_request(script));
  CHECK(!response.run || response.run->matches, "the segments give what the whole gives");
  return 0;
}
