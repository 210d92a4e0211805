// What an op is: one row of the op table. A row holds everything that is said of one op and nothing that is said of a
// family; passes read rows through info(OpCode) and switch over OpFamily (without a default, so that a new family is a
// compile error exactly where code is needed). Only the few files that name an op include op_table.h.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "core/ops/attributes.h"
#include "core/ops/dtype.h"
#include "core/ops/scalar_value.h"

namespace cleave {

/// Index of a row of the op table.
enum class OpCode : uint16_t {};

/// Ops whose records are handled by the same code in every pass.
enum class OpFamily : uint8_t {
  kDefineTensor,
  kDefineScalar,
  kDefineVector,
  kAddOutput,
  /// Element-wise: unary, binary and ternary alike.
  kPointwise,
  kCast,
  /// set, segment_set, stride_order: the value unchanged.
  kCopy,
  kReduction,
  kWelford,
  kScan,
  kBroadcast,
  kExpand,
  kSqueeze,
  kReshape,
  kPermute,
  kSlice,
  kPad,
  kCat,
  /// full, iota.
  kFactory,
  kRandom,
  /// index_select, select, gather, take_along_axis: read one operand at places another one names.
  kIndex,
  kScatter,
  /// argsort, topk.
  kSort,
  kMatmul,
  /// size: an extent as a scalar.
  kSize,
  /// shape, tensor_sizes, at: replaced by sizes in rewrite.
  kShapeQuery,
  /// Replaced by primitive ops in rewrite.
  kComposite,
  /// Known, printed, drawn and cut around, but not yet given a meaning.
  kOpaque,
};

enum class OperandKind : uint8_t {
  kTensor,
  kScalar,
  kTensorOrScalar,
  /// A vector of extents, indices or widths.
  kVector,
  /// All remaining operands are tensors, written as one list.
  kTensorList,
  /// All remaining operands are scalars, written as one list.
  kScalarList,
};

struct OperandInfo {
  std::string_view name;
  OperandKind kind = OperandKind::kTensor;
  /// Where an absent optional operand prints `None`; an omittable one prints nothing.
  enum class Presence : uint8_t { kRequired, kOptional, kOmittable } presence = Presence::kRequired;
  /// Whether the legacy form prints `name=value`.
  enum class Form : uint8_t { kPositional, kNamed } form = Form::kPositional;
};

enum class ResultKind : uint8_t {
  kTensor,
  kScalar,
  kVector,
  /// A tensor where any operand is one, else a scalar.
  kLikeOperands,
};

/// How the dtype of a result follows from the operands' (language rules; dtype_rules.h applies them).
enum class DTypeRule : uint8_t {
  /// Given by the record's own dtype attribute.
  kAttribute,
  /// Common dtype, integers and bools to Float, half-like to Float.
  kFloat,
  /// Common dtype, half-like to Float.
  kArithmetic,
  /// The first operand's dtype, no cast.
  kKeep,
  /// kKeep, but complex gives its real type.
  kRealOf,
  /// Operands as kArithmetic, result Bool.
  kCompare,
  /// Operands cast to Bool, result Bool.
  kLogical,
  /// Common dtype, which must be an integer.
  kInteger,
  /// Common dtype, which must be an integer or Bool.
  kIntegerOrBool,
  /// Operand untouched, result Bool.
  kPredicate,
  /// Value operands promoted without half to Float, condition Bool.
  kWhere,
  /// Common dtype must be Float or Double.
  kFloatOnly,
  /// sum, prod: integers and Bool to Int unless a dtype is given.
  kAccumulate,
  /// Fixed: Int.
  kInt,
  /// Decided by the family (factory, random, composite, multi-result ops).
  kFamily,
};

/// The value of one result element, by category of the computation type. Half types are computed as reals and rounded
/// by the caller; integers wrap in the caller; `bits` is the width of the integer type. Bools are integers 0 and 1, and
/// a predicate answers 0 or 1. A category without meaning is null. Ops with fewer operands ignore the later arguments.
struct Meaning {
  double (*real)(double a, double b, double c) = nullptr;
  int64_t (*integer)(int64_t a, int64_t b, int64_t c, int bits) = nullptr;
  Complex (*complex)(const Complex& a, const Complex& b, const Complex& c) = nullptr;
};

/// One element of an op as C text, with {0}, {1}, {2} for the operands, by category. Functions are those of the C
/// library or helpers that the kernel stage defines where they are used. Empty: a call of the function with the op's
/// name, `complex_` in front where it is of complex numbers. Of a reduction or scan `real` is the helper that combines
/// two partial results, of any category.
struct Spelling {
  std::string_view real;
  std::string_view integer;
  std::string_view complex;
};

/// The neutral element of a reduction or scan.
enum class Identity : uint8_t { kNone, kZero, kOne, kLowest, kHighest };

/// What nvFuser's segmentation hands an op to that no template takes together with others: nothing, the host's own
/// evaluation of one expression, or the pointwise scheduler.
enum class AloneBy : uint8_t { kNothing, kHost, kPointwise };

/// Where an op may stand: in what the user wrote, in what the later stages work on, or both.
enum class OpLevel : uint8_t { kSourceOnly, kAnyLevel };

inline constexpr size_t kMaxOperands = 12;
inline constexpr size_t kMaxResults = 5;

struct OpInfo {
  std::string_view name;
  OpFamily family = OpFamily::kOpaque;
  OpLevel level = OpLevel::kAnyLevel;
  std::array<OperandInfo, kMaxOperands> operand_rows{};
  uint8_t operand_count = 0;
  std::array<ResultKind, kMaxResults> result_rows{};
  uint8_t result_count = 0;
  DTypeRule dtype_rule = DTypeRule::kFamily;
  /// The family's attributes with this op's defaults.
  Attributes (*make_attributes)() = nullptr;
  /// Attribute names without a default, separated by commas.
  std::string_view required_attributes{};
  Meaning meaning{};
  Spelling spelling{};
  Identity identity = Identity::kNone;
  AloneBy alone_by = AloneBy::kNothing;
  /// Operations per element beside a load and a store, as the cost of computing it again: 1 add … 20 special function.
  uint8_t cost = 1;
  std::string_view doc{};

  std::span<const OperandInfo> operands() const { return {operand_rows.data(), operand_count}; }
  std::span<const ResultKind> results() const { return {result_rows.data(), result_count}; }
};

/// The row of an op.
const OpInfo& info(OpCode op);

/// All rows, in table order.
std::span<const OpInfo> all_ops();

/// The op spelled `name` after `fd.ops.` (or define_tensor, define_scalar, define_vector, add_output), or nothing.
std::optional<OpCode> find_op(std::string_view name);

/// The known op whose name is closest to `name`, if one is close.
std::optional<std::string_view> closest_op(std::string_view name);

inline OpFamily family(OpCode op) { return info(op).family; }

}  // namespace cleave
