// The dtype table and promotion. See dtype.h.
#include "core/ops/dtype.h"

#include <algorithm>
#include <array>

#include "core/base/check.h"

namespace cleave {
namespace {

using enum DTypeCategory;

constexpr std::array kDTypes{
    DTypeInfo{DType::kDouble, "Double", "float64", kFloating, 64},
    DTypeInfo{DType::kFloat, "Float", "float32", kFloating, 32},
    DTypeInfo{DType::kHalf, "Half", "float16", kFloating, 16},
    DTypeInfo{DType::kBFloat16, "BFloat16", "bfloat16", kFloating, 16},
    DTypeInfo{DType::kFloat8E4M3FN, "Float8_e4m3fn", "float8_e4m3fn", kFloating, 8},
    DTypeInfo{DType::kFloat8E5M2, "Float8_e5m2", "float8_e5m2", kFloating, 8},
    DTypeInfo{DType::kFloat8E8M0FNU, "Float8_e8m0fnu", "float8_e8m0fnu", kFloating, 8},
    DTypeInfo{DType::kFloat4E2M1FN, "Float4_e2m1fn", "", kFloating, 4},
    DTypeInfo{DType::kFloat4E2M1FNX2, "Float4_e2m1fn_x2", "float4_e2m1fn_x2", kFloating, 8},
    DTypeInfo{DType::kInt, "Int", "int64", kInteger, 64},
    DTypeInfo{DType::kInt32, "Int32", "int32", kInteger, 32},
    DTypeInfo{DType::kIndex, "Index", "", kInteger, 64},
    DTypeInfo{DType::kUInt64, "UInt64", "uint64", kInteger, 64},
    DTypeInfo{DType::kBool, "Bool", "bool", kBoolean, 8},
    DTypeInfo{DType::kComplexFloat, "ComplexFloat", "complex64", kComplex, 64},
    DTypeInfo{DType::kComplexDouble, "ComplexDouble", "complex128", kComplex, 128},
    DTypeInfo{DType::kNull, "Null", "", kNone, 0},
};

struct TorchAlias {
  std::string_view name;
  DType dtype;
};
constexpr std::array kTorchAliases{
    TorchAlias{"float", DType::kFloat},
    TorchAlias{"double", DType::kDouble},
    TorchAlias{"half", DType::kHalf},
    TorchAlias{"long", DType::kInt},
    TorchAlias{"int", DType::kInt32},
    TorchAlias{"cfloat", DType::kComplexFloat},
    TorchAlias{"cdouble", DType::kComplexDouble},
};

// The order in which C++ `common_type` lets the later one win.
std::optional<int> arithmetic_rank(DType dtype) {
  constexpr std::array kOrder{DType::kBool,   DType::kInt32,        DType::kInt,          DType::kFloat,
                              DType::kDouble, DType::kComplexFloat, DType::kComplexDouble};
  const auto* found = std::find(kOrder.begin(), kOrder.end(), dtype);
  if (found == kOrder.end()) return std::nullopt;
  return static_cast<int>(found - kOrder.begin());
}

std::optional<DType> promote_ordered(DType a, DType b) {
  if (a == b) return a;
  if (a == DType::kIndex && is_integer(b) && b != DType::kUInt64) return DType::kIndex;
  const bool double_with_complex =
      (a == DType::kDouble && b == DType::kComplexFloat) || (a == DType::kComplexFloat && b == DType::kDouble);
  if (double_with_complex) return DType::kComplexDouble;
  const std::optional<int> rank_a = arithmetic_rank(a);
  const std::optional<int> rank_b = arithmetic_rank(b);
  if (rank_a && rank_b) return *rank_a < *rank_b ? b : a;
  const bool numeric = a != DType::kNull && b != DType::kNull;
  if (is_floating(a) && is_floating(b)) {
    return a == DType::kDouble || b == DType::kDouble ? DType::kDouble : DType::kFloat;
  }
  if (is_complex(a) && is_half_like(b)) return a;
  if (is_floating(a) && numeric && (is_integer(b) || is_boolean(b))) return a;
  if (is_complex(a) && (b == DType::kIndex)) return a;
  if (a == DType::kIndex && is_boolean(b)) return a;
  return std::nullopt;
}

}  // namespace

const DTypeInfo& info(DType dtype) {
  const auto place = static_cast<size_t>(dtype);
  CHECK(place < kDTypes.size() && kDTypes[place].dtype == dtype, "the dtype table is in enum order");
  return kDTypes[place];
}

std::span<const DTypeInfo> all_dtypes() { return kDTypes; }

std::optional<DType> find_dtype(std::string_view name) {
  for (const DTypeInfo& row : kDTypes) {
    if (row.name == name) return row.dtype;
  }
  return std::nullopt;
}

std::optional<DType> find_torch_dtype(std::string_view name) {
  for (const DTypeInfo& row : kDTypes) {
    if (!row.torch_name.empty() && row.torch_name == name) return row.dtype;
  }
  for (const TorchAlias& alias : kTorchAliases) {
    if (alias.name == name) return alias.dtype;
  }
  return std::nullopt;
}

bool is_half_like(DType dtype) { return is_floating(dtype) && info(dtype).bits <= 16; }

int64_t storage_bytes(DType dtype, int64_t count) {
  const int bits = info(dtype).bits;
  // Whole bytes are multiplied as such, so that no count of elements in memory overflows.
  return bits % 8 == 0 ? count * (bits / 8) : (count * bits + 7) / 8;
}

std::optional<DType> promote(DType a, DType b) {
  const std::optional<DType> forward = promote_ordered(a, b);
  return forward ? forward : promote_ordered(b, a);
}

DType real_of(DType dtype) {
  if (dtype == DType::kComplexFloat) return DType::kFloat;
  if (dtype == DType::kComplexDouble) return DType::kDouble;
  return dtype;
}

}  // namespace cleave
