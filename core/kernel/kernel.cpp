// See kernel.h.
#include "core/kernel/kernel.h"

#include <algorithm>

#include "core/kernel/c_text.h"
#include "core/kernel/prelude.h"
#include "core/kernel/render_cuda.h"

namespace cleave {
namespace {

/// A record that makes or reads a value of a type that kernels have no register for.
std::optional<RecordId> strange_type(const KernelInput& input) {
  for (const StateId state : input.definition.states.ids()) {
    const auto* tensor = std::get_if<TensorType>(&input.types.states[state]);
    if (tensor != nullptr && register_type(tensor->dtype).empty()) return input.definition.states[state].producer;
  }
  return std::nullopt;
}

}  // namespace

KernelAnswer make_kernel(const KernelInput& input, const Schedule& schedule, const IdMap<StateId, Strides>& strides,
                         SegmentId id) {
  if (const auto refused = strange_type(input)) return {std::nullopt, refused};
  NestAnswer answer = make_loop_nest(input, schedule, strides);
  if (!answer.nest) return {std::nullopt, answer.refused};
  Kernel kernel = render_cuda(input, schedule, *answer.nest, id);
  const std::string prelude = prelude_for(kernel.text);
  const auto lines = std::count(prelude.begin(), prelude.end(), '\n');
  for (KernelRange& range : kernel.ranges) {
    range.first_line += lines;
    range.last_line += lines;
  }
  kernel.text = prelude + kernel.text;
  return {std::move(kernel), std::nullopt};
}

}  // namespace cleave
