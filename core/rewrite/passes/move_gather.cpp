// Pass 13. A take_along_axis of something that unary ops, casts and squeezes make of an input moves before them: it
// then reads the input, which lies in memory anyway, and the ops work on the few elements that are taken.
#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/base/text.h"
#include "core/ops/op_table.h"
#include "core/rewrite/passes/pass.h"

namespace cleave {
namespace {

/// From the taken value up to the input.
struct Path {
  std::vector<RecordId> ops;
  StateId input{0U};
};

bool can_pass(const PassFacts& facts, const Record& record) {
  const OpFamily kind = family(record.op);
  if (kind == OpFamily::kPointwise) return record.operands.size() == 1 && facts.tensor(record.results[0]) != nullptr;
  return kind == OpFamily::kCast || kind == OpFamily::kSqueeze;
}

/// Takes may share a path, and each makes its ops again.
constexpr size_t kMostOps = 64;

Path path_up(const PassFacts& facts, StateId value) {
  Path out;
  while (out.ops.size() < kMostOps && can_pass(facts, facts.producer(value))) {
    out.ops.push_back(facts.definition().states[value].producer);
    value = facts.producer(value).operand(0);
  }
  out.input = value;
  return out;
}

/// Ops of one tensor that a take could be moved before, were there a rule.
bool rearranges(const Record& record) {
  const OpFamily kind = family(record.op);
  return kind == OpFamily::kPermute || kind == OpFamily::kBroadcast || kind == OpFamily::kExpand ||
         kind == OpFamily::kReshape || kind == OpFamily::kSlice || record.op == op("set");
}

bool input_lies_behind(const PassFacts& facts, StateId value) {
  for (size_t steps = 0; steps < kMostLookedThrough; ++steps) {
    const Record& record = facts.producer(value);
    if (!can_pass(facts, record) && !rearranges(record)) break;
    value = record.operand(0);
  }
  return facts.is_input(value);
}

/// Why a take stays where it is, where it is the pass that knows no better; nothing where it has nothing to do with an
/// input's being read.
std::optional<std::string> reason_left(const PassFacts& facts, const Record& take, const Path& path) {
  const Record& stops = facts.producer(path.input);
  const std::string what = facts.called(take);
  if (can_pass(facts, stops))
    return concat(what, " reads what more than ", kMostOps, " ops make; it moves before no more than these");
  if (family(stops.op) == OpFamily::kOpaque)
    return concat(what, " stays behind ", facts.called(stops), ", for which the pass has no rule");
  if (!rearranges(stops) || !input_lies_behind(facts, path.input)) return std::nullopt;
  return concat(what, " would read an input, but ", facts.called(stops),
                " stands between, for which the pass has no rule");
}

/// The index with the axes that a squeeze takes away, and where the axis of the take is then.
void before_squeeze(Rebuild& rebuild, const std::vector<int64_t>& squeezed, StateId& index, size_t& dim) {
  std::vector<bool> is_new(rebuild.tensor(index).rank() + squeezed.size(), false);
  for (int64_t gone : squeezed) is_new[static_cast<size_t>(gone)] = true;
  size_t own = 0;
  size_t place = 0;
  for (; place < is_new.size(); ++place) {
    if (is_new[place]) continue;
    if (own++ == dim) break;
  }
  dim = place;
  index = rebuild.broadcast(index, is_new);
}

StateId apply(Rebuild& rebuild, const PassFacts& facts, const Record& take, const Path& path) {
  StateId index = rebuild.operand(take.operand(1));
  auto dim = static_cast<size_t>(attributes<DimAttributes>(take).dim);
  const auto record_of = [&](RecordId id) -> const Record& { return facts.definition().records[id]; };
  for (RecordId id : path.ops) {
    if (const auto* squeeze = std::get_if<SqueezeAttributes>(&record_of(id).attributes)) {
      before_squeeze(rebuild, squeeze->dims, index, dim);
    }
  }
  StateId value =
      rebuild.emit(take.op, {rebuild.operand(path.input), index}, DimAttributes{.dim = static_cast<int64_t>(dim)});
  for (size_t i = path.ops.size(); i-- > 0;) {
    value = rebuild.emit(record_of(path.ops[i]).op, {value}, record_of(path.ops[i]).attributes);
  }
  return value;
}

}  // namespace

PassResult move_gather(const PassFacts& facts) {
  PassResult out;
  std::map<uint32_t, Path> paths;
  for (RecordId id : facts.definition().records.ids()) {
    const Record& record = facts.definition().records[id];
    if (record.op != op("take_along_axis")) continue;
    const Path path = path_up(facts, record.operand(0));
    if (!facts.is_input(path.input)) {
      if (auto reason = reason_left(facts, record, path)) out.left.push_back({id, std::move(*reason)});
      continue;
    }
    if (path.ops.empty()) continue;
    out.done.push_back({id, concat(facts.called(record), " moves before ", counted(path.ops.size(), "op", "ops"),
                                   ": it reads the input `", facts.name(path.input), "`")});
    paths.emplace(id.index, path);
  }
  if (out.done.empty()) return out;
  out.step = rebuilt(facts.primitive, [&](Rebuild& rebuild, RecordId id, const Record& record) {
    const auto found = paths.find(id.index);
    if (found == paths.end()) return false;
    rebuild.bind(record.result(), apply(rebuild, facts, record, found->second));
    return true;
  });
  return out;
}

}  // namespace cleave
