// Where in the user's text each record and state of a source definition stands, and what the user calls it. Beside the
// definition, never in it.
#pragma once

#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/ir/definition.h"
#include "core/source/source_text.h"

namespace cleave {

struct SourceMap {
  /// Whole call of each record; hidden records have the span of their literal.
  IdMap<RecordId, SourceSpan> records;
  /// Per record the span of each operand slot, in slot order; missing ones are the record's.
  IdMap<RecordId, std::vector<SourceSpan>> operands;
  /// What the user called each state; empty for hidden ones.
  IdMap<StateId, std::string> names;
  /// Set where the text has mistakes: states from this one on would have other indices without them.
  std::optional<uint32_t> first_unsure;

  /// True where the index of a state is the one that the text means.
  bool has_sure_index(uint32_t state) const { return !first_unsure || state < *first_unsure; }

  std::optional<SourceSpan> record_span(RecordId record) const {
    if (!records.contains(record)) return std::nullopt;
    return records[record];
  }
  std::optional<SourceSpan> operand_span(RecordId record, size_t slot) const {
    if (operands.contains(record) && slot < operands[record].size()) return operands[record][slot];
    return record_span(record);
  }
};

/// What messages call a state: the user's name, with the index where the name does not show it (`x (T4)`), else `T4`;
/// no index that is not sure.
std::string display_name(const Definition& definition, const SourceMap& map, StateId state);

}  // namespace cleave
