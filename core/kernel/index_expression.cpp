// See index_expression.h.
#include "core/kernel/index_expression.h"

#include <algorithm>
#include <numeric>
#include <optional>

namespace cleave {
namespace {

int64_t floor_divide(int64_t a, int64_t by) { return a / by - (a % by < 0 ? 1 : 0); }

/// `sum` cut in two: what `by` divides, already divided, and the rest with a constant in 0 … by - 1.
struct Split {
  IndexSum quotient;
  IndexSum rest;
};

Split split(const IndexSum& sum, int64_t by) {
  Split out;
  for (const auto& [term, factor] : sum.terms) {
    if (factor % by == 0) {
      out.quotient.terms.emplace_back(term, factor / by);
    } else {
      out.rest.terms.emplace_back(term, factor);
    }
  }
  out.quotient.constant = floor_divide(sum.constant, by);
  out.rest.constant = sum.constant - out.quotient.constant * by;
  return out;
}

}  // namespace

IndexSum IndexExpressions::term_sum(IndexTerm term) { return {{{terms_.add(std::move(term)), 1}}, 0}; }

IndexSum IndexExpressions::variable(std::string name, int64_t extent) {
  CHECK(extent >= 1 && variable_count_ < 64, "a loop runs at least once, and there are few loops");
  if (extent == 1) return index_constant(0);
  IndexTerm term;
  term.name = std::move(name);
  term.range = {0, extent - 1};
  term.number = variable_count_++;
  term.depends = uint64_t{1} << term.number;
  return term_sum(std::move(term));
}

IndexSum IndexExpressions::data(uint32_t element, int64_t extent, uint64_t depends) {
  const auto [found, is_new] = data_terms_.try_emplace(element, IndexTermId(0U));
  if (is_new) {
    IndexTerm term;
    term.kind = IndexTerm::Kind::kData;
    term.data = element;
    term.range = {0, std::max<int64_t>(extent - 1, 0)};
    term.depends = depends;
    found->second = terms_.add(std::move(term));
  }
  return {{{found->second, 1}}, 0};
}

IndexSum IndexExpressions::add(const IndexSum& a, const IndexSum& b) const {
  IndexSum out;
  out.constant = a.constant + b.constant;
  auto left = a.terms.begin();
  auto right = b.terms.begin();
  while (left != a.terms.end() || right != b.terms.end()) {
    if (right == b.terms.end() || (left != a.terms.end() && left->first < right->first)) {
      out.terms.push_back(*left++);
    } else if (left == a.terms.end() || right->first < left->first) {
      out.terms.push_back(*right++);
    } else {
      const int64_t factor = left->second + right->second;
      if (factor != 0) out.terms.emplace_back(left->first, factor);
      ++left;
      ++right;
    }
  }
  recombine(out);
  return out;
}

IndexSum IndexExpressions::multiply(const IndexSum& a, int64_t factor) const {
  if (factor == 0) return {};
  IndexSum out = a;
  out.constant *= factor;
  for (auto& [term, coefficient] : out.terms) coefficient *= factor;
  return out;
}

/// c * (x mod k) + c * k * (x div k) is c * x.
void IndexExpressions::recombine(IndexSum& sum) const {
  for (bool again = true; again;) {
    again = false;
    for (const std::pair<IndexTermId, int64_t>& part : sum.terms) {
      const IndexTermId id = part.first;
      const int64_t factor = part.second;
      const IndexTerm& term = terms_[id];
      if (term.kind != IndexTerm::Kind::kRemainder) continue;
      const auto quotient = quotient_of_.find(id.index);
      if (quotient == quotient_of_.end()) continue;
      const auto partner = std::find_if(sum.terms.begin(), sum.terms.end(), [&](const auto& other) {
        return other.first == quotient->second && other.second == factor * term.by;
      });
      if (partner == sum.terms.end()) continue;
      IndexSum rest = sum;
      std::erase_if(rest.terms, [&](const auto& other) { return other.first == id || other.first == partner->first; });
      sum = add(rest, multiply(term.of, factor));
      again = true;
      break;
    }
  }
}

/// `rest` as unit * coarse + fine with fine in 0 … unit - 1, where unit > 1 divides `by`: then only the coarse part is
/// divided.
std::optional<IndexExpressions::CoarseAndFine> IndexExpressions::coarse_and_fine(const IndexSum& rest,
                                                                                 int64_t by) const {
  for (const auto& candidate : rest.terms) {
    CoarseAndFine out;
    out.unit = std::gcd(by, candidate.second);
    if (out.unit == 1) continue;
    out.fine.constant = rest.constant % out.unit;
    out.coarse.constant = rest.constant / out.unit;
    for (const auto& [term, factor] : rest.terms) {
      const bool is_coarse = factor % out.unit == 0;
      (is_coarse ? out.coarse : out.fine).terms.emplace_back(term, is_coarse ? factor / out.unit : factor);
    }
    const IndexRange fine = range(out.fine);
    if (fine.low >= 0 && fine.high < out.unit) return out;
  }
  return std::nullopt;
}

IndexSum IndexExpressions::divide(const IndexSum& a, int64_t by) {
  CHECK(by >= 1, "an index is divided by a positive number");
  if (by == 1) return a;
  Split parts = split(a, by);
  const IndexRange rest = range(parts.rest);
  if (rest.low >= 0 && rest.high < by) return parts.quotient;
  if (const auto apart = coarse_and_fine(parts.rest, by)) {
    return add(parts.quotient, divide(apart->coarse, by / apart->unit));
  }
  // A quotient of a quotient is one quotient.
  if (parts.rest.terms.size() == 1 && parts.rest.terms[0].second == 1 && parts.rest.constant == 0) {
    const IndexTerm inner = terms_[parts.rest.terms[0].first];
    if (inner.kind == IndexTerm::Kind::kQuotient) return add(parts.quotient, divide(inner.of, inner.by * by));
  }
  const auto [found, is_new] = quotients_.try_emplace({by, parts.rest}, IndexTermId(0U));
  if (is_new) {
    IndexTerm term;
    term.kind = IndexTerm::Kind::kQuotient;
    term.of = parts.rest;
    term.by = by;
    term.range = {floor_divide(rest.low, by), floor_divide(rest.high, by)};
    term.depends = depends(parts.rest);
    found->second = terms_.add(std::move(term));
  }
  return add(parts.quotient, {{{found->second, 1}}, 0});
}

IndexSum IndexExpressions::remainder(const IndexSum& a, int64_t by) {
  CHECK(by >= 1, "an index is divided by a positive number");
  if (by == 1) return {};
  const Split parts = split(a, by);
  const IndexRange rest = range(parts.rest);
  if (rest.low >= 0 && rest.high < by) return parts.rest;
  if (const auto apart = coarse_and_fine(parts.rest, by)) {
    return add(multiply(remainder(apart->coarse, by / apart->unit), apart->unit), apart->fine);
  }
  if (parts.rest.terms.size() == 1 && parts.rest.terms[0].second == 1 && parts.rest.constant == 0) {
    const IndexTerm inner = terms_[parts.rest.terms[0].first];
    if (inner.kind == IndexTerm::Kind::kRemainder && inner.by % by == 0) return remainder(inner.of, by);
  }
  // The quotient is made as well, so that the two find each other when they meet again.
  const IndexSum quotient = divide(parts.rest, by);
  const auto [found, is_new] = remainders_.try_emplace({by, parts.rest}, IndexTermId(0U));
  if (is_new) {
    IndexTerm term;
    term.kind = IndexTerm::Kind::kRemainder;
    term.of = parts.rest;
    term.by = by;
    term.range = {0, by - 1};
    term.depends = depends(parts.rest);
    found->second = terms_.add(std::move(term));
    const bool is_term = quotient.terms.size() == 1 && quotient.terms[0].second == 1 && quotient.constant == 0;
    if (is_term) quotient_of_.emplace(found->second.index, quotient.terms[0].first);
  }
  return {{{found->second, 1}}, 0};
}

IndexRange IndexExpressions::range(const IndexSum& a) const {
  IndexRange out{a.constant, a.constant};
  for (const auto& [id, factor] : a.terms) {
    const IndexRange& term = terms_[id].range;
    out.low += factor * (factor > 0 ? term.low : term.high);
    out.high += factor * (factor > 0 ? term.high : term.low);
  }
  return out;
}

uint64_t IndexExpressions::depends(const IndexSum& a) const {
  uint64_t out = 0;
  for (const auto& [id, factor] : a.terms) out |= terms_[id].depends;
  return out;
}

std::vector<uint32_t> IndexExpressions::data_in(const IndexSum& a) const {
  std::vector<uint32_t> out;
  std::vector<IndexTermId> open;
  for (const auto& [id, factor] : a.terms) open.push_back(id);
  while (!open.empty()) {
    const IndexTerm& term = terms_[open.back()];
    open.pop_back();
    if (term.kind == IndexTerm::Kind::kData) out.push_back(term.data);
    for (const auto& [id, factor] : term.of.terms) open.push_back(id);
  }
  std::sort(out.begin(), out.end());
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

int64_t IndexExpressions::alignment(const IndexSum& a, int64_t limit) {
  int64_t out = std::gcd(a.constant, limit);
  for (const auto& [id, factor] : a.terms) out = std::gcd(out, factor);
  return out;
}

IndexSum place_in_memory(const IndexExpressions& expressions, const std::vector<IndexSum>& position,
                         const std::vector<int64_t>& strides) {
  IndexSum out;
  for (size_t i = 0; i < strides.size(); ++i) {
    out = expressions.add(out, expressions.multiply(position[i], strides[i]));
  }
  return out;
}

IndexSum linear_index(const IndexExpressions& expressions, const std::vector<IndexSum>& position,
                      const std::vector<int64_t>& extents) {
  IndexSum out;
  int64_t stride = 1;
  for (size_t i = extents.size(); i-- > 0;) {
    out = expressions.add(out, expressions.multiply(position[i], stride));
    stride *= std::max<int64_t>(extents[i], 1);
  }
  return out;
}

std::vector<IndexSum> position_of(IndexExpressions& expressions, const IndexSum& linear,
                                  const std::vector<int64_t>& extents) {
  std::vector<IndexSum> out(extents.size());
  int64_t stride = 1;
  for (size_t i = extents.size(); i-- > 0;) {
    if (extents[i] == 1) continue;
    out[i] = expressions.remainder(expressions.divide(linear, stride), std::max<int64_t>(extents[i], 1));
    stride *= std::max<int64_t>(extents[i], 1);
  }
  return out;
}

}  // namespace cleave
