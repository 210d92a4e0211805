// Cleave against what nvFuser's own tests assert (facts/): how many kernels, of which schedulers, accepted or refused.
// docs/oracle.md shows the agreement and what Cleave answers otherwise, docs/decisions.md has the rule at fault and
// whose answer is right; UPDATE_GOLDEN=1 writes the first anew.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "core/base/text.h"
#include "core/ir/print.h"
#include "tests/oracle/fact.h"
#include "tests/support/golden.h"
#include "tests/support/pipeline.h"
#include "tests/support/rearrange.h"

namespace cleave {
namespace {

constexpr size_t kLeastPercent = 95;

struct Judged {
  Fact fact;
  std::vector<std::string> problems;
};

const std::vector<Judged>& judged_facts() {
  static const std::vector<Judged> kJudged = [] {
    std::vector<Judged> out;
    for (Fact& fact : all_facts()) {
      std::vector<std::string> problems = disagreements(fact, fact.text);
      out.push_back({std::move(fact), std::move(problems)});
    }
    return out;
  }();
  return kJudged;
}

struct Count {
  size_t agree = 0;
  size_t all = 0;
  void add(bool agrees) {
    ++all;
    agree += agrees ? 1 : 0;
  }
  std::string row(std::string_view name) const {
    return concat("| ", name, " | ", agree, " | ", all, " | ", agree * 1000 / all / 10, ".", agree * 1000 / all % 10,
                  " % |\n");
  }
};

/// Reasons that we inferred, and how many of them Cleave gives.
Count reason_count() {
  Count out;
  for (const Judged& judged : judged_facts()) {
    out.all += judged.fact.reasons.size();
    out.agree += judged.fact.reasons.size() - other_reasons(judged.fact).size();
  }
  return out;
}

/// docs/oracle.md.
std::string page() {
  std::map<std::string, Count> confidences;
  std::map<std::string, Count> kinds;
  std::string left;
  for (const Judged& judged : judged_facts()) {
    const bool agrees = judged.problems.empty();
    confidences[judged.fact.confidence].add(agrees);
    kinds[judged.fact.kind].add(agrees);
    if (agrees) continue;
    left += concat("* `", judged.fact.name, "` (", judged.fact.confidence, "): ", join(judged.problems, "; "), ".\n");
  }
  std::string out =
      "# What nvFuser asserts, and what Cleave answers\n\n"
      "The facts of `tests/oracle/facts` are definitions of which nvFuser's own tests assert the number of kernels, "
      "their schedulers, or that one scheduler takes or refuses the whole. A fact agrees if all that it asserts holds, "
      "with the passes it names and `--order nvfuser`. Written by `oracle_test`; `UPDATE_GOLDEN=1` renews it.\n\n"
      "| confidence | agree | facts | |\n|---|--:|--:|--:|\n";
  for (const auto& [name, count] : confidences) out += count.row(name);
  out += "\n| kind | agree | facts | |\n|---|--:|--:|--:|\n";
  for (const auto& [name, count] : kinds) out += count.row(name);
  out += concat(
      "\n## Answered otherwise\n\n"
      "What was answered. The rule at fault, and whose answer is right, stand in "
      "[decisions.md](decisions.md#where-facts-of-nvfuser-are-answered-otherwise).\n\n",
      left.empty() ? "None.\n" : left);
  const Count reasons = reason_count();
  return concat(
      out,
      "\n## Reasons\n\n"
      "nvFuser's tests assert that a scheduler refuses, not why. Where we think we know why, the fact says so "
      "(`because:`), and Cleave is asked for that reason, too. This is counted apart from what is asserted: ",
      reasons.agree, " of ", reasons.all, " are among those that Cleave gives.\n");
}

TEST(Oracle, AgreementIsAsRecorded) {
  EXPECT_TRUE(matches_golden(std::string(CLEAVE_SOURCE_DIR) + "/docs/oracle.md", page(), "./dev test oracle"));
}

TEST(Oracle, FactsOfHighConfidenceAgree) {
  Count high;
  for (const Judged& judged : judged_facts()) {
    if (judged.fact.is_high()) high.add(judged.problems.empty());
  }
  EXPECT_GE(high.agree * 100, high.all * kLeastPercent) << high.agree << " of " << high.all;
}

TEST(Oracle, EveryDisagreementIsExplainedAndNoOther) {
  for (const Judged& judged : judged_facts()) {
    EXPECT_FALSE(judged.fact.expectations.empty()) << judged.fact.name << " asserts nothing";
    EXPECT_EQ(judged.problems.empty(), judged.fact.disagrees.empty())
        << judged.fact.name << ": " << join(judged.problems, "; ");
  }
}

TEST(Oracle, EveryToldDisagreementIsOfAFactAndNamesTheRuleAndTheRightAnswer) {
  for (const auto& told : told_disagreements()) {
    const bool is_fact = std::any_of(judged_facts().begin(), judged_facts().end(),
                                     [&](const Judged& judged) { return judged.fact.name == told.first; });
    EXPECT_TRUE(is_fact) << told.first;
    EXPECT_NE(told.second.find(" rule "), std::string::npos) << told.first;
    EXPECT_NE(told.second.find(" answer is "), std::string::npos) << told.first;
  }
}

TEST(Oracle, InferredReasonsAreGiven) {
  for (const Judged& judged : judged_facts()) {
    EXPECT_EQ(join(other_reasons(judged.fact), "; "), "") << judged.fact.name;
  }
}

/// The lines of a fact that give its inputs.
std::string inputs_of(const Fact& fact) { return fact.text.substr(fact.text.find("\ninputs = [")); }

TEST(Oracle, NamesDoNotMatter) {
  for (const Judged& judged : judged_facts()) {
    const FrontEnd plain(judged.fact.text);
    const std::string renamed = concat(rename_values(print_legacy(plain.source())), inputs_of(judged.fact));
    EXPECT_EQ(answer(judged.fact, renamed), answer(judged.fact, judged.fact.text)) << judged.fact.name;
  }
}

TEST(Oracle, OrderOfIndependentLinesDoesNotMatter) {
  for (const Judged& judged : judged_facts()) {
    const FrontEnd plain(judged.fact.text);
    const std::string expected = answer(judged.fact, judged.fact.text);
    for (uint64_t seed = 0; seed < 2; ++seed) {
      Choices choices(seed);
      const Rearranged other = reorder(plain.source(), choices);
      const std::string reordered = concat(print_legacy(other.definition), inputs_of(judged.fact));
      EXPECT_EQ(answer(judged.fact, reordered), expected) << judged.fact.name << "\n" << reordered;
    }
  }
}

}  // namespace
}  // namespace cleave
