// Element-wise ops, casts and copies. The category of the computation follows from the operands: complex before
// floating before integers and Bools; the op's row gives the meaning, and the result's dtype rounds it once.
// Judged by tests/core/evaluate/vectors_test.cpp.
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "core/evaluate/odometer.h"
#include "core/evaluate/step.h"
#include "core/evaluate/unsigned_meaning.h"
#include "core/ops/op_table.h"
#include "core/source/diagnostic_codes.h"

namespace cleave {
namespace {

constexpr size_t kMaxArity = 3;

/// The operands as tensors of equal rank; scalars and absent bounds are one element that repeats everywhere.
struct Operands {
  std::array<Tensor, kMaxArity> cells;
  std::array<const Tensor*, kMaxArity> tensors{};
  std::vector<std::vector<int64_t>> strides;
  DTypeCategory category = DTypeCategory::kBoolean;
  /// Of the integer type: 1 for Bool.
  int bits = 1;
  /// The integers are UInt64.
  bool is_unsigned = false;
};

int category_rank(DTypeCategory category) {
  switch (category) {
    case DTypeCategory::kComplex: return 3;
    case DTypeCategory::kFloating: return 2;
    case DTypeCategory::kInteger: return 1;
    case DTypeCategory::kBoolean:
    case DTypeCategory::kNone: break;
  }
  return 0;
}

/// The category, and the width of the integers the op works on: the widest tensor's, or the scalars' where there is no
/// tensor (a scalar is Int even beside an Int32 tensor).
void find_category(const Step& step, Operands& operands) {
  int tensor_bits = 0;
  int scalar_bits = 1;
  for (size_t slot = 0; slot < step.record.operands.size(); ++slot) {
    if (!step.record.has_operand(slot)) continue;
    const bool is_tensor = step.has_tensor(slot);
    const DTypeInfo& row =
        info(is_tensor ? step.tensor(slot).dtype() : step.types.scalar(step.record.operand(slot)).dtype);
    operands.is_unsigned = operands.is_unsigned || row.dtype == DType::kUInt64;
    if (category_rank(row.category) > category_rank(operands.category)) operands.category = row.category;
    int& bits = is_tensor ? tensor_bits : scalar_bits;
    bits = std::max(bits, row.category == DTypeCategory::kInteger ? row.bits : 1);
  }
  operands.bits = tensor_bits == 0 ? scalar_bits : tensor_bits;
}

/// Strides that let an axis of extent 1 meet any extent.
std::vector<int64_t> broadcast_strides(const Tensor& tensor, const std::vector<int64_t>& extents) {
  CHECK(tensor.rank() == extents.size(), "element-wise operands have equal rank");
  std::vector<int64_t> strides = linear_strides(tensor.extents());
  for (size_t axis = 0; axis < strides.size(); ++axis) {
    CHECK(tensor.extents()[axis] == extents[axis] || tensor.extents()[axis] == 1, "element-wise extents agree");
    if (tensor.extents()[axis] == 1) strides[axis] = 0;
  }
  return strides;
}

/// What an absent bound of clamp stands for: nothing is below the second operand, nothing above the third.
ScalarValue absent_bound(size_t slot, const Operands& operands) {
  const bool is_upper = slot == 2;
  if (operands.category == DTypeCategory::kFloating) return is_upper ? HUGE_VAL : -HUGE_VAL;
  // As UInt64, whose largest value has all bits set.
  if (operands.is_unsigned) return is_upper ? int64_t{-1} : int64_t{0};
  return is_upper ? std::numeric_limits<int64_t>::max() : std::numeric_limits<int64_t>::min();
}

Tensor cell_of(DType dtype, const ScalarValue& value) {
  Tensor cell(dtype, {});
  cell.set_value(0, value);
  return cell;
}

/// A scalar as it is: its literal's dtype keeps every bit, and UInt64 is not the Int of the same bits.
Tensor scalar_cell(const Step& step, size_t slot) {
  const ScalarValue value = step.scalar(slot);
  const bool is_unsigned = step.types.scalar(step.record.operand(slot)).dtype == DType::kUInt64;
  return cell_of(is_unsigned ? DType::kUInt64 : literal_dtype(value), value);
}

Operands gather_operands(const Step& step, const std::vector<int64_t>& extents) {
  Operands out;
  const size_t arity = step.record.operands.size();
  CHECK(arity <= kMaxArity, "element-wise ops have at most three operands");
  find_category(step, out);
  out.strides.assign(arity, std::vector<int64_t>(extents.size(), 0));
  for (size_t slot = 0; slot < arity; ++slot) {
    if (step.has_tensor(slot)) {
      out.tensors[slot] = &step.tensor(slot);
      out.strides[slot] = broadcast_strides(step.tensor(slot), extents);
    } else {
      if (step.record.has_operand(slot)) {
        out.cells[slot] = scalar_cell(step, slot);
      } else {
        const ScalarValue bound = absent_bound(slot, out);
        out.cells[slot] = cell_of(literal_dtype(bound), bound);
      }
      out.tensors[slot] = &out.cells[slot];
    }
  }
  return out;
}

/// Calls `apply(result index, position of operand 0, 1, 2)` for every element of the result.
template <class Apply>
void for_each_element(const Operands& operands, const Tensor& result, Apply apply) {
  Odometer walk(result.extents(), operands.strides);
  const size_t arity = operands.strides.size();
  std::array<int64_t, kMaxArity> positions{};
  for (int64_t i = 0; i < walk.count(); ++i, walk.next()) {
    for (size_t k = 0; k < arity; ++k) positions[k] = walk.position(k);
    apply(i, positions);
  }
}

using Positions = std::array<int64_t, kMaxArity>;

double real_at(const Operands& operands, size_t k, const Positions& positions) {
  return operands.tensors[k] != nullptr ? operands.tensors[k]->real(positions[k]) : 0;
}
int64_t integer_at(const Operands& operands, size_t k, const Positions& positions) {
  return operands.tensors[k] != nullptr ? operands.tensors[k]->integer(positions[k]) : 0;
}
Complex complex_at(const Operands& operands, size_t k, const Positions& positions) {
  return operands.tensors[k] != nullptr ? operands.tensors[k]->complex(positions[k]) : Complex();
}

bool apply_row(const Step& step, const Operands& operands, Tensor& result) {
  const Meaning& meaning = info(step.record.op).meaning;
  if (operands.category == DTypeCategory::kComplex) {
    if (meaning.complex == nullptr) return false;
    for_each_element(operands, result, [&](int64_t i, const Positions& at) {
      result.set_complex(
          i, meaning.complex(complex_at(operands, 0, at), complex_at(operands, 1, at), complex_at(operands, 2, at)));
    });
  } else if (operands.category == DTypeCategory::kFloating) {
    if (meaning.real == nullptr) return false;
    for_each_element(operands, result, [&](int64_t i, const Positions& at) {
      result.set_real(i, meaning.real(real_at(operands, 0, at), real_at(operands, 1, at), real_at(operands, 2, at)));
    });
  } else {
    const IntegerMeaning integer = operands.is_unsigned ? unsigned_meaning(step.record.op) : meaning.integer;
    if (integer == nullptr) return false;
    const int bits = operands.bits;
    for_each_element(operands, result, [&](int64_t i, const Positions& at) {
      result.set_integer(
          i, integer(integer_at(operands, 0, at), integer_at(operands, 1, at), integer_at(operands, 2, at), bits));
    });
  }
  return true;
}

/// The neighbour in the format of the result, which is Float or Double.
void apply_nextafter(const Operands& operands, Tensor& result) {
  const bool is_single = result.dtype() == DType::kFloat;
  for_each_element(operands, result, [&](int64_t i, const Positions& at) {
    const double from = real_at(operands, 0, at);
    const double toward = real_at(operands, 1, at);
    result.set_real(i, is_single ? std::nextafter(static_cast<float>(from), static_cast<float>(toward))
                                 : std::nextafter(from, toward));
  });
}

void apply_complex(const Operands& operands, Tensor& result) {
  for_each_element(operands, result, [&](int64_t i, const Positions& at) {
    result.set_complex(i, {real_at(operands, 0, at), real_at(operands, 1, at)});
  });
}

bool apply(const Step& step, const Operands& operands, Tensor& result) {
  if (step.record.op == op("complex")) {
    apply_complex(operands, result);
    return true;
  }
  if (step.record.op == op("nextafter") && operands.category == DTypeCategory::kFloating) {
    apply_nextafter(operands, result);
    return true;
  }
  return apply_row(step, operands, result);
}

bool gives_tensor(const Step& step) { return step.definition.is_tensor(step.record.result()); }

Tensor empty_result(const Step& step) {
  return gives_tensor(step) ? step.make_result() : Tensor(step.types.scalar(step.record.result()).dtype, {});
}

ResultValues finished(const Step& step, Tensor result) {
  if (gives_tensor(step)) return single(std::move(result));
  return std::vector<Value>{result.value(0)};
}

std::string_view category_name(DTypeCategory category) {
  switch (category) {
    case DTypeCategory::kComplex: return "complex";
    case DTypeCategory::kFloating: return "floating";
    case DTypeCategory::kInteger: return "integer";
    case DTypeCategory::kBoolean: return "boolean";
    case DTypeCategory::kNone: break;
  }
  return "untyped";
}

}  // namespace

ResultValues evaluate_pointwise(const Step& step) {
  Tensor result = empty_result(step);
  const Operands operands = gather_operands(step, result.extents());
  if (!apply(step, operands, result)) {
    step.report(code("operands_without_meaning"),
                {std::string(info(step.record.op).name), std::string(category_name(operands.category)),
                 step.name_of(step.record.result())});
    return std::nullopt;
  }
  return finished(step, std::move(result));
}

Tensor cast_tensor(const Tensor& tensor, DType dtype) {
  Tensor result(dtype, tensor.extents());
  for (int64_t i = 0; i < result.element_count(); ++i) result.convert_element(i, tensor, i);
  return result;
}

ResultValues evaluate_cast(const Step& step) {
  if (gives_tensor(step)) return single(cast_tensor(step.tensor(0), step.result_type().dtype));
  return std::vector<Value>{cast_tensor(scalar_cell(step, 0), step.types.scalar(step.record.result()).dtype).value(0)};
}

ResultValues evaluate_copy(const Step& step) {
  if (gives_tensor(step)) return single(Tensor(step.tensor(0)));
  return std::vector<Value>{step.scalar(0)};
}

ResultValues evaluate_size(const Step& step) {
  const std::vector<int64_t>& extents = step.tensor(0).extents();
  return std::vector<Value>{ScalarValue(extents[axis_of(attributes<DimAttributes>(step.record).dim, extents.size())])};
}

}  // namespace cleave
