// The generator's own rules of shapes and dtypes and those of core/infer are two readings of the language; they must
// agree.
#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <string>

#include "core/base/text.h"
#include "core/evaluate/evaluate.h"
#include "tests/support/law.h"
#include "tests/support/pipeline.h"

namespace cleave {
namespace {

constexpr size_t kSeeds = 1500;

TEST(TypeLaw, EveryGeneratedDefinitionIsAccepted) {
  expect_law(
      [](const DefinitionCase& made) -> std::optional<std::string> {
        const FrontEnd front_end(script_of(made));
        if (front_end.ok) return std::nullopt;
        return front_end.messages();
      },
      kSeeds);
}

TEST(TypeLaw, InferenceAgreesWithTheGenerator) {
  for (uint64_t seed = 0; seed < kSeeds; ++seed) {
    const RandomDefinition made = random_definition(seed);
    const FrontEnd front_end(script_of({made.definition, made.inputs}));
    if (!front_end.ok) continue;
    for (const ModelValue& value : made.values) {
      const std::optional<StateId> state = front_end.primitive.from_source.origin(value.state);
      if (!value.is_tensor() || !state || !front_end.primitive.types.is_known(*state)) continue;
      const TensorType& type = front_end.primitive.types.tensor(*state);
      // An index is 64 bits wide here, so Index and Int are one type.
      const DType expected = value.dtype == DType::kIndex ? DType::kInt : value.dtype;
      EXPECT_EQ(name(type.dtype == DType::kIndex ? DType::kInt : type.dtype), name(expected))
          << "T" << value.state.index << " of seed " << seed << "\n"
          << front_end.text.text();
      EXPECT_EQ(type.extents(), value.extents()) << "T" << value.state.index << " of seed " << seed << "\n"
                                                 << front_end.text.text();
    }
    if (HasFailure()) return;
  }
}

/// Nothing where all elements along `axis` are the same; else what the axis repeats and what the values do.
std::optional<std::string> varies_along(const Tensor& tensor, size_t axis) {
  int64_t inner = 1;
  for (size_t i = axis + 1; i < tensor.extents().size(); ++i) inner *= tensor.extents()[i];
  const int64_t extent = tensor.extents()[axis];
  for (int64_t i = 0; i < tensor.element_count(); ++i) {
    const int64_t first = i - (i / inner % extent) * inner;
    const bool both_nan = tensor.complex(i) != tensor.complex(i) && tensor.complex(first) != tensor.complex(first);
    if (!both_nan && tensor.complex(i) != tensor.complex(first)) {
      return concat("axis ", axis, " is said to repeat, and elements ", first, " and ", i, " differ");
    }
  }
  return std::nullopt;
}

GeneratorOptions with_many_broadcasts() {
  GeneratorOptions options;
  options.weights[static_cast<size_t>(StepKind::kBroadcast)] = 20;
  return options;
}

TEST(TypeLaw, AxesWithoutStorageAreGenerated) {
  size_t expanded = 0;
  for (uint64_t seed = 0; seed < 100; ++seed) {
    const RandomDefinition made = random_definition(seed, with_many_broadcasts());
    const FrontEnd front_end(script_of({made.definition, made.inputs}));
    if (!front_end.ok) continue;
    for (const StateId state : front_end.primitive.definition.states.ids()) {
      if (!front_end.primitive.definition.is_tensor(state)) continue;
      for (const Axis& axis : front_end.primitive.types.tensor(state).axes) expanded += axis.is_expanded() ? 1 : 0;
    }
  }
  EXPECT_GT(expanded, 20U);
}

// What inference says has no storage must have equal values along it: every tensor of the definition is looked at.
TEST(TypeLaw, AxesWithoutStorageRepeat) {
  expect_law(
      [](const DefinitionCase& made) -> std::optional<std::string> {
        const FrontEnd front_end(script_of(made));
        if (!front_end.ok) return std::nullopt;
        Definition all = front_end.primitive.definition;
        all.outputs.clear();
        for (const StateId state : all.states.ids()) {
          const bool is_random = family(all.producer(state).op) == OpFamily::kRandom;
          if (!all.is_tensor(state) || is_random) continue;
          all.outputs.push_back(
              {.value = state, .alias = std::nullopt, .stride_order = {}, .record = all.states[state].producer});
        }
        Diagnostics diagnostics;
        const Evaluation evaluation =
            evaluate(all, front_end.primitive.types, input_values(front_end, 5), {.seed = kRandomSeed}, diagnostics);
        if (diagnostics.has_errors()) return std::nullopt;
        for (size_t i = 0; i < all.outputs.size(); ++i) {
          const StateId state = all.outputs[i].value;
          const TensorType& type = front_end.primitive.types.tensor(state);
          const auto* value = std::get_if<TensorPointer>(&evaluation.outputs[i]);
          if (value == nullptr) return concat("T", state.index, " has no value");
          for (size_t axis = 0; axis < type.rank(); ++axis) {
            if (!type.axes[axis].is_expanded()) continue;
            if (const auto found = varies_along(**value, axis)) return concat("T", state.index, ": ", *found);
          }
        }
        return std::nullopt;
      },
      kSeeds, with_many_broadcasts());
}

}  // namespace
}  // namespace cleave
