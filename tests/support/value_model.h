// What a generator of definitions must know of a value to write a valid call on it: extents, which axes are broadcasts,
// the dtype and the promotion rules. Written from the language's rules and on purpose apart from core/infer, so that a
// law can hold the two against each other.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/ir/definition.h"
#include "core/ops/dtype.h"
#include "core/ops/op_info.h"

namespace cleave {

struct ModelAxis {
  enum class Kind : uint8_t {
    kIteration,
    /// Declared 1 or made by broadcast; more than 1 when expanded.
    kBroadcast,
    /// May be either after concretization (of a slice, a pad, a reshape).
    kUndecided,
  };
  int64_t extent = 1;
  Kind kind = Kind::kIteration;

  bool may_be_expanded() const { return kind != Kind::kIteration && extent != 1; }
  /// Meets an axis of any extent.
  bool stretches() const { return kind == Kind::kBroadcast && extent == 1; }
};

struct ModelValue {
  StateId state{0U};
  StateKind kind = StateKind::kTensor;
  DType dtype = DType::kFloat;
  std::vector<ModelAxis> axes{};
  /// A rank-0 tensor that came straight out of a reduction: promotion may count it among tensors with dimensions.
  bool fully_reduced = false;
  /// All elements are in [0, index_bound); 0 where nothing is known.
  int64_t index_bound = 0;
  /// Of scalars whose value is known when the definition is written.
  std::optional<int64_t> known_int{};
  /// A constant to be written in place, which gets its state when the record that reads it is appended.
  std::optional<ScalarValue> literal{};

  bool is_tensor() const { return kind == StateKind::kTensor; }
  size_t rank() const { return axes.size(); }
  std::vector<int64_t> extents() const;
  int64_t element_count() const;
};

/// Axes of the element-wise combination of tensors and scalars, aligned at the right; nothing where extents disagree.
std::optional<std::vector<ModelAxis>> combined_axes(const std::vector<ModelValue>& operands);

/// The common dtype of operands before an op's own adjustment; nothing where there is none, or where it depends on how
/// a fully reduced tensor is counted.
std::optional<DType> common_dtype(const std::vector<ModelValue>& operands);

/// The dtype an element-wise op computes in (after half to Float, integer to Float …), and of its result.
struct PointwiseTypes {
  DType computation = DType::kFloat;
  DType result = DType::kFloat;
};
/// Nothing where the op does not take these operands or has no meaning on them.
std::optional<PointwiseTypes> pointwise_types(const OpInfo& op, const std::vector<ModelValue>& operands);

}  // namespace cleave
