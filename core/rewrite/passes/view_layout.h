// Which ops only give a value another look, without a byte moved: where the elements of a view lie in the memory of the
// value it starts from. Used by the passes that make views free and lay out outputs. Strides are nominal: what is known
// to be dense has its true strides, a gap of unknown size is one element, which is enough to see what merges and what
// does not.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/rewrite/passes/pass.h"

namespace cleave {

class ViewLayouts {
 public:
  explicit ViewLayouts(const PassFacts& facts);

  /// The definition has an op that may be a view.
  static bool has_view(const Definition& definition);
  /// The record makes a view of its first operand.
  bool is_view(const Record& record) const { return is_view_[record.results[0].index]; }

 private:
  /// Elements between neighbours along each logical axis; 0 where it has no storage.
  using Strides = std::vector<int64_t>;

  Strides own_strides(const TensorType& type) const;
  std::optional<Strides> view_strides(const Record& record) const;

  const PassFacts& facts_;
  IdMap<StateId, Strides> strides_;
  std::vector<bool> is_view_;
};

}  // namespace cleave
