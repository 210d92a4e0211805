// Ranks of tensors and lengths of vectors, as far as the records alone say them: no sizes of inputs, no shapes. Enough
// for "all dims" of a reduction, for T.ndim, and for default slice strides. The rank of an element-wise result is the
// broadcast rank. Unknown is an answer (ops that are not built).
#pragma once

#include <optional>

#include "core/ir/definition.h"

namespace cleave {

class RankTable {
 public:
  /// Takes in one record; records come in program order.
  void add(const Definition& definition, RecordId record);
  std::optional<size_t> rank(StateId tensor) const { return ranks_.contains(tensor) ? ranks_[tensor] : std::nullopt; }
  std::optional<size_t> length(StateId vector) const { return rank(vector); }

 private:
  std::optional<size_t> result_rank(const Definition& definition, const Record& record, size_t result) const;
  std::optional<size_t> operand_rank(const Record& record, size_t slot) const;
  std::optional<size_t> broadcast_rank(const Definition& definition, const Record& record) const;
  std::optional<size_t> matmul_rank(const Record& record) const;

  /// Of a vector its length.
  IdMap<StateId, std::optional<size_t>> ranks_;
};

/// The table of a whole definition.
RankTable ranks_of(const Definition& definition);

}  // namespace cleave
