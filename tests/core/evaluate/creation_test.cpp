// Shows the generator by its published answers, and that a random op's numbers depend on its seed and its place among
// the random ops of the source, not on how the definition was split.
#include <gtest/gtest.h>

#include "core/evaluate/evaluate.h"
#include "core/evaluate/philox.h"
#include "core/ir/builder.h"
#include "core/ops/op_table.h"

namespace cleave {
namespace {

// Known answers of Random123 (kat_vectors, philox4x32 with 10 rounds).
TEST(Philox, GivesItsPublishedAnswers) {
  EXPECT_EQ(philox_words({0, 0, 0, 0}, {0, 0}), (PhiloxWords{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}));
  constexpr uint32_t kOnes = 0xffffffff;
  EXPECT_EQ(philox_words({kOnes, kOnes, kOnes, kOnes}, {kOnes, kOnes}),
            (PhiloxWords{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}));
  EXPECT_EQ(philox_words({0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344}, {0xa4093822, 0x299f31d0}),
            (PhiloxWords{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}));
}

TEST(Philox, TakesSeedOffsetAndSubsequenceLowHalfFirst) {
  EXPECT_EQ(philox(0x299f31d0a4093822, 0x85a308d3243f6a88, 0x0370734413198a2e),
            (PhiloxWords{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}));
}

struct RandomOp {
  std::optional<int64_t> ordinal;
  std::optional<std::pair<int64_t, int64_t>> seed_and_offset;
};

TensorPointer run(const std::vector<RandomOp>& ops, const EvaluateOptions& options) {
  Builder builder;
  Types types;
  types.extents.add(ExtentOrigin{});
  const auto constant = [&](ScalarValue value, DType dtype) {
    const StateId state = builder.constant(value, dtype);
    types.states.set(state, ScalarType{.dtype = dtype, .value = value, .extent = std::nullopt});
    return state;
  };
  for (const RandomOp& random : ops) {
    const StateId shape = builder.literal_vector(std::vector<int64_t>{3, 5});
    std::vector<std::optional<StateId>> operands{constant(0.0, DType::kDouble), constant(1.0, DType::kDouble), shape};
    operands.push_back(random.seed_and_offset ? std::optional(constant(random.seed_and_offset->first, DType::kInt))
                                              : std::nullopt);
    operands.push_back(random.seed_and_offset ? std::optional(constant(random.seed_and_offset->second, DType::kInt))
                                              : std::nullopt);
    const StateId state =
        builder.value(op("uniform"), operands, RandomAttributes{.dtype = DType::kFloat, .ordinal = random.ordinal});
    types.states.set(state, row_major(DType::kFloat, {Axis{AxisKind::kIteration, 3, ExtentId(0U)},
                                                      Axis{AxisKind::kIteration, 5, ExtentId(0U)}}));
    builder.output(state);
  }
  Diagnostics diagnostics;
  return std::get<TensorPointer>(evaluate(builder.definition(), types, {}, options, diagnostics).outputs.back());
}

bool same(const TensorPointer& a, const TensorPointer& b) {
  for (int64_t i = 0; i < a->element_count(); ++i) {
    if (a->real(i) != b->real(i)) return false;
  }
  return true;
}

TEST(Random, ValuesFollowTheOrdinalNotThePlaceInTheDefinition) {
  const EvaluateOptions options{.seed = 11, .offset = 40};
  const TensorPointer alone = run({{.ordinal = 2, .seed_and_offset = std::nullopt}}, options);
  const TensorPointer among_others = run({{.ordinal = 0, .seed_and_offset = std::nullopt},
                                          {.ordinal = 1, .seed_and_offset = std::nullopt},
                                          {.ordinal = 2, .seed_and_offset = std::nullopt}},
                                         options);
  EXPECT_TRUE(same(alone, among_others));
  EXPECT_FALSE(same(alone, run({{.ordinal = 1, .seed_and_offset = std::nullopt}}, options)));
}

TEST(Random, AnUnseededOpIsTheSeededOneOfTheRunsSeedAndOffset) {
  const TensorPointer unseeded = run({{.ordinal = 2, .seed_and_offset = std::nullopt}}, {.seed = 11, .offset = 40});
  EXPECT_TRUE(
      same(unseeded, run({{.ordinal = std::nullopt, .seed_and_offset = std::pair{11, 42}}}, {.seed = 5, .offset = 6})));
  EXPECT_FALSE(same(unseeded, run({{.ordinal = std::nullopt, .seed_and_offset = std::pair{12, 42}}}, {})));
}

TEST(Random, ElementsTakeTheWordOfTheirLinearIndex) {
  const TensorPointer values = run({{.ordinal = 0, .seed_and_offset = std::nullopt}}, {.seed = 3, .offset = 9});
  // Element (1, 2) has linear index 7: subsequence 1, component 3.
  const float expected = static_cast<float>(philox(3, 9, 1)[3]) * 0x1p-32F + 0x1p-33F;
  EXPECT_EQ(values->real(7), static_cast<double>(expected));
}

}  // namespace
}  // namespace cleave
