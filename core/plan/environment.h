// The argument manager: the values that are alive while segments run, by primitive state. Finds the arguments of a
// segment through its index map, extents from the sizes of the inputs, keeps what it gives back, and writes in-place
// updates into the very tensors the caller passed. Keeping, freeing and updating cost as much as the values they touch,
// not as those that are alive.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <unordered_set>
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
  void keep(StateId state, Value value);
  void free(StateId state);
  /// The value of a state that is alive.
  const Value& value(StateId state) const;

  /// Writes all values into their inputs at once: every value is what it was before. An updated input and the value it
  /// took are one tensor from then on; any other value that shared the input's storage keeps what it was.
  void update(const std::vector<PlanStep::Update>& updates);

  /// Bytes of the tensors that are alive, each once; the caller's inputs always are.
  int64_t bytes() const { return bytes_; }
  /// Values kept, let go or moved so far.
  int64_t touched() const { return touched_; }

 private:
  void keep_old(const TensorPointer& target, StateId input);
  void hold(uint32_t holder, const Value& value);
  void let_go(uint32_t holder, const Value& value);

  const Primitive& primitive_;
  std::unordered_map<uint32_t, Value> values_;
  /// By tensor: the states whose value it is, and the caller.
  std::unordered_map<const Tensor*, std::unordered_set<uint32_t>> holders_;
  int64_t bytes_ = 0;
  int64_t touched_ = 0;
  /// Sizes of the inputs, which outlive their values.
  std::unordered_map<uint32_t, std::vector<int64_t>> extents_;
};

/// A tensor of its own with the same elements; other values as they are.
Value clone_value(const Value& value);

}  // namespace cleave
