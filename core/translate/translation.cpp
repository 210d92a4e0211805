// See translation.h. Tested with translate.
#include "core/translate/translation.h"

namespace cleave {

std::string_view name(IndexRole role) {
  switch (role) {
    case IndexRole::kIn: return "in";
    case IndexRole::kOut: return "out";
    case IndexRole::kExtent: return "extent";
    case IndexRole::kInner: return "inner";
    case IndexRole::kConst: return "const";
    case IndexRole::kCopy: return "copy";
  }
  return "";
}

std::vector<IndexMapEntry> Translation::boundary() const {
  std::vector<IndexMapEntry> out;
  for (const IndexMapEntry& entry : index_map) {
    const bool crosses =
        entry.role == IndexRole::kIn || entry.role == IndexRole::kOut || entry.role == IndexRole::kExtent;
    if (crosses) out.push_back(entry);
  }
  return out;
}

}  // namespace cleave
