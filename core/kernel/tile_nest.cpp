// See tile_nest.h.
#include "core/kernel/tile_nest.h"

#include <algorithm>

namespace cleave {
namespace {

class TileBuilder {
 public:
  TileBuilder(const KernelInput& input, const Schedule& schedule, const Memory& memory)
      : input_(input), schedule_(schedule), tile_(*schedule.tile), memory_(memory) {}

  TileNestAnswer run();

 private:
  Position reference_position();
  bool follow_stores();
  bool follow_store(const TensorStore& from, const Placement& placement, ElementGraph& graph);
  std::optional<RecordId> unsafe_update() const;
  void mark_needs();
  bool is_early(ElementId id) const { return needs_columns_[id] != 0 && needs_rows_[id] == 0; }
  std::vector<ElementId> needed_by(std::vector<ElementId> open, const std::vector<ElementId>& taken) const;
  int64_t bytes_of(const std::vector<ElementId>& elements) const;
  std::vector<ElementId> choose_exchanged(const std::vector<ElementId>& late_values) const;
  void fill(TileWalk& walk, const std::vector<ElementId>& targets);
  void make_walks();
  const Element& element(ElementId id) const { return nest_.loops.elements[id]; }
  NestStore& store(size_t number) { return nest_.loops.stores[number]; }

