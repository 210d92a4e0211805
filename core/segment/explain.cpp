// The sentence of a reason is the form in its table row, filled with names and numbers. Names are those of the source
// where there is one. Where a rule knows a loop only, the tensor that has it is looked for here.
#include "core/segment/explain.h"

#include <algorithm>
#include <optional>
#include <unordered_set>

#include "core/base/text.h"

namespace cleave {

std::string value_name(const Primitive& primitive, StateId state) {
  if (!primitive.labels.contains(state) || primitive.labels[state].empty()) {
    return concat(letter(primitive.definition.states[state].kind), state.index);
  }
  std::string name = primitive.labels[state];
  const size_t open = name.find(" (");
  const size_t close = open == std::string::npos ? open : name.find(')', open);
  if (close != std::string::npos) name.erase(open, close + 1 - open);
  return name;
}

namespace {

/// The form with each place in braces replaced by `text_of` it.
template <class TextOf>
std::string filled_places(std::string_view form, TextOf text_of) {
  std::string out;
  while (!form.empty()) {
    const size_t open = std::min(form.find('{'), form.size());
    out += form.substr(0, open);
    form.remove_prefix(open);
    if (form.empty()) break;
    const size_t close = form.find('}');
    out += text_of(form.substr(1, close - 1));
    form.remove_prefix(close + 1);
  }
  return out;
}

std::string quoted_name(const Primitive& primitive, StateId state) {
  return concat('`', value_name(primitive, state), '`');
}

class Sentence {
 public:
  Sentence(const Primitive& primitive, const KernelGroups& groups, const Refusal& refusal)
      : primitive_(primitive), table_(groups.table()), refusal_(refusal) {}

  std::string text() const;

 private:
  std::string place(std::string_view name) const;
  std::string tensor(TensorIndex index) const;
  std::string op(OpIndex index) const;
  std::string number(size_t i) const;
  std::string missing_op() const;
  std::string axis() const;
  std::string namesake() const;
  std::string direction() const;

