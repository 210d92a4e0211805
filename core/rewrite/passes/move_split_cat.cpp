// Pass 7. Slices that cut a tensor into consecutive pieces, and a cat that puts the same pieces together again, cancel;
// ops between that do the same to every piece are done once to the whole. Every value between is read by nothing but
// the next step.
#include <cstring>
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

/// Ops between a slice and the cat, at most: an op that reads one value twice doubles what is to be looked at.
constexpr size_t kMostSteps = 64;

/// The pieces of one level, and the axis along which they are joined.
struct Pieces {
  std::vector<StateId> states;
  size_t dim = 0;
};

bool is_same_number(double a, double b) { return std::memcmp(&a, &b, sizeof a) == 0; }

/// The same number of the same category to the bit: 0.0 is not -0.0, and a NaN is itself.
bool is_same_number(const ScalarValue& a, const ScalarValue& b) {
  const bool is_floating = std::holds_alternative<double>(a) || std::holds_alternative<Complex>(a);
  if (!is_floating || a.index() != b.index()) return a == b;
  const Complex left = to_complex(a);
  const Complex right = to_complex(b);
  return is_same_number(left.real(), right.real()) && is_same_number(left.imag(), right.imag());
}

/// Finds what a cat's pieces are pieces of. Works off a list of levels, the cat's operands first; each level is either
/// pieces of one tensor, one value for all pieces, or one op done to every piece, whose operands are levels again.
class Joined {
 public:
  explicit Joined(const PassFacts& facts) : facts_(facts) {}

  struct Level {
    Pieces pieces;
    /// The whole tensor, or the value that all pieces share; nothing where an op is done to every piece.
    std::optional<StateId> whole;
    /// Levels of the operands, by slot; nothing for a scalar, vector or absent operand, which all pieces share.
    std::vector<std::optional<size_t>> operands;
  };

  /// False where the pieces are not those of one tensor.
  bool find(const Record& cat) {
    Pieces pieces{.states = {}, .dim = static_cast<size_t>(attributes<CatAttributes>(cat).dim)};
    for (const std::optional<StateId>& operand : cat.operands) pieces.states.push_back(*operand);
    levels_.push_back({std::move(pieces), std::nullopt, {}});
    for (size_t i = 0; i < levels_.size(); ++i) {
      is_too_long_ = levels_.size() > kMostSteps;
      if (is_too_long_ || !resolve(i)) return false;
    }
    return every_op_has_pieces();
  }

  const std::vector<Level>& levels() const { return levels_; }
  /// It was given up because too much lies between.
  bool is_too_long() const { return is_too_long_; }
  /// Pieces that an op makes which the pass has no rule for: there it was given up.
  const std::optional<Pieces>& stops_at() const { return stops_at_; }
  /// The tensor that is cut into pieces.
  StateId whole() const {
    for (const Level& level : levels_) {
      if (level.whole && is_sliced_from(level)) return *level.whole;
    }
    return levels_[0].pieces.states[0];
  }

 private:
  /// No op is done to nothing but values that all pieces share: the whole would lack the joined axis.
  bool every_op_has_pieces() const {
    std::vector<bool> has_pieces(levels_.size(), false);
    for (size_t i = levels_.size(); i-- > 0;) {
      if (levels_[i].whole) {
        has_pieces[i] = is_sliced_from(levels_[i]);
        continue;
      }
      for (const std::optional<size_t>& operand : levels_[i].operands) {
        if (operand && has_pieces[*operand]) has_pieces[i] = true;
      }
      if (!has_pieces[i]) return false;
    }
    return has_pieces[0];
  }

  bool is_sliced_from(const Level& level) const { return level.pieces.states[0] != *level.whole; }

  bool resolve(size_t place) {
    const Pieces pieces = levels_[place].pieces;
    if (const auto shared = shared_value(pieces, place)) {
      levels_[place].whole = shared;
      return true;
    }
    if (!is_cut_alike(pieces)) return false;
    for (StateId piece : pieces.states) {
      if (!facts_.has_one_reader(piece)) return false;
    }
    if (const auto whole = sliced_whole(pieces)) {
      levels_[place].whole = whole;
      return true;
    }
    return same_op(pieces, place);
  }

