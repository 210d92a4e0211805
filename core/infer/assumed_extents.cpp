// See assumed_extents.h. Every rule looks at ranks before it reads axes: a definition with mistakes gives unknown shapes
// here and its diagnostics elsewhere. Tested with binding.
#include "core/infer/assumed_extents.h"

#include <algorithm>
#include <utility>

#include "core/infer/axis_rules.h"
#include "core/infer/extent_solver.h"

namespace cleave {
namespace {

// Defaults by distance from the innermost dimension: large enough to show what a real size shows, small enough to run.
int64_t default_extent(size_t from_innermost) { return from_innermost == 0 ? 256 : from_innermost == 1 ? 128 : 8; }

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
    for (size_t i = axes->size(); i-- > 0;) solver.assume((*axes)[i], default_extent(axes->size() - 1 - i));
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
