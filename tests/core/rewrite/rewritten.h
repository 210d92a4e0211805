// A definition's body as text, rewritten: for tests that say what a decomposition makes, or why it refuses.
#pragma once

#include <string>

#include "core/base/text.h"
#include "core/ir/print.h"
#include "core/parse/parse.h"
#include "core/rewrite/primitive.h"

namespace cleave {

struct Rewritten {
  Diagnostics diagnostics;
  Primitive primitive;

  /// The records of the primitive definition, a line each, constants in place.
  std::string text() const {
    std::string out;
    for (RecordId id : primitive.definition.records.ids()) {
      const Record& record = primitive.definition.records[id];
      if (record.form == RecordForm::kInline || family(record.op) == OpFamily::kDefineTensor) continue;
      out += record_text(primitive.definition, id) + "\n";
    }
    return out;
  }
  /// `CODE message`, a line each, notes aside.
  std::string messages() const {
    std::string out;
    for (const Diagnostic& diagnostic : diagnostics.all()) {
      if (info(diagnostic.code).severity == Severity::kNote) continue;
      out += concat(info(diagnostic.code).code, ' ', message_text(diagnostic), '\n');
    }
    return out;
  }
};

/// `body` holds statements on `fd`, one a line; `inputs` is the list of torch calls, or empty.
inline Rewritten rewritten(const std::string& body, const std::string& inputs = "") {
  std::string script = "def f(fd):\n";
  for (size_t start = 0; start < body.size();) {
    const size_t end = std::min(body.find('\n', start), body.size());
    script += "    " + body.substr(start, end - start) + "\n";
    start = end + 1;
  }
  if (!inputs.empty()) script += "inputs = [" + inputs + "]\n";
  Rewritten out;
  const SourceText text("test", script);
  const Parsed parsed = parse(text, out.diagnostics);
  if (parsed.definitions.empty() || out.diagnostics.has_errors()) return out;
  const ParsedDefinition& definition = parsed.definitions[0];
  const InputList* list = parsed.input_lists.empty() ? nullptr : &parsed.input_lists[0];
  const Binding binding = bind_inputs(definition.definition, definition.source_map, list, {}, out.diagnostics);
  if (out.diagnostics.has_errors()) return out;
  out.primitive = rewrite(definition.definition, definition.source_map, binding, out.diagnostics);
  return out;
}

/// `NAME = fd.define_tensor(...)`, row-major.
inline std::string tensor(const std::string& name, const std::string& shape, const std::string& dtype = "Float") {
  return concat(name, " = fd.define_tensor(shape=", shape, ", contiguity=True, dtype=DataType.", dtype, ")\n");
}

}  // namespace cleave
