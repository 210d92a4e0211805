// See element_graph.h: the elements themselves, made once what they need is there.
#include <algorithm>
#include <cmath>

#include "core/kernel/c_text.h"
#include "core/kernel/element_graph.h"
#include "core/ops/op_table.h"

namespace cleave {
namespace {

/// What a reduction gives of no elements: its neutral element; of a welford a mean of 0 / 0.
ScalarValue of_nothing(const Record& record, StateId state, DType dtype) {
  if (family(record.op) == OpFamily::kWelford) {
    if (record.results[0] == state) return std::nan("");
    return is_floating(dtype) ? ScalarValue(0.0) : ScalarValue(int64_t{0});
  }
  return identity_value(info(record.op).identity, dtype);
}

}  // namespace

ElementId ElementGraph::add(Element element) {
  for (const ElementId operand : element.operands) {
    const Element& read = elements_[operand];
    const bool is_reduction = read.kind == Element::Kind::kReduce;
    element.depends |= read.depends;
    element.phase = std::max(element.phase, read.phase + (is_reduction ? 1 : 0));
  }
  element.depends |= expressions_.depends(element.place) | expressions_.depends(element.component);
  for (const IndexGuard& guard : element.guard) element.depends |= expressions_.depends(guard.place);
  if (element.kind == Element::Kind::kReduce) element.depends &= ~scope_.reduced;
  if (element.kind == Element::Kind::kScan) element.depends |= scope_.reduced;
  return elements_.add(std::move(element));
}

ElementId ElementGraph::make_load(const Wanted& wanted, Element element) {
  element.kind = Element::Kind::kLoad;
  element.record.reset();
  element.place = place_in_memory(expressions_, position(wanted), *scope_.memory[wanted.state]);
  element.guard = guards_[wanted.guard];
  for (const uint32_t named : expressions_.data_in(element.place)) element.operands.emplace_back(named);
  return add(std::move(element));
}

ElementId ElementGraph::make_scalar(const Wanted& wanted, Element element) {
  const Record& record = input_.definition.producer(wanted.state);
  const ScalarType& type = input_.types.scalar(wanted.state);
  const bool is_input = record.op == op("define_scalar") && !constant_value(input_.definition, wanted.state);
  bool is_known = !is_input && type.value.has_value();
  for (const ElementId operand : element.operands) {
    is_known = is_known && elements_[operand].kind == Element::Kind::kConstant;
  }
  if (is_input) {
    element.kind = Element::Kind::kArgument;
    element.record.reset();
  } else if (is_known) {
    element.kind = Element::Kind::kConstant;
    element.operands.clear();
    element.constant = *type.value;
    // A Float scalar is a float wherever it is read.
    if (type.dtype == DType::kFloat) element.constant = static_cast<double>(static_cast<float>(to_double(*type.value)));
  }
  return add(std::move(element));
}

/// One combination however many of its results are read; of no elements a number, so that none is loaded.
ElementId ElementGraph::make_reduction(Element element) {
  const RecordId record = *element.record;
  const Record& row = input_.definition.records[record];
  const StateId state = element.state;
  if (scope_.columns == 0) {
    element.kind = Element::Kind::kConstant;
    element.operands.clear();
    element.constant = of_nothing(row, state, element.dtype);
    return add(std::move(element));
  }
  // How many a welford has seen is known, and exact only so: a float would count to 2^24.
  if (family(row.op) == OpFamily::kWelford && state == row.results[2]) {
    element.kind = Element::Kind::kConstant;
    element.operands.clear();
    element.constant = scope_.columns;
    return add(std::move(element));
  }
  const auto key = std::pair(record.index, element.operands[0].index);
  auto found = reductions_.find(key);
  if (found == reductions_.end()) {
    element.kind = Element::Kind::kReduce;
    element.state = row.results[0];
    element.dtype = input_.types.tensor(row.results[0]).dtype;
    found = reductions_.emplace(key, add(element)).first;
  }
  if (row.results.size() == 1) return found->second;
  Element result;
  result.kind = Element::Kind::kResult;
  result.state = state;
  result.record = record;
  result.dtype = input_.types.tensor(state).dtype;
  result.operands = {found->second};
  result.result = static_cast<uint32_t>(std::find(row.results.begin(), row.results.end(), state) - row.results.begin());
  return add(std::move(result));
}

ElementId ElementGraph::make_padded(const Wanted& wanted, Element element) {
  element.guard = inside_pad(wanted, input_.definition.records[*element.record]);
  if (element.guard.empty()) return element.operands[0];
  element.kind = Element::Kind::kSelect;
  return add(std::move(element));
}

/// The first operand whose range holds the place, else the last.
ElementId ElementGraph::make_joined(const Wanted& wanted, Element element) {
  const Record& record = input_.definition.records[*element.record];
  if (attributes<CatAttributes>(record).manual_padding) return make_merged(std::move(element));
  const std::vector<Wanted> parts = *joined_needs(wanted, record);
  const std::vector<ElementId> values = std::move(element.operands);
  ElementId out = values.back();
  for (size_t i = values.size() - 1; i-- > 0;) {
    Element choice = element;
    choice.kind = Element::Kind::kSelect;
    choice.operands = {values[i], out};
    choice.guard = {guards_[parts[i].guard].back()};
    out = add(std::move(choice));
  }
  return out;
}

/// Of operands that are 0 wherever another one is meant.
ElementId ElementGraph::make_merged(Element element) {
  const std::vector<ElementId> values = std::move(element.operands);
  ElementId out = values.back();
  for (size_t i = values.size() - 1; i-- > 0;) {
    Element choice = element;
    choice.kind = Element::Kind::kEither;
    choice.operands = {values[i], out};
    out = add(std::move(choice));
  }
  return out;
}

/// Element number L, in row-major order, is component L % m of the words of subsequence L / m.
ElementId ElementGraph::make_random(const Wanted& wanted, Element element) {
  const int64_t components = element.dtype == DType::kDouble ? 2 : 4;
  const IndexSum number = linear_index(expressions_, position(wanted), input_.types.tensor(wanted.state).extents());
  element.kind = Element::Kind::kRandom;
  element.place = expressions_.divide(number, components);
  element.component = expressions_.remainder(number, components);
  return add(std::move(element));
}

/// Products are summed in the type of a register, and rounded with the bias where there is one.
ElementId ElementGraph::make_product(Element element) {
  const std::vector<ElementId> operands = std::move(element.operands);
  const DType dtype = element.dtype;
  const bool has_bias = operands.size() == 3;
  element.dtype = is_narrow(dtype) ? DType::kFloat : dtype;
  Element product = element;
  product.kind = Element::Kind::kProduct;
  product.operands = {operands[0], operands[1]};
  const ElementId factor = add(std::move(product));
  Element sum = element;
  sum.kind = Element::Kind::kReduce;
  sum.operands = {factor};
  if (!has_bias) sum.dtype = dtype;
  if (scope_.columns == 0) {
    sum.kind = Element::Kind::kConstant;
    sum.operands.clear();
  }
  const ElementId total = add(std::move(sum));
  if (!has_bias) return total;
  element.kind = Element::Kind::kTotal;
  element.dtype = dtype;
  element.operands = {total, operands[2]};
  return add(std::move(element));
}

ElementId ElementGraph::make_numbered(const Wanted& wanted, Element element) {
  const Record& record = input_.definition.records[*element.record];
  if (record.op == op("full")) return element.operands[0];
  element.kind = Element::Kind::kSequence;
  element.place = position(wanted)[0];
  return add(std::move(element));
}

ElementId ElementGraph::make(const Wanted& wanted, const std::vector<ElementId>& operands) {
  const RecordId producer = input_.definition.states[wanted.state].producer;
  Element element;
  element.state = wanted.state;
  element.record = producer;
  element.operands = operands;
  if (!input_.definition.is_tensor(wanted.state)) {
    element.dtype = input_.types.scalar(wanted.state).dtype;
    return make_scalar(wanted, std::move(element));
  }
  element.dtype = input_.types.tensor(wanted.state).dtype;
  if (scope_.memory[wanted.state]) return make_load(wanted, std::move(element));
  switch (family(input_.definition.records[producer].op)) {
    case OpFamily::kPointwise:
    case OpFamily::kCast: return add(std::move(element));
    case OpFamily::kCopy:
    case OpFamily::kBroadcast:
    case OpFamily::kExpand:
    case OpFamily::kSqueeze:
    case OpFamily::kReshape:
    case OpFamily::kPermute:
    case OpFamily::kSlice: return operands[0];
    case OpFamily::kReduction:
    case OpFamily::kWelford: return make_reduction(std::move(element));
    case OpFamily::kPad: return make_padded(wanted, std::move(element));
    case OpFamily::kCat: return make_joined(wanted, std::move(element));
    case OpFamily::kIndex: return operands.back();
    case OpFamily::kFactory: return make_numbered(wanted, std::move(element));
    case OpFamily::kRandom: return make_random(wanted, std::move(element));
    case OpFamily::kScan:
      if (scope_.columns == 1) return operands[0];
      element.kind = Element::Kind::kScan;
      return add(std::move(element));
    case OpFamily::kMatmul: return make_product(std::move(element));
    case OpFamily::kDefineTensor:
    case OpFamily::kDefineScalar:
    case OpFamily::kDefineVector:
    case OpFamily::kAddOutput:
    case OpFamily::kScatter:
    case OpFamily::kSort:
    case OpFamily::kSize:
    case OpFamily::kShapeQuery:
    case OpFamily::kComposite:
    case OpFamily::kOpaque: break;
  }
  CHECK(false, "needs() refuses what cannot be made");
  return operands[0];
}

}  // namespace cleave
