// Integer expressions over loop variables: the places in tensors that a kernel reads and writes. Every expression is a
// sum of terms with integer coefficients plus a constant; a term is a loop variable, a number that data gives, or a
// floor division or remainder of another sum by a positive constant. Sums are kept in one canonical form, and what the
// ranges of the variables allow is simplified at once: a split that is merged again vanishes, so that views cost
// nothing. All expressions are non-negative and fit in int64 wherever they are used as places; intermediate terms may
// be negative (a pad reads before the start behind a guard).
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/base/id.h"

namespace cleave {

struct IndexTerm;
using IndexTermId = Id<IndexTerm>;

struct IndexSum {
  /// Sorted by term, coefficients not 0.
  std::vector<std::pair<IndexTermId, int64_t>> terms;
  int64_t constant = 0;
  friend bool operator==(const IndexSum&, const IndexSum&) = default;
  friend bool operator<(const IndexSum& a, const IndexSum& b) {
    return a.constant != b.constant ? a.constant < b.constant : a.terms < b.terms;
  }

  bool is_constant() const { return terms.empty(); }
};

/// Lowest and highest value.
struct IndexRange {
  int64_t low = 0;
  int64_t high = 0;
};

struct IndexTerm {
  enum class Kind : uint8_t {
    /// A loop variable.
    kVariable,
    /// A value that was read: `data` names the element.
    kData,
    /// floor(of / by).
    kQuotient,
    /// of - by * floor(of / by).
    kRemainder,
  };
  Kind kind = Kind::kVariable;
  IndexSum of;
  int64_t by = 1;
  /// Of a variable its name in the kernel.
  std::string name;
  /// Of a data term the number of the element that holds it.
  uint32_t data = 0;
  IndexRange range;
  /// Set of loop variables it depends on, as bits by variable number.
  uint64_t depends = 0;
  /// Of a variable its number, from 0.
  uint32_t number = 0;
};

/// Owns the terms; equal terms are one.
class IndexExpressions {
 public:
  /// A new loop variable that runs from 0 to extent - 1; at most 64.
  IndexSum variable(std::string name, int64_t extent);
  /// The value of element `data`, known to lie in 0 … extent - 1; `depends` is what the element depends on.
  IndexSum data(uint32_t element, int64_t extent, uint64_t depends);

  IndexSum add(const IndexSum& a, const IndexSum& b) const;
  IndexSum multiply(const IndexSum& a, int64_t factor) const;
  /// Rounded down; `by` is positive.
  IndexSum divide(const IndexSum& a, int64_t by);
  IndexSum remainder(const IndexSum& a, int64_t by);

  IndexRange range(const IndexSum& a) const;
  uint64_t depends(const IndexSum& a) const;
  /// The elements whose values `a` is computed from, each once.
  std::vector<uint32_t> data_in(const IndexSum& a) const;
  const IndexTerm& term(IndexTermId id) const { return terms_[id]; }
  /// The largest divisor of `limit` that divides `a` whatever the variables are.
  static int64_t alignment(const IndexSum& a, int64_t limit);

 private:
  struct CoarseAndFine {
    int64_t unit = 1;
    IndexSum coarse;
    IndexSum fine;
  };
  std::optional<CoarseAndFine> coarse_and_fine(const IndexSum& rest, int64_t by) const;
  IndexSum term_sum(IndexTerm term);
  void recombine(IndexSum& sum) const;

  Arena<IndexTermId, IndexTerm> terms_;
  std::map<std::pair<int64_t, IndexSum>, IndexTermId> quotients_;
  std::map<std::pair<int64_t, IndexSum>, IndexTermId> remainders_;
  std::map<uint32_t, IndexTermId> data_terms_;
  /// Remainder term → the quotient by the same number.
  std::map<uint32_t, IndexTermId> quotient_of_;
  uint32_t variable_count_ = 0;
};

inline IndexSum index_constant(int64_t value) { return {{}, value}; }

/// The place in memory of the element at `position` of a tensor with these strides.
IndexSum place_in_memory(const IndexExpressions& expressions, const std::vector<IndexSum>& position,
                         const std::vector<int64_t>& strides);
/// The one place that `position` names among row-major `extents`.
IndexSum linear_index(const IndexExpressions& expressions, const std::vector<IndexSum>& position,
                      const std::vector<int64_t>& extents);
/// The position that the linear index names.
std::vector<IndexSum> position_of(IndexExpressions& expressions, const IndexSum& linear,
                                  const std::vector<int64_t>& extents);

}  // namespace cleave
