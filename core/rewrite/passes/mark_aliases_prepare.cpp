// Pass 16. An output that is only a view of another value (permuted, reshaped without a copy, sliced …) should cost
// nothing. The ops that make nothing but such views, at the end of the definition, are cut from what they view with one
// segment_set a viewed value, so that they become segments without a kernel. A view that is computed with again stays
// inside. A view of an input needs the cut only where a kernel reads the input too. A view has no memory of its own: it
// lies as what it views lies, so no memory order is written down for it.
#include <algorithm>
#include <vector>

#include "core/base/text.h"
#include "core/ops/op_table.h"
#include "core/rewrite/passes/pass.h"
#include "core/rewrite/passes/view_layout.h"

namespace cleave {
namespace {

class ViewTails {
 public:
  explicit ViewTails(const PassFacts& facts)
      : facts_(facts), definition_(facts.definition()), layouts_(facts), is_tail_(definition_.states.size(), false) {
    for (size_t i = definition_.records.size(); i-- > 0;) {
      const Record& record = definition_.records[RecordId(i)];
      if (record.results.size() == 1) is_tail_[record.results[0].index] = only_views_follow(record);
    }
  }

  bool is_tail(StateId state) const { return is_tail_[state.index]; }
  bool makes_tail(const Record& record) const { return record.results.size() == 1 && is_tail(record.results[0]); }

  /// Tail records that read `value` directly.
  std::vector<RecordId> views_of(StateId value) const {
    std::vector<RecordId> out;
    for (RecordId reader : facts_.users(value)) {
      if (makes_tail(definition_.records[reader])) out.push_back(reader);
    }
    return out;
  }

  /// The op of which nothing is known that keeps `record`, a view, from being a tail, because it alone reads it on the
  /// way to outputs; null where there is none.
  const Record* stopped_by(const Record& record) const {
    if (record.results.size() != 1 || !layouts_.is_view(record) || is_tail(record.results[0])) return nullptr;
    const Record* stops = nullptr;
    for (RecordId reader : facts_.users(record.results[0])) {
      const Record& user = definition_.records[reader];
      const OpFamily kind = family(user.op);
      if (kind == OpFamily::kSize || makes_tail(user) || (kind == OpFamily::kAddOutput && !user.has_operand(1)))
        continue;
      if (kind != OpFamily::kOpaque || !ends_in_outputs(user)) return nullptr;
      stops = &user;
    }
    return stops;
  }

  /// A kernel makes it, or reads it beside its views.
  bool is_in_kernel(StateId value) const {
    if (!facts_.is_input(value)) return true;
    for (RecordId reader : facts_.users(value)) {
      const Record& record = definition_.records[reader];
      const OpFamily kind = family(record.op);
      const bool computes = kind != OpFamily::kAddOutput && kind != OpFamily::kSize;
      if (computes && !makes_tail(record)) return true;
    }
    return false;
  }

 private:
  /// `record` makes a view, and all that is done with it is to view it again or to give it out.
  bool only_views_follow(const Record& record) const {
    const StateId made = record.results[0];
    if (!layouts_.is_view(record) || facts_.users(made).empty()) return false;
    for (RecordId reader : facts_.users(made)) {
      const Record& user = definition_.records[reader];
      const OpFamily kind = family(user.op);
      if (kind == OpFamily::kSize) continue;
      if (kind == OpFamily::kAddOutput ? user.has_operand(1) : !makes_tail(user)) return false;
    }
    return true;
  }

  bool ends_in_outputs(const Record& record) const {
    for (StateId made : record.results) {
      for (RecordId reader : facts_.users(made)) {
        const Record& user = definition_.records[reader];
        if (family(user.op) != OpFamily::kAddOutput && !makes_tail(user)) return false;
      }
    }
    return true;
  }

  const PassFacts& facts_;
  const Definition& definition_;
  ViewLayouts layouts_;
  std::vector<bool> is_tail_;
};

/// The values whose views are to be cut off.
std::vector<StateId> viewed_values(const PassFacts& facts, const ViewTails& tails) {
  std::vector<StateId> out;
  std::vector<bool> seen(facts.definition().states.size(), false);
  for (const Record& record : facts.definition().records) {
    if (!tails.makes_tail(record)) continue;
    const StateId value = record.operand(0);
    if (seen[value.index] || tails.is_tail(value)) continue;
    seen[value.index] = true;
    if (tails.is_in_kernel(value) && facts.producer(value).op != op("segment_set")) out.push_back(value);
  }
  return out;
}

}  // namespace

PassResult mark_aliases_prepare(const PassFacts& facts) {
  PassResult out;
  if (!ViewLayouts::has_view(facts.definition())) return out;
  const ViewTails tails(facts);
  const std::vector<StateId> viewed = viewed_values(facts, tails);
  std::vector<bool> is_cut(facts.definition().states.size(), false);
  for (StateId value : viewed) {
    is_cut[value.index] = true;
    const std::vector<RecordId> views = tails.views_of(value);
    out.done.push_back(
        {views.front(),
         concat("`", facts.name(facts.definition().records[views.front()].result()), "`",
                views.size() > 1 ? concat(" and ", counted(views.size() - 1, "other", "others")) : "", " only ",
                views.size() > 1 ? "view" : "views", " `", facts.name(value), "`: cut off, to cost nothing")});
  }
  for (RecordId id : facts.definition().records.ids()) {
    const Record& record = facts.definition().records[id];
    if (const Record* stops = tails.stopped_by(record)) {
      out.left.push_back({id, concat(facts.called(record), " is not cut off: ", facts.called(*stops),
                                     " reads it, for which the pass has no rule")});
    }
  }
  if (out.done.empty()) return out;
  std::vector<std::optional<StateId>> apart(facts.definition().states.size());
  out.step = rebuilt(facts.primitive, [&](Rebuild& rebuild, RecordId, const Record& record) {
    if (!tails.makes_tail(record) || !is_cut[record.operand(0).index]) return false;
    std::optional<StateId>& source = apart[record.operand(0).index];
    if (!source) source = rebuild.emit(op("segment_set"), {rebuild.operand(record.operand(0))});
    std::vector<std::optional<StateId>> operands = rebuild.operands(record);
    operands[0] = source;
    rebuild.copy_with(std::move(operands));
    return true;
  });
  return out;
}

}  // namespace cleave
