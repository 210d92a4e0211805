// See element_text.h.
#include "core/kernel/element_text.h"

#include <map>

#include "core/base/text.h"
#include "core/ir/print.h"
#include "core/kernel/c_text.h"
#include "core/ops/op_table.h"

namespace cleave {
namespace {

DTypeCategory wider(DTypeCategory a, DTypeCategory b) {
  if (a == DTypeCategory::kComplex || b == DTypeCategory::kComplex) return DTypeCategory::kComplex;
  if (a == DTypeCategory::kFloating || b == DTypeCategory::kFloating) return DTypeCategory::kFloating;
  return a == DTypeCategory::kInteger ? a : b;
}

}  // namespace

std::string lower_name(const Definition& definition, StateId state) {
  std::string out = state_name(definition, state);
  out[0] = static_cast<char>(out[0] - 'A' + 'a');
  return out;
}

/// `t5` for the first element of T5, `t5_1` for the next.
void ElementText::name_elements() {
  names_ = IdMap<ElementId, std::string>(nest_.elements.size());
  std::map<uint32_t, int> used;
  for (const ElementId id : nest_.elements.ids()) {
    const Element& e = element(id);
    std::string name = lower_name(input_.definition, e.state);
    if (e.kind == Element::Kind::kReduce && input_.definition.records[*e.record].results.size() > 1) name += "_seen";
    const int count = e.kind == Element::Kind::kReduce && name.ends_with("_seen") ? 0 : used[e.state.index]++;
    names_[id] = count == 0 ? name : concat(name, '_', count);
  }
}

std::string ElementText::index(const IndexSum& sum) const {
  return index_text(nest_.expressions, sum, [&](uint32_t data) {
    const std::string text = value(ElementId(data));
    return is_wide_ ? text : concat("static_cast<int>(", text, ')');
  });
}

bool ElementText::is_lane_array(ElementId id) const {
  const Element& e = element(id);
  if (e.kind == Element::Kind::kReduce) return nest_.is_per_lane(e.depends);
  return nest_.is_array[id] != 0;
}

/// The element where it is read.
std::string ElementText::value(ElementId id) const {
  const Element& e = element(id);
  if (e.kind == Element::Kind::kConstant) return literal_text(e.constant, e.dtype);
  return is_lane_array(id) ? concat(names_[id], "[lane]") : names_[id];
}

/// The element in another type's registers; constants are written in it.
std::string ElementText::value_as(ElementId id, DType dtype) const {
  const Element& e = element(id);
  if (e.kind == Element::Kind::kConstant) return literal_text(to_category(e.constant, dtype), dtype);
  if (register_type(e.dtype) == register_type(dtype)) return value(id);
  const bool loses_part = is_complex(e.dtype) && !is_complex(dtype);
  const bool is_truncated = is_integer(dtype) && (is_floating(e.dtype) || is_complex(e.dtype));
  return concat(is_truncated ? "converted<" : "static_cast<", register_type(dtype), ">(", value(id),
                loses_part ? ".re)" : ")");
}

std::string ElementText::guard_text(const std::vector<IndexGuard>& guard) const {
  std::vector<std::string> parts;
  for (const IndexGuard& g : guard) {
    const IndexRange range = nest_.expressions.range(g.place);
    const std::string place = index(g.place);
    const bool is_sum = place.find(' ') != std::string::npos;
    const std::string text = is_sum ? concat('(', place, ')') : place;
    if (range.low < g.low) parts.push_back(concat(text, " >= ", g.low));
    if (range.high >= g.high) parts.push_back(concat(text, " < ", g.high));
  }
  return parts.empty() ? "true" : join(parts, " && ");
}

std::string ElementText::load_text(const Element& e) const {
  const std::string place = concat(state_name(input_.definition, e.state), '[', index(e.place), ']');
  const bool is_wide = is_narrow(e.dtype);
  const std::string read = is_wide ? concat("widened(", place, ')') : place;
  if (e.guard.empty()) return read;
  return concat(guard_text(e.guard), " ? ", read, " : ", literal_text(int64_t{0}, e.dtype));
}

std::string ElementText::cast_text(const Element& e) const {
  const ElementId from = e.operands[0];
  const DType source = element(from).dtype;
  if (is_boolean(e.dtype) && is_complex(source)) return concat(value(from), " != ", literal_text(int64_t{0}, source));
  if (is_boolean(e.dtype)) return is_boolean(source) ? value(from) : concat(value(from), " != 0");
  if (is_narrow(e.dtype)) {
    return concat("rounded_to<", memory_type(e.dtype), ">(", value_as(from, DType::kFloat), ')');
  }
  return value_as(from, e.dtype);
}

/// Operands in the type that the op is computed in, absent bounds as infinities.
std::string ElementText::compute_text(const Element& e) const {
  const Record& record = input_.definition.records[*e.record];
  if (family(record.op) == OpFamily::kCast || family(record.op) == OpFamily::kCopy) return cast_text(e);
  const OpInfo& row = info(record.op);
  DTypeCategory category = DTypeCategory::kBoolean;
  DType widest = DType::kBool;
  for (const ElementId operand : e.operands) {
    const Element& read = element(operand);
    category = wider(category, info(read.dtype).category);
    const bool is_number = input_.definition.is_tensor(read.state) || e.operands.size() == 1;
    if (!is_number || (row.dtype_rule == DTypeRule::kWhere && operand == e.operands[0])) continue;
    if (const auto both = promote(widest, read.dtype)) widest = *both;
  }
  if (row.dtype_rule == DTypeRule::kWhere) widest = e.dtype;
  if (info(widest).category != category) {
    const bool is_double = real_of(e.dtype) == DType::kDouble || widest == DType::kDouble;
    widest = category == DTypeCategory::kComplex    ? (is_double ? DType::kComplexDouble : DType::kComplexFloat)
             : category == DTypeCategory::kFloating ? (is_double ? DType::kDouble : DType::kFloat)
             : category == DTypeCategory::kInteger  ? DType::kInt
                                                    : widest;
  }
  if (record.op == op("complex")) widest = real_of(e.dtype);
  std::vector<std::string> operands;
  size_t next = 0;
  for (size_t slot = 0; slot < record.operands.size(); ++slot) {
    if (!record.operands[slot]) {
      operands.push_back(identity_text(slot == 1 ? Identity::kLowest : Identity::kHighest, widest));
      continue;
    }
    const ElementId operand = e.operands[next++];
    const bool is_condition = row.dtype_rule == DTypeRule::kWhere && slot == 0;
    operands.push_back(is_condition ? value(operand) : value_as(operand, widest));
  }
  if (record.op == op("complex")) return concat(register_type(e.dtype), '(', operands[0], ", ", operands[1], ')');
  return rounded(e, op_text(row, category, operands));
}

/// A uniform or normal number: bounds in the type that numbers are made in, then the words' counter and key.
std::string ElementText::random_text(const Element& e) const {
  const Record& record = input_.definition.records[*e.record];
  const DType made = e.dtype == DType::kDouble ? DType::kDouble : DType::kFloat;
  const bool is_seeded = e.operands.size() == 4;
  const auto word = [&](size_t place) {
    return concat("static_cast<unsigned long long>(", value_as(e.operands[place], DType::kInt), ')');
  };
  std::string offset = is_seeded ? word(3) : "random_offset";
  if (!is_seeded) {
    const std::optional<int64_t> ordinal = attributes<RandomAttributes>(record).ordinal;
    CHECK(ordinal.has_value(), "rewrite numbers the random ops that have no seed");
    if (*ordinal != 0) offset += concat(" + ", *ordinal);
  }
  const std::string words =
      concat("random_words(", is_seeded ? word(2) : "seed", ", ", offset, ", ", index(e.place), ')');
  const bool is_uniform = record.op == op("uniform");
  const std::string_view type = is_uniform && is_narrow(e.dtype) ? memory_type(e.dtype) : register_type(e.dtype);
  return rounded(e, concat(is_uniform ? "uniform<" : "normal<", type, ">(", words, ", ", index(e.component), ", ",
                           value_as(e.operands[0], made), ", ", value_as(e.operands[1], made), ')'));
}

std::string ElementText::rounded(const Element& e, const std::string& text) const {
  return is_narrow(e.dtype) ? concat("rounded_to<", memory_type(e.dtype), ">(", text, ')') : text;
}

std::string ElementText::expression(ElementId id) const {
  const Element& e = element(id);
  switch (e.kind) {
    case Element::Kind::kLoad: return load_text(e);
    case Element::Kind::kCompute: return compute_text(e);
    case Element::Kind::kSequence: {
      const std::string place = concat("static_cast<", register_type(e.dtype), ">(", index(e.place), ')');
      const std::string start = e.operands.empty() ? "0" : value_as(e.operands[0], e.dtype);
      const std::string step = e.operands.size() < 2 ? "1" : value_as(e.operands[1], e.dtype);
      return concat(start, " + ", place, " * ", step);
    }
    case Element::Kind::kSelect:
      return concat(guard_text(e.guard), " ? ", value_as(e.operands[0], e.dtype), " : ",
                    value_as(e.operands[1], e.dtype));
    case Element::Kind::kEither:
      return concat(value(e.operands[0]), " != ", is_complex(e.dtype) ? literal_text(int64_t{0}, e.dtype) : "0", " ? ",
                    value(e.operands[0]), " : ", value(e.operands[1]));
    case Element::Kind::kProduct:
      return concat(value_as(e.operands[0], e.dtype), " * ", value_as(e.operands[1], e.dtype));
    case Element::Kind::kTotal: return rounded(e, concat(value(e.operands[0]), " + ", value(e.operands[1])));
    case Element::Kind::kRandom: return random_text(e);
    case Element::Kind::kResult: {
      constexpr const char* kParts[] = {".mean", ".squares", ".count"};
      const std::string part = concat(value(e.operands[0]), kParts[e.result]);
      return is_floating(e.dtype) ? part : concat("static_cast<", register_type(e.dtype), ">(", part, ')');
    }
    case Element::Kind::kArgument:
    case Element::Kind::kConstant:
    case Element::Kind::kScan:
    case Element::Kind::kReduce: break;
  }
  CHECK(false, "the element has a line of its own");
  return {};
}

std::string ElementText::accumulator_type(const Element& e) const {
  if (family(input_.definition.records[*e.record].op) == OpFamily::kWelford) {
    return concat("Moments<", register_type(e.dtype), '>');
  }
  return std::string(register_type(e.dtype));
}

std::string ElementText::combine_name(const Element& e) const {
  const OpInfo& row = info(input_.definition.records[*e.record].op);
  if (row.family == OpFamily::kMatmul) return "Sum";
  CHECK(!row.spelling.real.empty(), "a reduction says how two partial results become one");
  return std::string(row.spelling.real);
}

}  // namespace cleave
