// Unknown extents as nodes: joined where they are equal, constrained where one is the sum or product of others, and
// given numbers in the end. Knows no ops; assumed_extents.cpp says what ops ask for.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace cleave {

/// A node of the solver. Joined nodes are one extent.
using ExtentNode = uint32_t;

class ExtentSolver {
 public:
  /// The node of broadcast axes: 1, and equal to no other.
  static constexpr ExtentNode kOne = 0;

  ExtentSolver();
  ExtentNode unknown();
  ExtentNode constant(int64_t value);
  /// Makes two nodes one, unless either is kOne or their numbers differ.
  void join(ExtentNode a, ExtentNode b);
  /// The node of the sum of `terms` + offset: a number where all terms are.
  ExtentNode sum(std::vector<ExtentNode> terms, int64_t offset);
  /// The products of both sides are equal.
  void require_product(std::vector<ExtentNode> left, std::vector<ExtentNode> right);
  void require_at_least(ExtentNode node, int64_t value);

  std::optional<int64_t> value(ExtentNode node) const;

  /// Follows the requirements from what is known; called once, after all of them are there.
  void solve();
  /// Gives an unknown node a number (its least, where one is required) and follows what that decides.
  void assume(ExtentNode node, int64_t fallback);

 private:
  struct Node {
    ExtentNode parent = 0;
    std::optional<int64_t> value;
    int64_t least = 0;
    std::vector<uint32_t> requirements;
  };
  struct Requirement {
    bool is_product = false;
    int64_t offset = 0;
    /// Sum: the terms. Product: one side.
    std::vector<ExtentNode> left;
    /// Sum: the one result. Product: the other side.
    std::vector<ExtentNode> right;
  };
  ExtentNode root(ExtentNode node) const;
  void add(Requirement requirement);
  void set(ExtentNode node, int64_t value);
  void follow();
  void deduce_sum(const Requirement& requirement);
  /// What a sum must at least be, its first unknown term must make up for.
  void pass_least_on(const Requirement& requirement);
  /// What is known of a sum: the number it comes to without its unknown terms, and the first of those.
  struct Summands {
    std::optional<int64_t> known;
    std::optional<ExtentNode> missing;
    /// How often `missing` stands in the sum; 0 where there are others too.
    int64_t times = 0;
  };
  Summands summands(const Requirement& requirement) const;
  void deduce_product(const Requirement& requirement);
  void choose_factors(const Requirement& requirement);
  /// Both sides without what they share, and the products of what is known of them.
  struct Sides {
    std::vector<ExtentNode> left, right;
    std::vector<int64_t> left_known, right_known;
  };
  Sides reduced(const Requirement& requirement) const;

  mutable std::vector<Node> nodes_;
  std::vector<Requirement> requirements_;
  std::vector<uint32_t> waiting_;
};

}  // namespace cleave
