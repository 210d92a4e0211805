// libFuzzer target: any bytes are parsed, rendered, printed in both dialects and read back. Beside crashes it looks for
// broken laws: what parse makes verifies, and the legacy form reads back as the same definition.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

#include "core/ir/print.h"
#include "core/ir/verify.h"
#include "core/parse/parse.h"
#include "core/source/render.h"

namespace {

void require(bool holds) {
  if (!holds) std::abort();
}

void check(const cleave::Definition& definition) {
  require(cleave::verify(definition, cleave::Level::kSource).empty());
  const std::string printed = cleave::print_legacy(definition);
  cleave::Diagnostics diagnostics;
  const cleave::Parsed again = cleave::parse(cleave::SourceText("printed", printed), diagnostics);
  require(!diagnostics.has_errors() && again.definitions.size() == 1);
  // Compared as text, because a NaN constant is not equal to itself.
  require(cleave::print_legacy(again.definitions[0].definition) == printed);
  const std::string direct = cleave::print_direct(definition);
  cleave::Diagnostics direct_diagnostics;
  const cleave::Parsed direct_again = cleave::parse(cleave::SourceText("direct", direct), direct_diagnostics);
  require(!direct_diagnostics.has_errors() && direct_again.definitions.size() == 1);
  require(direct_again.definitions[0].definition.outputs.size() == definition.outputs.size());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const cleave::SourceText text("fuzz", std::string(reinterpret_cast<const char*>(data), size));
  cleave::Diagnostics diagnostics;
  const cleave::Parsed parsed = cleave::parse(text, diagnostics);
  require(!cleave::render(diagnostics, text).empty() || diagnostics.all().empty());
  for (const cleave::ParsedDefinition& definition : parsed.definitions) check(definition.definition);
  return 0;
}
