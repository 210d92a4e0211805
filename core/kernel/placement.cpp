// See placement.h.
#include "core/kernel/placement.h"

#include <queue>

namespace cleave {
namespace {

class Placer {
 public:
  Placer(const KernelInput& input, IndexExpressions& expressions)
      : input_(input),
        expressions_(expressions),
        readers_(users(input.definition)),
        placed_(input.definition.states.size()) {}

  Placement run(StateId reference, const Position& position) {
    place(reference, position);
    while (!open_.empty()) {
      const StateId state = open_.front();
      open_.pop();
      place_operands(state);
      place_results(state);
    }
    return std::move(placed_);
  }

 private:
  void place(StateId state, const Position& position) {
    if (placed_[state]) return;
    placed_[state] = position;
    open_.push(state);
  }

  void place_operands(StateId state) {
    const Record& record = input_.definition.producer(state);
    // What a slice leaves out has no place among the loops.
    if (family(record.op) == OpFamily::kSlice) return;
    for (const auto& operand : record.operands) {
      if (!operand || !input_.definition.is_tensor(*operand) || placed_[*operand]) continue;
      const auto position = position_in_operand(input_, expressions_, record, *operand, *placed_[state]);
      if (position) place(*operand, *position);
    }
  }

  void place_results(StateId state) {
    for (const RecordId reader : readers_[state]) {
      const Record& record = input_.definition.records[reader];
      if (is_declaration(record)) continue;
      const auto position = position_in_result(input_, expressions_, record, state, *placed_[state]);
      for (const StateId result : record.results) {
        if (position && input_.definition.is_tensor(result)) place(result, *position);
      }
    }
  }

  const KernelInput& input_;
  IndexExpressions& expressions_;
  IdMap<StateId, std::vector<RecordId>> readers_;
  Placement placed_;
  std::queue<StateId> open_;
};

}  // namespace

Placement place_tensors(const KernelInput& input, IndexExpressions& expressions, StateId reference,
                        const Position& position) {
  return Placer(input, expressions).run(reference, position);
}

}  // namespace cleave
