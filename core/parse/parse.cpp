// See parse.h. The work is in script_reader (what to take), definition_reader (statements) and record_calls (records).
#include "core/parse/parse.h"

#include "core/base/text.h"
#include "core/parse/script_reader.h"
#include "core/source/diagnostic_codes.h"

namespace cleave {

Parsed parse(const SourceText& text, Diagnostics& diagnostics, const ParseLimits& limits) {
  Parsed parsed = parse_apart(text, diagnostics, limits);
  for (const ParsedDefinition& definition : parsed.definitions) diagnostics.append(definition.diagnostics);
  return parsed;
}

Parsed parse_apart(const SourceText& text, Diagnostics& outside, const ParseLimits& limits) {
  if (text.text().size() <= limits.text_bytes) return ScriptReader(text, limits, outside).read();
  outside.report(
      code("text_limit"), SourceSpan{0, 1},
      {bytes_text(static_cast<double>(text.text().size())), bytes_text(static_cast<double>(limits.text_bytes))});
  return {};
}

}  // namespace cleave
