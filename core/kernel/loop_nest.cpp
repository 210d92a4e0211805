// See loop_nest.h.
#include "core/kernel/loop_nest.h"

#include <algorithm>

#include "core/ops/op_table.h"

namespace cleave {
namespace {

/// Ops from this cost on are kept rather than computed again in a later phase.
constexpr int kDearCost = 5;

struct Loops {
  Position reference;
  IndexSum column;
  uint64_t reduced_bits = 0;
  uint64_t lane_bit = 0;
};

int64_t at_least_one(int64_t extent) { return std::max<int64_t>(extent, 1); }

/// `width` lanes of every chunk, as one index.
IndexSum chunked(IndexExpressions& expressions, int64_t extent, int64_t width, Loops& loops) {
  const IndexSum chunk = expressions.variable("chunk", at_least_one(extent / width));
  const IndexSum lane = expressions.variable("lane", width);
  loops.lane_bit = expressions.depends(lane);
  return expressions.add(expressions.multiply(chunk, width), lane);
}

/// The places of `axes` of the reference that the linear index names.
void spread(IndexExpressions& expressions, const TensorType& type, const std::vector<uint32_t>& axes,
            const IndexSum& linear, Position& out) {
  std::vector<int64_t> extents;
  for (const uint32_t axis : axes) extents.push_back(type.axes[axis].extent);
  const Position places = position_of(expressions, linear, extents);
  for (size_t i = 0; i < axes.size(); ++i) out[axes[i]] = places[i];
}

Loops make_loops(const KernelInput& input, const Schedule& schedule, IndexExpressions& expressions) {
  const LoopDomain& domain = schedule.domain;
  const TensorType& type = input.types.tensor(domain.reference);
  Loops out;
  IndexSum row;
  IndexSum column;
  switch (schedule.variant) {
    case Variant::kFlat: row = chunked(expressions, domain.rows, schedule.vector_width, out); break;
    case Variant::kRowAcross:
      row = expressions.variable("row", at_least_one(domain.rows));
      column = chunked(expressions, domain.columns, schedule.vector_width, out);
      break;
    case Variant::kColumnAcross:
      row = chunked(expressions, domain.rows, schedule.vector_width, out);
      column = expressions.variable("column", at_least_one(domain.columns));
      break;
    case Variant::kGrid:
    case Variant::kStaged:
    case Variant::kTile: CHECK(false, "passes have loops, the whole and tiles have none");
  }
  out.column = column;
  out.reduced_bits = expressions.depends(column);
  out.reference.resize(type.rank());
  spread(expressions, type, domain.kept, row, out.reference);
  spread(expressions, type, domain.reduced, column, out.reference);
  return out;
}

class NestBuilder {
 public:
  NestBuilder(const KernelInput& input, const Schedule& schedule, const Memory& memory)
      : input_(input), schedule_(schedule), memory_(memory) {}

  NestAnswer run();

 private:
  bool follow_stores(const Loops& loops);
  bool follow_store(const TensorStore& from, const Placement& placement, ElementGraph& graph);
  bool follow_column_sum(RecordId id, const Placement& placement, ElementGraph& graph);
  bool follow_scatter(const Loops& loops, ElementGraph& graph);
  void order_stores();
  IndexSum place_in(StateId target, const Position& position);
  bool is_splittable() const;
  void make_sections();
  void mark_arrays();
  bool is_per_step(ElementId id) const;
  uint32_t ready_phase(ElementId id) const;
  std::vector<ElementId> needed_by(std::vector<ElementId> open, Section& section);
  void want(const NestStore& store, std::vector<ElementId>& targets) const;
  void fill(Section& section, const std::vector<ElementId>& targets);
  bool is_holdable(const Element& element) const;
  bool is_dear(const Element& element) const;
  bool has_room_for_computed() const;

