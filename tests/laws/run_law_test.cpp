// Running the plan gives the same values as running the whole, to the bit, and leaves the inputs that are updated in
// place with the same values; wherever cuts are forced or forbidden.
#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <vector>

#include "core/base/text.h"
#include "core/plan/run.h"
#include "core/segment/segment.h"
#include "core/translate/translate.h"
#include "tests/support/law.h"
#include "tests/support/pipeline.h"

namespace cleave {
namespace {

/// What a run gives and what it leaves behind.
struct Aftermath {
  std::vector<Value> outputs;
  std::vector<Value> inputs;
};

std::optional<std::string> difference_of(const Aftermath& actual, const Aftermath& expected) {
  if (const auto found = difference(actual.outputs, expected.outputs)) return found;
  if (const auto found = difference(actual.inputs, expected.inputs)) return concat("inputs afterwards, as ", *found);
  return std::nullopt;
}

SegmentOptions options_of(RuleSet rules) {
  SegmentOptions options;
  options.rules = rules;
  return options;
}

std::optional<std::string> plan_gives_the_whole(const FrontEnd& front_end, const SegmentOptions& options) {
  const Primitive& primitive = front_end.primitive;
  const Segmentation segmentation = segment(primitive, options);
  const Arena<SegmentId, Translation> translations = translate(primitive, segmentation);
  const Plan plan = make_plan(primitive, segmentation, translations);
  const std::vector<Value> inputs = input_values(front_end, 9);
  RunOptions run_options;
  run_options.evaluate.seed = kRandomSeed;
  Diagnostics diagnostics;
  Aftermath parts{.outputs = {}, .inputs = clone_inputs(inputs)};
  parts.outputs = run_segments(primitive, plan, translations, parts.inputs, run_options, diagnostics).outputs;
  Aftermath whole{.outputs = {}, .inputs = clone_inputs(inputs)};
  whole.outputs = run_whole(primitive, whole.inputs, {.seed = kRandomSeed}, diagnostics).outputs;
  if (diagnostics.has_errors()) return message_text(diagnostics.all()[0]);
  return difference_of(parts, whole);
}

TEST(RunLaw, ThePlanGivesTheWhole) {
  expect_law(
      [](const DefinitionCase& made) -> std::optional<std::string> {
        const FrontEnd front_end(script_of(made));
        if (!front_end.ok) return std::nullopt;
        for (const RuleSet rules : {RuleSet::kNvfuser, RuleSet::kExtended}) {
          if (const auto found = plan_gives_the_whole(front_end, options_of(rules))) return found;
        }
        return std::nullopt;
      },
      1000);
}

TEST(RunLaw, ForcedAndForbiddenCutsChangeNoValue) {
  expect_law(
      [](const DefinitionCase& made) -> std::optional<std::string> {
        const FrontEnd front_end(script_of(made));
        if (!front_end.ok) return std::nullopt;
        const Definition& definition = front_end.primitive.definition;
        Choices choices(definition.records.size());
        SegmentOptions options;
        for (const StateId state : definition.states.ids()) {
          if (!definition.is_tensor(state) || is_declaration(definition.producer(state))) continue;
          if (choices.chance(20)) options.cut_after.push_back(state);
          if (choices.chance(10)) options.keep.push_back(state);
        }
        return plan_gives_the_whole(front_end, options);
      },
      1000);
}

}  // namespace
}  // namespace cleave
