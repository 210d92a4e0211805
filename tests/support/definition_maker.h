// The state of one random definition in the making, and one function a kind of step. Each step either appends records
// and says yes, or finds nothing it fits and leaves the definition as it was.
#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "core/ir/builder.h"
#include "tests/support/random_definition.h"

namespace cleave {

class DefinitionMaker {
 public:
  DefinitionMaker(Choices& choices, const GeneratorOptions& options);

  void add_inputs();
  void add_step();
  void add_outputs();
  RandomDefinition finish() &&;

 private:
  enum class Layout : uint8_t { kAny, kIterationOnly };

  // definition_maker.cpp
  bool try_step(StepKind kind);
  int64_t extent();
  DType tensor_dtype();
  ModelValue tensor_input(const std::vector<int64_t>& extents, DType dtype, Layout layout, int64_t index_bound = 0);
  const ModelValue& any_tensor() { return choices_.pick(tensors_); }
  /// A random tensor that `fits`, if there is one.
  template <class Fits>
  std::optional<ModelValue> tensor_that(Fits fits) {
    std::vector<ModelValue> found;
    for (const ModelValue& value : tensors_) {
      if (fits(value)) found.push_back(value);
    }
    if (found.empty()) return std::nullopt;
    return choices_.pick(found);
  }
  ModelValue constant(ScalarValue value, DType dtype);
  /// The state of an operand; a literal gets its hidden record now, so call it right before appending the reader, in
  /// the order of the slots.
  StateId place(const ModelValue& operand);
  std::vector<std::optional<StateId>> slots(const std::vector<ModelValue>& operands);
  ModelValue integer_constant(int64_t value);
  /// A constant of the category of `dtype`, or with kNull of any.
  ModelValue any_constant(DType category_of);
  /// A vector of these extents: a literal, a vector of its own, with scalars in place of some numbers.
  StateId extents_vector(const std::vector<int64_t>& extents);
  StateId literal_vector(const std::vector<int64_t>& values) { return builder_.literal_vector(values); }
  ModelValue tensor(StateId state, DType dtype, std::vector<ModelAxis> axes);
  ModelValue scalar(StateId state, DType dtype, std::optional<int64_t> known = std::nullopt);
  int64_t maybe_negative(size_t dim, size_t rank);
  size_t any_dim(const ModelValue& value) { return choices_.below(value.rank()); }
  std::vector<int64_t> some_dims(const ModelValue& value);

  // maker_pointwise.cpp
  bool add_pointwise(size_t arity);
  std::vector<ModelValue> pointwise_operands(const OpInfo& op);
  bool add_scalar();
  bool add_cast();
  bool add_triangle();

  // maker_reductions.cpp
  bool add_reduction();
  bool add_variance();
  bool add_scan();
  bool add_sort();
  bool add_matmul();

  // maker_movement.cpp
  bool add_broadcast();
  bool add_broadcast_in_dim();
  bool add_expand();
  bool add_squeeze();
  bool add_reshape();
  bool add_reorder();
  bool add_slice();
  bool add_pad();
  bool add_cat();
  bool add_forced_cut();

  // maker_creation.cpp
  bool add_factory();
  bool add_random();
  bool add_sizes();
  bool add_index();
  bool add_index_select(const ModelValue& value, size_t dim);
  bool add_gather(const ModelValue& value, size_t dim);
  bool add_take_along_axis(const ModelValue& value, size_t dim);
  bool add_scatter();
  ModelValue index_tensor(const std::vector<int64_t>& extents, int64_t bound);

  struct KnownVector {
    StateId state;
    std::vector<int64_t> extents;
  };

  Choices& choices_;
  const GeneratorOptions& options_;
  Builder builder_;
  std::vector<int64_t> palette_;
  std::vector<ModelValue> tensors_;
  std::vector<ModelValue> scalars_;
  std::vector<KnownVector> vectors_;
  std::vector<ModelValue> inputs_;
  std::vector<InputItem> input_items_;
};

/// Axes of these extents, with unit extents undecided.
std::vector<ModelAxis> fresh_axes(const std::vector<int64_t>& extents);

}  // namespace cleave
