// Look-ups in the op table.
#include "core/ops/op_info.h"

#include <unordered_map>
#include <vector>

#include "core/base/check.h"
#include "core/base/text.h"
#include "core/ops/op_table.h"

namespace cleave {

const OpInfo& info(OpCode op) {
  const auto place = static_cast<size_t>(op);
  CHECK(place < kOpTable.size(), "an op code is an index of the op table");
  return kOpTable[place];
}

std::span<const OpInfo> all_ops() { return kOpTable; }

std::optional<OpCode> find_op(std::string_view name) {
  static const auto* const kByName = [] {
    auto* out = new std::unordered_map<std::string_view, OpCode>;
    for (size_t i = 0; i < kOpTable.size(); ++i) out->emplace(kOpTable[i].name, static_cast<OpCode>(i));
    return out;
  }();
  const auto found = kByName->find(name);
  if (found == kByName->end()) return std::nullopt;
  return found->second;
}

std::optional<std::string_view> closest_op(std::string_view name) {
  std::vector<std::string_view> names;
  for (const OpInfo& row : kOpTable) names.push_back(row.name);
  return closest_word(name, names);
}

}  // namespace cleave
