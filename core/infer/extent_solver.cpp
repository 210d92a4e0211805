// See extent_solver.h. Tested with binding.
#include "core/infer/extent_solver.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "core/base/check.h"
#include "core/base/checked_arithmetic.h"

namespace cleave {
namespace {

// Numbers beyond this are no help to anyone and would overflow products.
constexpr int64_t kLargest = int64_t{1} << 40;

/// The product of positive factors; kLargest where it is that or more, or a factor is none.
int64_t product(const std::vector<int64_t>& factors) {
  if (std::any_of(factors.begin(), factors.end(), [](int64_t factor) { return factor <= 0; })) return kLargest;
  return std::min(kLargest, checked_product(factors).value_or(kLargest));
}

/// Removes from both lists what they have in common, each as often as it stands in both.
template <class T>
void cancel(std::vector<T>& a, std::vector<T>& b) {
  for (size_t i = 0; i < a.size();) {
    const auto found = std::find(b.begin(), b.end(), a[i]);
    if (found == b.end()) {
      ++i;
      continue;
    }
    b.erase(found);
    a.erase(a.begin() + static_cast<std::ptrdiff_t>(i));
  }
}

}  // namespace

ExtentSolver::ExtentSolver() { nodes_.push_back({.parent = kOne, .value = 1, .least = 0, .requirements = {}}); }

ExtentNode ExtentSolver::unknown() {
  const auto made = static_cast<ExtentNode>(nodes_.size());
  nodes_.push_back({.parent = made, .value = std::nullopt, .least = 0, .requirements = {}});
  return made;
}

ExtentNode ExtentSolver::constant(int64_t value) {
  const ExtentNode made = unknown();
  nodes_[made].value = value;
  return made;
}

ExtentNode ExtentSolver::root(ExtentNode node) const {
  while (nodes_[node].parent != node) {
    nodes_[node].parent = nodes_[nodes_[node].parent].parent;
    node = nodes_[node].parent;
  }
  return node;
}

std::optional<int64_t> ExtentSolver::value(ExtentNode node) const { return nodes_[root(node)].value; }

void ExtentSolver::join(ExtentNode a, ExtentNode b) {
  ExtentNode first = root(a);
  ExtentNode second = root(b);
  if (first == second || first == kOne || second == kOne) return;
  if (nodes_[first].value && nodes_[second].value && nodes_[first].value != nodes_[second].value) return;
  if (second < first) std::swap(first, second);
  nodes_[second].parent = first;
  if (!nodes_[first].value) nodes_[first].value = nodes_[second].value;
  nodes_[first].least = std::max(nodes_[first].least, nodes_[second].least);
}

void ExtentSolver::require_at_least(ExtentNode node, int64_t value) {
  Node& at = nodes_[root(node)];
  at.least = std::max(at.least, value);
}

void ExtentSolver::add(Requirement requirement) { requirements_.push_back(std::move(requirement)); }

ExtentNode ExtentSolver::sum(std::vector<ExtentNode> terms, int64_t offset) {
  Requirement requirement{.is_product = false, .offset = offset, .left = std::move(terms), .right = {}};
  const Summands known = summands(requirement);
  if (!known.missing && known.known && *known.known >= 0) return constant(*known.known);
  const ExtentNode out = unknown();
  requirement.right = {out};
  add(std::move(requirement));
  return out;
}

void ExtentSolver::require_product(std::vector<ExtentNode> left, std::vector<ExtentNode> right) {
  add({.is_product = true, .offset = 0, .left = std::move(left), .right = std::move(right)});
}

void ExtentSolver::solve() {
  for (uint32_t i = 0; i < requirements_.size(); ++i) {
    for (const std::vector<ExtentNode>* side : {&requirements_[i].left, &requirements_[i].right}) {
      for (ExtentNode node : *side) {
        if (!value(node)) nodes_[root(node)].requirements.push_back(i);
      }
    }
    waiting_.push_back(i);
  }
  follow();
  for (size_t i = requirements_.size(); i-- > 0;) {
    if (!requirements_[i].is_product) pass_least_on(requirements_[i]);
  }
  for (const Requirement& requirement : requirements_) {
    if (requirement.is_product) choose_factors(requirement);
    follow();
  }
}

void ExtentSolver::assume(ExtentNode node, int64_t fallback) {
  const ExtentNode at = root(node);
  if (nodes_[at].value) return;
  set(at, nodes_[at].least > 0 ? nodes_[at].least : fallback);
  follow();
}

void ExtentSolver::set(ExtentNode node, int64_t value) {
  Node& at = nodes_[root(node)];
  CHECK(!at.value, "a number is found once");
  at.value = value;
  waiting_.insert(waiting_.end(), at.requirements.begin(), at.requirements.end());
}

void ExtentSolver::follow() {
  while (!waiting_.empty()) {
    const uint32_t next = waiting_.back();
    waiting_.pop_back();
    if (requirements_[next].is_product)
      deduce_product(requirements_[next]);
    else
      deduce_sum(requirements_[next]);
  }
}

ExtentSolver::Summands ExtentSolver::summands(const Requirement& requirement) const {
  Summands out{.known = requirement.offset, .missing = std::nullopt, .times = 0};
  bool others = false;
  for (ExtentNode term : requirement.left) {
    if (const auto number = value(term)) {
      if (out.known) out.known = checked_sum(*out.known, *number);
    } else if (out.missing && root(term) != *out.missing) {
      others = true;
    } else {
      out.missing = root(term);
      ++out.times;
    }
  }
  if (others) out.times = 0;
  // Differences are taken of it.
  if (out.known == INT64_MIN) out.known = std::nullopt;
  return out;
}

void ExtentSolver::deduce_sum(const Requirement& requirement) {
  const Summands terms = summands(requirement);
  if (!terms.known) return;
  const std::optional<int64_t> total = value(requirement.right[0]);
  if (!terms.missing && !total && *terms.known >= 0) set(requirement.right[0], *terms.known);
  if (terms.times == 0 || !total) return;
  const std::optional<int64_t> rest = checked_sum(*total, -*terms.known);
  if (rest && *rest > 0 && *rest % terms.times == 0) set(*terms.missing, *rest / terms.times);
}

void ExtentSolver::pass_least_on(const Requirement& requirement) {
  const Summands terms = summands(requirement);
  const int64_t least = nodes_[root(requirement.right[0])].least;
  if (!terms.known || !terms.missing || least <= 0 || value(requirement.right[0])) return;
  const std::optional<int64_t> rest = checked_sum(least, -*terms.known);
  const int64_t times = std::max<int64_t>(terms.times, 1);
  if (rest && *rest > 0) require_at_least(*terms.missing, (*rest - 1) / times + 1);
}

ExtentSolver::Sides ExtentSolver::reduced(const Requirement& requirement) const {
  Sides out;
  for (ExtentNode node : requirement.left) {
    if (const auto number = value(node))
      out.left_known.push_back(*number);
    else
      out.left.push_back(root(node));
  }
  for (ExtentNode node : requirement.right) {
    if (const auto number = value(node))
      out.right_known.push_back(*number);
    else
      out.right.push_back(root(node));
  }
  cancel(out.left, out.right);
  cancel(out.left_known, out.right_known);
  return out;
}

void ExtentSolver::deduce_product(const Requirement& requirement) {
  const Sides sides = reduced(requirement);
  if (sides.left.size() + sides.right.size() != 1) return;
  const bool on_left = sides.left.size() == 1;
  const int64_t beside = product(on_left ? sides.left_known : sides.right_known);
  const int64_t total = product(on_left ? sides.right_known : sides.left_known);
  if (beside < kLargest && total < kLargest && total % beside == 0)
    set(on_left ? sides.left[0] : sides.right[0], total / beside);
}

/// Several unknowns on the left: where the right is known they take its factors in order, else the last one is made
/// divisible by what stands on the right.
void ExtentSolver::choose_factors(const Requirement& requirement) {
  const Sides sides = reduced(requirement);
  if (sides.left.empty()) return;
  const int64_t beside = product(sides.left_known);
  int64_t rest = product(sides.right_known);
  if (beside >= kLargest || rest >= kLargest || beside == 0) return;
  const int64_t shared = std::gcd(beside, rest);
  if (!sides.right.empty()) {
    if (rest / shared > 1) set(sides.left.back(), rest / shared * std::max<int64_t>(1, 256 / (rest / shared)));
    return;
  }
  if (shared != beside) return;
  rest /= beside;
  for (size_t i = 0; i + 1 < sides.left.size(); ++i) {
    if (value(sides.left[i])) continue;
    const int64_t wanted = i < sides.right_known.size() ? sides.right_known[i] : 1;
    const int64_t factor = std::gcd(wanted, rest);
    set(sides.left[i], factor);
    rest /= factor;
  }
  if (!value(sides.left.back())) set(sides.left.back(), rest);
}

}  // namespace cleave
