// One sentence a reason code. Names are those of the source where there is one.
#include "core/segment/explain.h"

#include <algorithm>
#include <span>

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

class Sentence {
 public:
  Sentence(const Primitive& primitive, const KernelGroups& groups, const Refusal& refusal)
      : primitive_(primitive), table_(groups.table()), refusal_(refusal) {}

  std::string text() const;

 private:
  std::string tensor(TensorIndex index) const {
    return index == kNone ? std::string("a value") : concat('`', value_name(primitive_, StateId(index)), '`');
  }
  /// "`sum` that makes `T2`"; "`sum` within `T2`" for a part of what the source makes in one step.
  std::string op(OpIndex index) const {
    if (index == kNone) return "an op";
    const OpFacts& facts = table_.ops[index];
    const std::string_view spelling = info(primitive_.definition.records[facts.record].op).name;
    const std::string made = value_name(primitive_, StateId(facts.results[0].tensor));
    const size_t dot = made.find('.');
    if (dot != std::string::npos) return concat('`', spelling, "` within `", made.substr(0, dot), '`');
    return concat('`', spelling, "` that makes `", made, '`');
  }
  std::string number(size_t i) const {
    if (i >= refusal_.numbers.size()) return "?";
    const ReasonNumber& seen = refusal_.numbers[i];
    if (seen.unit == "bytes") return bytes_text(seen.value);
    const std::string digits = grouped_number(static_cast<int64_t>(seen.value));
    return seen.unit.empty() || seen.unit == "elements" ? digits : concat(digits, " ", seen.unit);
  }
  std::string missing_op() const {
    switch (refusal_.refused_template) {
      case Template::kResize: return "there is no slice, pad or cat";
      case Template::kInnerOuter: return "there is no pair of reductions, one along the fastest axis and one across it";
      case Template::kScan:
      case Template::kSort:
      case Template::kScatter: return "there is no scan, sort or scatter";
      case Template::kReduction:
      case Template::kPersistent:
      case Template::kRowProgram: return "there is no reduction";
      case Template::kNoOp:
      case Template::kAlias:
      case Template::kPointwise:
      case Template::kTranspose:
      case Template::kLibrary:
      case Template::kSerial: break;
    }
    return "there is no op of the kind that the template is for";
  }
  std::string axis_text() const {
    if (refusal_.axis == kNone) return concat("an axis of ", tensor(refusal_.tensor));
    return concat("axis ", refusal_.axis, " of ", tensor(refusal_.tensor), " (extent ", number(0), ")");
  }

  const Primitive& primitive_;
  const OpTable& table_;
  const Refusal& refusal_;
};

