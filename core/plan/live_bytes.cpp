// See live_bytes.h. Tested with plan.
#include "core/plan/live_bytes.h"

#include <algorithm>
#include <unordered_set>
#include <vector>

#include "core/base/dims.h"

namespace cleave {
namespace {

constexpr int64_t kMostBytes = int64_t{1} << 62;

/// Elements of one line that argsort or topk puts in order.
int64_t sorted_extent(const Types& types, const Record& record) {
  if (!types.is_known(record.operand(0))) return 0;
  const std::vector<Axis>& axes = types.tensor(record.operand(0)).axes;
  if (axes.empty()) return 1;
  const auto* topk = std::get_if<TopkAttributes>(&record.attributes);
  const int64_t dim = topk != nullptr ? topk->dim : attributes<ArgsortAttributes>(record).dim;
  return axes[*normalized_dim(dim, axes.size())].extent;
}

/// A reduction whose result has another type than its operand.
bool converts(const Types& types, const Record& record) {
  if (!types.is_known(record.operand(0)) || !types.is_known(record.result())) return false;
  return types.tensor(record.operand(0)).dtype != types.tensor(record.result()).dtype;
}

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
  // 16 bytes is the widest element; the narrowest take a byte each.
  return count > kMostBytes / 16 ? kMostBytes : storage_bytes(tensor->dtype, 1) * count;
}

int64_t scratch_bytes(const Types& types, const Record& record) {
  constexpr int64_t kWord = 8;
  const auto count = [&](StateId state) {
    const auto* tensor = std::get_if<TensorType>(&types.states[state]);
    return tensor == nullptr ? 0 : value_bytes(types, state) / std::max<int64_t>(storage_bytes(tensor->dtype, 1), 1);
  };
  if (family(record.op) == OpFamily::kSort) {
    // The keys of one line, their places, and the places once more while they are merged.
    return 3 * kWord * std::min(sorted_extent(types, record), kMostBytes / (3 * kWord));
  }
  if (family(record.op) != OpFamily::kMatmul && family(record.op) != OpFamily::kReduction) return 0;
  int64_t out = 0;
  for (const std::optional<StateId>& operand : record.operands) {
    // Products read copies as doubles or pairs of them; reductions in another type convert first.
    const int64_t widest = operand && types.is_known(*operand) && family(record.op) == OpFamily::kMatmul &&
                                   is_complex(types.tensor(*operand).dtype)
                               ? 2 * kWord
                               : kWord;
    const bool is_read =
        operand && types.is_known(*operand) && (family(record.op) == OpFamily::kMatmul || converts(types, record));
    if (is_read) out = saturating_sum(out, widest * std::min(count(*operand), kMostBytes / widest));
  }
  return out;
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
    peak = std::max(peak, saturating_sum(alive, scratch_bytes(types, definition.records[record])));
    for (StateId state : dying[record.index]) alive -= std::min(alive, value_bytes(types, state));
  }
  return peak;
}

}  // namespace cleave
