// The examples of the docs in other words: with other names, with independent lines in another order, and in the other
// dialect they have the same segments.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "core/api/compile.h"
#include "core/ir/print.h"
#include "tests/golden/script_set.h"
#include "tests/support/choices.h"
#include "tests/support/rearrange.h"
#include "tests/support/segments_as_text.h"
#include "tests/support/shrink_definition.h"

namespace cleave {
namespace {

/// Two rearrangements could by chance be the order of the text.
constexpr uint64_t kOrders = 8;

class SameSegments : public ::testing::TestWithParam<ShownDefinition> {
 protected:
  static Compilation segmented(Request request) {
    request.command = Command::kSegment;
    return compile(request, {});
  }

  SameSegments() : plain(segmented(GetParam().request)) {
    for (const BoundInput& input : plain.binding.inputs) inputs.push_back({.value = input.value, .span = std::nullopt});
  }

  /// The segments of a printed definition on the inputs of the example.
  std::string segments_of(const std::string& printed, Naming naming) const {
    Request request;
    request.text = script_text(printed, inputs);
    const Compilation made = segmented(request);
    if (made.reached != Stage::kPlan && made.reached != Stage::kSegment) ADD_FAILURE() << "refused:\n" << request.text;
    return segments_as_text(made.primitive, made.segmentation, naming);
  }
  std::string expected(Naming naming) const { return segments_as_text(plain.primitive, plain.segmentation, naming); }
  const Definition& source() const { return plain.source().definition; }

  Compilation plain;
  std::vector<InputItem> inputs;
};

TEST_P(SameSegments, UnderOtherNames) {
  EXPECT_EQ(segments_of(rename_values(print_legacy(source())), Naming::kRecords), expected(Naming::kRecords));
}

TEST_P(SameSegments, InAnotherOrderOfIndependentLines) {
  for (uint64_t seed = 0; seed < kOrders; ++seed) {
    Choices choices(seed);
    const std::string printed = print_legacy(reorder(source(), choices).definition);
    EXPECT_EQ(segments_of(printed, Naming::kOps), expected(Naming::kOps)) << printed;
  }
}

TEST_P(SameSegments, InBothDialects) {
  EXPECT_EQ(segments_of(print_legacy(source()), Naming::kOps), expected(Naming::kOps));
  EXPECT_EQ(segments_of(print_direct(source()), Naming::kOps), expected(Naming::kOps));
}

INSTANTIATE_TEST_SUITE_P(Examples, SameSegments, ::testing::ValuesIn(example_definitions()),
                         [](const auto& named) { return named.param.test_name(); });

}  // namespace
}  // namespace cleave
