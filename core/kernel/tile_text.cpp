// See tile_text.h. Threads beyond the last row or column read what the last one reads and store nothing, so that loads
// stand behind no branch and all of a thread's are on the way at once.
#include "core/kernel/tile_text.h"

#include <algorithm>

#include "core/kernel/c_text.h"

namespace cleave {
namespace {

/// `64 * (block % 7)` and the like: a place that follows from one running number.
std::string text_of(const IndexExpressions& expressions, const IndexSum& sum) {
  const std::string out = index_text(expressions, sum, [](uint32_t) { return std::string(); });
  const bool is_term = sum.terms.size() == 1 && sum.terms[0].second == 1 && sum.constant == 0;
  return is_term && out.starts_with('(') ? out.substr(1, out.size() - 2) : out;
}

}  // namespace

/// Values that walks leave for later ones, each once.
std::vector<ElementId> TileText::exchanged() const {
  std::vector<ElementId> out;
  for (const TileWalk& walk : nest_.walks) out.insert(out.end(), walk.left.begin(), walk.left.end());
  return out;
}

/// Elements of a line in shared memory: one word more than the tile is wide, so that the threads of a warp that read
/// below each other meet different banks.
int64_t TileText::line_length(DType dtype) const {
  constexpr int64_t kWordBytes = 4;
  return tile_.column_side + std::max<int64_t>(1, kWordBytes / (info(dtype).bits / 8));
}

int64_t TileText::shared_bytes() const {
  int64_t out = 0;
  for (const ElementId id : exchanged()) {
    const DType dtype = element(id).dtype;
    out += tile_.row_side * line_length(dtype) * (info(dtype).bits / 8);
  }
  return out;
}

void TileText::write_shared_arrays() {
  for (const ElementId id : exchanged()) {
    const DType dtype = element(id).dtype;
    out_.line("__shared__ ", memory_type(dtype), ' ', text_.name_of(id), "_tile[", tile_.row_side, "][",
              line_length(dtype), "];");
  }
}

/// Which tile the block has.
void TileText::write_corners() {
  const int64_t across = divided_up(tile_.columns, tile_.column_side);
  const int64_t down = divided_up(tile_.rows, tile_.row_side);
  IndexExpressions expressions;
  const IndexSum block = expressions.variable("block", across * down * tile_.batches);
  const IndexSum column = expressions.multiply(expressions.remainder(block, across), tile_.column_side);
  const IndexSum above = expressions.divide(block, across);
  const IndexSum row = expressions.multiply(expressions.remainder(above, down), tile_.row_side);
  const std::string_view type = index_type();
  if (!block.is_constant()) out_.line("const ", type, " block = blockIdx.x;");
  if (tile_.batches > 1) {
    out_.line("const ", type, " batch = ", text_of(expressions, expressions.divide(above, down)), ";");
  }
  if (!row.is_constant()) out_.line("const ", type, " row_corner = ", text_of(expressions, row), ";");
  if (!column.is_constant()) out_.line("const ", type, " column_corner = ", text_of(expressions, column), ";");
}

/// Where the thread stands along one axis.
void TileText::write_place(std::string_view axis, bool is_lane_axis, int64_t extent, int64_t side, int64_t width) {
  const std::string_view type = index_type();
  const std::string name = is_lane_axis && width > 1 ? concat(axis, "_first") : std::string(axis);
  const std::string here = extent > side ? concat(axis, "_corner + tile_", axis) : concat("tile_", axis);
  if (extent % side == 0) {
    out_.line("const ", type, ' ', name, " = ", here, ";");
    return;
  }
  out_.line("const ", type, ' ', axis, "_here = ", here, ";");
  out_.line("const ", type, ' ', name, " = ", axis, "_here < ", extent, " ? ", axis,
            "_here : ", extent - (is_lane_axis ? width : 1), ";");
}

/// Where the thread stands in the tile, and in the whole.
void TileText::write_places(const TileWalk& walk) {
  const int64_t lanes = width(walk);
  const int64_t line = (walk.is_along_columns ? tile_.column_side : tile_.row_side) / lanes;
  const int64_t lines = walk.is_along_columns ? tile_.row_side : tile_.column_side;
  IndexExpressions expressions;
  const IndexSum place = expressions.variable("place", line * lines);
  const std::string along = text_of(expressions, expressions.multiply(expressions.remainder(place, line), lanes));
  const std::string across = text_of(expressions, expressions.divide(place, line));
  out_.line("const int tile_row = ", walk.is_along_columns ? across : along, ";");
  out_.line("const int tile_column = ", walk.is_along_columns ? along : across, ";");
  write_place("row", !walk.is_along_columns, tile_.rows, tile_.row_side, lanes);
  write_place("column", walk.is_along_columns, tile_.columns, tile_.column_side, lanes);
  if (is_exact() || walk.stores.empty()) return;
  std::vector<std::string> inside;
  if (tile_.rows % tile_.row_side != 0) inside.push_back(concat("row_here < ", tile_.rows));
  if (tile_.columns % tile_.column_side != 0) inside.push_back(concat("column_here < ", tile_.columns));
  out_.line("const bool is_inside = ", join(inside, " && "), ";");
}

void TileText::write_vector_load(const TileWalk& walk, ElementId id) {
  const Element& e = element(id);
  out_.line("const Vector<", memory_type(e.dtype), ", ", width(walk), "> ", text_.name_of(id), "_chunk = loaded<",
            width(walk), ">(", state_text(e.state), " + ", text_.index(nest_.first_lane(walk, e.place)), ");");
}

void TileText::write_element(ElementId id) {
  const Element& e = element(id);
  if (e.kind == Element::Kind::kConstant || e.kind == Element::Kind::kArgument) return;
  lines_.begin(e.record);
  out_.line("const ", register_type(e.dtype), ' ', text_.name_of(id), " = ", text_.expression(id), ";");
  lines_.end(e.record);
}

std::string TileText::in_tile(const TileWalk& walk, ElementId id) const {
  const std::string_view lane = width(walk) > 1 ? " + lane" : "";
  return walk.is_along_columns ? concat(text_.name_of(id), "_tile[tile_row][tile_column", lane, ']')
                               : concat(text_.name_of(id), "_tile[tile_row", lane, "][tile_column]");
}

/// The element in memory's type: as it was loaded or taken where it was.
std::string TileText::memory_value(const TileWalk& walk, ElementId id, DType dtype) const {
  const auto is_in = [&](const std::vector<ElementId>& list) {
    return std::find(list.begin(), list.end(), id) != list.end();
  };
  const bool is_same = element(id).dtype == dtype;
  if (is_same && is_in(walk.taken)) return in_tile(walk, id);
  if (is_same && is_in(walk.vector_loads)) return concat(text_.name_of(id), "_chunk[lane]");
  const std::string text = text_.value_as(id, dtype);
  return is_narrow(dtype) ? concat("narrowed<", memory_type(dtype), ">(", text, ')') : text;
}

/// Into shared memory.
void TileText::write_left(const TileWalk& walk) {
  for (const ElementId id : walk.left) {
    out_.line(in_tile(walk, id), " = ", memory_value(walk, id, element(id).dtype), ";");
  }
}

bool TileText::is_vector_store(const TileWalk& walk, const NestStore& store) const {
  return nest_.is_vector(walk, store.place, width(walk));
}

std::string TileText::stored_value(const TileWalk& walk, const NestStore& store) const {
  return memory_value(walk, store.value, input_.types.tensor(store.target).dtype);
}

/// Vectors to be stored: declared before the lanes, stored behind them.
void TileText::write_vector_stores(const TileWalk& walk, bool is_declaration) {
  for (const size_t number : walk.stores) {
    const NestStore& store = nest_.loops.stores[number];
    if (!is_vector_store(walk, store)) continue;
    const std::string_view type = memory_type(input_.types.tensor(store.target).dtype);
    if (is_declaration) {
      out_.line("Vector<", type, ", ", width(walk), "> out_", number, ";");
    } else {
      out_.line(is_exact() ? "" : "if (is_inside) ", "stored(", state_text(store.target), " + ",
                text_.index(nest_.first_lane(walk, store.place)), ", out_", number, ");");
    }
  }
}

void TileText::write_stores(const TileWalk& walk, bool in_lanes) {
  for (const size_t number : walk.stores) {
    const NestStore& store = nest_.loops.stores[number];
    if (nest_.is_per_lane(walk, store.depends) != in_lanes) continue;
    if (is_vector_store(walk, store)) {
      out_.line("out_", number, "[lane] = ", stored_value(walk, store), ";");
    } else {
      out_.line(is_exact() ? "" : "if (is_inside) ", state_text(store.target), '[', text_.index(store.place),
                "] = ", stored_value(walk, store), ";");
    }
  }
}

/// Some line of the lanes names the place of its lane.
bool TileText::needs_lane_place(const TileWalk& walk) const {
  const IndexExpressions& expressions = nest_.loops.expressions;
  const auto is_named = [&](ElementId id) {
    const Element& e = element(id);
    uint64_t bits = expressions.depends(e.place) | expressions.depends(e.component);
    for (const IndexGuard& guard : e.guard) bits |= expressions.depends(guard.place);
    return nest_.is_per_lane(walk, bits);
  };
  return std::any_of(walk.lanes.begin(), walk.lanes.end(), is_named) ||
         std::any_of(walk.stores.begin(), walk.stores.end(), [&](size_t number) {
           const NestStore& store = nest_.loops.stores[number];
           return !is_vector_store(walk, store) && nest_.is_per_lane(walk, expressions.depends(store.place));
         });
}

/// The walk does more with the element than to store it as it is.
bool TileText::is_computed_with(const TileWalk& walk, ElementId id) const {
  const auto reads = [&](ElementId reader) {
    const std::vector<ElementId>& operands = element(reader).operands;
    return std::find(operands.begin(), operands.end(), id) != operands.end();
  };
  return std::any_of(walk.lanes.begin(), walk.lanes.end(), reads) ||
         std::any_of(walk.stores.begin(), walk.stores.end(), [&](size_t number) {
           const NestStore& store = nest_.loops.stores[number];
           return store.value == id && input_.types.tensor(store.target).dtype != element(id).dtype;
         });
}

void TileText::write_lanes(const TileWalk& walk) {
  const std::string_view axis = walk.is_along_columns ? "column" : "row";
  const bool is_one = width(walk) == 1;
  if (!is_one) {
    out_.line("#pragma unroll");
    out_.open("for (int lane = 0; lane < ", width(walk), "; ++lane)");
    if (needs_lane_place(walk)) out_.line("const ", index_type(), ' ', axis, " = ", axis, "_first + lane;");
  }
  for (const auto* list : {&walk.taken, &walk.vector_loads}) {
    for (const ElementId id : *list) {
      if (!is_computed_with(walk, id)) continue;
      const DType dtype = element(id).dtype;
      const std::string read = memory_value(walk, id, dtype);
      out_.line("const ", register_type(dtype), ' ', text_.name_of(id), " = ",
                is_narrow(dtype) ? concat("widened(", read, ')') : read, ";");
    }
  }
  for (const ElementId id : walk.lanes) write_element(id);
  write_left(walk);
  write_stores(walk, true);
  if (!is_one) out_.close();
}

void TileText::write_body(const TileWalk& walk) {
  write_places(walk);
  // Places may be data that is read first.
  for (const ElementId id : walk.once) write_element(id);
  for (const ElementId id : walk.vector_loads) write_vector_load(walk, id);
  write_vector_stores(walk, true);
  write_lanes(walk);
  write_stores(walk, false);
  write_vector_stores(walk, false);
}

/// `, as T0 and T3 lie in memory.`: what is read and written in the order of the walk.
std::string TileText::memory_of(const TileWalk& walk) const {
  std::vector<std::string> names;
  const auto note = [&](StateId state) {
    const std::string name = state_text(state);
    if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
  };
  for (const auto* list : {&walk.vector_loads, &walk.lanes}) {
    for (const ElementId id : *list) {
      const bool is_in_order = nest_.is_along_columns(element(id).place) == walk.is_along_columns;
      if (element(id).kind == Element::Kind::kLoad && is_in_order) note(element(id).state);
    }
  }
  for (const size_t number : walk.stores) note(nest_.loops.stores[number].target);
  if (names.empty()) return ".";
  return concat(", as ", join(names, ", "), names.size() == 1 ? " lies" : " lie", " in memory.");
}

void TileText::write_walk(const TileWalk& walk) {
  const int64_t steps = tile_.row_side * tile_.column_side / width(walk) / schedule_.threads_x;
  lines_.forget();
  out_.line("// Along the ", walk.is_along_columns ? "columns" : "rows", memory_of(walk));
  if (steps > 1) {
    out_.line("#pragma unroll");
    out_.open("for (int step = 0; step < ", steps, "; ++step)");
    out_.line("const int place = step * ", schedule_.threads_x, " + threadIdx.x;");
  } else {
    out_.open();
    out_.line("const int place = threadIdx.x;");
  }
  write_body(walk);
  out_.close();
}

void TileText::write() {
  write_shared_arrays();
  write_corners();
  for (const TileWalk& walk : nest_.walks) {
    if (!walk.taken.empty()) out_.line("__syncthreads();");
    write_walk(walk);
  }
}

}  // namespace cleave
