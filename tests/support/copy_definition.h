// Copies records from one definition to another, one after the other, keeping what is hidden hidden. The base of
// everything that takes a definition apart and puts it together again (shrinking, reordering).
#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "core/ir/builder.h"
#include "core/ir/definition.h"

namespace cleave {

class DefinitionCopier {
 public:
  /// A read of the key of `instead` becomes a read of its value.
  explicit DefinitionCopier(const Definition& from, std::optional<std::pair<StateId, StateId>> instead = std::nullopt)
      : from_(from), instead_(std::move(instead)), renamed_(from.states.size(), StateId(0U)) {}

  /// Appends a copy of `record`, whose operands' producers have been copied.
  void copy(RecordId record);
  /// What an operand of the old definition reads, in the old definition.
  StateId source(StateId operand) const { return instead_ && instead_->first == operand ? instead_->second : operand; }
  const Definition& copied() const { return builder_.definition(); }
  Definition finish() && { return std::move(builder_).finish(); }

 private:
  const Definition& from_;
  std::optional<std::pair<StateId, StateId>> instead_;
  std::vector<StateId> renamed_;
  Builder builder_;
};

}  // namespace cleave
