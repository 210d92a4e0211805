// See element_graph.h. The walk keeps its own stack: a definition may be a chain of thousands of ops.
#include "core/kernel/element_graph.h"

#include <algorithm>

#include "core/ops/op_table.h"

namespace cleave {

uint32_t ElementGraph::number_of(const Position& position) {
  const auto [found, is_new] = position_numbers_.try_emplace(position, static_cast<uint32_t>(positions_.size()));
  if (is_new) positions_.push_back(position);
  return found->second;
}

uint32_t ElementGraph::number_of(const std::vector<IndexGuard>& guard) {
  const auto [found, is_new] = guard_numbers_.try_emplace(guard, static_cast<uint32_t>(guards_.size()));
  if (is_new) guards_.push_back(guard);
  return found->second;
}

ElementGraph::Wanted ElementGraph::at(StateId state, const Position& position, uint32_t guard) {
  if (!input_.definition.is_tensor(state)) {
    const uint32_t unguarded = number_of(std::vector<IndexGuard>{});
    return {state, number_of(Position{}), unguarded};
  }
  CHECK(position.size() == input_.types.tensor(state).rank(), "a position names every axis");
  return {state, number_of(position), guard};
}

ElementGraph::Needs ElementGraph::refuse(const Wanted& wanted) {
  if (!refused_) refused_ = input_.definition.states[wanted.state].producer;
  return std::nullopt;
}

std::optional<ElementId> ElementGraph::element_at(StateId state, const Position& position) {
  const Wanted root = at(state, position, number_of(std::vector<IndexGuard>{}));
  std::vector<Wanted> open{root};
  while (!open.empty()) {
    const Wanted wanted = open.back();
    if (made_.contains(wanted)) {
      open.pop_back();
      continue;
    }
    const Needs needed = needs(wanted);
    if (!needed) return std::nullopt;
    std::vector<ElementId> operands;
    for (const Wanted& need : *needed) {
      const auto found = made_.find(need);
      if (found != made_.end()) {
        operands.push_back(found->second);
      } else {
        open.push_back(need);
      }
    }
    if (operands.size() == needed->size()) {
      made_.emplace(wanted, make(wanted, operands));
      open.pop_back();
    }
  }
  return made_.at(root);
}

}  // namespace cleave
