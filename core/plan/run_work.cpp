// See run_work.h.
#include "core/plan/run_work.h"

#include <algorithm>

#include "core/base/checked_arithmetic.h"
#include "core/plan/live_bytes.h"

namespace cleave {
namespace {

int64_t count_of(const Types& types, StateId state) {
  const auto* tensor = types.states.contains(state) ? std::get_if<TensorType>(&types.states[state]) : nullptr;
  return tensor == nullptr ? 0 : tensor->element_count();
}

/// Terms that each element of a product sums.
int64_t inner_extent(const Types& types, const Record& record) {
  if (!record.operands[0] || !types.is_known(*record.operands[0])) return 1;
  const std::vector<Axis>& axes = types.tensor(*record.operands[0]).axes;
  return axes.empty() ? 1 : std::max<int64_t>(axes.back().extent, 1);
}

}  // namespace

int64_t record_work(const Types& types, const Record& record) {
  int64_t made = 0;
  for (const StateId result : record.results) made = std::max(made, count_of(types, result));
  if (family(record.op) == OpFamily::kMatmul)
    return checked_product(made, inner_extent(types, record)).value_or(INT64_MAX / 2);
  int64_t read = 0;
  for (const std::optional<StateId>& operand : record.operands) {
    if (operand) read = std::max(read, count_of(types, *operand));
  }
  return std::max(made, read);
}

int64_t definition_work(const Definition& definition, const Types& types) {
  int64_t out = 0;
  for (const RecordId id : definition.records.ids()) {
    const Record& record = definition.records[id];
    if (!is_declaration(record)) out = saturating_sum(out, std::min(record_work(types, record), INT64_MAX / 4));
  }
  return out;
}

}  // namespace cleave
