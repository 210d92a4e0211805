// The table of passes, and the facts that they share. See pass.h.
#include "core/rewrite/passes/pass.h"

namespace cleave {

const std::vector<PassInfo>& all_passes() {
  static const std::vector<PassInfo> kPasses{
      {.name = "remove_bcast_squeeze",
       .order = 10,
       .doc = "An axis that a broadcast makes and a squeeze takes away again, or the other way round, cancels.",
       .run = remove_bcast_squeeze},
  };
  return kPasses;
}

PassFacts::PassFacts(const Primitive& given) : primitive(given), users(cleave::users(given.definition)) {}

const TensorType* PassFacts::tensor(StateId state) const {
  return std::get_if<TensorType>(&primitive.types.states[state]);
}

bool PassFacts::is_output(StateId state) const {
  for (RecordId reader : users[state]) {
    const Record& record = definition().records[reader];
    if (family(record.op) == OpFamily::kAddOutput && record.operand(0) == state) return true;
  }
  return false;
}

bool PassFacts::has_one_reader(StateId state) const { return users[state].size() == 1 && !is_output(state); }

bool PassFacts::is_input(StateId state) const { return family(producer(state).op) == OpFamily::kDefineTensor; }

}  // namespace cleave
