// One record being evaluated: its operands' values and the types of its results, for the functions that give each
// family its meaning. A function returns the record's results in order, or nothing after reporting why there are none.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/base/check.h"
#include "core/base/dims.h"
#include "core/base/id.h"
#include "core/evaluate/evaluate.h"
#include "core/evaluate/tensor.h"
#include "core/infer/types.h"
#include "core/ir/definition.h"
#include "core/source/diagnostic.h"

namespace cleave {

using Values = IdMap<StateId, Value>;
/// Nothing where the record has no value; the reason has been reported.
using ResultValues = std::optional<std::vector<Value>>;

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
inline ResultValues single(Tensor tensor) { return std::vector<Value>{std::make_shared<Tensor>(std::move(tensor))}; }

/// `dim` with a negative one counted from the end.
inline size_t axis_of(int64_t dim, size_t rank) {
  const std::optional<size_t> axis = normalized_dim(dim, rank);
  CHECK(axis.has_value(), "a primitive op's dims are in range");
  return *axis;
}

/// Every element of `tensor` converted to `dtype`.
Tensor cast_tensor(const Tensor& tensor, DType dtype);

ResultValues evaluate_pointwise(const Step& step);
ResultValues evaluate_cast(const Step& step);
ResultValues evaluate_copy(const Step& step);
ResultValues evaluate_reduction(const Step& step);
ResultValues evaluate_welford(const Step& step);
ResultValues evaluate_scan(const Step& step);
/// broadcast, reshape: the same elements in the same order.
ResultValues evaluate_renaming(const Step& step);
ResultValues evaluate_expand(const Step& step);
ResultValues evaluate_squeeze(const Step& step);
ResultValues evaluate_permute(const Step& step);
ResultValues evaluate_slice(const Step& step);
ResultValues evaluate_pad(const Step& step);
ResultValues evaluate_cat(const Step& step);
ResultValues evaluate_factory(const Step& step);
ResultValues evaluate_random(const Step& step);
ResultValues evaluate_index(const Step& step);
ResultValues evaluate_scatter(const Step& step);
ResultValues evaluate_sort(const Step& step);
ResultValues evaluate_matmul(const Step& step);
ResultValues evaluate_size(const Step& step);

}  // namespace cleave
