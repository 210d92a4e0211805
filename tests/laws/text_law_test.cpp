// Laws of the text: what is printed is read back as the same definition, and printing settles.
#include <gtest/gtest.h>

#include <functional>
#include <optional>
#include <string>

#include "core/base/text.h"
#include "core/ir/print.h"
#include "core/parse/parse.h"
#include "tests/support/law.h"
#include "tests/support/pipeline.h"
#include "tests/support/shrink_definition.h"

namespace cleave {
namespace {

constexpr size_t kSeeds = 3000;

/// The one definition of a text, or nothing where there is none or an error.
std::optional<Definition> read_back(const std::string& text) {
  Diagnostics diagnostics;
  const Parsed parsed = parse(SourceText("<printed>", text), diagnostics);
  if (diagnostics.has_errors() || parsed.definitions.size() != 1) return std::nullopt;
  return parsed.definitions[0].definition;
}

TEST(TextLaw, LegacyTextIsReadBackAsTheSameDefinition) {
  expect_law(
      [](const DefinitionCase& made) -> std::optional<std::string> {
        const std::string printed = print_legacy(made.definition);
        const std::optional<Definition> again = read_back(printed);
        if (!again) return "the printed text does not parse";
        if (*again == made.definition) return std::nullopt;
        return concat("another definition comes back, which prints\n", print_legacy(*again));
      },
      kSeeds);
}

TEST(TextLaw, PrintingSettles) {
  const auto legacy = [](const Definition& definition) { return print_legacy(definition); };
  const auto direct = [](const Definition& definition) { return print_direct(definition); };
  for (const auto& printed :
       {std::function<std::string(const Definition&)>(legacy), std::function<std::string(const Definition&)>(direct)}) {
    expect_law(
        [&printed](const DefinitionCase& made) -> std::optional<std::string> {
          const std::string once = printed(made.definition);
          const std::optional<Definition> again = read_back(once);
          if (!again) return concat("the printed text does not parse\n", once);
          const std::string twice = printed(*again);
          if (once == twice) return std::nullopt;
          return concat("printed, read and printed again it is\n", twice, "\nand was\n", once);
        },
        kSeeds);
  }
}

TEST(TextLaw, DirectTextEvaluatesEqual) {
  expect_law(
      [](const DefinitionCase& made) -> std::optional<std::string> {
        const FrontEnd legacy(script_of(made));
        if (!legacy.ok) return std::nullopt;
        const FrontEnd direct(script_text(print_direct(legacy.source()), made.inputs));
        if (!direct.ok) return concat("the direct text is refused: ", direct.messages());
        Diagnostics diagnostics;
        return difference(evaluate_whole(direct, input_values(direct, 1), diagnostics),
                          evaluate_whole(legacy, input_values(legacy, 1), diagnostics));
      },
      kSeeds / 3);
}

}  // namespace
}  // namespace cleave
