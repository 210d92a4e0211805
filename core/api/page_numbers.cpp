// See page_numbers.h.
#include "core/api/page_numbers.h"

#include <algorithm>

namespace cleave {

PageNumbers::PageNumbers(const Compilation& c) {
  const Definition& definition = c.primitive.definition;
  op_of = IdMap<RecordId, std::optional<int64_t>>(definition.records.size());
  value_of = IdMap<StateId, std::optional<int64_t>>(definition.states.size());
  for (const RecordId id : definition.records.ids()) {
    const Record& record = definition.records[id];
    if (is_declaration(record) || record.results.empty() || !definition.is_tensor(record.results[0])) continue;
    op_of[id] = static_cast<int64_t>(ops.size());
    ops.push_back(id);
  }
  for (const StateId id : definition.states.ids()) {
    if (!definition.is_tensor(id) && definition.producer(id).form == RecordForm::kInline) continue;
    value_of[id] = static_cast<int64_t>(values.size());
    values.push_back(id);
  }
  segments_of.resize(ops.size());
  for (const SegmentId id : c.segmentation.segments.ids()) {
    for (const RecordId record : c.segmentation.segments[id].records) {
      segments_of[static_cast<size_t>(op(record))].push_back(id.index);
    }
  }
}

std::string segment_letter(int64_t segment) {
  std::string out;
  for (int64_t rest = segment; rest >= 0; rest = rest / 26 - 1) out += static_cast<char>('A' + rest % 26);
  std::reverse(out.begin(), out.end());
  return out;
}

}  // namespace cleave