  const KernelInput& input_;
  const Schedule& schedule_;
  const TileShape& tile_;
  const Memory& memory_;
  TileNest nest_;
  std::optional<RecordId> refused_;
  /// By element: something is read in the first order, or in the second, to compute it.
  IdMap<ElementId, char> needs_columns_;
  IdMap<ElementId, char> needs_rows_;
};

/// The variables of the walks, and where the reference stands at their values.
Position TileBuilder::reference_position() {
  IndexExpressions& expressions = nest_.loops.expressions;
  const TensorType& type = input_.types.tensor(schedule_.domain.reference);
  Position out(type.rank());
  const auto spread = [&](const IndexSum& linear, const std::vector<uint32_t>& axes) {
    std::vector<int64_t> extents;
    for (const uint32_t axis : axes) extents.push_back(type.axes[axis].extent);
    const Position places = position_of(expressions, linear, extents);
    for (size_t i = 0; i < axes.size(); ++i) out[axes[i]] = places[i];
  };
  spread(expressions.variable("batch", tile_.batches), tile_.batch_axes);
  nest_.row = expressions.variable("row", tile_.rows);
  nest_.row_first = tile_.row_width == 1 ? nest_.row : expressions.variable("row_first", tile_.rows);
  nest_.column = expressions.variable("column", tile_.columns);
  nest_.column_first = tile_.column_width == 1 ? nest_.column : expressions.variable("column_first", tile_.columns);
  nest_.row_bit = expressions.depends(nest_.row);
  nest_.column_bit = expressions.depends(nest_.column);
  spread(nest_.row, tile_.row_axes);
  spread(nest_.column, tile_.column_axes);
  return out;
}

bool TileBuilder::follow_store(const TensorStore& from, const Placement& placement, ElementGraph& graph) {
  const auto& position = placement[from.value];
  const auto value = position ? graph.element_at(from.value, *position) : std::nullopt;
  if (!value) {
    refused_ = graph.refused() ? graph.refused() : input_.definition.states[from.value].producer;
    return false;
  }
  IndexExpressions& expressions = nest_.loops.expressions;
  NestStore out;
  out.target = from.target;
  out.value = *value;
  const Strides strides = memory_[from.target].value_or(packed_strides(input_.types.tensor(from.target)));
  out.place = place_in_memory(expressions, *position, strides);
  out.is_update = family(input_.definition.producer(from.target).op) == OpFamily::kDefineTensor;
  out.depends = expressions.depends(out.place) | graph.elements()[*value].depends;
  nest_.loops.stores.push_back(std::move(out));
  return true;
}

bool TileBuilder::follow_stores() {
  const Position reference = reference_position();
  const Placement placement = place_tensors(input_, nest_.loops.expressions, schedule_.domain.reference, reference);
  const ElementScope scope{input_, memory_, placement, LoopWork::kReduce, IndexSum{}, 0, 1};
  ElementGraph graph(scope, nest_.loops.expressions);
  for (const TensorStore& from : schedule_.stores) {
    if (!follow_store(from, placement, graph)) return false;
  }
  nest_.loops.elements = graph.elements();
  nest_.loops.is_held = IdMap<ElementId, char>(nest_.loops.elements.size(), 0);
  nest_.loops.is_array = nest_.loops.is_held;
  return true;
}

/// The record of an output that overwrites what another walk, or another block, may still read.
std::optional<RecordId> TileBuilder::unsafe_update() const {
  for (const NestStore& store : nest_.loops.stores) {
    if (!store.is_update) continue;
    for (const Element& e : nest_.loops.elements) {
      const bool is_read = e.kind == Element::Kind::kLoad && e.state == store.target;
      if (is_read && e.place != store.place) return input_.definition.states[element(store.value).state].producer;
    }
  }
  return std::nullopt;
}

void TileBuilder::mark_needs() {
  needs_columns_ = nest_.loops.is_held;
  needs_rows_ = nest_.loops.is_held;
  for (const ElementId id : nest_.loops.elements.ids()) {
    const Element& e = element(id);
    for (const ElementId operand : e.operands) {
      needs_columns_[id] |= needs_columns_[operand];
      needs_rows_[id] |= needs_rows_[operand];
    }
    const auto is_along_columns = nest_.is_along_columns(e.place);
    if (e.kind == Element::Kind::kLoad && is_along_columns) (*is_along_columns ? needs_columns_ : needs_rows_)[id] = 1;
  }
}

/// The elements that `open` and what they are computed from need, in order; `taken` ones are there.
std::vector<ElementId> TileBuilder::needed_by(std::vector<ElementId> open, const std::vector<ElementId>& taken) const {
  IdMap<ElementId, char> seen(nest_.loops.elements.size(), 0);
  for (const ElementId id : taken) seen[id] = 1;
  std::vector<ElementId> out;
  while (!open.empty()) {
    const ElementId id = open.back();
    open.pop_back();
    if (seen[id] != 0) continue;
    seen[id] = 1;
    out.push_back(id);
    open.insert(open.end(), element(id).operands.begin(), element(id).operands.end());
  }
  std::sort(out.begin(), out.end());
  return out;
}

int64_t TileBuilder::bytes_of(const std::vector<ElementId>& elements) const {
  int64_t out = 0;
  for (const ElementId id : elements) out += info(element(id).dtype).bits / 8;
  return out;
}

/// Of what is computed along the columns that which `late_values` read, or what was loaded for it if that is less.
std::vector<ElementId> TileBuilder::choose_exchanged(const std::vector<ElementId>& late_values) const {
  std::vector<ElementId> computed;
  const auto note = [&](ElementId id) {
    if (is_early(id)) computed.push_back(id);
  };
  for (const ElementId id : late_values) note(id);
  for (const ElementId id : needed_by(late_values, {})) {
    if (is_early(id)) continue;
    for (const ElementId operand : element(id).operands) note(operand);
  }
  std::sort(computed.begin(), computed.end());
  computed.erase(std::unique(computed.begin(), computed.end()), computed.end());
  std::vector<ElementId> loaded = needed_by(computed, {});
  std::erase_if(loaded, [&](ElementId id) { return element(id).kind != Element::Kind::kLoad || !is_early(id); });
  return bytes_of(loaded) < bytes_of(computed) ? loaded : computed;
}

/// Puts what `targets` need in the lists of the walk.
void TileBuilder::fill(TileWalk& walk, const std::vector<ElementId>& targets) {
  const int64_t width = walk.is_along_columns ? tile_.column_width : tile_.row_width;
  std::vector<ElementId> needed = needed_by(targets, walk.taken);
  for (const ElementId id : needed) {
    const Element& e = element(id);
    const bool is_whole_vector =
        e.kind == Element::Kind::kLoad && e.guard.empty() && nest_.is_vector(walk, e.place, width);
    if (is_whole_vector) {
      walk.vector_loads.push_back(id);
    } else {
      (nest_.is_per_lane(walk, e.depends) ? walk.lanes : walk.once).push_back(id);
    }
  }
}

void TileBuilder::make_walks() {
  TileWalk first;
  TileWalk second;
  second.is_along_columns = false;
  TileWalk third;
  std::vector<ElementId> late_values;
  std::vector<ElementId> first_targets;
  for (size_t i = 0; i < nest_.loops.stores.size(); ++i) {
    const bool is_first = nest_.is_along_columns(store(i).place).value_or(false);
    const bool is_late = needs_rows_[store(i).value] != 0;
    (is_first ? is_late ? third : first : second).stores.push_back(i);
    (is_first && !is_late ? first_targets : late_values).push_back(store(i).value);
    if (is_first && is_late) second.left.push_back(store(i).value);
  }
  std::sort(second.left.begin(), second.left.end());
  second.left.erase(std::unique(second.left.begin(), second.left.end()), second.left.end());
  third.taken = second.left;
  first.left = choose_exchanged(late_values);
  second.taken = first.left;
  first_targets.insert(first_targets.end(), first.left.begin(), first.left.end());
  fill(first, first_targets);
  fill(second, late_values);
  for (TileWalk* walk : {&first, &second, &third}) {
    if (!walk->stores.empty() || !walk->left.empty()) nest_.walks.push_back(std::move(*walk));
  }
}

TileNestAnswer TileBuilder::run() {
  if (!follow_stores()) return {std::nullopt, refused_};
  if (const auto unsafe = unsafe_update()) return {std::nullopt, unsafe};
  mark_needs();
  make_walks();
  return {std::move(nest_), std::nullopt};
}

}  // namespace

std::optional<bool> TileNest::is_along_columns(const IndexSum& place) const {
  int64_t nearest_row = INT64_MAX;
  int64_t nearest_column = INT64_MAX;
  for (const auto& [id, factor] : place.terms) {
    const uint64_t bits = loops.expressions.term(id).depends;
    const int64_t distance = factor < 0 ? -factor : factor;
    if ((bits & row_bit) != 0) nearest_row = std::min(nearest_row, distance);
    if ((bits & column_bit) != 0) nearest_column = std::min(nearest_column, distance);
  }
  if (nearest_row == INT64_MAX || nearest_column == INT64_MAX) return std::nullopt;
  return nearest_column < nearest_row;
}

IndexSum TileNest::first_lane(const TileWalk& walk, const IndexSum& place) const {
  const IndexSum& lane = walk.is_along_columns ? column : row;
  const IndexSum& first = walk.is_along_columns ? column_first : row_first;
  return loops.expressions.add(place, loops.expressions.add(first, loops.expressions.multiply(lane, -1)));
}

bool TileNest::is_vector(const TileWalk& walk, const IndexSum& place, int64_t width) const {
  if (width == 1) return false;
  IndexSum rest = place;
  const IndexTermId lane = (walk.is_along_columns ? column : row).terms[0].first;
  const auto term = std::find(rest.terms.begin(), rest.terms.end(), std::pair(lane, int64_t{1}));
  if (term == rest.terms.end()) return false;
  rest.terms.erase(term);
  return !is_per_lane(walk, loops.expressions.depends(rest)) && IndexExpressions::alignment(rest, width) == width;
}

TileNestAnswer make_tile_nest(const KernelInput& input, const Schedule& schedule, const Memory& memory) {
  return TileBuilder(input, schedule, memory).run();
}

}  // namespace cleave
