// The shape, dtype and layout rules of the op families, for one record. Used by TypeInference only.
#pragma once

#include <optional>
#include <vector>

#include "core/infer/infer.h"

namespace cleave {

class RecordInference {
 public:
  RecordInference(TypeInference& inference, const Definition& definition, const Record& record)
      : inference_(inference), definition_(definition), record_(record) {}

  /// Sets the types of the record's results.
  void run();

 private:
  const TensorType& tensor(size_t slot) const { return inference_.types_.tensor(record_.operand(slot)); }
  DType dtype_of(StateId state) const;
  /// The extents that a vector operand names, constants as constants.
  std::vector<ExtentId> vector_extents(size_t slot);
  std::vector<int64_t> vector_values(size_t slot) const;
  int64_t extent_value(ExtentId extent) const { return inference_.types_.extents[extent].value; }
  /// An axis of a freshly made tensor: extent 1 is a broadcast.
  Axis fresh_axis(ExtentId extent) const;
  Axis resized_axis(const Axis& axis, int64_t extent) const;
  void set_result(size_t i, TensorType type) { inference_.set(record_.results[i], std::move(type)); }
  void set_scalar(ScalarType type) { inference_.set(record_.results[0], type); }

  void scalar_record();
  void pointwise();
  void cast();
  void copy();
  void reduction();
  void welford();
  void broadcast();
  void expand();
  void squeeze();
  void reshape();
  void permute();
  void slice();
  void pad();
  void cat();
  void factory();
  void index();
  void sort();
  void matmul();
  void size();
  void opaque();

  TypeInference& inference_;
  const Definition& definition_;
  const Record& record_;
};

/// Axes of a matrix product of operands with these axes (torch.matmul's rules).
std::vector<Axis> matmul_axes(const std::vector<Axis>& a, const std::vector<Axis>& b);
/// Axes of x times W transposed: all but the last of W's leading, x's leading, W's rows.
std::vector<Axis> linear_axes(const std::vector<Axis>& x, const std::vector<Axis>& w);

/// Types of the results of a known but unbuilt op; nothing where its shape rule is not known.
std::vector<std::optional<TensorType>> opaque_results(const Types& types, const Record& record,
                                                      TypeInference& inference);

}  // namespace cleave
