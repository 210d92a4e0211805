// See input_fill.h.
#include "core/evaluate/input_fill.h"

#include <algorithm>
#include <cmath>

#include "core/evaluate/odometer.h"
#include "core/evaluate/philox.h"

namespace cleave {
namespace {

constexpr double kTwoPi = 6.283185307179586;

/// The range of torch.testing.make_tensor for a dtype; a bound that is not a number was not given.
struct Range {
  double low = 0;
  double high = 0;
};

Range made_range(const Fill& fill, DType dtype) {
  const DTypeCategory category = info(dtype).category;
  Range out{-9, category == DTypeCategory::kInteger ? 10.0 : 9.0};
  if (dtype == DType::kUInt64) out.low = 0;
  if (category == DTypeCategory::kBoolean) out = {0, 2};
  if (!std::isnan(fill.low)) out.low = fill.low;
  if (!std::isnan(fill.high)) out.high = fill.high;
  return out;
}

/// From low up to high; of huge bounds too.
double between(const Range& range, double unit) { return range.low * (1 - unit) + range.high * unit; }

/// The whole numbers from low up to, but not, high; low where there is none.
int64_t whole_between(const Range& range, double unit) {
  const double low = std::floor(range.low);
  const double high = std::ceil(range.high);
  if (!(high > low)) return to_int(low);
  return to_int(std::min(std::floor(between({low, high}, unit)), high - 1));
}

/// [0, 1) with 53 bits.
double unit(uint32_t low, uint32_t high) {
  const uint64_t bits = (static_cast<uint64_t>(high) << 32 | low) >> 11;
  return static_cast<double>(bits) * 0x1p-53;
}

/// (0, 1], for logarithms.
double positive_unit(uint32_t low, uint32_t high) { return 1 - unit(low, high); }

/// The random words of one address of one input; part 1 is the imaginary part.
PhiloxWords words_at(uint64_t seed, uint64_t ordinal, uint64_t address, uint64_t part) {
  return philox(seed, address, ordinal << 1 | part);
}

double random_real(const Fill& fill, DType dtype, const PhiloxWords& words) {
  switch (fill.kind) {
    case Fill::Kind::kNormal:
      return std::sqrt(-2 * std::log(positive_unit(words[0], words[1]))) * std::cos(kTwoPi * unit(words[2], words[3]));
    case Fill::Kind::kUniform: return fill.low + (fill.high - fill.low) * unit(words[0], words[1]);
    case Fill::Kind::kIntegers: return std::floor(fill.low + (fill.high - fill.low) * unit(words[0], words[1]));
    case Fill::Kind::kMakeTensor: return between(made_range(fill, dtype), unit(words[0], words[1]));
    case Fill::Kind::kConstant:
    case Fill::Kind::kValues:
    case Fill::Kind::kSequence: break;
  }
  CHECK(false, "a random fill is random");
}

/// A whole number; the chance of each is equal to within 2^-53.
int64_t random_integer(const Fill& fill, DType dtype, const PhiloxWords& words) {
  const double u = unit(words[0], words[1]);
  if (fill.kind == Fill::Kind::kMakeTensor) return whole_between(made_range(fill, dtype), u);
  if (fill.kind == Fill::Kind::kNormal) return to_int(random_real(fill, dtype, words));
  return to_int(std::floor(fill.low + (fill.high - fill.low) * u));
}

ScalarValue random_value(const Fill& fill, DType dtype, uint64_t seed, uint64_t ordinal, uint64_t address) {
  const PhiloxWords words = words_at(seed, ordinal, address, 0);
  switch (info(dtype).category) {
    case DTypeCategory::kBoolean:
      return fill.kind == Fill::Kind::kMakeTensor ? random_integer(fill, dtype, words) != 0 : (words[0] & 1) != 0;
    case DTypeCategory::kInteger: return random_integer(fill, dtype, words);
    case DTypeCategory::kComplex:
      return Complex(random_real(fill, dtype, words), random_real(fill, dtype, words_at(seed, ordinal, address, 1)));
    case DTypeCategory::kFloating:
    case DTypeCategory::kNone: break;
  }
  return random_real(fill, dtype, words);
}

ScalarValue listed_value(const Fill& fill, int64_t address) {
  const auto place = static_cast<size_t>(address);
  return place < fill.values.size() ? fill.values[place] : ScalarValue(int64_t{0});
}

/// start + address * step, in integers where both are.
ScalarValue sequence_value(const Fill& fill, int64_t address) {
  const ScalarValue start = fill.values.empty() ? ScalarValue(int64_t{0}) : fill.values[0];
  const ScalarValue step = fill.values.size() < 2 ? ScalarValue(int64_t{1}) : fill.values[1];
  const auto* whole_start = std::get_if<int64_t>(&start);
  const auto* whole_step = std::get_if<int64_t>(&step);
  if (whole_start != nullptr && whole_step != nullptr) return *whole_start + address * *whole_step;
  return to_double(start) + static_cast<double>(address) * to_double(step);
}

ScalarValue value_at(const Fill& fill, DType dtype, uint64_t seed, uint64_t ordinal, int64_t address) {
  switch (fill.kind) {
    case Fill::Kind::kConstant: return fill.values.empty() ? ScalarValue(int64_t{0}) : fill.values[0];
    case Fill::Kind::kValues: return listed_value(fill, address);
    case Fill::Kind::kSequence: return sequence_value(fill, address);
    case Fill::Kind::kNormal:
    case Fill::Kind::kUniform:
    case Fill::Kind::kIntegers:
    case Fill::Kind::kMakeTensor: break;
  }
  return random_value(fill, dtype, seed, ordinal, static_cast<uint64_t>(address));
}

TensorPointer make_tensor(const TensorInput& input, DType dtype, uint64_t seed, uint64_t ordinal) {
  CHECK(input.strides.size() == input.sizes.size(), "an input has a stride for each size");
  auto tensor = std::make_shared<Tensor>(dtype, input.sizes);
  Odometer walk(input.sizes, {input.strides});
  for (int64_t i = 0; i < walk.count(); ++i, walk.next()) {
    tensor->set_value(i, value_at(input.fill, dtype, seed, ordinal, walk.position(0)));
  }
  return tensor;
}

}  // namespace

Value make_value(const InputValue& input, std::optional<DType> declared, uint64_t seed, uint64_t ordinal) {
  if (const auto* scalar = std::get_if<ScalarValue>(&input)) {
    return declared ? round_to(*declared, to_category(*scalar, *declared)) : *scalar;
  }
  const auto& tensor = std::get<TensorInput>(input);
  return make_tensor(tensor, declared.value_or(tensor.dtype), seed, ordinal);
}

}  // namespace cleave
