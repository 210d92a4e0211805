// The type of every state of a primitive definition, one record after the other. Knows shapes, dtypes, memory order and
// where extents come from; knows nothing of mistakes: rewrite has refused what does not fit before a record gets here,
// so a record that breaks a shape rule is our own fault.
#pragma once

#include <map>
#include <optional>
#include <vector>

#include "core/base/dims.h"
#include "core/infer/types.h"
#include "core/ir/definition.h"
#include "core/ir/input_values.h"

namespace cleave {

class TypeInference {
 public:
  /// The type of an input tensor: `sizes` (one for each declared dim) fill in what its record leaves symbolic.
  void declare_tensor(const Definition& definition, StateId tensor, const std::vector<int64_t>& sizes);
  /// The type of a scalar input whose value is bound.
  void declare_scalar(const Definition& definition, StateId scalar, std::optional<ScalarValue> value);
  /// Types of the results of a record other than an input, whose operands' types are known.
  void infer(const Definition& definition, RecordId record);
  /// Gives an output that asks for a memory order that order.
  void set_allocation(StateId tensor, const std::vector<int64_t>& stride_order);
  /// Replaces the type of a state (the boundary of a segment, typed by its producer).
  void set(StateId state, StateType type);

  /// The extent that is the number `value`, whatever asks for it.
  ExtentId constant_extent(int64_t value);
  /// An extent that follows from others.
  ExtentId derived_extent(int64_t value);
  /// The extent named by a scalar: a constant, the size of a tensor, or the scalar itself.
  ExtentId extent_of_scalar(StateId scalar);

  const Types& types() const { return types_; }
  Types finish() && { return std::move(types_); }

 private:
  friend class RecordInference;
  Types types_;
  std::map<int64_t, ExtentId> constants_;
  std::map<uint32_t, ExtentId> scalars_;
};

/// The axis with storage for every element: what an op makes of a repeated axis when its results along it may differ.
Axis materialized(const Axis& axis);
std::vector<Axis> materialized(std::vector<Axis> axes);

/// The axis that axes of the operands make in an element-wise op: iteration over broadcast, expanded over extent 1.
Axis merged_axis(const Axis& a, const Axis& b);

}  // namespace cleave
