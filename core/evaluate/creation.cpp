// Tensors from numbers: full, iota, and the random ops. Random values follow the language's exact rule, so that any
// engine can reproduce them: element L of a result (row-major linear index) takes component L % m of the Philox words
// of subsequence L / m, where m is 2 for Double and 4 for the narrower types.
// Judged by tests/core/evaluate/vectors_test.cpp and creation_test.cpp.
#include <cmath>

#include "core/evaluate/philox.h"
#include "core/evaluate/step.h"
#include "core/ops/op_table.h"

namespace cleave {
namespace {

constexpr double kTwoPi = 6.283185307179586;

struct Generator {
  uint64_t seed = 0;
  uint64_t offset = 0;
};

/// The op's own seed and offset where it has them, else the run's with the op's place among the unseeded ones.
Generator generator_of(const Step& step) {
  constexpr size_t kSeedSlot = 3;
  constexpr size_t kOffsetSlot = 4;
  if (step.record.has_operand(kSeedSlot) && step.record.has_operand(kOffsetSlot)) {
    return {static_cast<uint64_t>(to_int(step.scalar(kSeedSlot))),
            static_cast<uint64_t>(to_int(step.scalar(kOffsetSlot)))};
  }
  const std::optional<int64_t> ordinal = attributes<RandomAttributes>(step.record).ordinal;
  CHECK(ordinal.has_value(), "rewrite numbers the random ops that have no seed");
  return {step.options.seed, step.options.offset + static_cast<uint64_t>(*ordinal)};
}

/// (0, 1] from 32 bits, in Float arithmetic: the middle of one of 2^32 cells, of which the last few are rounded to 1.
float unit_float(uint32_t word) {
  constexpr float kCell = 0x1p-32F;
  return static_cast<float>(word) * kCell + kCell / 2;
}

/// (0, 1] from two words of 32 bits: the middle of one of 2^53 cells.
double unit_double(uint32_t low, uint32_t high) {
  constexpr double kCell = 0x1p-53;
  const uint64_t cell = low ^ (static_cast<uint64_t>(high) << 21);
  return static_cast<double>(cell) * kCell + kCell / 2;
}

/// [0, 1): 1 becomes 0.
template <class Real>
Real below_one(Real unit) {
  return unit == 1 ? 0 : unit;
}

/// Calls `set(index, words, component)` for each element.
template <class Set>
void for_each_random(const Tensor& tensor, const Generator& generator, Set set) {
  const int64_t components = tensor.dtype() == DType::kDouble ? 2 : 4;
  PhiloxWords words{};
  for (int64_t i = 0; i < tensor.element_count(); ++i) {
    const auto component = static_cast<size_t>(i % components);
    if (component == 0) words = philox(generator.seed, generator.offset, static_cast<uint64_t>(i / components));
    set(i, words, component);
  }
}

/// from + (to - from) * u. Where rounding gives the open end itself, it becomes the closed one.
void fill_uniform(const Generator& generator, double from, double to, Tensor& result) {
  const bool is_double = result.dtype() == DType::kDouble;
  const auto low = static_cast<float>(from);
  const float range = static_cast<float>(to) - low;
  const double end = to_double(round_to(result.dtype(), to));
  for_each_random(result, generator, [&](int64_t i, const PhiloxWords& words, size_t component) {
    if (is_double) {
      const double unit = below_one(unit_double(words[2 * component], words[2 * component + 1]));
      result.set_real(i, from + (to - from) * unit);
    } else {
      result.set_real(i, low + range * below_one(unit_float(words[component])));
    }
    if (result.real(i) == end) result.set_real(i, from);
  });
}

/// Box and Muller: two uniform numbers u, v give sqrt(-2 ln u) times the sine and the cosine of 2 pi v. u is never 0,
/// whose logarithm would be infinite.
void fill_normal(const Generator& generator, double mean, double deviation, Tensor& result) {
  const bool is_double = result.dtype() == DType::kDouble;
  for_each_random(result, generator, [&](int64_t i, const PhiloxWords& words, size_t component) {
    const size_t pair = 2 * (component / 2);
    const double u = is_double ? unit_double(words[0], words[1]) : unit_float(words[pair]);
    const double v = below_one(is_double ? unit_double(words[2], words[3]) : unit_float(words[pair + 1]));
    const double radius = std::sqrt(-2 * std::log(u));
    const double number = radius * (component % 2 == 0 ? std::sin(kTwoPi * v) : std::cos(kTwoPi * v));
    result.set_real(i, number * deviation + mean);
  });
}

void fill_iota(const Step& step, Tensor& result) {
  const ScalarValue start = step.record.has_operand(1) ? step.scalar(1) : ScalarValue(int64_t{0});
  const ScalarValue stride = step.record.has_operand(2) ? step.scalar(2) : ScalarValue(int64_t{1});
  for (int64_t i = 0; i < result.element_count(); ++i) {
    if (is_floating(result.dtype())) {
      result.set_real(i, to_double(start) + static_cast<double>(i) * to_double(stride));
    } else {
      result.set_integer(i, wrapping_add(to_int(start), wrapping_mul(i, to_int(stride))));
    }
  }
}

}  // namespace

ResultValues evaluate_factory(const Step& step) {
  Tensor result = step.make_result();
  if (step.record.op == op("full")) {
    result.fill(step.scalar(1));
  } else {
    fill_iota(step, result);
  }
  return single(std::move(result));
}

ResultValues evaluate_random(const Step& step) {
  Tensor result = step.make_result();
  const auto fill = step.record.op == op("uniform") ? fill_uniform : fill_normal;
  fill(generator_of(step), to_double(step.scalar(0)), to_double(step.scalar(1)), result);
  return single(std::move(result));
}

}  // namespace cleave
