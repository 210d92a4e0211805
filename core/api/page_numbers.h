// By which number a page knows what: ops and values of the primitive definition as places in the tables of a `view`.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/api/compile.h"

namespace cleave {

/// Ops are the records that make tensors; values are the tensors, and the scalars and vectors that have a line.
struct PageNumbers {
  explicit PageNumbers(const Compilation& compilation);

  std::vector<RecordId> ops;
  std::vector<StateId> values;
  IdMap<RecordId, std::optional<int64_t>> op_of;
  IdMap<StateId, std::optional<int64_t>> value_of;
  /// By op: the segments that compute it.
  std::vector<std::vector<int64_t>> segments_of;

  int64_t op(RecordId record) const {
    CHECK(op_of[record].has_value(), "the record makes a tensor");
    return *op_of[record];
  }
  int64_t value(StateId state) const {
    CHECK(value_of[state].has_value(), "the state is in the table of values");
    return *value_of[state];
  }
};

/// `A` to `Z`, `AA` and so on: what drawings call a segment.
std::string segment_letter(int64_t segment);

}  // namespace cleave