  const KernelInput& input_;
  const Schedule& schedule_;
  const Memory& memory_;
  LoopNest nest_;
  std::optional<RecordId> refused_;
  bool holds_computed_ = false;
  /// By element: it is made in a loop that has been built.
  IdMap<ElementId, char> has_been_made_;
  IdMap<ElementId, char> is_row_value_wanted_;
};

/// The place in memory of the element of `target` at `position`.
IndexSum NestBuilder::place_in(StateId target, const Position& position) {
  const Strides strides = memory_[target].value_or(packed_strides(input_.types.tensor(target)));
  return place_in_memory(nest_.expressions, position, strides);
}

bool NestBuilder::follow_store(const TensorStore& from, const Placement& placement, ElementGraph& graph) {
  const auto& position = placement[from.value];
  const auto value = position ? graph.element_at(from.value, *position) : std::nullopt;
  if (!value) {
    refused_ = graph.refused() ? graph.refused() : input_.definition.states[from.value].producer;
    return false;
  }
  NestStore store;
  store.target = from.target;
  store.value = *value;
  store.place = place_in(from.target, *position);
  store.is_update = family(input_.definition.producer(from.target).op) == OpFamily::kDefineTensor;
  nest_.stores.push_back(std::move(store));
  return true;
}

/// A sum over all rows: what it sums stands at every place of the loops, its result says only of the columns where.
bool NestBuilder::follow_column_sum(RecordId id, const Placement& placement, ElementGraph& graph) {
  const Record& record = input_.definition.records[id];
  const StateId result = record.result();
  const auto& position = placement[record.operand(0)];
  const auto value = position ? graph.element_at(record.operand(0), *position) : std::nullopt;
  const auto& at = placement[result];
  bool is_of_column = value && at.has_value();
  for (const IndexSum& axis : is_of_column ? *at : Position{}) {
    is_of_column = is_of_column && (nest_.expressions.depends(axis) & ~nest_.loop_bits & ~nest_.lane_bit) == 0;
  }
  if (!is_of_column) {
    refused_ = graph.refused() ? graph.refused() : id;
    return false;
  }
  nest_.column_sums.push_back({id, result, *value, input_.types.tensor(result).dtype, place_in(result, *at)});
  return true;
}

/// The source at every place of the index goes where the index says; a thread takes a row in order, so that the last
/// one stays, but where sums are made in one step each.
bool NestBuilder::follow_scatter(const Loops& loops, ElementGraph& graph) {
  const Record& record = input_.definition.records[*schedule_.record];
  const StateId target = record.result();
  const auto index = graph.element_at(record.operand(1), loops.reference);
  const auto value = index ? graph.element_at(record.operand(2), loops.reference) : std::nullopt;
  if (!value) {
    refused_ = graph.refused() ? graph.refused() : schedule_.record;
    return false;
  }
  Position position = loops.reference;
  const TensorType& type = input_.types.tensor(target);
  if (!position.empty()) {
    const auto axis = static_cast<size_t>(attributes<DimAttributes>(record).dim);
    position[axis] = nest_.expressions.data(index->index, type.axes[axis].extent, graph.elements()[*index].depends);
  }
  NestStore store;
  store.target = target;
  store.value = *value;
  store.place = place_in(target, position);
  store.adds = record.op == op("scatter_add");
  store.is_atomic = schedule_.variant == Variant::kFlat;
  store.depends = loops.reduced_bits;
  nest_.stores.push_back(std::move(store));
  return true;
}

/// Each store as early as its value is there; an input is overwritten when no later loop can read it any more, and, of
/// a row, behind the last wait of the threads that share it: they may not have read it yet.
void NestBuilder::order_stores() {
  uint32_t last_loop = 0;
  uint32_t last_row = 0;
  for (const ElementId id : nest_.elements.ids()) {
    last_loop = std::max(last_loop, nest_.elements[id].phase);
    last_row = std::max(last_row, ready_phase(id));
  }
  for (NestStore& store : nest_.stores) {
    store.depends |= nest_.elements[store.value].depends | nest_.expressions.depends(store.place);
    store.phase = ready_phase(store.value);
    if (store.is_update) store.phase = nest_.is_per_step(store.depends) ? last_loop : last_row;
  }
}

bool NestBuilder::follow_stores(const Loops& loops) {
  const Placement placement = place_tensors(input_, nest_.expressions, schedule_.domain.reference, loops.reference);
  const ElementScope scope{
      input_, memory_, placement, schedule_.work, loops.column, loops.reduced_bits, schedule_.domain.columns};
  ElementGraph graph(scope, nest_.expressions);
  if (schedule_.work == LoopWork::kScatter) {
    if (!follow_scatter(loops, graph)) return false;
  } else {
    for (const TensorStore& store : schedule_.stores) {
      if (!follow_store(store, placement, graph)) return false;
    }
    for (const RecordId sum : schedule_.column_sums) {
      if (!follow_column_sum(sum, placement, graph)) return false;
    }
  }
  nest_.elements = graph.elements();
  order_stores();
  return true;
}

bool NestBuilder::is_per_step(ElementId id) const { return nest_.is_per_step(nest_.elements[id].depends); }

/// The first phase whose sections can read the element.
uint32_t NestBuilder::ready_phase(ElementId id) const {
  const Element& element = nest_.elements[id];
  return element.phase + (element.kind == Element::Kind::kReduce ? 1 : 0);
}

bool NestBuilder::is_holdable(const Element& element) const {
  if (!schedule_.is_persistent) return false;
  // Shared memory is for the row; what all rows read, as weights, is in a cache.
  const bool is_of_row = (element.depends & ~nest_.loop_bits & ~nest_.lane_bit) != 0 || schedule_.domain.rows == 1;
  if (schedule_.shared_limit > 0 && !is_of_row) return false;
  if (element.kind == Element::Kind::kLoad) return true;
  return holds_computed_ && is_dear(element);
}

bool NestBuilder::is_dear(const Element& element) const {
  return element.kind == Element::Kind::kCompute && element.record &&
         info(input_.definition.records[*element.record].op).cost >= kDearCost;
}

/// Whether dear values fit into registers beside the inputs; else they are computed again.
bool NestBuilder::has_room_for_computed() const {
  if (schedule_.shared_limit > 0) return false;
  int64_t bytes = schedule_.held_bytes;
  for (const ElementId id : nest_.elements.ids()) {
    const Element& element = nest_.elements[id];
    if (!is_dear(element) || !is_per_step(id)) continue;
    const int64_t lanes = nest_.is_per_lane(element.depends) ? schedule_.vector_width : 1;
    bytes += schedule_.steps * lanes * std::max<int64_t>(4, info(element.dtype).bits / 8);
  }
  return bytes <= kHeldBytesPerThread;
}

/// The elements that `open` and what they are computed from need in `section`, in order. Values of a row are left to
/// the sections of rows, kept ones are recalled.
std::vector<ElementId> NestBuilder::needed_by(std::vector<ElementId> open, Section& section) {
  IdMap<ElementId, char> seen(nest_.elements.size(), 0);
  std::vector<ElementId> out;
  while (!open.empty()) {
    const ElementId id = open.back();
    open.pop_back();
    if (seen[id] != 0) continue;
    seen[id] = 1;
    const Element& element = nest_.elements[id];
    if (element.kind == Element::Kind::kReduce) continue;
    if (section.is_loop && !is_per_step(id)) {
      is_row_value_wanted_[id] = 1;
      continue;
    }
    if (!section.is_loop && has_been_made_[id] != 0) continue;
    if (section.is_loop && has_been_made_[id] != 0 && is_holdable(element)) {
      nest_.is_held[id] = 1;
      section.recalled.push_back(id);
      continue;
    }
    out.push_back(id);
    open.insert(open.end(), element.operands.begin(), element.operands.end());
  }
  std::sort(out.begin(), out.end());
  std::sort(section.recalled.begin(), section.recalled.end());
  return out;
}

/// What a store writes, and what says where.
void NestBuilder::want(const NestStore& store, std::vector<ElementId>& targets) const {
  targets.push_back(store.value);
  for (const uint32_t named : nest_.expressions.data_in(store.place)) targets.emplace_back(named);
}

/// Puts the elements in their lists.
void NestBuilder::fill(Section& section, const std::vector<ElementId>& targets) {
  for (const ElementId id : needed_by(targets, section)) {
    const Element& element = nest_.elements[id];
    has_been_made_[id] = 1;
    const bool is_whole_vector = element.kind == Element::Kind::kLoad &&
                                 nest_.is_vector(element.place, schedule_.vector_width) &&
                                 nest_.is_whole_vector(element.guard, schedule_.vector_width);
    if (!nest_.is_per_lane(element.depends)) {
      section.once.push_back(id);
    } else if (is_whole_vector) {
      section.vector_loads.push_back(id);
    } else {
      section.lanes.push_back(id);
    }
  }
}

/// Values of single lanes outlive the loop over lanes where another section reads them.
void NestBuilder::mark_arrays() {
  IdMap<ElementId, uint32_t> made_in(nest_.elements.size(), UINT32_MAX);
  for (uint32_t i = 0; i < nest_.sections.size(); ++i) {
    for (const ElementId id : nest_.sections[i].vector_loads) made_in[id] = i;
    for (const ElementId id : nest_.sections[i].lanes) made_in[id] = i;
    const auto note = [&](ElementId read) {
      const Element& element = nest_.elements[read];
      const bool is_of_row = nest_.is_per_lane(element.depends) && !nest_.is_per_step(element.depends);
      if (is_of_row && made_in[read] != i) nest_.is_array[read] = 1;
    };
    for (const auto* list : {&nest_.sections[i].once, &nest_.sections[i].lanes, &nest_.sections[i].reductions}) {
      for (const ElementId id : *list) {
        for (const ElementId operand : nest_.elements[id].operands) note(operand);
      }
    }
    for (const size_t store : nest_.sections[i].stores) note(nest_.stores[store].value);
    for (const size_t sum : nest_.sections[i].column_sums) note(nest_.column_sums[sum].value);
  }
}

/// The loops first, last phase last, since they say which values of the row are wanted; then the sections of rows.
void NestBuilder::make_sections() {
  uint32_t phases = 1;
  for (const NestStore& store : nest_.stores) phases = std::max(phases, store.phase + 1);
  for (const Element& element : nest_.elements) phases = std::max(phases, element.phase + 1);
  std::vector<Section> loops(phases);
  std::vector<Section> rows(phases);
  for (uint32_t phase = 0; phase < phases; ++phase) {
    Section& loop = loops[phase];
    loop.is_loop = true;
    loop.phase = phase;
    std::vector<ElementId> targets;
    for (const ElementId id : nest_.elements.ids()) {
      const Element& element = nest_.elements[id];
      if (element.kind != Element::Kind::kReduce || element.phase != phase) continue;
      loop.reductions.push_back(id);
      targets.push_back(element.operands[0]);
    }
    for (size_t i = 0; i < nest_.stores.size(); ++i) {
      if (!nest_.is_per_step(nest_.stores[i].depends) || nest_.stores[i].phase != phase) continue;
      loop.stores.push_back(i);
      want(nest_.stores[i], targets);
    }
    for (size_t i = 0; i < nest_.column_sums.size(); ++i) {
      if (ready_phase(nest_.column_sums[i].value) != phase) continue;
      loop.column_sums.push_back(i);
      targets.push_back(nest_.column_sums[i].value);
    }
    fill(loop, targets);
  }
  for (uint32_t phase = 0; phase < phases; ++phase) {
    rows[phase].phase = phase;
    std::vector<ElementId> targets;
    for (const ElementId id : nest_.elements.ids()) {
      if (is_row_value_wanted_[id] != 0 && ready_phase(id) == phase) targets.push_back(id);
    }
    for (size_t i = 0; i < nest_.stores.size(); ++i) {
      if (nest_.is_per_step(nest_.stores[i].depends) || nest_.stores[i].phase != phase) continue;
      rows[phase].stores.push_back(i);
      want(nest_.stores[i], targets);
    }
    fill(rows[phase], targets);
  }
  for (uint32_t phase = 0; phase < phases; ++phase) {
    for (Section* section : {&rows[phase], &loops[phase]}) {
      const bool is_empty = section->once.empty() && section->vector_loads.empty() && section->lanes.empty() &&
                            section->reductions.empty() && section->stores.empty() && section->column_sums.empty();
      if (!is_empty) nest_.sections.push_back(std::move(*section));
    }
  }
}

/// Several blocks can share the columns where one loop over them is all there is.
bool NestBuilder::is_splittable() const {
  return std::all_of(nest_.sections.begin(), nest_.sections.end(),
                     [](const Section& section) { return !section.is_loop || section.phase == 0; });
}

NestAnswer NestBuilder::run() {
  const Loops loops = make_loops(input_, schedule_, nest_.expressions);
  nest_.loop_bits = loops.reduced_bits;
  nest_.lane_bit = loops.lane_bit;
  if (!follow_stores(loops)) return {std::nullopt, refused_};
  nest_.is_held = IdMap<ElementId, char>(nest_.elements.size(), 0);
  has_been_made_ = nest_.is_held;
  is_row_value_wanted_ = nest_.is_held;
  nest_.is_array = nest_.is_held;
  holds_computed_ = has_room_for_computed();
  make_sections();
  mark_arrays();
  const bool is_impossible =
      (schedule_.splits > 1 && !is_splittable()) || shared_bytes(schedule_, nest_) > schedule_.shared_limit;
  if (is_impossible) return {std::nullopt, std::nullopt};
  return {std::move(nest_), std::nullopt};
}

}  // namespace

IndexSum LoopNest::first_lane(IndexSum place) const {
  std::erase_if(place.terms, [&](const auto& term) { return is_per_lane(expressions.term(term.first).depends); });
  return place;
}

int64_t shared_bytes(const Schedule& schedule, const LoopNest& nest) {
  if (schedule.shared_limit == 0) return 0;
  int64_t out = 0;
  for (const ElementId id : nest.elements.ids()) {
    if (nest.is_held[id] == 0) continue;
    const int64_t bytes = info(nest.elements[id].dtype).bits / 8;
    out += schedule.steps * schedule.threads_x * schedule.vector_width * bytes;
  }
  return out;
}

bool LoopNest::is_vector(const IndexSum& place, int64_t width) const {
  if (width == 1 || !is_per_lane(expressions.depends(place))) return false;
  bool is_next = false;
  for (const auto& [id, factor] : place.terms) {
    if (!is_per_lane(expressions.term(id).depends)) continue;
    if (expressions.term(id).kind != IndexTerm::Kind::kVariable || factor != 1) return false;
    is_next = true;
  }
  return is_next && IndexExpressions::alignment(first_lane(place), width) == width;
}

bool LoopNest::is_whole_vector(const std::vector<IndexGuard>& guard, int64_t width) const {
  return std::all_of(guard.begin(), guard.end(), [&](const IndexGuard& part) {
    if (!is_per_lane(expressions.depends(part.place))) return true;
    return is_vector(part.place, width) && part.low % width == 0 && part.high % width == 0;
  });
}

NestAnswer make_loop_nest(const KernelInput& input, const Schedule& schedule, const Memory& memory) {
  return NestBuilder(input, schedule, memory).run();
}

RankNest make_rank_nest(const KernelInput& input, const Schedule& schedule, const Memory& memory) {
  const Record& record = input.definition.records[*schedule.record];
  const LoopDomain& domain = schedule.domain;
  const TensorType& type = input.types.tensor(domain.reference);
  RankNest out;
  const IndexSum row = out.expressions.variable("row", at_least_one(domain.rows));
  Position position(type.rank());
  spread(out.expressions, type, domain.kept, row, position);
  const auto place = [&](const IndexSum& column, const Strides& strides) {
    spread(out.expressions, type, domain.reduced, column, position);
    return place_in_memory(out.expressions, position, strides);
  };
  const int64_t columns = at_least_one(domain.columns);
  out.mine = place(out.expressions.variable("column", columns), *memory[domain.reference]);
  out.other = place(out.expressions.variable("other", columns), *memory[domain.reference]);
  const IndexSum rank = out.expressions.variable("rank", columns);
  for (const TensorStore& store : schedule.stores) {
    out.targets.push_back(place(rank, packed_strides(input.types.tensor(store.target))));
  }
  out.count = 1;
  for (const uint32_t axis : domain.reduced) out.count = input.types.tensor(record.results[0]).axes[axis].extent;
  return out;
}

}  // namespace cleave
