// What nvFuser's own tests assert of a definition, as a file of tests/oracle/facts: a script in the legacy form below
// lines that begin with `# ` and a word. `expect:` is one assertion (fact.cpp has the words), `passes:` what runs
// before the segmentation, as the option of that name, `kind:` and `confidence:` sort the facts. `because:` is no
// assertion: it is the reason that we think the test holds for, `NAME by CODE` for a scheduler that refuses the whole.
// `not asserted:` is what the test is silent on. Why Cleave answers otherwise, and whose answer is right, stands in
// docs/decisions.md. Reading a fact decides nothing; it is compared with the answers of core/api.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/api/request.h"

namespace cleave {

struct Fact {
  /// The file's name without `.py`.
  std::string name;
  /// The whole file, which parses as a script.
  std::string text;
  std::vector<std::string> expectations;
  /// Inferred by us, as `NAME by CODE`.
  std::vector<std::string> reasons;
  std::string passes;
  std::string kind;
  std::string confidence;
  /// From docs/decisions.md; empty where Cleave agrees.
  std::string disagrees;

  bool is_high() const { return confidence == "high"; }
  friend void PrintTo(const Fact& fact, std::ostream* out);
};

/// All of tests/oracle/facts, by name.
std::vector<Fact> all_facts();

/// What docs/decisions.md says of facts that are answered otherwise, by the fact's name.
std::map<std::string, std::string> told_disagreements();

/// What Cleave answers otherwise than `fact` asserts, one sentence each; empty where it agrees in all. `text` is the
/// fact's script, maybe in other words.
std::vector<std::string> disagreements(const Fact& fact, const std::string& text);

/// Reasons of the fact that Cleave does not give, one sentence each.
std::vector<std::string> other_reasons(const Fact& fact);

/// All that Cleave answers to what `fact` asks about, in a form that does not depend on the order of segments.
std::string answer(const Fact& fact, const std::string& text);

}  // namespace cleave