  /// Each piece is as long along the joined axis as what is joined in its place: one that an op has repeated, or that
  /// is cut at another place, is no part of the same whole.
  bool is_cut_alike(const Pieces& pieces) const {
    const Pieces& joined = levels_[0].pieces;
    for (size_t i = 0; i < pieces.states.size(); ++i) {
      const TensorType* piece = facts_.tensor(pieces.states[i]);
      const TensorType* part = facts_.tensor(joined.states[i]);
      if (piece == nullptr || part == nullptr) return false;
      if (piece->axes[pieces.dim].extent != part->axes[joined.dim].extent) return false;
    }
    return true;
  }

  /// The tensor that all pieces read alike, which then does not vary along the joined axis.
  std::optional<StateId> shared_value(const Pieces& pieces, size_t place) const {
    if (place == 0) return std::nullopt;
    for (StateId piece : pieces.states) {
      if (piece != pieces.states[0]) return std::nullopt;
    }
    const TensorType* type = facts_.tensor(pieces.states[0]);
    const bool repeats = type != nullptr && type->axes[pieces.dim].is_broadcast() && type->axes[pieces.dim].extent == 1;
    return repeats ? std::optional(pieces.states[0]) : std::nullopt;
  }

  std::optional<StateId> sliced_whole(const Pieces& pieces) const {
    int64_t next = 0;
    std::optional<StateId> whole;
    for (StateId piece : pieces.states) {
      const Record& slice = facts_.producer(piece);
      if (family(slice.op) != OpFamily::kSlice) return std::nullopt;
      if (whole && *whole != slice.operand(0)) return std::nullopt;
      whole = slice.operand(0);
      const TensorType& from = *facts_.tensor(*whole);
      const TensorType& to = *facts_.tensor(piece);
      if (start(slice, pieces.dim) != next) return std::nullopt;
      next += to.axes[pieces.dim].extent;
      for (size_t i = 0; i < from.rank(); ++i) {
        if (i != pieces.dim && from.axes[i].extent != to.axes[i].extent) return std::nullopt;
      }
    }
    return next == facts_.tensor(*whole)->axes[pieces.dim].extent ? whole : std::nullopt;
  }

  std::optional<int64_t> start(const Record& slice, size_t dim) const {
    const StateId scalar = vector_items(facts_.definition(), slice.operand(1))[dim];
    const auto& value = facts_.primitive.types.scalar(scalar).value;
    return value ? std::optional(to_int(*value)) : std::nullopt;
  }

  /// The place of the joined axis in the operand of an op done to every piece; nothing where the op cannot be done to
  /// the whole.
  static std::optional<size_t> operand_dim(const Record& record, size_t dim) {
    const OpFamily kind = family(record.op);
    if (kind == OpFamily::kPointwise || kind == OpFamily::kCast || record.op == op("set")) return dim;
    if (kind == OpFamily::kPermute) return static_cast<size_t>(attributes<DimsAttributes>(record).dims[dim]);
    return std::nullopt;
  }

  /// Scalars are the same one, or constants of one value.
  bool same_scalar(StateId a, StateId b) const {
    if (a == b) return true;
    const Definition& definition = facts_.definition();
    if (!definition.is_scalar(a) || !definition.is_scalar(b)) return false;
    const auto left = constant_value(definition, a);
    const auto right = constant_value(definition, b);
    return left && right && is_same_number(*left, *right) &&
           facts_.primitive.types.scalar(a).dtype == facts_.primitive.types.scalar(b).dtype;
  }

  bool same_op(const Pieces& pieces, size_t place) {
    const Record& first = facts_.producer(pieces.states[0]);
    const std::optional<size_t> dim = operand_dim(first, pieces.dim);
    if (!dim || first.results.size() != 1) {
      stops_at_ = pieces;
      return false;
    }
    std::vector<std::optional<Pieces>> operands(first.operands.size());
    for (StateId piece : pieces.states) {
      const Record& record = facts_.producer(piece);
      if (record.op != first.op || !(record.attributes == first.attributes)) return false;
      if (record.operands.size() != first.operands.size()) return false;
      for (size_t slot = 0; slot < first.operands.size(); ++slot) {
        if (record.has_operand(slot) != first.has_operand(slot)) return false;
        if (!record.has_operand(slot)) continue;
        if (!facts_.definition().is_tensor(record.operand(slot))) {
          if (!same_scalar(record.operand(slot), first.operand(slot))) return false;
          continue;
        }
        if (!operands[slot]) operands[slot] = Pieces{.states = {}, .dim = *dim};
        operands[slot]->states.push_back(record.operand(slot));
      }
    }
    std::vector<std::optional<size_t>> made(first.operands.size());
    for (size_t slot = 0; slot < operands.size(); ++slot) {
      if (!operands[slot]) continue;
      if (operands[slot]->states.size() != pieces.states.size()) return false;
      made[slot] = levels_.size();
      levels_.push_back({std::move(*operands[slot]), std::nullopt, {}});
    }
    levels_[place].operands = std::move(made);
    return true;
  }

