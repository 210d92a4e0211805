// See segments_as_text.h.
#include "tests/support/segments_as_text.h"

#include <algorithm>
#include <optional>
#include <vector>

#include "core/base/text.h"
#include "core/ops/op_info.h"

namespace cleave {

std::string segments_as_text(const Primitive& primitive, const Segmentation& segmentation, Naming naming) {
  std::vector<std::string> lines;
  for (const Segment& segment : segmentation.segments) {
    std::vector<std::string> members;
    for (RecordId record : segment.records) {
      const OpInfo& row = info(primitive.definition.records[record].op);
      if (naming == Naming::kOps && row.family == OpFamily::kCopy) continue;
      const std::optional<RecordId> source = primitive.record_origin[record];
      const std::string place = naming == Naming::kRecords && source ? concat("@", source->index) : std::string();
      members.push_back(concat(row.name, place));
    }
    std::sort(members.begin(), members.end());
    lines.push_back(concat(name(segment.kernel_template), "/", name(segment.scheduler), ": ", join(members, " ")));
  }
  std::sort(lines.begin(), lines.end());
  return join(lines, "\n");
}

}  // namespace cleave
