// The law of a pass that rounds otherwise: consecutive_cast, which makes one cast of two, gives where it says so the
// number that two casts gave or a neighbour of it in the result's type, and elsewhere the same one. For all triples of
// floating types.
#include <gtest/gtest.h>

#include <cmath>
#include <memory>
#include <variant>
#include <vector>

#include "core/base/text.h"
#include "core/rewrite/passes/run_passes.h"
#include "tests/support/pipeline.h"

namespace cleave {
namespace {

/// Numbers of every size that a type between half and double can round, near the ends of narrow types among them.
std::vector<double> numbers_to_round() {
  std::vector<double> out{0.0, 65519.9999999, 65520.0, 448.0, 464.0, 57344.0, 61440.0, 6.0, 7.0, 3.0e38, 3.5e38, 1e-45};
  for (size_t i = 1; i < 400; ++i) {
    const double mantissa = 1.0 + std::fmod(static_cast<double>(i) * 0.6180339887498949, 1.0);
    out.push_back(std::ldexp(mantissa, static_cast<int>(i % 60) - 30));
    // Near the middle of two numbers of a narrow type: where two roundings go another way than one.
    out.push_back(
        std::ldexp(1.0 + (2.0 * static_cast<double>(i % 16) + 1.0) / 32.0 + 0x1p-20, static_cast<int>(i % 9)));
  }
  const size_t count = out.size();
  for (size_t i = 0; i < count; ++i) out.push_back(-out[i]);
  return out;
}

/// No number of the type lies between the two; infinity and NaN lie beside the largest ones.
bool are_neighbours(DType dtype, double a, double b) {
  const bool is_same = a == b || (std::isnan(a) && std::isnan(b));
  if (is_same) return true;
  if (std::isfinite(a) && std::isfinite(b)) {
    const double middle = to_double(round_to(dtype, a / 2 + b / 2));
    return middle == a || middle == b;
  }
  const double finite = std::isfinite(a) ? a : b;
  const double beyond = to_double(round_to(dtype, finite * 2));
  return std::isfinite(finite) && (!std::isfinite(beyond) || beyond == finite);
}

/// Of all numbers those that the pass rounds to no neighbour of what was there, and how many it rounds otherwise.
struct Rounded {
  size_t far = 0;
  size_t otherwise = 0;
};

Rounded rounded_through(DType from, DType through, DType to) {
  const std::vector<double> numbers = numbers_to_round();
  FrontEnd front_end(concat("def f(fd):\n    x = fd.define_tensor(shape=[", numbers.size(),
                            "], contiguity=[True], dtype=DataType.", name(from),
                            ")\n    a = fd.ops.cast(x, dtype=DataType.", name(through),
                            ")\n    fd.add_output(fd.ops.cast(a, dtype=DataType.", name(to), "))\n"));
  EXPECT_TRUE(front_end.ok) << front_end.messages();
  const auto input = std::make_shared<Tensor>(from, std::vector<int64_t>{static_cast<int64_t>(numbers.size())});
  for (int64_t i = 0; i < input->element_count(); ++i) input->set_real(i, numbers[static_cast<size_t>(i)]);
  const std::vector<Value> inputs{input};
  const PassRun run = run_passes(front_end.primitive, std::get<PassChoice>(parse_pass_choice("consecutive_cast")),
                                 KeepSteps::kRoundings);
  Diagnostics diagnostics;
  const auto before = std::get<TensorPointer>(evaluate_whole(front_end, inputs, diagnostics)[0]);
  front_end.primitive = run.primitive;
  const auto after = std::get<TensorPointer>(evaluate_whole(front_end, inputs, diagnostics)[0]);
  Rounded out;
  for (int64_t i = 0; i < input->element_count(); ++i) {
    const bool is_same =
        before->real(i) == after->real(i) || (std::isnan(before->real(i)) && std::isnan(after->real(i)));
    if (!is_same) ++out.otherwise;
    if (!are_neighbours(to, before->real(i), after->real(i))) ++out.far;
  }
  if (run.roundings.empty()) {
    EXPECT_EQ(out.otherwise, 0U) << name(from) << " " << name(through) << " " << name(to);
  }
  return out;
}

TEST(PassRoundingLaw, OneRoundingGivesANeighbourOfWhatTwoGaveAndOnlyWhereThePassSaysSo) {
  const std::vector<DType> types{DType::kDouble,       DType::kFloat,      DType::kBFloat16,     DType::kHalf,
                                 DType::kFloat8E4M3FN, DType::kFloat8E5M2, DType::kFloat8E8M0FNU};
  size_t otherwise = 0;
  for (DType from : types) {
    for (DType through : types) {
      for (DType to : types) {
        const Rounded rounded = rounded_through(from, through, to);
        EXPECT_EQ(rounded.far, 0U) << name(from) << " " << name(through) << " " << name(to);
        otherwise += rounded.otherwise;
      }
    }
  }
  EXPECT_GT(otherwise, 0U) << "no number was rounded otherwise: the law saw nothing";
}

}  // namespace
}  // namespace cleave
