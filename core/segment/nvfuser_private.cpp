// How many copies an op needs follows from its readers, backward; the copies are made forward, each just before its
// reader.
#include "core/segment/nvfuser_private.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "core/ir/builder.h"
#include "core/ops/op_table.h"

namespace cleave {
namespace {

std::optional<std::pair<int, int>> cast_widths(const Primitive& primitive, RecordId id) {
  const Record& record = primitive.definition.records[id];
  if (family(record.op) != OpFamily::kCast) return std::nullopt;
  const StateId from = record.operand(0);
  const StateId to = record.results[0];
  const bool tensors = primitive.definition.is_tensor(from) && primitive.definition.is_tensor(to);
  if (!tensors || !primitive.types.is_known(from) || !primitive.types.is_known(to)) return std::nullopt;
  return std::pair(info(primitive.types.tensor(from).dtype).bits, info(primitive.types.tensor(to).dtype).bits);
}

class CopyMaker {
 public:
  explicit CopyMaker(const Primitive& whole)
      : whole_(whole),
        is_private_(whole.definition.records.size(), false),
        taken_(whole.definition.states.size(), false) {}

  PrivateDefinition run() {
    find_private();
    for (RecordId id : whole_.definition.records.ids()) add(id, operands_of(id));
    copy_extents();
    out_.primitive.definition = std::move(builder_).finish();
    return std::move(out_);
  }

 private:
  const Record& record(RecordId id) const { return whole_.definition.records[id]; }

  void find_private() {
    const auto readers = users(whole_.definition);
    std::vector<size_t> instances(whole_.definition.records.size(), 1);
    for (size_t i = whole_.definition.records.size(); i-- > 0;) {
      const RecordId id(i);
      const bool squeeze = family(record(id).op) == OpFamily::kSqueeze;
      if (!squeeze && !is_upcast(whole_, id)) continue;
      size_t uses = 0;
      std::vector<RecordId> reading = readers[record(id).results[0]];
      reading.erase(std::unique(reading.begin(), reading.end()), reading.end());
      for (RecordId reader : reading) uses += is_declaration(record(reader)) ? 0 : instances[reader.index];
      is_private_[i] = squeeze ? uses == 2 : uses >= 2;
      if (is_private_[i]) instances[i] = uses;
    }
  }

  /// What a reader reads in place of `state`: the value itself, or a copy of its own. Copies of copies end after as
  /// many steps as there are widths and axes.
  StateId for_reader(StateId state, const Record& reader) {
    const RecordId producer = whole_.definition.states[state].producer;
    if (!is_private_[producer.index] || is_declaration(reader)) return *first_.origin(state);
    if (!taken_[state.index]) {
      taken_[state.index] = true;
      return *first_.origin(state);
    }
    return add(producer, operands_of(producer))[0];
  }

  std::vector<std::optional<StateId>> operands_of(RecordId id) {
    std::vector<std::optional<StateId>> operands;
    const auto& slots = record(id).operands;
    for (size_t i = 0; i < slots.size(); ++i) {
      const auto same = std::find(slots.begin(), slots.begin() + static_cast<std::ptrdiff_t>(i), slots[i]);
      const auto place = static_cast<size_t>(same - slots.begin());
      if (!slots[i]) {
        operands.push_back(std::nullopt);
      } else if (place < i) {
        operands.push_back(operands[place]);
      } else {
        operands.push_back(for_reader(*slots[i], record(id)));
      }
    }
    return operands;
  }

  std::vector<StateId> add(RecordId id, std::vector<std::optional<StateId>> operands) {
    std::vector<StateKind> kinds;
    for (StateId result : record(id).results) kinds.push_back(whole_.definition.states[result].kind);
    const RecordId made =
        builder_.add_with_results(record(id).op, std::move(operands), record(id).attributes, kinds, record(id).form);
    out_.original.push_back(id);
    std::vector<StateId> results = builder_.definition().records[made].results;
    for (size_t i = 0; i < results.size(); ++i) {
      const StateId from = record(id).results[i];
      first_.set(from, results[i]);
      out_.primitive.types.states.set(results[i], whole_.types.states[from]);
    }
    return results;
  }

  void copy_extents() {
    out_.primitive.types.extents = whole_.types.extents;
    for (ExtentId id : out_.primitive.types.extents.ids()) {
      ExtentOrigin& origin = out_.primitive.types.extents[id];
      if (origin.state) origin.state = first_.origin(*origin.state);
    }
  }

  const Primitive& whole_;
  std::vector<bool> is_private_;
  /// By state: its first reader has taken the value itself.
  std::vector<bool> taken_;
  Builder builder_;
  PrivateDefinition out_;
  /// State of the whole → the state that is no copy.
  IndexMap first_;
};

}  // namespace

bool is_upcast(const Primitive& primitive, RecordId record) {
  const auto widths = cast_widths(primitive, record);
  return widths && widths->second > widths->first;
}

bool is_downcast(const Primitive& primitive, RecordId record) {
  const auto widths = cast_widths(primitive, record);
  return widths && widths->second < widths->first;
}

PrivateDefinition with_private_copies(const Primitive& whole) { return CopyMaker(whole).run(); }

}  // namespace cleave
