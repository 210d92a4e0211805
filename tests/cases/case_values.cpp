// See case_values.h.
#include "tests/cases/case_values.h"

#include <array>
#include <cmath>
#include <cstring>

#include "core/base/check.h"
#include "core/base/text.h"

namespace cleave {
namespace {

using Outcome = std::optional<std::string>;
using Values = std::vector<Value>;

const Tensor& tensor(const Values& values, size_t i) {
  CHECK(i < values.size() && std::holds_alternative<TensorPointer>(values[i]), "the value is a tensor");
  return *std::get<TensorPointer>(values[i]);
}

Outcome extents_are(const Tensor& value, const std::vector<int64_t>& extents) {
  if (value.extents() == extents) return std::nullopt;
  return concat("extents ", list_text(value.extents()), " instead of ", list_text(extents));
}

/// Every element against `expected(i)`, as real numbers.
template <class Expected>
Outcome elements_are(const Tensor& value, Expected expected) {
  for (int64_t i = 0; i < value.element_count(); ++i) {
    const double want = expected(i);
    const double got = value.real(i);
    const bool both_nan = std::isnan(want) && std::isnan(got);
    if (got != want && !both_nan)
      return concat("element ", i, " is ", shortest_double(got), " instead of ", shortest_double(want));
  }
  return std::nullopt;
}

Outcome first_of(std::initializer_list<Outcome> outcomes) {
  for (const Outcome& outcome : outcomes) {
    if (outcome) return outcome;
  }
  return std::nullopt;
}

/// A float rounded to bfloat16, to nearest even.
float to_bfloat16(float value) {
  uint32_t bits = 0;
  std::memcpy(&bits, &value, sizeof(bits));
  bits = (bits + 0x7FFFu + ((bits >> 16) & 1u)) & 0xFFFF0000u;
  std::memcpy(&value, &bits, sizeof(bits));
  return value;
}

Outcome iotas(const Values&, const Values& outputs) {
  return first_of({extents_are(tensor(outputs, 0), {2}),
                   elements_are(tensor(outputs, 0), [](int64_t i) { return 2.0 * static_cast<double>(i); }),
                   extents_are(tensor(outputs, 1), {3}),
                   elements_are(tensor(outputs, 1), [](int64_t i) { return 100.0 + static_cast<double>(i); })});
}

Outcome zero_sums(const Values& inputs, const Values& outputs) {
  const Tensor& column = tensor(inputs, 0);
  const Tensor& square = tensor(inputs, 1);
  const auto zero = [](int64_t) { return 0.0; };
  return first_of(
      {elements_are(tensor(outputs, 0), [&](int64_t i) { return square.real(i) >= column.real(i / 4) ? 1.0 : 0.0; }),
       extents_are(tensor(outputs, 1), {4, 4}), elements_are(tensor(outputs, 1), zero),
       extents_are(tensor(outputs, 2), {4, 1}), elements_are(tensor(outputs, 2), zero)});
}

Outcome divided_means(const Values& inputs, const Values& outputs) {
  const Tensor& input = tensor(inputs, 0);
  return first_of({extents_are(tensor(outputs, 0), {8, 5}), elements_are(tensor(outputs, 0), [&](int64_t i) {
                     double sum = 0;
                     for (int64_t s = 0; s < 7; ++s) sum += input.real((i / 5 * 7 + s) * 5 + i % 5);
                     return static_cast<double>(to_bfloat16(static_cast<float>(sum) / 7.0F));
                   })});
}

/// Philox4x32-10 (Salmon et al., "Parallel random numbers: as easy as 1, 2, 3", SC 2011).
std::array<uint32_t, 4> philox(uint64_t key, std::array<uint32_t, 4> counter) {
  auto low = static_cast<uint32_t>(key);
  auto high = static_cast<uint32_t>(key >> 32);
  for (int round = 0; round < 10; ++round) {
    const uint64_t first = uint64_t{0xD2511F53} * counter[0];
    const uint64_t second = uint64_t{0xCD9E8D57} * counter[2];
    counter = {static_cast<uint32_t>(second >> 32) ^ counter[1] ^ low, static_cast<uint32_t>(second),
               static_cast<uint32_t>(first >> 32) ^ counter[3] ^ high, static_cast<uint32_t>(first)};
    low += 0x9E3779B9u;
    high += 0xBB67AE85u;
  }
  return counter;
}

/// Element i is word i % 4 of block i / 4, whatever computes it.
Outcome philox_uniform(const Values&, const Values& outputs, uint64_t seed) {
  return first_of({extents_are(tensor(outputs, 0), {13}), elements_are(tensor(outputs, 0), [&](int64_t i) {
                     const auto block = static_cast<uint32_t>(i / 4);
                     const uint32_t word = philox(seed, {0, 0, block, 0})[static_cast<size_t>(i % 4)];
                     const float unit = static_cast<float>(word) * 0x1p-32F + 0x1p-33F;
                     return unit == 1.0F ? 0.0 : static_cast<double>(unit);
                   })});
}

Outcome five_zeros(const Values&, const Values& outputs) {
  return first_of(
      {extents_are(tensor(outputs, 0), {5}), elements_are(tensor(outputs, 0), [](int64_t) { return 0.0; })});
}

Outcome infinite_variance(const Values& inputs, const Values& outputs) {
  const Tensor& input = tensor(inputs, 0);
  return first_of({elements_are(tensor(outputs, 0), [](int64_t) { return HUGE_VAL; }),
                   elements_are(tensor(outputs, 1), [&](int64_t i) {
                     const double sum = input.real(i) + input.real(i + 3) + input.real(i + 6);
                     return static_cast<double>(static_cast<float>(sum / 3.0));
                   })});
}

Outcome plus_five(const Values& inputs, const Values& outputs) {
  const Tensor& input = tensor(inputs, 0);
  return first_of({extents_are(tensor(outputs, 0), {4, 8}), elements_are(tensor(outputs, 0), [&](int64_t i) {
                     return static_cast<double>(static_cast<float>(input.real(i) + 5.0));
                   })});
}

Outcome three_slices(const Values& inputs, const Values& outputs) {
  const Tensor& input = tensor(inputs, 0);
  const auto channels = [&](size_t output, int64_t first, int64_t count) -> Outcome {
    return first_of({extents_are(tensor(outputs, output), {4, 6, count}),
                     elements_are(tensor(outputs, output),
                                  [&](int64_t i) { return input.real(i / count * 7 + first + i % count); })});
  };
  return first_of(
      {channels(0, 0, 1), channels(1, 1, 4), channels(2, 5, 2), extents_are(tensor(outputs, 3), {4, 6, 0})});
}

Outcome negated_head(const Values& inputs, const Values& outputs) {
  const Tensor& input = tensor(inputs, 0);
  return first_of({extents_are(tensor(outputs, 0), {5}),
                   elements_are(tensor(outputs, 0), [&](int64_t i) { return -input.real(i); })});
}

Outcome mean_is_input(const Values& inputs, const Values& outputs) {
  const Tensor& input = tensor(inputs, 0);
  return first_of({extents_are(tensor(outputs, 0), {8, 6}),
                   elements_are(tensor(outputs, 0), [](int64_t) { return std::nan(""); }),
                   extents_are(tensor(outputs, 1), {8, 6}),
                   elements_are(tensor(outputs, 1), [&](int64_t i) { return input.real(i); })});
}

Outcome head_of_two(const Values& inputs, const Values& outputs) {
  const Tensor& input = tensor(inputs, 0);
  return first_of({extents_are(tensor(outputs, 0), {2}),
                   elements_are(tensor(outputs, 0), [&](int64_t i) { return input.real(i); })});
}

Outcome sum_of_old(const Values& inputs, const Values& outputs) {
  const Tensor& updated = tensor(inputs, 0);
  const Tensor& other = tensor(inputs, 1);
  return first_of(
      {elements_are(tensor(outputs, 0), [&](int64_t i) { return updated.real(i) <= 0 ? 0.0 : updated.real(i); }),
       elements_are(tensor(outputs, 1), [&](int64_t i) {
         return static_cast<double>(static_cast<float>(updated.real(i % 20) + other.real(i)));
       })});
}

}  // namespace

ValueCheck value_check(std::string_view name, uint64_t seed) {
  if (name == "iotas") return iotas;
  if (name == "zero sums") return zero_sums;
  if (name == "divided means") return divided_means;
  if (name == "philox uniform")
    return [seed](const Values& inputs, const Values& outputs) { return philox_uniform(inputs, outputs, seed); };
  if (name == "five zeros") return five_zeros;
  if (name == "infinite variance") return infinite_variance;
  if (name == "plus five") return plus_five;
  if (name == "three slices") return three_slices;
  if (name == "negated head") return negated_head;
  if (name == "mean is input") return mean_is_input;
  if (name == "head of two") return head_of_two;
  if (name == "sum of old") return sum_of_old;
  return nullptr;
}

}  // namespace cleave
