// One record being evaluated: its operands' values and the types of its results, for the functions that give each
// family its meaning. A function returns the record's results in order, or nothing after reporting why there are none.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/base/id.h"
#include "core/evaluate/evaluate.h"
#include "core/evaluate/tensor.h"
#include "core/infer/types.h"
#include "core/ir/definition.h"
#include "core/source/diagnostic.h"

namespace cleave {

using Values = IdMap<StateId, Value>;
/// Nothing where the record has no value; the reason has been reported.
using Results = std::optional<std::vector<Value>>;

struct Step {
  const Definition& definition;
  const Types& types;
  const Values& values;
  const EvaluateOptions& options;
  RecordId id;
  const Record& record;
  Diagnostics& diagnostics;

  bool has_tensor(size_t slot) const { return record.has_operand(slot) && definition.is_tensor(record.operand(slot)); }
  const Tensor& tensor(size_t slot) const;
  /// The scalar operand in `slot`.
  ScalarValue scalar(size_t slot) const { return scalar_of(record.operand(slot)); }
  /// The items of the vector operand in `slot`.
  std::vector<int64_t> numbers(size_t slot) const;
  const TensorType& result_type(size_t result = 0) const { return types.tensor(record.results[result]); }
  /// A tensor of zeros of the type of a result.
  Tensor make_result(size_t result = 0) const {
    return Tensor(result_type(result).dtype, result_type(result).extents());
  }
  /// What messages call a state.
  std::string name_of(StateId state) const;
  /// Reports `code` at the record.
  Diagnostic& report(DiagnosticCode code, std::vector<std::string> arguments) const;

 private:
  ScalarValue scalar_of(StateId state) const;
};

/// The tensor as the record's only result.
inline Results single(Tensor tensor) { return std::vector<Value>{std::make_shared<Tensor>(std::move(tensor))}; }

/// `dim` with a negative one counted from the end.
inline size_t axis_of(int64_t dim, size_t rank) {
  return static_cast<size_t>(dim < 0 ? dim + static_cast<int64_t>(rank) : dim);
}

/// Every element of `tensor` converted to `dtype`.
Tensor cast_tensor(const Tensor& tensor, DType dtype);

Results evaluate_pointwise(const Step& step);
Results evaluate_cast(const Step& step);
Results evaluate_copy(const Step& step);
Results evaluate_reduction(const Step& step);
Results evaluate_welford(const Step& step);
Results evaluate_scan(const Step& step);
/// broadcast, reshape: the same elements in the same order.
Results evaluate_renaming(const Step& step);
Results evaluate_expand(const Step& step);
Results evaluate_squeeze(const Step& step);
Results evaluate_permute(const Step& step);
Results evaluate_slice(const Step& step);
Results evaluate_pad(const Step& step);
Results evaluate_cat(const Step& step);
Results evaluate_factory(const Step& step);
Results evaluate_random(const Step& step);
Results evaluate_index(const Step& step);
Results evaluate_scatter(const Step& step);
Results evaluate_sort(const Step& step);
Results evaluate_matmul(const Step& step);
Results evaluate_size(const Step& step);

}  // namespace cleave
