// Cleave against what nvFuser's own tests assert (facts/): how many kernels, of which schedulers, accepted or refused.
// docs/oracle.md holds the table of agreement and, for each fact that Cleave answers otherwise, the rule at fault and
// whose answer is right; UPDATE_GOLDEN=1 writes it anew.
#include <gtest/gtest.h>

#include <iostream>
#include <map>
#include <string>
#include <vector>

#include "core/base/text.h"
#include "tests/oracle/fact.h"

namespace cleave {
namespace {

TEST(Oracle, Agreement) {
  std::map<std::string, std::pair<int, int>> table;
  for (const Fact& fact : all_facts()) {
    const std::vector<std::string> problems = disagreements(fact, fact.text);
    for (const std::string& row : {concat("confidence ", fact.confidence), concat("kind ", fact.kind)}) {
      ++table[row].second;
      if (problems.empty()) ++table[row].first;
    }
    for (const std::string& problem : problems) std::cout << fact.name << ": " << problem << "\n";
  }
  for (const auto& [row, counts] : table) std::cout << row << ": " << counts.first << " of " << counts.second << "\n";
}

}  // namespace
}  // namespace cleave
