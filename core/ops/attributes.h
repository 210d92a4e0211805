// What a record says besides its operands: one described struct a family of ops. The description is read by the parser
// (keywords and positions, in this order after the operands), the printer, JSON and the docs. A default member value is
// the language's default; a member without one in the language's signature is marked required in the op's row.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "core/ops/dtype.h"
#include "core/ops/scalar_value.h"

namespace cleave {

/// Contiguity of one dimension in allocation order; nothing where it is a broadcast.
using Contiguity = std::optional<bool>;

struct NoAttributes {
  friend bool operator==(const NoAttributes&, const NoAttributes&) = default;
  template <class Field>
  static void describe(Field&&) {}
};

struct TensorAttributes {
  /// -1 symbolic, 0 empty, 1 broadcast, >1 static.
  std::vector<int64_t> shape;
  /// In allocation order, outermost first.
  std::vector<Contiguity> contiguity;
  DType dtype = DType::kFloat;
  bool is_cpu = false;
  /// Per logical dim its rank by stride, 0 innermost; empty: row-major.
  std::vector<int64_t> stride_order;
  friend bool operator==(const TensorAttributes&, const TensorAttributes&) = default;
  template <class Field>
  static void describe(Field&& field) {
    field("shape", &TensorAttributes::shape, "Extents: -1 symbolic, 0 empty, 1 broadcast, more static.");
    field("contiguity", &TensorAttributes::contiguity, "Per dimension in memory order; None where it is a broadcast.");
    field("dtype", &TensorAttributes::dtype, "Element type.");
    field("is_cpu", &TensorAttributes::is_cpu, "A rank-0 tensor that lives on the host.");
    field("stride_order", &TensorAttributes::stride_order, "Per dimension its rank by stride, 0 innermost.");
  }
};

struct ScalarAttributes {
  /// Nothing: a symbolic scalar, an input of the definition.
  std::optional<ScalarValue> value;
  DType dtype = DType::kDouble;
  friend bool operator==(const ScalarAttributes&, const ScalarAttributes&) = default;
  template <class Field>
  static void describe(Field&& field) {
    field("value", &ScalarAttributes::value, "The constant; None makes it an input.");
    field("dtype", &ScalarAttributes::dtype, "Type of the scalar.");
  }
};

struct DTypeAttributes {
  DType dtype = DType::kFloat;
  friend bool operator==(const DTypeAttributes&, const DTypeAttributes&) = default;
  template <class Field>
  static void describe(Field&& field) {
    field("dtype", &DTypeAttributes::dtype, "Type of the result.");
  }
};

/// define_vector and iota, whose dtype defaults to Int.
struct IntegerAttributes {
  DType dtype = DType::kInt;
  friend bool operator==(const IntegerAttributes&, const IntegerAttributes&) = default;
  template <class Field>
  static void describe(Field&& field) {
    field("dtype", &IntegerAttributes::dtype, "Type of the result.");
  }
};

struct RandomAttributes {
  DType dtype = DType::kFloat;
  /// Which of the source definition's unseeded random ops this is, from 0; set by rewrite, kept by translate, so that a
  /// value does not depend on how the definition was split. Not part of the text form.
  std::optional<int64_t> ordinal;
  friend bool operator==(const RandomAttributes&, const RandomAttributes&) = default;
  template <class Field>
  static void describe(Field&& field) {
    field("dtype", &RandomAttributes::dtype, "Floating type of the result.");
  }
};

struct OutputAttributes {
  std::vector<int64_t> stride_order;
  friend bool operator==(const OutputAttributes&, const OutputAttributes&) = default;
  template <class Field>
  static void describe(Field&& field) {
    field("stride_order", &OutputAttributes::stride_order, "Memory order of the output, 0 innermost.");
  }
};

struct ReduceAttributes {
  std::vector<int64_t> dims;
  bool keepdim = false;
  DType dtype = DType::kNull;
  friend bool operator==(const ReduceAttributes&, const ReduceAttributes&) = default;
  template <class Field>
  static void describe(Field&& field) {
    field("dims", &ReduceAttributes::dims, "Axes to reduce; negative counts from the end.");
    field("keepdim", &ReduceAttributes::keepdim, "Keep reduced axes with extent 1.");
    field("dtype", &ReduceAttributes::dtype, "Accumulate and return in this type; Null keeps the operand's.");
  }
};

struct VarianceAttributes {
  std::vector<int64_t> dims;
  int64_t correction = 1;
  bool keepdim = false;
  friend bool operator==(const VarianceAttributes&, const VarianceAttributes&) = default;
  template <class Field>
  static void describe(Field&& field) {
    field("dims", &VarianceAttributes::dims, "Axes to reduce; negative counts from the end.");
    field("correction", &VarianceAttributes::correction, "Subtracted from the count in the divisor.");
    field("keepdim", &VarianceAttributes::keepdim, "Keep reduced axes with extent 1.");
  }
};

/// permute, welford.
struct DimsAttributes {
  std::vector<int64_t> dims;
  friend bool operator==(const DimsAttributes&, const DimsAttributes&) = default;
  template <class Field>
  static void describe(Field&& field) {
    field("dims", &DimsAttributes::dims, "Axes of the operand; negative counts from the end.");
  }
};

/// Scans, index_select, select, gather, take_along_axis, scatter, size.
struct DimAttributes {
  int64_t dim = 0;
  friend bool operator==(const DimAttributes&, const DimAttributes&) = default;
  template <class Field>
  static void describe(Field&& field) {
    field("dim", &DimAttributes::dim, "Axis of the operand; negative counts from the end.");
  }
};

struct BroadcastAttributes {
  std::vector<bool> is_broadcast_dim;
  friend bool operator==(const BroadcastAttributes&, const BroadcastAttributes&) = default;
  template <class Field>
  static void describe(Field&& field) {
    field("is_broadcast_dim", &BroadcastAttributes::is_broadcast_dim, "True where a new axis of extent 1 is made.");
  }
};

struct BroadcastInDimAttributes {
  std::vector<int64_t> broadcast_dims;
  friend bool operator==(const BroadcastInDimAttributes&, const BroadcastInDimAttributes&) = default;
  template <class Field>
  static void describe(Field&& field) {
    field("broadcast_dims", &BroadcastInDimAttributes::broadcast_dims, "Where each axis of the operand goes.");
  }
};

struct SqueezeAttributes {
  std::vector<int64_t> dims;
  bool squeeze_expanded = false;
  friend bool operator==(const SqueezeAttributes&, const SqueezeAttributes&) = default;
  template <class Field>
  static void describe(Field&& field) {
    field("dims", &SqueezeAttributes::dims, "Axes of extent 1 to remove.");
    field("squeeze_expanded", &SqueezeAttributes::squeeze_expanded, "Allow an expanded axis to be removed.");
  }
};

struct StrideOrderAttributes {
  std::vector<int64_t> stride_order;
  friend bool operator==(const StrideOrderAttributes&, const StrideOrderAttributes&) = default;
  template <class Field>
  static void describe(Field&& field) {
    field("stride_order", &StrideOrderAttributes::stride_order, "Per dimension its rank by stride, 0 innermost.");
  }
};

struct SliceAttributes {
  bool manual_normalization = false;
  friend bool operator==(const SliceAttributes&, const SliceAttributes&) = default;
  template <class Field>
  static void describe(Field&& field) {
    field("manual_normalization", &SliceAttributes::manual_normalization, "Indices are already within the extents.");
  }
};

struct CatAttributes {
  int64_t dim = 0;
  bool manual_padding = false;
  friend bool operator==(const CatAttributes&, const CatAttributes&) = default;
  template <class Field>
  static void describe(Field&& field) {
    field("dim", &CatAttributes::dim, "Axis along which the operands are joined.");
    field("manual_padding", &CatAttributes::manual_padding, "The operands are already padded to the joined extent.");
  }
};

struct ArgsortAttributes {
  int64_t dim = -1;
  bool descending = false;
  bool stable = false;
  friend bool operator==(const ArgsortAttributes&, const ArgsortAttributes&) = default;
  template <class Field>
  static void describe(Field&& field) {
    field("dim", &ArgsortAttributes::dim, "Axis along which to sort.");
    field("descending", &ArgsortAttributes::descending, "Largest first.");
    field("stable", &ArgsortAttributes::stable, "Equal elements keep their order.");
  }
};

struct TopkAttributes {
  int64_t dim = -1;
  bool largest = true;
  bool sorted = false;
  friend bool operator==(const TopkAttributes&, const TopkAttributes&) = default;
  template <class Field>
  static void describe(Field&& field) {
    field("dim", &TopkAttributes::dim, "Axis along which to select.");
    field("largest", &TopkAttributes::largest, "Select the largest, else the smallest.");
    field("sorted", &TopkAttributes::sorted, "Return the selected elements in order.");
  }
};

struct AtAttributes {
  int64_t index = 0;
  friend bool operator==(const AtAttributes&, const AtAttributes&) = default;
  template <class Field>
  static void describe(Field&& field) {
    field("index", &AtAttributes::index, "Position in the vector.");
  }
};

struct BatchNormAttributes {
  bool training = true;
  bool channels_last = false;
  friend bool operator==(const BatchNormAttributes&, const BatchNormAttributes&) = default;
  template <class Field>
  static void describe(Field&& field) {
    field("training", &BatchNormAttributes::training, "Use batch statistics and update the running ones.");
    field("channels_last", &BatchNormAttributes::channels_last, "The channel axis is the last one.");
  }
};

/// An op that is known but not built: its keyword arguments as the user wrote them, name and text.
struct OpaqueAttributes {
  std::vector<std::pair<std::string, std::string>> arguments;
  friend bool operator==(const OpaqueAttributes&, const OpaqueAttributes&) = default;
  template <class Field>
  static void describe(Field&&) {}
};

using Attributes = std::variant<NoAttributes, TensorAttributes, ScalarAttributes, DTypeAttributes, IntegerAttributes,
                                RandomAttributes, OutputAttributes, ReduceAttributes, VarianceAttributes,
                                DimsAttributes, DimAttributes, BroadcastAttributes, BroadcastInDimAttributes,
                                SqueezeAttributes, StrideOrderAttributes, SliceAttributes, CatAttributes,
                                ArgsortAttributes, TopkAttributes, AtAttributes, BatchNormAttributes, OpaqueAttributes>;

}  // namespace cleave
