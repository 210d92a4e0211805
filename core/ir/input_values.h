// Inputs as a script or an option describes them: sizes, strides, dtype and how the values are made, never the values
// themselves (evaluate/ makes those, from a seed). Parse reads these off `inputs = [...]`; infer/binding.h matches them
// to the inputs of a definition.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "core/ops/dtype.h"
#include "core/ops/scalar_value.h"
#include "core/source/source_text.h"

namespace cleave {

/// How the elements of an input are made.
struct Fill {
  enum class Kind : uint8_t {
    /// torch.randn.
    kNormal,
    /// torch.rand.
    kUniform,
    /// torch.randint: integers in [low, high).
    kIntegers,
    /// torch.testing.make_tensor: uniform in [-9, 9], integers likewise, Bool either.
    kMakeTensor,
    /// zeros, ones, full; empty counts as zeros.
    kConstant,
    /// torch.tensor: the listed values, row-major.
    kValues,
    /// torch.arange: start + i * step.
    kSequence,
  };
  Kind kind = Kind::kNormal;
  double low = 0;
  double high = 1;
  /// kConstant: one; kValues: all; kSequence: start and step.
  std::vector<ScalarValue> values;
};

struct TensorInput {
  std::vector<int64_t> sizes;
  /// In elements; as many as sizes.
  std::vector<int64_t> strides;
  DType dtype = DType::kFloat;
  bool is_cpu = false;
  Fill fill;
  /// Elements that the storage under a view holds, from the view's first one on; nothing where it is as large as the
  /// strides need.
  std::optional<int64_t> storage = std::nullopt;
};

using InputValue = std::variant<TensorInput, ScalarValue>;

struct InputItem {
  InputValue value;
  std::optional<SourceSpan> span;
};

/// One `inputs = [...]` of the script.
struct InputList {
  std::string name;
  std::vector<InputItem> items;
  SourceSpan span;
  /// Places of the script's definitions that are seen to be executed with it.
  std::vector<size_t> executed_by = {};
};

/// Row-major strides of sizes: 1 for the last, products of the later sizes (at least 1 each) before it.
std::vector<int64_t> row_major_strides(const std::vector<int64_t>& sizes);

/// Elements of storage that a tensor needs: one more than the place of its last element, none for an empty one. Nothing
/// where that does not fit or a size or stride is negative.
std::optional<int64_t> needed_storage(const std::vector<int64_t>& sizes, const std::vector<int64_t>& strides);

/// Two dims by which different indices surely reach the same element; equal where one alone does, with stride 0.
std::optional<std::pair<size_t, size_t>> overlapping_dims(const TensorInput& tensor);

}  // namespace cleave
