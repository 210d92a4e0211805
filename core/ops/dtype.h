// The element types of the fusion language: their spellings, sizes and categories, and how two of them promote. One
// table row a type. What an op does with promotion (half to float, integers to float …) is in dtype_rules.h; how a
// value of a type is stored and rounded is in evaluate/.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace cleave {

/// Element types, named as `DataType.<Name>` in definitions. `index` is int32 or int64 by launch (int64 here); `null`
/// is the absent type of reductions that keep their operand's.
enum class DType : uint8_t {
  kDouble,
  kFloat,
  kHalf,
  kBFloat16,
  kFloat8E4M3FN,
  kFloat8E5M2,
  kFloat8E8M0FNU,
  kFloat4E2M1FN,
  kFloat4E2M1FNX2,
  kInt,
  kInt32,
  kIndex,
  kUInt64,
  kBool,
  kComplexFloat,
  kComplexDouble,
  kNull,
};

enum class DTypeCategory : uint8_t { kFloating, kInteger, kBoolean, kComplex, kNone };

struct DTypeInfo {
  DType dtype;
  /// As after `DataType.`.
  std::string_view name;
  /// As after `torch.`; empty where PyTorch has no such type.
  std::string_view torch_name;
  DTypeCategory category;
  /// Storage of one element in bits.
  int bits;
};

/// The table row of a type.
const DTypeInfo& info(DType dtype);

/// All rows, in enum order.
std::span<const DTypeInfo> all_dtypes();

/// The type spelled `name` after `DataType.`, or nothing.
std::optional<DType> find_dtype(std::string_view name);

/// The type spelled `name` after `torch.` (`float32`, `float`, `half` …), or nothing.
std::optional<DType> find_torch_dtype(std::string_view name);

inline std::string_view name(DType dtype) { return info(dtype).name; }
inline bool is_floating(DType dtype) { return info(dtype).category == DTypeCategory::kFloating; }
inline bool is_complex(DType dtype) { return info(dtype).category == DTypeCategory::kComplex; }
inline bool is_boolean(DType dtype) { return dtype == DType::kBool; }
/// Int, Int32, Index, UInt64; not Bool.
inline bool is_integer(DType dtype) { return info(dtype).category == DTypeCategory::kInteger; }

/// Half, BFloat16, fp8 and fp4: the types that arithmetic widens to Float.
bool is_half_like(DType dtype);

/// Bytes of `count` elements (fp4 packs two to a byte).
int64_t storage_bytes(DType dtype, int64_t count);

/// The common type of two (language rules, symmetric); nothing where they do not promote, e.g. UInt64 with Int.
std::optional<DType> promote(DType a, DType b);

/// ComplexFloat -> Float, ComplexDouble -> Double, others themselves.
DType real_of(DType dtype);

}  // namespace cleave