  const PassFacts& facts_;
  std::vector<Level> levels_;
  bool is_too_long_ = false;
  std::optional<Pieces> stops_at_;
};

/// The tensor whose slices the pieces are, behind ops that are alike for every piece.
std::optional<StateId> sliced_behind(const PassFacts& facts, std::vector<StateId> pieces) {
  for (size_t steps = 0; steps < kMostLookedThrough; ++steps) {
    const Record& first = facts.producer(pieces[0]);
    if (!first.has_operand(0) || !facts.definition().is_tensor(first.operand(0))) return std::nullopt;
    bool is_one = true;
    for (StateId& piece : pieces) {
      const Record& record = facts.producer(piece);
      if (record.op != first.op) return std::nullopt;
      is_one = is_one && record.operand(0) == first.operand(0);
      piece = record.operand(0);
    }
    if (family(first.op) == OpFamily::kSlice) return is_one ? std::optional(pieces[0]) : std::nullopt;
  }
  return std::nullopt;
}

/// What is said of a cat that an op without a rule keeps from the slices of one tensor.
std::optional<std::string> kept_apart(const PassFacts& facts, const Record& cat, const Joined& joined) {
  if (!joined.stops_at()) return std::nullopt;
  const std::vector<StateId>& pieces = joined.stops_at()->states;
  const std::optional<StateId> whole = sliced_behind(facts, pieces);
  if (!whole) return std::nullopt;
  return concat(facts.called(cat), " would put the slices of `", facts.name(*whole), "` together again, but ",
                facts.called(facts.producer(pieces[0])), " stands between, for which the pass has no rule");
}

/// The op of every level done once, the innermost first.
StateId build(Rebuild& rebuild, const PassFacts& facts, const std::vector<Joined::Level>& levels) {
  std::vector<std::optional<StateId>> made(levels.size());
  for (size_t i = levels.size(); i-- > 0;) {
    const Joined::Level& level = levels[i];
    if (level.whole) {
      made[i] = rebuild.operand(*level.whole);
      continue;
    }
    const Record& record = facts.producer(level.pieces.states[0]);
    std::vector<std::optional<StateId>> operands;
    for (size_t slot = 0; slot < record.operands.size(); ++slot) {
      if (level.operands[slot]) {
        operands.push_back(made[*level.operands[slot]]);
      } else {
        operands.push_back(record.has_operand(slot) ? std::optional(rebuild.operand(record.operand(slot)))
                                                    : std::nullopt);
      }
    }
    made[i] = rebuild.emit(record.op, std::move(operands), record.attributes);
  }
  return *made[0];
}

}  // namespace

PassResult move_split_cat(const PassFacts& facts) {
  PassResult out;
  std::map<uint32_t, std::vector<Joined::Level>> joined;
  for (RecordId id : facts.definition().records.ids()) {
    const Record& record = facts.definition().records[id];
    if (family(record.op) != OpFamily::kCat || attributes<CatAttributes>(record).manual_padding) continue;
    Joined found(facts);
    const bool is_joined = found.find(record);
    if (found.is_too_long()) {
      out.left.push_back({id, concat("cat `", facts.name(record.result()), "` joins what more than ", kMostSteps,
                                     " ops make of each piece, which is more than is looked through")});
    }
    if (!is_joined) {
      if (auto reason = kept_apart(facts, record, found)) out.left.push_back({id, std::move(*reason)});
      continue;
    }
    out.done.push_back(
        {id, concat("cat `", facts.name(record.result()), "` puts the slices of `", facts.name(found.whole()),
                    "` together again", found.levels().size() > 1 ? ": what lies between is done to the whole" : "")});
    joined.emplace(id.index, found.levels());
  }
  if (out.done.empty()) return out;
  out.step = rebuilt(facts.primitive, [&](Rebuild& rebuild, RecordId id, const Record& record) {
    const auto found = joined.find(id.index);
    if (found == joined.end()) return false;
    rebuild.bind(record.result(), build(rebuild, facts, found->second));
    return true;
  });
  return out;
}

}  // namespace cleave
