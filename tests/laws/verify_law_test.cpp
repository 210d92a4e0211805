// Every definition that a stage makes keeps the invariants of its level.
#include <gtest/gtest.h>

#include <optional>
#include <string>

#include "core/base/text.h"
#include "core/ir/verify.h"
#include "core/segment/segment.h"
#include "core/translate/translate.h"
#include "tests/support/law.h"
#include "tests/support/pipeline.h"

namespace cleave {
namespace {

std::optional<std::string> broken_promises(std::string_view what, const Definition& definition, Level level) {
  const std::vector<std::string> broken = verify(definition, level);
  if (broken.empty()) return std::nullopt;
  return concat(what, ": ", join(broken, "; "));
}

TEST(VerifyLaw, EveryStageKeepsItsPromises) {
  expect_law(
      [](const DefinitionCase& made) -> std::optional<std::string> {
        const FrontEnd front_end(script_of(made));
        if (!front_end.ok) return std::nullopt;
        if (const auto broken = broken_promises("source", front_end.source(), Level::kSource)) return broken;
        if (const auto broken = broken_promises("primitive", front_end.primitive.definition, Level::kPrimitive))
          return broken;
        const Segmentation segmentation = segment(front_end.primitive, {});
        for (const Translation& translation : translate(front_end.primitive, segmentation)) {
          if (const auto broken = broken_promises("segment", translation.definition, Level::kPrimitive)) return broken;
        }
        return std::nullopt;
      },
      1500);
}

}  // namespace
}  // namespace cleave
