// What the parser tests share: a text in, the first definition, its printed form and the codes of its diagnostics out.
#pragma once

#include <string>
#include <vector>

#include "core/ir/print.h"
#include "core/parse/parse.h"
#include "core/source/render.h"

namespace cleave {

struct ParsedText {
  SourceText text;
  Diagnostics diagnostics;
  Parsed parsed;

  explicit ParsedText(std::string source, const ParseLimits& limits = {}) : text("t.py", std::move(source)) {
    parsed = parse(text, diagnostics, limits);
  }

  std::string rendered() const { return render(diagnostics, text); }
  /// `E0102 E0114`, in order.
  std::string codes() const {
    std::string out;
    for (const Diagnostic& diagnostic : diagnostics.all())
      out += (out.empty() ? "" : " ") + std::string(info(diagnostic.code).code);
    return out;
  }
  const Definition& definition(size_t place = 0) const { return parsed.definitions.at(place).definition; }
  /// The lines of the body, without indentation.
  std::vector<std::string> lines(size_t place = 0) const {
    std::vector<std::string> out;
    for (RecordId id : definition(place).records.ids()) {
      if (definition(place).records[id].form == RecordForm::kExplicit)
        out.push_back(record_text(definition(place), id));
    }
    return out;
  }
  std::string last_line(size_t place = 0) const { return lines(place).empty() ? std::string() : lines(place).back(); }
};

/// The body as a definition that begins with `T0 = define_tensor(shape=[-1, -1], …)`.
inline ParsedText body(const std::string& lines) {
  std::string source =
      "def f(fd : FusionDefinition) -> None :\n"
      "    T0 = fd.define_tensor(shape=[-1, -1], contiguity=[True, True], dtype=DataType.Float, is_cpu=False)\n";
  for (size_t begin = 0; begin < lines.size();) {
    const size_t end = std::min(lines.find('\n', begin), lines.size());
    source += "    " + lines.substr(begin, end - begin) + "\n";
    begin = end + 1;
  }
  return ParsedText(source);
}

}  // namespace cleave
