// The argument manager: the values that are alive while segments run, by primitive state. Finds the arguments of a segment
// through its index map, extents from the sizes of the inputs, keeps what it gives back, and writes in-place updates into
// the very tensors the caller passed.
#pragma once

#include <unordered_map>
#include <vector>

#include "core/evaluate/evaluate.h"
#include "core/plan/plan.h"

namespace cleave {

class Environment {
 public:
  /// `inputs` in the order of the definition's inputs.
  Environment(const Primitive& primitive, const std::vector<Value>& inputs);

  /// The arguments of a segment, in order.
  std::vector<Value> arguments(const Translation& translation) const;
  void keep(StateId state, Value value) { values_.insert_or_assign(state.index, std::move(value)); }
  void free(StateId state) { values_.erase(state.index); }
  /// The value of a state that is alive.
  const Value& value(StateId state) const;

  /// Writes all values into their inputs at once: every value is what it was before. An updated input and the value it took
  /// are one tensor from then on; any other value that shared the input's storage keeps what it was.
  void update(const std::vector<PlanStep::Update>& updates);

  /// The states that are alive, sorted.
  std::vector<StateId> alive() const;

 private:
  void keep_old(const TensorPointer& target, StateId input);

  const Primitive& primitive_;
  std::unordered_map<uint32_t, Value> values_;
  /// Sizes of the inputs, which outlive their values.
  std::unordered_map<uint32_t, std::vector<int64_t>> extents_;
};

/// A tensor of its own with the same elements; other values as they are.
Value clone_value(const Value& value);

}  // namespace cleave
