// Which axes of which tensors are one axis, over the whole definition: what ops say that keep an axis as it is or put
// two of them beside each other. Slices, pads, reshapes that touch an axis, and reads at places that data names make
// new axes. Used by passes that carry what is known of one axis to another.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/rewrite/passes/pass.h"

namespace cleave {

class AxisIdentity {
 public:
  explicit AxisIdentity(const PassFacts& facts);

  /// The name of an axis; one name, one axis.
  uint32_t axis(StateId tensor, size_t dim) const { return find(axes_[tensor][dim]); }
  /// A record that made the axis in one of its tensors, where no rule says of which axes of its operands.
  std::optional<RecordId> unruled(StateId tensor, size_t dim) const { return unruled_[axis(tensor, dim)]; }
  size_t rank(StateId tensor) const { return axes_[tensor].size(); }
  /// Number of names ever given: every name is below it.
  size_t size() const { return parent_.size(); }

 private:
  using Axes = std::vector<uint32_t>;

  uint32_t fresh();
  Axes fresh_axes(const TensorType& type);
  Axes unruled_axes(const TensorType& type, RecordId record);
  uint32_t find(uint32_t name) const;
  /// find(), and the way there is shorter from now on.
  uint32_t shortened(uint32_t name);
  void unite(uint32_t a, uint32_t b);
  Axes result_axes(RecordId id, const TensorType& made);
  Axes aligned(const Record& record, const TensorType& made, std::optional<size_t> joined);
  Axes reshaped(const Record& record, const TensorType& made);
  Axes kept_where_equal(const Record& record, const TensorType& made);

  const PassFacts& facts_;
  IdMap<StateId, Axes> axes_;
  std::vector<uint32_t> parent_;
  /// By name; of axes that are one, by the name that stays.
  std::vector<std::optional<RecordId>> unruled_;
};

}  // namespace cleave