std::string Sentence::text() const {
  const Refusal& r = refusal_;
  const ReasonCode code = r.code;
  if (code == reason("R.AXIS_UNCOVERED")) {
    if (r.op != kNone)
      return concat("the loops of ", op(r.op), " run over the axes of ", tensor(r.other_tensor), "; ", axis_text(),
                    " is none of them");
    return concat("no tensor has all the axes: ", axis_text(), " is not an axis of ", tensor(r.other_tensor));
  }
  if (code == reason("R.REDUCE_AXES_DIFFER"))
    return concat(op(r.op), " and ", op(r.other_op), " reduce or keep different axes");
  if (code == reason("R.KIND_MISMATCH")) {
    if (r.other_op != kNone)
      return concat("one of ", op(r.op), " and ", op(r.other_op),
                    " reduces along the fastest axis, the other across it");
    return concat(op(r.op), " does not fit the direction in which the template reduces");
  }
  if (code == reason("R.NEEDS_PERSISTENCE"))
    return concat(tensor(r.tensor), " is read again after ", op(r.other_op), " and must stay on chip");
  if (code == reason("R.NO_PERSISTENCE"))
    return concat("nothing with all the axes that ", op(r.op), " reduces is read again after it");
  if (code == reason("R.POST_REDUCE_NEW_INPUT"))
    return concat(tensor(r.tensor), " is read after ", op(r.other_op), ", which does not read it");
  if (code == reason("R.BCAST_NOT_FROM_REDUCED"))
    return concat(op(r.op), " expands the result of ", op(r.other_op), " to an axis of extent ", number(0),
                  " that did not exist before it");
  if (code == reason("R.BUFFER_TOO_BIG"))
    return concat("a row of ", op(r.op), " needs ", number(0), " on chip; the device holds ", number(1));
  if (code == reason("R.HALF_DEVICE"))
    return concat("a row of ", op(r.op), " needs ", number(0),
                  "; at most half of the device works on one: ", number(1));
  if (code == reason("R.TOO_FEW_BLOCKS"))
    return concat(op(r.op), " has work for ", number(0), "; long rows are kept on chip from ", number(1), " on");
  if (code == reason("R.RESHAPE_CONFLICT"))
    return concat(op(r.op), " and ", op(r.other_op), " reshape an axis of extent ", number(0), " in two ways");
  if (code == reason("R.RESHAPE_CROSSES_REDUCTION"))
    return concat(op(r.op), " connects an axis that ", op(r.other_op), " runs over with one that it keeps");
  if (code == reason("R.BCAST_TWO_SIZES"))
    return concat("the axis made by ", op(r.op), " would be ", number(0), " and ", number(1), " long");
  if (code == reason("R.SELF_MAP"))
    return concat("axes ", number(0), " and ", number(1), " of ", tensor(r.tensor), " would be the same loop");
  if (code == reason("R.INPUT_MUST_BE_GLOBAL"))
    return concat(op(r.op), " reads ", tensor(r.tensor), " at other places than its own; it must come from outside");
  if (code == reason("R.RESIZE_PLUS_INDEX")) return concat(op(r.op), " and ", op(r.other_op), " cannot share a kernel");
  if (code == reason("R.RESIZE_BROADCAST")) return concat(op(r.op), " resizes a broadcast axis, or to one");
  if (code == reason("R.RESIZE_SIZES_DIFFER"))
    return concat(tensor(r.tensor), " is ", number(0), " long where ", tensor(r.other_tensor), " is ", number(1),
                  " long");
  if (code == reason("R.OPAQUE_OP")) return concat(op(r.op), " runs alone");
  if (code == reason("R.NOT_GREEDY_OP")) return concat(op(r.op), " cannot stand in such a kernel");
  if (code == reason("R.ORDERED_AXES_DIFFER"))
    return concat("the rows of ", op(r.op), " and ", op(r.other_op), " are not the same");
  if (code == reason("R.NOT_A_VIEW")) return "values are computed, not only renamed";
  if (code == reason("R.HAS_REDUCTION")) return concat(op(r.op), " is a reduction");
  if (code == reason("R.MISSING_OP")) return missing_op();
  if (code == reason("R.NOT_CONNECTED")) return "the two share no tensor";
  if (code == reason("R.USER_BOUNDARY")) return concat("a cut is asked for behind ", tensor(r.tensor));
  return std::string(info(code).rule);
}

/// Two axes of one tensor of the parts that are the same loop.
void find_self_map(const KernelGroups& groups, std::span<const std::span<const OpIndex>> parts, Refusal& refusal) {
  const OpTable& table = groups.table();
  for (const auto& part : parts) {
    for (OpIndex op : part) {
      for (const auto* uses : {&table.ops[op].results, &table.ops[op].operands}) {
        for (const TensorUse& use : *uses) {
          const auto slots = table.slots_of(use);
          for (size_t i = 0; i < slots.size(); ++i) {
            for (size_t j = i + 1; j < slots.size(); ++j) {
              if (table.classes.find(slots[i]) != table.classes.find(slots[j]) || table.classes.is_wild(slots[i]))
                continue;
              refusal.tensor = use.tensor;
              refusal.numbers = {{"first axis", static_cast<double>(i), ""},
                                 {"second axis", static_cast<double>(j), ""}};
              return;
            }
          }
        }
      }
    }
  }
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
  out.message = Sentence(primitive, groups, refusal).text();
  return out;
}

}  // namespace

std::vector<Reason> reasons_between(const Primitive& primitive, KernelGroups& groups, uint32_t a, uint32_t b,
                                    const SegmentOptions& options) {
  const Group joined = groups.join(a, b);
  const std::span<const OpIndex> parts[2] = {groups.members(a), groups.members(b)};
  Verdict verdict = judge(primitive, groups, joined, parts, options);
  std::vector<Reason> reasons;
  if (!verdict.accepted) {
    std::stable_sort(verdict.refusals.begin(), verdict.refusals.end(),
                     [](const Refusal& x, const Refusal& y) { return x.passed > y.passed; });
    for (Refusal& refusal : verdict.refusals) {
      if (refusal.self_map != kNoSlot) find_self_map(groups, parts, refusal);
      reasons.push_back(told(primitive, groups, refusal));
    }
  }
  groups.rollback();
  return reasons;
}

Reason cycle_reason(const Primitive& primitive, const KernelGroups& groups, uint32_t between) {
  Reason out;
  out.code = reason("R.CYCLE");
  const OpFacts& facts = groups.table().ops[groups.members(between).front()];
  out.records = {facts.record};
  out.states = {StateId(facts.results[0].tensor)};
  out.message = concat("`", value_name(primitive, out.states[0]),
                       "` is computed between the two, from the one and for the other");
  return out;
}

}  // namespace cleave
