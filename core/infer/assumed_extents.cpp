// See assumed_extents.h. Every rule looks at ranks before it reads axes: a definition with mistakes gives unknown
// shapes here and its diagnostics elsewhere. Tested with binding.
#include "core/infer/assumed_extents.h"

#include <algorithm>
#include <utility>

#include "core/infer/axis_rules.h"
#include "core/infer/extent_solver.h"

namespace cleave {
namespace {

// Defaults by distance from the innermost dimension: large enough to show what a real size shows, small enough to run.
constexpr int64_t kInnermost = 256;
constexpr int64_t kSecond = 128;
constexpr int64_t kOuter = 8;
/// What the dimensions further out may multiply to: a tensor of nothing but defaults has at most 2^24 elements.
constexpr int64_t kOuterProduct = 512;

/// The defaults of one tensor.
class DefaultExtents {
 public:
  explicit DefaultExtents(size_t rank) {
    const size_t outer = rank > 2 ? rank - 2 : 0;
    while (outer_ > 2 && !fits(outer)) outer_ /= 2;
    while (many_ < outer && fits(many_ + 1)) ++many_;
  }
  int64_t at(size_t from_innermost) const {
    if (from_innermost < 2) return from_innermost == 0 ? kInnermost : kSecond;
    return from_innermost - 2 < many_ ? outer_ : 1;
  }

 private:
  bool fits(size_t count) const {
    int64_t product = 1;
    for (size_t i = 0; i < count && product <= kOuterProduct; ++i) product *= outer_;
    return product <= kOuterProduct;
  }

  int64_t outer_ = kOuter;
  /// How many of the outer dimensions get it; the others are 1.
  size_t many_ = 0;
};

constexpr int64_t kDefaultScalarExtent = 128;

void bind_known(ExtentSolver& solver, const AxisRules& rules, const Definition& definition, const KnownInputs& known) {
  for (StateId input : definition.inputs) {
    const auto found = known.find(input.index);
    if (found == known.end()) continue;
    if (const auto* tensor = std::get_if<TensorInput>(&found->second)) {
      const std::vector<ExtentNode>* axes = rules.axes(input);
      if (axes == nullptr || axes->size() != tensor->sizes.size()) continue;
      for (size_t i = 0; i < axes->size(); ++i) solver.join((*axes)[i], solver.constant(tensor->sizes[i]));
    } else if (const auto node = rules.scalar_if_used(input)) {
      solver.join(*node, solver.constant(to_int(std::get<ScalarValue>(found->second))));
    }
  }
}

}  // namespace

AssumedExtents assume_extents(const Definition& definition, const KnownInputs& known) {
  ExtentSolver solver;
  AxisRules rules(definition, solver);
  for (RecordId record : definition.records.ids()) rules.apply(definition.records[record]);
  bind_known(solver, rules, definition, known);
  solver.solve();

  AssumedExtents out;
  for (StateId input : definition.inputs) {
    const std::vector<ExtentNode>* axes = rules.axes(input);
    if (axes == nullptr) continue;
    std::vector<int64_t>& sizes = out.sizes[input.index];
    const DefaultExtents defaults(axes->size());
    for (size_t i = axes->size(); i-- > 0;) solver.assume((*axes)[i], defaults.at(axes->size() - 1 - i));
    for (ExtentNode axis : *axes) sizes.push_back(solver.value(axis).value_or(1));
  }
  for (StateId input : definition.inputs) {
    const std::optional<ExtentNode> node = rules.scalar_if_used(input);
    if (!node) continue;
    solver.assume(*node, kDefaultScalarExtent);
    out.scalars[input.index] = solver.value(*node).value_or(1);
  }
  for (const auto& [input, axis] : rules.index_bounds()) {
    if (const auto extent = solver.value(axis)) out.index_bounds[input] = *extent;
  }
  return out;
}

}  // namespace cleave
