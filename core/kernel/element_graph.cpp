// See element_graph.h. The walk keeps its own stack: a definition may be a chain of thousands of ops.
#include "core/kernel/element_graph.h"

#include <algorithm>

#include "core/ops/op_table.h"

namespace cleave {

uint32_t ElementGraph::number_of(const Position& position) {
  const auto [found, is_new] = position_numbers_.try_emplace(position, static_cast<uint32_t>(positions_.size()));
  if (is_new) positions_.push_back(position);
  return found->second;
}

uint32_t ElementGraph::number_of(const std::vector<IndexGuard>& guard) {
  const auto [found, is_new] = guard_numbers_.try_emplace(guard, static_cast<uint32_t>(guards_.size()));
  if (is_new) guards_.push_back(guard);
  return found->second;
}

ElementGraph::Wanted ElementGraph::at(StateId state, const Position& position, uint32_t guard) {
  if (!input_.definition.is_tensor(state)) {
    const uint32_t unguarded = number_of(std::vector<IndexGuard>{});
    return {state, number_of(Position{}), unguarded};
  }
  CHECK(position.size() == input_.types.tensor(state).rank(), "a position names every axis");
  return {state, number_of(position), guard};
}

ElementGraph::Needs ElementGraph::refuse(const Wanted& wanted) {
  if (!refused_) refused_ = input_.definition.states[wanted.state].producer;
  return std::nullopt;
}

/// Ops that read each operand at one place.
ElementGraph::Needs ElementGraph::moved_needs(const Wanted& wanted, const Record& record) {
  std::vector<Wanted> out;
  const bool reads_all = family(record.op) == OpFamily::kPointwise;
  for (const auto& operand : record.operands) {
    if (!operand) continue;
    if (!input_.definition.is_tensor(*operand)) {
      if (reads_all) out.push_back(at(*operand, {}, 0));
      continue;
    }
    const auto place = position_in_operand(input_, expressions_, record, *operand, position(wanted));
    CHECK(place.has_value(), "the op reads its operand at one place");
    out.push_back(at(*operand, *place, wanted.guard));
  }
  return out;
}

ElementGraph::Needs ElementGraph::reduced_needs(const Wanted& wanted, const Record& record) {
  const StateId operand = record.operand(0);
  const std::vector<bool> is_reduced = reduced_axes(record, input_.types.tensor(operand).rank());
  const auto& home = placement_[operand];
  if (!home) return refuse(wanted);
  Position place;
  int64_t places = 1;
  size_t next = 0;
  for (size_t i = 0; i < is_reduced.size(); ++i) {
    const IndexSum& axis = is_reduced[i] ? (*home)[i] : position(wanted)[next++];
    const uint64_t depends = expressions_.depends(axis);
    // A reduced axis runs over the reduced loop alone, a kept one is none of it.
    if ((is_reduced[i] ? depends & ~reduced_ : depends & reduced_) != 0) return refuse(wanted);
    if (is_reduced[i]) places *= input_.types.tensor(operand).axes[i].extent;
    place.push_back(axis);
  }
  // Each place of the loop must be another element, or some would count more than once.
  if (places != columns_) return refuse(wanted);
  return std::vector<Wanted>{at(operand, place, number_of(std::vector<IndexGuard>{}))};
}

std::vector<IndexGuard> ElementGraph::inside_pad(const Wanted& wanted, const Record& record) {
  const std::vector<int64_t> widths = vector_numbers(input_, record.operand(1));
  const TensorType& type = input_.types.tensor(record.operand(0));
  std::vector<IndexGuard> out;
  for (size_t i = 0; i < type.rank(); ++i) {
    const int64_t low = widths[2 * (type.rank() - 1 - i)];
    const int64_t high = widths[2 * (type.rank() - 1 - i) + 1];
    if (low <= 0 && high <= 0) continue;
    const IndexSum place = expressions_.add(position(wanted)[i], index_constant(-low));
    out.push_back({place, 0, type.axes[i].extent});
  }
  return out;
}

ElementGraph::Needs ElementGraph::padded_needs(const Wanted& wanted, const Record& record) {
  const std::vector<int64_t> widths = vector_numbers(input_, record.operand(1));
  const size_t rank = position(wanted).size();
  Position place;
  for (size_t i = 0; i < rank; ++i) {
    place.push_back(expressions_.add(position(wanted)[i], index_constant(-widths[2 * (rank - 1 - i)])));
  }
  std::vector<IndexGuard> guard = guards_[wanted.guard];
  const std::vector<IndexGuard> inside = inside_pad(wanted, record);
  guard.insert(guard.end(), inside.begin(), inside.end());
  return std::vector<Wanted>{at(record.operand(0), place, number_of(guard)), at(record.operand(2), {}, 0)};
}

ElementGraph::Needs ElementGraph::joined_needs(const Wanted& wanted, const Record& record) {
  const auto& options = attributes<CatAttributes>(record);
  if (options.manual_padding) return refuse(wanted);
  const size_t axis = static_cast<size_t>(options.dim);
  std::vector<Wanted> out;
  int64_t offset = 0;
  for (const auto& operand : record.operands) {
    const int64_t extent = input_.types.tensor(*operand).axes[axis].extent;
    Position place = position(wanted);
    place[axis] = expressions_.add(place[axis], index_constant(-offset));
    std::vector<IndexGuard> guard = guards_[wanted.guard];
    guard.push_back({place[axis], 0, extent});
    out.push_back(at(*operand, place, number_of(guard)));
    offset += extent;
  }
  return out;
}

/// The index first; once it is an element, the operand at the place that it names.
ElementGraph::Needs ElementGraph::indexed_needs(const Wanted& wanted, const Record& record) {
  const StateId operand = record.operand(0);
  const TensorType& type = input_.types.tensor(operand);
  const size_t axis = static_cast<size_t>(attributes<DimAttributes>(record).dim);
  const StateId index = record.operand(1);
  Position index_place;
  if (input_.definition.is_tensor(index)) {
    const TensorType& index_type = input_.types.tensor(index);
    for (size_t i = 0; i < index_type.rank(); ++i) {
      const bool is_list = record.op == op("index_select");
      const IndexSum& along = position(wanted)[is_list ? axis : i];
      index_place.push_back(index_type.axes[i].extent == 1 ? IndexSum{} : along);
    }
  }
  const Wanted place_of_index = at(index, index_place, wanted.guard);
  std::vector<Wanted> out{place_of_index};
  const auto made = made_.find(place_of_index);
  if (made == made_.end()) return out;
  const Element& element = elements_[made->second];
  const IndexSum named = expressions_.data(made->second.index, type.axes[axis].extent, element.depends);
  const bool is_select = record.op == op("select");
  Position place;
  size_t next = 0;
  for (size_t i = 0; i < type.rank(); ++i) {
    const bool repeats = type.axes[i].extent == 1;
    if (i == axis) {
      place.push_back(named);
      next += is_select ? 0 : 1;
    } else {
      place.push_back(repeats ? IndexSum{} : position(wanted)[next]);
      ++next;
    }
  }
  out.push_back(at(operand, place, wanted.guard));
  return out;
}

/// A scalar is a number, an argument, or computed from arguments.
ElementGraph::Needs ElementGraph::scalar_needs(const Wanted&, const Record& record) {
  std::vector<Wanted> out;
  const OpFamily kind = family(record.op);
  if (kind != OpFamily::kPointwise && kind != OpFamily::kCast && kind != OpFamily::kCopy) return out;
  for (const auto& operand : record.operands) {
    if (operand) out.push_back(at(*operand, {}, 0));
  }
  return out;
}

ElementGraph::Needs ElementGraph::needs(const Wanted& wanted) {
  const Record& record = input_.definition.producer(wanted.state);
  if (!input_.definition.is_tensor(wanted.state)) return scalar_needs(wanted, record);
  switch (family(record.op)) {
    case OpFamily::kDefineTensor: return std::vector<Wanted>{};
    case OpFamily::kPointwise:
    case OpFamily::kCast:
    case OpFamily::kCopy:
    case OpFamily::kBroadcast:
    case OpFamily::kExpand:
    case OpFamily::kSqueeze:
    case OpFamily::kReshape:
    case OpFamily::kPermute:
    case OpFamily::kSlice: return moved_needs(wanted, record);
    case OpFamily::kReduction:
    case OpFamily::kWelford: return reduced_needs(wanted, record);
    case OpFamily::kPad: return padded_needs(wanted, record);
    case OpFamily::kCat: return joined_needs(wanted, record);
    case OpFamily::kIndex: return indexed_needs(wanted, record);
    case OpFamily::kFactory: {
      if (record.op == op("full")) return std::vector<Wanted>{at(record.operand(1), {}, 0)};
      std::vector<Wanted> out;
      for (size_t slot = 1; slot < record.operands.size(); ++slot) {
        if (record.has_operand(slot)) out.push_back(at(record.operand(slot), {}, 0));
      }
      return out;
    }
    case OpFamily::kDefineScalar:
    case OpFamily::kDefineVector:
    case OpFamily::kAddOutput:
    case OpFamily::kRandom:
    case OpFamily::kScan:
    case OpFamily::kScatter:
    case OpFamily::kSort:
    case OpFamily::kMatmul:
    case OpFamily::kSize:
    case OpFamily::kShapeQuery:
    case OpFamily::kComposite:
    case OpFamily::kOpaque: break;
  }
  return refuse(wanted);
}

ElementId ElementGraph::add(Element element) {
  for (const ElementId operand : element.operands) {
    const Element& read = elements_[operand];
    const bool is_reduction = read.kind == Element::Kind::kReduce;
    element.depends |= read.depends;
    element.phase = std::max(element.phase, read.phase + (is_reduction ? 1 : 0));
  }
  element.depends |= expressions_.depends(element.place);
  for (const IndexGuard& guard : element.guard) element.depends |= expressions_.depends(guard.place);
  if (element.kind == Element::Kind::kReduce) element.depends &= ~reduced_;
  return elements_.add(std::move(element));
}

ElementId ElementGraph::make_load(const Wanted& wanted, Element element) {
  const Strides& strides = strides_[wanted.state];
  element.kind = Element::Kind::kLoad;
  element.record.reset();
  for (size_t i = 0; i < strides.size(); ++i) {
    element.place = expressions_.add(element.place, expressions_.multiply(position(wanted)[i], strides[i]));
  }
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

/// One combination however many of its results are read.
ElementId ElementGraph::make_reduction(Element element) {
  const RecordId record = *element.record;
  const Record& row = input_.definition.records[record];
  const StateId state = element.state;
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
  switch (family(input_.definition.records[producer].op)) {
    case OpFamily::kDefineTensor: return make_load(wanted, std::move(element));
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
    case OpFamily::kDefineScalar:
    case OpFamily::kDefineVector:
    case OpFamily::kAddOutput:
    case OpFamily::kRandom:
    case OpFamily::kScan:
    case OpFamily::kScatter:
    case OpFamily::kSort:
    case OpFamily::kMatmul:
    case OpFamily::kSize:
    case OpFamily::kShapeQuery:
    case OpFamily::kComposite:
    case OpFamily::kOpaque: break;
  }
  CHECK(false, "needs() refuses what cannot be made");
  return operands[0];
}

std::optional<ElementId> ElementGraph::element_at(StateId state, const Position& position) {
  const Wanted root = at(state, position, number_of(std::vector<IndexGuard>{}));
  std::vector<Wanted> open{root};
  while (!open.empty()) {
    const Wanted wanted = open.back();
    if (made_.contains(wanted)) {
      open.pop_back();
      continue;
    }
    const Needs needed = needs(wanted);
    if (!needed) return std::nullopt;
    std::vector<ElementId> operands;
    for (const Wanted& need : *needed) {
      const auto found = made_.find(need);
      if (found != made_.end()) {
        operands.push_back(found->second);
      } else {
        open.push_back(need);
      }
    }
    if (operands.size() == needed->size()) {
      made_.emplace(wanted, make(wanted, operands));
      open.pop_back();
    }
  }
  return made_.at(root);
}

}  // namespace cleave
