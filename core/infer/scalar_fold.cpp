// See scalar_fold.h.
#include "core/infer/scalar_fold.h"

#include <array>

namespace cleave {

std::optional<ScalarValue> fold(const OpInfo& op, std::span<const ScalarValue> operands, DType computation,
                                DType result) {
  if (operands.empty() || operands.size() > 3) return std::nullopt;
  const auto at = [&](size_t i) { return i < operands.size() ? operands[i] : ScalarValue(int64_t{0}); };
  switch (info(computation).category) {
    case DTypeCategory::kFloating:
      if (op.meaning.real == nullptr) return std::nullopt;
      return to_category(op.meaning.real(to_double(at(0)), to_double(at(1)), to_double(at(2))), result);
    case DTypeCategory::kInteger:
    case DTypeCategory::kBoolean: {
      if (op.meaning.integer == nullptr) return std::nullopt;
      const int bits = is_boolean(computation) ? 1 : info(computation).bits;
      int64_t value = op.meaning.integer(to_int(at(0)), to_int(at(1)), to_int(at(2)), bits);
      if (computation == DType::kInt32) value = static_cast<int32_t>(value);
      return to_category(value, result);
    }
    case DTypeCategory::kComplex:
      if (op.meaning.complex == nullptr) return std::nullopt;
      return to_category(op.meaning.complex(to_complex(at(0)), to_complex(at(1)), to_complex(at(2))), result);
    case DTypeCategory::kNone: return std::nullopt;
  }
  return std::nullopt;
}

}  // namespace cleave