  const Primitive& primitive_;
  const OpTable& table_;
  const Refusal& refusal_;
};

std::string Sentence::tensor(TensorIndex index) const {
  return index == kNone ? std::string("a value") : quoted_name(primitive_, StateId(index));
}

/// "`sum` that makes `T2`"; "`sum` within `T2`" for a part of what the source makes in one step.
std::string Sentence::op(OpIndex index) const {
  if (index == kNone) return "an op";
  const OpFacts& facts = table_.ops[index];
  const std::string_view spelling = info(primitive_.definition.records[facts.record].op).name;
  const std::string made = value_name(primitive_, StateId(facts.results[0].tensor));
  const size_t dot = made.find('.');
  if (dot != std::string::npos) return concat('`', spelling, "` within `", made.substr(0, dot), '`');
  return concat('`', spelling, "` that makes `", made, '`');
}

std::string Sentence::number(size_t i) const {
  if (i >= refusal_.numbers.size()) return "?";
  const ReasonNumber& seen = refusal_.numbers[i];
  if (seen.unit == "bytes") return bytes_text(seen.value);
  const std::string digits = grouped_number(static_cast<int64_t>(seen.value));
  return seen.unit.empty() || seen.unit == "elements" ? digits : concat(digits, " ", seen.unit);
}

std::string Sentence::missing_op() const {
  switch (refusal_.refused_template.value_or(Template::kSerial)) {
    case Template::kResize: return "there is no slice, pad or cat";
    case Template::kInnerOuter: return "there is no pair of reductions, one along the fastest axis and one across it";
    case Template::kScan:
    case Template::kSort:
    case Template::kScatter: return "there is no scan, sort or scatter";
    case Template::kReduction:
    case Template::kPersistent:
    case Template::kRowProgram: return "there is no reduction";
    case Template::kLibrary: return "there is no matmul or linear";
    case Template::kNoOp:
    case Template::kAlias:
    case Template::kPointwise:
    case Template::kTranspose:
    case Template::kSerial: break;
  }
  return "there is no op of the kind that the template is for";
}

std::string Sentence::axis() const {
  if (refusal_.axis == kNone) return concat("an axis of ", tensor(refusal_.tensor));
  const TensorType& type = primitive_.types.tensor(StateId(refusal_.tensor));
  return concat("axis ", refusal_.axis, " of ", tensor(refusal_.tensor), " (extent ",
                grouped_number(type.axes[refusal_.axis].extent), ")");
}

/// Why an axis of the same extent is not the one that is looked for.
std::string Sentence::namesake() const {
  if (refusal_.axis == kNone || refusal_.other_tensor == kNone) return {};
  const int64_t extent = primitive_.types.tensor(StateId(refusal_.tensor)).axes[refusal_.axis].extent;
  const std::vector<Axis>& others = primitive_.types.tensor(StateId(refusal_.other_tensor)).axes;
  for (size_t i = 0; i < others.size(); ++i) {
    if (others[i].extent != extent || others[i].is_broadcast()) continue;
    return concat(" (axis ", i, " of ", tensor(refusal_.other_tensor), " is as long, but no op here pairs the two)");
  }
  return {};
}

std::string Sentence::direction() const {
  return refusal_.op != kNone && table_.has(refusal_.op, kFlagInner) ? "along the fastest axis"
                                                                     : "across the fastest axis";
}

std::string Sentence::place(std::string_view name) const {
  if (name == "op") return op(refusal_.op);
  if (name == "other_op") return op(refusal_.other_op);
  if (name == "tensor") return tensor(refusal_.tensor);
  if (name == "other_tensor") return tensor(refusal_.other_tensor);
  if (name == "axis") return axis();
  if (name == "namesake") return namesake();
  if (name == "missing") return missing_op();
  if (name == "direction") return direction();
  if (name == "what") return refusal_.numbers.empty() ? std::string("?") : refusal_.numbers[0].name;
  return number(name == "0" ? 0 : 1);
}

std::string Sentence::text() const {
  const ReasonCodeInfo& row = info(refusal_.code);
  const bool is_alone = !row.alone.empty() && refusal_.other_op == kNone;
  return filled_places(is_alone ? row.alone : row.sentence, [&](std::string_view name) { return place(name); });
}

/// True if the slot is an axis of that loop and of its extent, not one that repeats for it.
bool is_axis_of(const OpTable& table, AxisSlot slot, AxisSlot loop) {
  const AxisClasses& classes = table.classes;
  return !classes.is_wild(slot) && classes.find(slot) == classes.find(loop) &&
         classes.extent(slot) == classes.extent(loop);
}

struct TensorAxis {
  TensorIndex tensor = kNone;
  uint32_t axis = 0;
};

std::optional<TensorAxis> axis_in_op(const OpTable& table, OpIndex op, AxisSlot loop) {
  for (const auto* uses : {&table.ops[op].operands, &table.ops[op].results}) {
    for (const TensorUse& use : *uses) {
      const auto slots = table.slots_of(use);
      for (uint32_t i = 0; i < slots.size(); ++i) {
        if (is_axis_of(table, slots[i], loop)) return TensorAxis{use.tensor, i};
      }
    }
  }
  return std::nullopt;
}

/// The nearest tensor of the open question that has the loop as an axis, from `start` over the ops that read and make
/// values.
std::optional<TensorAxis> nearest_axis(const KernelGroups& groups, TensorIndex start, AxisSlot loop) {
  const OpTable& table = groups.table();
  std::vector<TensorIndex> open{start};
  std::unordered_set<TensorIndex> seen{start};
  for (size_t next = 0; next < open.size(); ++next) {
    const auto& users = table.users[open[next]];
    std::vector<OpIndex> around(users.begin(), users.end());
    if (table.producer[open[next]] != kNone) around.push_back(table.producer[open[next]]);
    for (OpIndex op : around) {
      if (!groups.inside(op)) continue;
      if (const auto found = axis_in_op(table, op, loop)) return found;
      for (const auto* uses : {&table.ops[op].operands, &table.ops[op].results}) {
        for (const TensorUse& use : *uses) {
          if (seen.insert(use.tensor).second) open.push_back(use.tensor);
        }
      }
    }
  }
  return std::nullopt;
}

using Parts = std::span<const std::span<const OpIndex>>;

std::optional<TensorAxis> any_axis(const OpTable& table, Parts parts, AxisSlot loop) {
  for (const auto& part : parts) {
    for (OpIndex op : part) {
      if (const auto found = axis_in_op(table, op, loop)) return found;
    }
  }
  return std::nullopt;
}

/// An axis that only repeats for another tensor's is not what the kernel lacks a loop for: that one is named.
void find_uncovered(const KernelGroups& groups, Parts parts, Refusal& refusal) {
  if (refusal.loop == kNoSlot) return;
  auto found = nearest_axis(groups, refusal.tensor, refusal.loop);
  if (!found) found = any_axis(groups.table(), parts, refusal.loop);
  if (!found) return;
  refusal.tensor = found->tensor;
  refusal.axis = found->axis;
}

/// Two axes of one tensor of the parts that are the same loop.
void find_self_map(const KernelGroups& groups, Parts parts, Refusal& refusal) {
  const OpTable& table = groups.table();
  const auto take = [&](const TensorUse& use) {
    const auto slots = table.slots_of(use);
    std::vector<double> same;
    for (size_t i = 0; i < slots.size(); ++i) {
      const bool is_loop =
          !table.classes.is_wild(slots[i]) && table.classes.find(slots[i]) == table.classes.find(refusal.loop);
      if (is_loop) same.push_back(static_cast<double>(i));
    }
    if (same.size() < 2) return false;
    refusal.tensor = use.tensor;
    refusal.numbers = {{"first axis", same[0], ""}, {"second axis", same[1], ""}};
    return true;
  };
  for (const auto& part : parts) {
    for (OpIndex op : part) {
      for (const auto* uses : {&table.ops[op].results, &table.ops[op].operands}) {
        if (std::any_of(uses->begin(), uses->end(), take)) return;
      }
    }
  }
}

/// The tensors whose axes one broadcast axis would be.
void find_two_sizes(const KernelGroups& groups, Parts parts, Refusal& refusal) {
  const auto first = any_axis(groups.table(), parts, refusal.loop);
  const auto second = any_axis(groups.table(), parts, refusal.other_loop);
  if (first) refusal.tensor = first->tensor;
  if (second) refusal.other_tensor = second->tensor;
}

/// Names what the rules know as a loop only.
void find_tensors(const KernelGroups& groups, Parts parts, Refusal& refusal) {
  if (refusal.code == reason("R.AXIS_UNCOVERED")) find_uncovered(groups, parts, refusal);
  if (refusal.code == reason("R.SELF_MAP")) find_self_map(groups, parts, refusal);
  if (refusal.code == reason("R.BCAST_TWO_SIZES")) find_two_sizes(groups, parts, refusal);
}

Reason told(const Primitive& primitive, const KernelGroups& groups, const Refusal& refusal) {
  Reason out;
  out.code = refusal.code;
  out.refused_template = refusal.refused_template;
  out.refused_scheduler = refusal.refused_scheduler;
  for (TensorIndex tensor : {refusal.tensor, refusal.other_tensor}) {
    if (tensor != kNone) out.states.push_back(StateId(tensor));
  }
  for (OpIndex op : {refusal.op, refusal.other_op}) {
    if (op != kNone) out.records.push_back(groups.table().ops[op].record);
  }
  out.numbers = refusal.numbers;
  if (refusal.axis != kNone) {
    const TensorType& type = primitive.types.tensor(StateId(refusal.tensor));
    out.numbers.push_back({"axis", static_cast<double>(refusal.axis), ""});
    out.numbers.push_back({"extent", static_cast<double>(type.axes[refusal.axis].extent), "elements"});
  }
  out.message = Sentence(primitive, groups, refusal).text();
  return out;
}

}  // namespace

std::vector<Reason> reasons_of(const Primitive& primitive, const KernelGroups& groups,
                               std::span<const std::span<const OpIndex>> parts, Verdict verdict) {
  std::vector<Reason> reasons;
  for (Refusal& refusal : verdict.refusals) {
    find_tensors(groups, parts, refusal);
    reasons.push_back(told(primitive, groups, refusal));
  }
  return reasons;
}

std::vector<Reason> reasons_between(const Primitive& primitive, KernelGroups& groups, uint32_t a, uint32_t b,
                                    const SegmentOptions& options) {
  Group joined = groups.join(a, b);
  const std::span<const OpIndex> parts[2] = {groups.members(a), groups.members(b)};
  Verdict verdict = judge(primitive, groups, joined, parts, options);
  std::vector<Reason> reasons;
  if (joined.cut_inside != kNone) {
    reasons = reasons_of(primitive, groups, parts, std::move(verdict));
    joined.cut_inside = kNone;
    verdict = judge(primitive, groups, joined, parts, options);
  }
  if (!verdict.accepted) {
    std::stable_sort(verdict.refusals.begin(), verdict.refusals.end(),
                     [](const Refusal& x, const Refusal& y) { return x.passed > y.passed; });
    for (Reason& refusal : reasons_of(primitive, groups, parts, std::move(verdict))) {
      reasons.push_back(std::move(refusal));
    }
  }
  groups.rollback();
  return reasons;
}

Reason cycle_reason(const Primitive& primitive, const KernelGroups& groups, std::span<const StateId> path) {
  constexpr size_t kShown = 4;
  Reason out;
  out.code = reason("R.CYCLE");
  std::vector<std::string> names;
  for (StateId value : path) {
    out.states.push_back(value);
    out.records.push_back(groups.table().ops[groups.table().producer[value.index]].record);
    if (names.size() < kShown) names.push_back(quoted_name(primitive, value));
  }
  const std::string more = path.size() > kShown ? concat(" and ", path.size() - kShown, " more") : std::string();
  out.message =
      filled_places(info(out.code).sentence, [&](std::string_view) { return concat(join(names, ", then "), more); });
  return out;
}

Reason search_limit_reason() {
  Reason out;
  out.code = reason("R.SEARCH_LIMIT");
  out.message = std::string(info(out.code).sentence);
  return out;
}

}  // namespace cleave
