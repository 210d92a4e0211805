// The product of inference: what is known of every state of a primitive definition once the sizes of the inputs are
// bound. Extents are always numbers here; beside each number stands where it comes from, so that a segment's definition
// can ask for it again (as a constant, as the size of a tensor it has, or as an extra input).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "core/base/id.h"
#include "core/ir/definition.h"

namespace cleave {

struct ExtentOrigin;
using ExtentId = Id<ExtentOrigin>;

/// Where an extent's number comes from. Two axes with one ExtentId are known to be equal for every binding.
struct ExtentOrigin {
  enum class Kind : uint8_t {
    /// A number in the definition.
    kConstant,
    /// Axis `dim` of the input tensor `state`.
    kInput,
    /// The value of the scalar `state`.
    kScalar,
    /// Follows from others in a way that is not kept (a slice of a symbolic axis …).
    kDerived,
  };
  Kind kind = Kind::kConstant;
  int64_t value = 0;
  std::optional<StateId> state;
  int64_t dim = 0;
};

enum class AxisKind : uint8_t {
  kIteration,
  /// Declared 1, or made by broadcast: has no storage; meets any extent.
  kBroadcast,
};

struct Axis {
  AxisKind kind = AxisKind::kIteration;
  /// As the user sees it: 1 for a broadcast axis, the repeated extent for an expanded one.
  int64_t extent = 1;
  ExtentId origin{0U};

  /// A broadcast axis that expand has repeated without storage.
  bool is_expanded() const { return kind == AxisKind::kBroadcast && extent != 1; }
  bool is_broadcast() const { return kind == AxisKind::kBroadcast; }
};

/// Most elements of one tensor. Bytes of a tensor then fit in 2^44, and sums over all tensors of a definition in
/// int64_t.
inline constexpr int64_t kMaxElements = int64_t{1} << 40;

/// True where a tensor may have these extents: at most kMaxElements elements, and without elements any other extents
/// whose product is a number. What is left of such a tensor is asked again.
bool are_allowed(const std::vector<int64_t>& extents);

struct TensorType {
  DType dtype = DType::kFloat;
  bool is_cpu = false;
  /// In logical order; reduced axes are gone.
  std::vector<Axis> axes;
  /// Position in memory, outermost first → logical axis. A permutation of 0 … rank-1.
  std::vector<uint32_t> allocation_order;
  /// In allocation order.
  std::vector<Contiguity> contiguity;

  size_t rank() const { return axes.size(); }
  std::vector<int64_t> extents() const;
  /// Product of the extents, as the user sees them; at most kMaxElements.
  int64_t element_count() const;
  /// Elements that have storage: expanded axes count once.
  int64_t stored_count() const;
  /// Bytes of the stored elements.
  int64_t bytes() const;
  /// True where memory order is the logical order.
  bool is_row_major() const;
  /// Per logical axis its rank by stride, 0 innermost: the language's stride_order.
  std::vector<int64_t> stride_order() const;
};

struct ScalarType {
  DType dtype = DType::kDouble;
  /// Known for constants, and for everything that follows from constants, bound inputs and extents.
  std::optional<ScalarValue> value;
  /// Set where the scalar is an extent.
  std::optional<ExtentId> extent;
};

struct VectorType {
  friend bool operator==(const VectorType&, const VectorType&) = default;
};

/// The result of an op whose shape rule is not known, or of a record with an error: uses of it raise nothing new.
struct UnknownType {
  friend bool operator==(const UnknownType&, const UnknownType&) = default;
};

using StateType = std::variant<UnknownType, TensorType, ScalarType, VectorType>;

struct Types {
  IdMap<StateId, StateType> states;
  Arena<ExtentId, ExtentOrigin> extents;

  const TensorType& tensor(StateId state) const;
  const ScalarType& scalar(StateId state) const;
  bool is_known(StateId state) const { return !std::holds_alternative<UnknownType>(states[state]); }
};

/// A row-major, fully contiguous tensor of these axes.
TensorType row_major(DType dtype, std::vector<Axis> axes);

/// `bfloat16 [2048, 1024]`, with broadcast axes as `1` and expanded ones as `1→4`.
std::string type_text(const StateType& type);

}  // namespace cleave
