// See live_bytes.h. Tested with plan.
#include "core/plan/live_bytes.h"

#include <algorithm>
#include <unordered_set>
#include <vector>

namespace cleave {
namespace {

constexpr int64_t kMostBytes = int64_t{1} << 62;

}  // namespace

int64_t saturating_sum(int64_t a, int64_t b) { return a > kMostBytes - b ? kMostBytes : a + b; }

int64_t value_bytes(const Types& types, StateId state) {
  if (!types.states.contains(state)) return 0;
  const auto* tensor = std::get_if<TensorType>(&types.states[state]);
  if (tensor == nullptr) return 0;
  int64_t count = 1;
  for (const Axis& axis : tensor->axes) {
    if (axis.extent == 0) return 0;
    if (count > kMostBytes / axis.extent) return kMostBytes;
    count *= axis.extent;
  }
  // 16 bytes is the widest element.
  return count > kMostBytes / 16 ? kMostBytes : storage_bytes(tensor->dtype, count);
}

int64_t peak_value_bytes(const Definition& definition, const Types& types) {
  std::unordered_set<uint32_t> kept;
  for (StateId input : definition.inputs) kept.insert(input.index);
  for (const Output& output : definition.outputs) kept.insert(output.value.index);
  IdMap<StateId, uint32_t> last_use(definition.states.size());
  for (RecordId record : definition.records.ids()) {
    for (StateId result : definition.records[record].results) last_use[result] = record.index;
    for (const std::optional<StateId>& operand : definition.records[record].operands) {
      if (operand) last_use[*operand] = record.index;
    }
  }
  std::vector<std::vector<StateId>> dying(definition.records.size());
  for (StateId state : definition.states.ids()) {
    if (kept.count(state.index) == 0) dying[last_use[state]].push_back(state);
  }
  int64_t alive = 0;
  int64_t peak = 0;
  for (RecordId record : definition.records.ids()) {
    for (StateId result : definition.records[record].results) alive = saturating_sum(alive, value_bytes(types, result));
    peak = std::max(peak, alive);
    for (StateId state : dying[record.index]) alive -= std::min(alive, value_bytes(types, state));
  }
  return peak;
}

}  // namespace cleave
