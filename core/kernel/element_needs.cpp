// See element_graph.h: what each op needs its operands for, and where.
#include "core/kernel/element_graph.h"
#include "core/ops/op_table.h"

namespace cleave {
namespace {

/// The bounds of a random op, and its seed and offset where it has its own.
std::vector<size_t> random_slots(const Record& record) {
  return record.has_operand(3) && record.has_operand(4) ? std::vector<size_t>{0, 1, 3, 4} : std::vector<size_t>{0, 1};
}

}  // namespace

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
  const auto& home = scope_.placement[operand];
  if (!home) return refuse(wanted);
  Position place;
  int64_t places = 1;
  size_t next = 0;
  for (size_t i = 0; i < is_reduced.size(); ++i) {
    const IndexSum& axis = is_reduced[i] ? (*home)[i] : position(wanted)[next++];
    const uint64_t depends = expressions_.depends(axis);
    // A reduced axis runs over the reduced loop alone, a kept one is none of it.
    if ((is_reduced[i] ? depends & ~scope_.reduced : depends & scope_.reduced) != 0) return refuse(wanted);
    if (is_reduced[i]) places *= input_.types.tensor(operand).axes[i].extent;
    place.push_back(axis);
  }
  // Each place of the loop must be another element, or some would count more than once.
  if (places != scope_.columns) return refuse(wanted);
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
  if (options.manual_padding) {
    std::vector<Wanted> same_place;
    for (const auto& operand : record.operands) same_place.push_back(at(*operand, position(wanted), wanted.guard));
    return same_place;
  }
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

/// A running sum goes along the loop, one place after the other.
ElementGraph::Needs ElementGraph::scanned_needs(const Wanted& wanted, const Record& record) {
  if (scope_.work != LoopWork::kScan) return refuse(wanted);
  const Position& place = position(wanted);
  const size_t axis = static_cast<size_t>(attributes<DimAttributes>(record).dim);
  for (size_t i = 0; i < place.size(); ++i) {
    const bool is_right =
        i == axis ? place[i] == scope_.column : (expressions_.depends(place[i]) & scope_.reduced) == 0;
    if (!is_right) return refuse(wanted);
  }
  const bool is_whole = place.empty() || input_.types.tensor(wanted.state).axes[axis].extent == scope_.columns;
  if (!is_whole) return refuse(wanted);
  return std::vector<Wanted>{at(record.operand(0), place, number_of(std::vector<IndexGuard>{}))};
}

/// Places in the operands of a product for a place in its result: left, right, and the bias where there is one.
std::vector<Position> ElementGraph::product_places(const Record& record, const Position& result) const {
  const auto extent = [&](size_t slot, size_t axis) {
    return input_.types.tensor(record.operand(slot)).axes[axis].extent;
  };
  const size_t left_rank = input_.types.tensor(record.operand(0)).rank();
  const size_t right_rank = input_.types.tensor(record.operand(1)).rank();
  const auto place = [](const Position& from, std::ptrdiff_t first, std::ptrdiff_t last) {
    return Position(from.begin() + first, from.begin() + last);
  };
  if (record.op == op("linear")) {
    // [*x, K] and [*w, N, K] to [*w, *x, N].
    const auto batch = static_cast<std::ptrdiff_t>(right_rank) - 2;
    std::vector<Position> out{place(result, batch, static_cast<std::ptrdiff_t>(result.size()) - 1),
                              place(result, 0, batch)};
    out[0].push_back(scope_.column);
    out[1].push_back(result.back());
    out[1].push_back(scope_.column);
    if (!record.has_operand(2)) return out;
    const size_t bias_rank = input_.types.tensor(record.operand(2)).rank();
    Position bias;
    for (size_t i = 0; i + 1 < bias_rank; ++i) bias.push_back(extent(2, i) == 1 ? IndexSum{} : result[i]);
    bias.push_back(result.back());
    out.push_back(std::move(bias));
    return out;
  }
  const bool has_rows = left_rank > 1;
  const bool has_columns = right_rank > 1;
  const size_t batch = result.size() - (has_rows ? 1 : 0) - (has_columns ? 1 : 0);
  const auto batch_place = [&](size_t slot, size_t rank) {
    Position out;
    const size_t own = rank > 2 ? rank - 2 : 0;
    for (size_t i = 0; i < own; ++i) out.push_back(extent(slot, i) == 1 ? IndexSum{} : result[batch - own + i]);
    return out;
  };
  std::vector<Position> out{batch_place(0, left_rank), batch_place(1, right_rank)};
  if (has_rows) out[0].push_back(result[batch]);
  out[0].push_back(scope_.column);
  out[1].push_back(scope_.column);
  if (has_columns) out[1].push_back(result.back());
  return out;
}

ElementGraph::Needs ElementGraph::product_needs(const Wanted& wanted, const Record& record) {
  if (scope_.work != LoopWork::kProduct) return refuse(wanted);
  const std::vector<Position> places = product_places(record, position(wanted));
  std::vector<Wanted> out;
  for (size_t slot = 0; slot < places.size(); ++slot) {
    out.push_back(at(record.operand(slot), places[slot], number_of(std::vector<IndexGuard>{})));
  }
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
  if (scope_.memory[wanted.state]) return std::vector<Wanted>{};
  switch (family(record.op)) {
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
    case OpFamily::kRandom: {
      std::vector<Wanted> out;
      for (const size_t slot : random_slots(record)) out.push_back(at(record.operand(slot), {}, 0));
      return out;
    }
    case OpFamily::kScan: return scanned_needs(wanted, record);
    case OpFamily::kMatmul: return product_needs(wanted, record);
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
  return refuse(wanted);
}

}  // namespace cleave
