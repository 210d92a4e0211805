// Index expressions: what they are simplified to, and that simplifying changes no value.
#include "core/kernel/index_expression.h"

#include <gtest/gtest.h>

#include <random>

#include "core/kernel/c_text.h"

namespace cleave {
namespace {

std::string text(const IndexExpressions& expressions, const IndexSum& sum) {
  return index_text(expressions, sum, [](uint32_t data) { return "d" + std::to_string(data); });
}

TEST(IndexExpression, ASplitThatIsMergedAgainVanishes) {
  IndexExpressions e;
  const IndexSum i = e.variable("i", 24);
  const std::vector<IndexSum> place = position_of(e, i, {2, 3, 4});
  EXPECT_EQ(text(e, place[0]), "(i / 12)");
  EXPECT_EQ(text(e, place[1]), "((i / 4) % 3)");
  EXPECT_EQ(text(e, place[2]), "(i % 4)");
  EXPECT_EQ(text(e, linear_index(e, place, {2, 3, 4})), "i");
}

TEST(IndexExpression, AMergeThatIsSplitAgainVanishes) {
  IndexExpressions e;
  const IndexSum row = e.variable("row", 7);
  const IndexSum column = e.variable("column", 5);
  const std::vector<IndexSum> place = position_of(e, linear_index(e, {row, column}, {7, 5}), {7, 5});
  EXPECT_EQ(text(e, place[0]), "row");
  EXPECT_EQ(text(e, place[1]), "column");
}

TEST(IndexExpression, LanesOfAChunkStayNeighbours) {
  IndexExpressions e;
  const IndexSum chunk = e.variable("chunk", 32);
  const IndexSum lane = e.variable("lane", 4);
  const IndexSum linear = e.add(e.multiply(chunk, 4), lane);
  EXPECT_EQ(text(e, e.remainder(linear, 16)), "lane + 4 * (chunk % 4)");
  EXPECT_EQ(text(e, e.divide(linear, 16)), "(chunk / 4)");
  EXPECT_EQ(IndexExpressions::alignment(e.multiply(chunk, 4), 16), 4);
}

TEST(IndexExpression, ALoopOfOneStepIsNoVariable) {
  IndexExpressions e;
  EXPECT_EQ(text(e, e.variable("i", 1)), "0");
}

/// The value of `sum` where the variables have `values`.
int64_t value_of(const IndexExpressions& e, const IndexSum& sum, const std::vector<int64_t>& values) {
  int64_t out = sum.constant;
  for (const auto& [id, factor] : sum.terms) {
    const IndexTerm& term = e.term(id);
    const int64_t of = term.kind == IndexTerm::Kind::kVariable ? values[term.number] : value_of(e, term.of, values);
    const int64_t quotient = of / term.by - (of % term.by < 0 ? 1 : 0);
    switch (term.kind) {
      case IndexTerm::Kind::kVariable:
      case IndexTerm::Kind::kData: out += factor * of; break;
      case IndexTerm::Kind::kQuotient: out += factor * quotient; break;
      case IndexTerm::Kind::kRemainder: out += factor * (of - quotient * term.by); break;
    }
  }
  return out;
}

TEST(IndexExpression, SimplifyingChangesNoValue) {
  std::mt19937 random(7);
  const auto pick = [&](int64_t low, int64_t high) {
    return low + static_cast<int64_t>(random() % static_cast<uint64_t>(high - low + 1));
  };
  for (int trial = 0; trial < 300; ++trial) {
    IndexExpressions e;
    const std::vector<int64_t> extents{pick(2, 12), pick(2, 12), pick(2, 12)};
    std::vector<int64_t> values;
    std::vector<std::pair<IndexSum, int64_t>> known;
    for (const int64_t extent : extents) {
      values.push_back(pick(0, extent - 1));
      known.emplace_back(e.variable("v", extent), values.back());
    }
    for (int step = 0; step < 12; ++step) {
      const auto& [a, value_a] = known[static_cast<size_t>(pick(0, static_cast<int64_t>(known.size()) - 1))];
      const auto& [b, value_b] = known[static_cast<size_t>(pick(0, static_cast<int64_t>(known.size()) - 1))];
      const int64_t by = pick(1, 12);
      const int64_t quotient = value_a / by - (value_a % by < 0 ? 1 : 0);
      std::pair<IndexSum, int64_t> next;
      switch (pick(0, 4)) {
        case 0: next = {e.add(a, b), value_a + value_b}; break;
        case 1: next = {e.multiply(a, by), value_a * by}; break;
        case 2: next = {e.divide(a, by), quotient}; break;
        case 3: next = {e.remainder(a, by), value_a - quotient * by}; break;
        default: next = {e.add(a, index_constant(-by)), value_a - by}; break;
      }
      ASSERT_EQ(value_of(e, next.first, values), next.second) << text(e, next.first);
      const IndexRange range = e.range(next.first);
      ASSERT_LE(range.low, next.second);
      ASSERT_GE(range.high, next.second);
      known.push_back(std::move(next));
    }
  }
}

}  // namespace
}  // namespace cleave
