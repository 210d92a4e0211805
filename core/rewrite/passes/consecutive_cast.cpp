// Pass 4. Of two casts in a row the first goes where it loses nothing that the second keeps: a → wide → b is a → b, and
// nothing at all where a is b; a → narrow → wide stays, because it rounds. Two floating casts that narrow step by step
// become one, which rounds once instead of twice: as in nvFuser, which folds where the type between includes the
// narrower one. The one rounding gives the next number above or below what the two gave, no other; the places say so,
// and a run judges the rest by the definition after them. A cast that meets an earlier one across ops that only move
// values (permute, reshape …), each read by nothing else, moves before them.
#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/base/text.h"
#include "core/ops/op_table.h"
#include "core/rewrite/passes/pass.h"

namespace cleave {
namespace {

struct Inclusion {
  DType narrow;
  DType wide;
};
/// Every value of the first is one of the second; what follows by steps is not listed.
constexpr std::array kInclusions{
    Inclusion{DType::kFloat4E2M1FN, DType::kFloat8E4M3FN},
    Inclusion{DType::kFloat4E2M1FN, DType::kFloat8E5M2},
    Inclusion{DType::kFloat8E4M3FN, DType::kHalf},
    Inclusion{DType::kFloat8E4M3FN, DType::kBFloat16},
    Inclusion{DType::kFloat8E5M2, DType::kHalf},
    Inclusion{DType::kFloat8E5M2, DType::kBFloat16},
    Inclusion{DType::kFloat8E8M0FNU, DType::kBFloat16},
    Inclusion{DType::kHalf, DType::kFloat},
    Inclusion{DType::kBFloat16, DType::kFloat},
    Inclusion{DType::kFloat, DType::kDouble},
    Inclusion{DType::kFloat, DType::kComplexFloat},
    Inclusion{DType::kDouble, DType::kComplexDouble},
    Inclusion{DType::kComplexFloat, DType::kComplexDouble},
    Inclusion{DType::kBool, DType::kFloat8E4M3FN},
    Inclusion{DType::kBool, DType::kInt32},
    Inclusion{DType::kInt32, DType::kInt},
    Inclusion{DType::kInt32, DType::kDouble},
};

bool includes(DType wide, DType narrow) {
  if (wide == narrow) return true;
  for (const Inclusion& step : kInclusions) {
    if (step.narrow == narrow && includes(wide, step.wide)) return true;
  }
  return false;
}

/// from → through → to is from → to for every value.
bool folds_exactly(DType from, DType through, DType to) { return includes(through, from) || through == to; }

/// from → through → to may be from → to.
bool folds(DType from, DType through, DType to) {
  if (folds_exactly(from, through, to)) return true;
  return is_floating(to) && includes(from, through) && includes(through, to);
}

bool is_cast(const PassFacts& facts, const Record& record) {
  return family(record.op) == OpFamily::kCast && facts.tensor(record.results[0]) != nullptr;
}

bool only_moves(const Record& record) {
  const OpFamily kind = family(record.op);
  return kind == OpFamily::kPermute || kind == OpFamily::kReshape || kind == OpFamily::kSqueeze ||
         kind == OpFamily::kSlice || record.op == op("set");
}

/// A cast, the ops between that only move values, and the cast before them, all by record.
struct CastPair {
  RecordId first{0U};
  /// From the first cast to the second.
  std::vector<RecordId> between;
};

/// Of two casts in a row.
bool folds(const PassFacts& facts, const Record& first, const Record& second) {
  if (family(first.op) != OpFamily::kCast || !is_cast(facts, first)) return false;
  const TensorType* from = facts.tensor(first.operand(0));
  return from != nullptr &&
         folds(from->dtype, facts.tensor(first.results[0])->dtype, facts.tensor(second.results[0])->dtype);
}

std::optional<CastPair> pair_of(const PassFacts& facts, const Record& second) {
  CastPair out;
  StateId value = second.operand(0);
  // Values with one reader are walked over from one cast only.
  while (only_moves(facts.producer(value)) && facts.has_one_reader(value)) {
    out.between.push_back(facts.definition().states[value].producer);
    value = facts.producer(value).operand(0);
  }
  std::reverse(out.between.begin(), out.between.end());
  if (!folds(facts, facts.producer(value), second)) return std::nullopt;
  out.first = facts.definition().states[value].producer;
  return out;
}

/// Of what it reads first.
bool keeps_type(const PassFacts& facts, StateId value) {
  const Record& record = facts.producer(value);
  const TensorType* read = record.has_operand(0) ? facts.tensor(record.operand(0)) : nullptr;
  const TensorType* made = facts.tensor(value);
  return read != nullptr && made != nullptr && read->dtype == made->dtype;
}

/// True of an op that is known to do no more than place what it reads, and of one that may: it keeps the type, and
/// nothing else is known of it.
bool may_only_move(const PassFacts& facts, StateId value) {
  const Record& record = facts.producer(value);
  switch (family(record.op)) {
    case OpFamily::kCopy:
    case OpFamily::kBroadcast:
    case OpFamily::kExpand:
    case OpFamily::kSqueeze:
    case OpFamily::kReshape:
    case OpFamily::kPermute:
    case OpFamily::kSlice:
    case OpFamily::kIndex: return true;
    case OpFamily::kOpaque: return keeps_type(facts, value);
    case OpFamily::kDefineTensor:
    case OpFamily::kDefineScalar:
    case OpFamily::kDefineVector:
    case OpFamily::kAddOutput:
    case OpFamily::kPointwise:
    case OpFamily::kCast:
    case OpFamily::kReduction:
    case OpFamily::kWelford:
    case OpFamily::kScan:
    case OpFamily::kPad:
    case OpFamily::kCat:
    case OpFamily::kFactory:
    case OpFamily::kRandom:
    case OpFamily::kScatter:
    case OpFamily::kSort:
    case OpFamily::kMatmul:
    case OpFamily::kSize:
    case OpFamily::kShapeQuery:
    case OpFamily::kComposite: return false;
  }
  return false;
}

/// The op without a rule that keeps two casts apart which would fold, or may; nothing where none does. A value that
/// others read, too, keeps them apart whatever the op.
std::optional<std::string> kept_apart(const PassFacts& facts, const Record& second) {
  const Record* stops = nullptr;
  bool is_known = true;
  StateId value = second.operand(0);
  for (size_t steps = 0; steps < kMostLookedThrough; ++steps) {
    if (!may_only_move(facts, value) || !facts.has_one_reader(value)) break;
    const Record& record = facts.producer(value);
    if (stops == nullptr && !only_moves(record)) stops = &record;
    is_known = is_known && family(record.op) != OpFamily::kOpaque;
    value = record.operand(0);
  }
  const Record& first = facts.producer(value);
  if (stops == nullptr || !folds(facts, first, second)) return std::nullopt;
  const std::string between = concat(facts.called(*stops), " stands between, for which the pass has no rule");
  if (is_known) return concat(facts.called(second), " would meet ", facts.called(first), ", but ", between);
  return concat("whether ", facts.called(second), " undoes something of ", facts.called(first),
                " is not known: ", between);
}

PassPlace place_of(const PassFacts& facts, RecordId id, const CastPair& pair) {
  const Record& first = facts.definition().records[pair.first];
  const Record& second = facts.definition().records[id];
  const DType from = facts.tensor(first.operand(0))->dtype;
  const DType through = facts.tensor(first.results[0])->dtype;
  const DType to = facts.tensor(second.results[0])->dtype;
  const std::string result = from == to ? concat("is `", facts.name(first.operand(0)), "` again")
                                        : concat("is one cast from ", name(from), " to ", name(to));
  const bool rounds_otherwise = !folds_exactly(from, through, to);
  return {.record = id,
          .text = concat("cast `", facts.name(second.results[0]), "`, through ", name(through), ", ", result,
                         pair.between.empty() ? "" : ", moved before what lies between",
                         rounds_otherwise ? ", which rounds once instead of twice" : ""),
          .rounds_otherwise = rounds_otherwise};
}

}  // namespace

PassResult consecutive_cast(const PassFacts& facts) {
  PassResult out;
  const Definition& definition = facts.definition();
  std::vector<std::optional<CastPair>> pairs(definition.records.size());
  for (RecordId id : definition.records.ids()) {
    const Record& second = definition.records[id];
    if (!is_cast(facts, second)) continue;
    pairs[id.index] = pair_of(facts, second);
    if (pairs[id.index]) {
      out.done.push_back(place_of(facts, id, *pairs[id.index]));
    } else if (std::optional<std::string> reason = kept_apart(facts, second)) {
      out.left.push_back({id, std::move(*reason)});
    }
  }
  if (out.done.empty()) return out;
  out.step = rebuilt(facts.primitive, [&](Rebuild& rebuild, RecordId id, const Record& second) {
    const std::optional<CastPair>& pair = pairs[id.index];
    if (!pair) return false;
    StateId value = rebuild.cast(rebuild.operand(definition.records[pair->first].operand(0)),
                                 attributes<DTypeAttributes>(second).dtype);
    for (RecordId moved : pair->between) {
      const Record& record = definition.records[moved];
      std::vector<std::optional<StateId>> operands = rebuild.operands(record);
      operands[0] = value;
      value = rebuild.emit(record.op, std::move(operands), record.attributes);
    }
    rebuild.bind(second.result(), value);
    return true;
  });
  return out;
}

}  // namespace cleave
