// A definition's body as text, rewritten and put through passes: for tests that say what a pass makes and what it says.
#pragma once

#include <string>

#include "core/base/text.h"
#include "core/ir/verify.h"
#include "core/rewrite/passes/run_passes.h"
#include "tests/core/rewrite/rewritten.h"

namespace cleave {

struct Passed {
  Rewritten before;
  PassRun run;

  static Passed of(const std::string& body, const std::string& passes, const std::string& inputs = "") {
    Passed out;
    out.before = rewritten(body, inputs);
    const auto choice = parse_pass_choice(passes);
    out.run = run_passes(out.before.primitive, std::get<PassChoice>(choice), KeepSteps::kYes);
    return out;
  }

  /// What the passes say, a line each, then the records after them.
  std::string text() const {
    std::string out = before.messages();
    for (const PassReport& report : run.reports) {
      if (!report.is_on || (report.pass->is_needed && !report.changed)) continue;
      for (const PassReport::Place& place : report.done) out += "did: " + place.text + "\n";
      for (const PassReport::Place& place : report.left) out += "left: " + place.text + "\n";
      if (report.done.empty() && report.left.empty()) out += concat(report.sentence, '\n');
    }
    Rewritten after;
    after.primitive = run.primitive;
    for (const std::string& broken : verify(run.primitive.definition, Level::kPrimitive))
      out += "broken: " + broken + "\n";
    return out + after.text();
  }
};

/// Passed::text() after the passes asked for and those that results need.
inline std::string after(const std::string& passes, const std::string& body, const std::string& inputs = "") {
  return Passed::of(body, "none," + passes, inputs).text();
}

/// What one pass says.
inline std::string said(const std::string& pass, const std::string& body, const std::string& inputs = "") {
  const Passed made = Passed::of(body, "none," + pass, inputs);
  std::string out = made.before.messages();
  for (const PassReport& report : made.run.reports) {
    if (report.pass->name != pass) continue;
    for (const PassReport::Place& place : report.done) out += "did: " + place.text + "\n";
    for (const PassReport::Place& place : report.left) out += "left: " + place.text + "\n";
    out += "says: " + report.sentence + "\n";
  }
  return out;
}

}  // namespace cleave
