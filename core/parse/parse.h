// Text → definitions. Takes whole scripts as people paste them: everything that is not a fusion definition or an input
// list is skipped. Parsing never fails: it reports diagnostics and gives the best partial product. A name whose
// statement failed is poison; uses of it raise no second error.
#pragma once

#include <string>
#include <vector>

#include "core/ir/definition.h"
#include "core/ir/input_values.h"
#include "core/ir/source_map.h"
#include "core/source/diagnostic.h"
#include "core/source/source_text.h"

namespace cleave {

/// Limits on what is read; each is said in the diagnostic that it raises.
struct ParseLimits {
  size_t text_bytes = size_t{64} << 20;
  size_t records = 200'000;
  size_t rank = 64;
  size_t nesting = 200;
};

enum class Dialect : uint8_t { kLegacy, kDirect };

struct ParsedDefinition {
  /// `nvfuser_fusion_id0`, or `fusion <line>` for the body of a with block.
  std::string name;
  /// The body of a `with` block, whose name is made up.
  bool is_block = false;
  SourceSpan span;
  /// The line that it begins with.
  SourceSpan head;
  Dialect dialect = Dialect::kLegacy;
  Definition definition;
  SourceMap source_map;
  /// What is to be said of this definition alone.
  Diagnostics diagnostics;
  /// Names whose statements failed, in alphabetical order: no one can say what they stand for.
  std::vector<std::string> failed_names;
  /// A statement failed that may have declared an input: positions of inputs mean nothing.
  bool lacks_inputs = false;
};

struct Parsed {
  std::vector<ParsedDefinition> definitions;
  std::vector<InputList> input_lists;
  /// Number of lines of the text that belong to no definition and no input list and are not blank or comments.
  size_t ignored_lines = 0;
};

/// Everything that is to be said goes into `diagnostics`: what stands outside of definitions, then theirs in order.
Parsed parse(const SourceText& text, Diagnostics& diagnostics, const ParseLimits& limits = {});

/// The same, for those who take one of the definitions: what concerns one of them stands beside it only, the rest goes
/// into `outside`.
Parsed parse_apart(const SourceText& text, Diagnostics& outside, const ParseLimits& limits = {});

}  // namespace cleave
