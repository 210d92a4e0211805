// Segments depend on what a definition says, not on how: names, the order of independent lines, the dialect and the run
// of the program change nothing.
#include <gtest/gtest.h>

#include <optional>
#include <string>

#include "core/base/text.h"
#include "core/ir/print.h"
#include "core/segment/segment.h"
#include "core/translate/translate.h"
#include "tests/support/law.h"
#include "tests/support/pipeline.h"
#include "tests/support/rearrange.h"
#include "tests/support/segments_as_text.h"
#include "tests/support/shrink_definition.h"

namespace cleave {
namespace {

constexpr size_t kSeeds = 600;

std::string segments_text(const FrontEnd& front_end, Naming naming) {
  return segments_as_text(front_end.primitive, segment(front_end.primitive, {}), naming);
}

TEST(SameSegmentsLaw, NamesDoNotMatter) {
  expect_law(
      [](const DefinitionCase& made) -> std::optional<std::string> {
        const FrontEnd plain(script_of(made));
        if (!plain.ok) return std::nullopt;
        const FrontEnd renamed(script_text(rename_values(print_legacy(made.definition)), made.inputs));
        if (!renamed.ok) return concat("refused under other names: ", renamed.messages());
        if (!(renamed.source() == plain.source())) return "another definition under other names";
        if (segments_text(renamed, Naming::kRecords) == segments_text(plain, Naming::kRecords)) return std::nullopt;
        return concat("other segments under other names:\n", segments_text(renamed, Naming::kRecords), "\nand were\n",
                      segments_text(plain, Naming::kRecords));
      },
      kSeeds);
}

TEST(SameSegmentsLaw, OrderOfIndependentLinesDoesNotMatter) {
  expect_law(
      [](const DefinitionCase& made) -> std::optional<std::string> {
        const FrontEnd plain(script_of(made));
        if (!plain.ok) return std::nullopt;
        const std::string expected = segments_text(plain, Naming::kOps);
        for (uint64_t seed = 0; seed < 3; ++seed) {
          Choices choices(seed);
          const Rearranged other = reorder(made.definition, choices);
          const FrontEnd reordered(script_of({other.definition, made.inputs}));
          if (!reordered.ok) return concat("refused in another order: ", reordered.messages());
          const std::string found = segments_text(reordered, Naming::kOps);
          if (found != expected) {
            return concat("in another order\n", print_legacy(other.definition), "the segments are\n", found,
                          "\nand were\n", expected);
          }
        }
        return std::nullopt;
      },
      kSeeds);
}

TEST(SameSegmentsLaw, DialectDoesNotMatter) {
  GeneratorOptions options;
  // The direct dialect has no word for a forced cut, and leaves out what nobody reads.
  options.weights[static_cast<size_t>(StepKind::kForcedCut)] = 0;
  // There the memory order of an output is an op.
  options.output_orders = false;
  expect_law(
      [](const DefinitionCase& made) -> std::optional<std::string> {
        const FrontEnd legacy(script_of(made));
        if (!legacy.ok) return std::nullopt;
        const FrontEnd direct(script_text(print_direct(legacy.source()), made.inputs));
        if (!direct.ok) return concat("refused in the direct dialect: ", direct.messages());
        if (segments_text(direct, Naming::kOps) == segments_text(legacy, Naming::kOps)) return std::nullopt;
        return concat("in the direct dialect the segments are\n", segments_text(direct, Naming::kOps), "\nand were\n",
                      segments_text(legacy, Naming::kOps));
      },
      kSeeds, options);
}

TEST(SameSegmentsLaw, ARunIsRepeatable) {
  expect_law(
      [](const DefinitionCase& made) -> std::optional<std::string> {
        const FrontEnd first(script_of(made));
        const FrontEnd second(script_of(made));
        if (!first.ok) return std::nullopt;
        const Segmentation once = segment(first.primitive, {});
        const Segmentation twice = segment(second.primitive, {});
        if (once.segments.size() != twice.segments.size()) return "another number of segments in the second run";
        for (SegmentId id : once.segments.ids()) {
          const std::string a = print_legacy(translate(first.primitive, once.segments[id]).definition);
          const std::string b = print_legacy(translate(second.primitive, twice.segments[id]).definition);
          if (a != b) return concat("g", id.index, " of the second run is\n", b, "and was\n", a);
        }
        return std::nullopt;
      },
      kSeeds / 2);
}

}  // namespace
}  // namespace cleave
