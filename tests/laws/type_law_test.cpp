// The generator's own rules of shapes and dtypes and those of core/infer are two readings of the language; they must
// agree.
#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <string>

#include "core/base/text.h"
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

}  // namespace
}  // namespace cleave
