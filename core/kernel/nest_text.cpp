// See nest_text.h.
#include "core/kernel/nest_text.h"

#include <algorithm>

#include "core/kernel/c_text.h"
#include "core/ops/op_table.h"

namespace cleave {

void NestText::find_scratch_types() {
  for (const Element& e : nest_.elements) {
    if (e.kind != Element::Kind::kReduce && e.kind != Element::Kind::kScan) continue;
    const std::string type = text_.accumulator_type(e);
    if (std::find(scratch_types_.begin(), scratch_types_.end(), type) == scratch_types_.end()) {
      scratch_types_.push_back(type);
      const int64_t bytes = is_narrow(e.dtype) ? 4 : info(e.dtype).bits / 8;
      scratch_sizes_.push_back(bytes * (type.starts_with("Moments") ? 3 : 1));
    }
  }
}

/// Threads of a block work on one row together.
bool NestText::shares_rows() const {
  switch (schedule_.variant) {
    case Variant::kFlat:
    case Variant::kGrid:
    case Variant::kStaged:
    case Variant::kTile: return false;
    case Variant::kRowAcross: return spread_.blocks == 0 || spread_.threads_x > 1;
    case Variant::kColumnAcross: return spread_.blocks == 0 || spread_.threads_y > 1;
  }
  return false;
}

/// What threads share between them: rows, or chunks of them.
int64_t NestText::units() const {
  if (schedule_.variant == Variant::kFlat) return schedule_.chunks;
  const int64_t width = schedule_.variant == Variant::kColumnAcross ? schedule_.vector_width : 1;
  return schedule_.domain.rows / width;
}
int64_t NestText::units_at_once() const {
  return schedule_.variant == Variant::kRowAcross ? spread_.threads_y : spread_.threads_x;
}
std::string_view NestText::unit_name() const { return schedule_.variant == Variant::kRowAcross ? "row" : "chunk"; }
const std::string& NestText::unit_thread() const {
  return schedule_.variant == Variant::kRowAcross ? spread_.y : spread_.x;
}

/// Which part of the loops this thread has.
void NestText::write_indices() {
  const std::string_view type = index_type();
  if (schedule_.cluster > 1) return write_cluster_indices();
  const std::string here = concat("static_cast<", type, ">(blockIdx.x) * ", units_at_once(), " + ", unit_thread());
  if (schedule_.variant == Variant::kFlat) {
    out_.line("const ", type, " chunk = ", here, ";");
    out_.line("if (chunk >= ", schedule_.chunks, ") return;");
    return;
  }
  if (units_at_once() == 1) {
    if (units() > 1) out_.line("const ", type, ' ', unit_name(), " = blockIdx.x;");
    return;
  }
  has_row_check_ = true;
  if (units() <= 1) {
    out_.line("const bool is_row = blockIdx.x == 0 && ", unit_thread(), " == 0;");
    return;
  }
  out_.line("const ", type, ' ', unit_name(), "_here = ", here, ";");
  out_.line("const bool is_row = ", unit_name(), "_here < ", units(), ";");
  out_.line("const ", type, ' ', unit_name(), " = is_row ? ", unit_name(), "_here : ", units() - 1, ";");
}

/// The same where the blocks of a cluster share a row: each has a part of the columns.
void NestText::write_cluster_indices() {
  const std::string_view type = index_type();
  out_.line("const ", type, " row = blockIdx.x / ", schedule_.cluster, ";");
  out_.line("const ", type, " part = blockIdx.x % ", schedule_.cluster, ";");
}

/// The same where blocks take the rows in turns: opens the loop over them.
void NestText::write_turns() {
  const std::string_view type = index_type();
  const int64_t each = units_at_once();
  has_row_check_ = shares_rows() && each > 1;
  if (!has_row_check_) {
    const std::string first =
        each == 1 ? "blockIdx.x" : concat("static_cast<", type, ">(blockIdx.x) * ", each, " + ", unit_thread());
    out_.open("for (", type, ' ', unit_name(), " = ", first, "; ", unit_name(), " < ", units(), "; ", unit_name(),
              " += ", spread_.blocks * each, ")");
    return;
  }
  out_.open("for (", type, " first = static_cast<", type, ">(blockIdx.x) * ", each, "; first < ", units(),
            "; first += ", spread_.blocks * each, ")");
  out_.line("const ", type, ' ', unit_name(), "_here = first + ", unit_thread(), ";");
  out_.line("const bool is_row = ", unit_name(), "_here < ", units(), ";");
  out_.line("const ", type, ' ', unit_name(), " = is_row ? ", unit_name(), "_here : ", units() - 1, ";");
}

/// The same where the columns of a row are shared by several blocks: each has a part.
void NestText::write_part_turns() {
  const std::string_view type = index_type();
  const int64_t each = units_at_once();
  const int64_t groups = divided_up(units(), each);
  has_row_check_ = each > 1;
  out_.open("for (", type, " item = blockIdx.x; item < ", groups * schedule_.splits, "; item += ", spread_.blocks, ")");
  out_.line("const ", type, " part = item % ", schedule_.splits, ";");
  if (!has_row_check_) {
    out_.line("const ", type, ' ', unit_name(), " = item / ", schedule_.splits, ";");
    return;
  }
  out_.line("const ", type, ' ', unit_name(), "_here = item / ", schedule_.splits, " * ", each, " + ", unit_thread(),
            ";");
  out_.line("const bool is_row = ", unit_name(), "_here < ", units(), ";");
  out_.line("const ", type, ' ', unit_name(), " = is_row ? ", unit_name(), "_here : ", units() - 1, ";");
}

/// What was loaded takes no more registers than memory.
bool NestText::is_kept_as_stored(const Element& e) const {
  return e.kind == Element::Kind::kLoad && is_narrow(e.dtype);
}

/// A vector is kept as it was loaded, several narrow elements in one register, or on its way to shared memory.
bool NestText::keeps_vector(ElementId id) const {
  const Element& e = element(id);
  const bool is_loaded_whole = std::any_of(nest_.sections.begin(), nest_.sections.end(), [&](const Section& section) {
    return std::find(section.vector_loads.begin(), section.vector_loads.end(), id) != section.vector_loads.end();
  });
  const bool fills_register = schedule_.vector_width * (info(e.dtype).bits / 8) >= 4;
  return is_loaded_whole && (schedule_.shared_limit > 0 || (is_narrow(e.dtype) && fills_register));
}

/// Where this step's part of a kept value is.
std::string NestText::kept_place(ElementId id) const {
  const bool is_shared = schedule_.shared_limit > 0;
  return concat(text_.name_of(id), "_kept[",
                is_shared ? concat("step * ", schedule_.threads_x, " + ", spread_.x) : "step", ']');
}
std::string NestText::kept_text(ElementId id, bool is_lane) const {
  const bool is_shared = schedule_.shared_limit > 0;
  const bool has_lanes = nest_.is_per_lane(element(id).depends);
  return concat(kept_place(id), is_lane && has_lanes && schedule_.vector_width > 1 ? "[lane]"
                                : has_lanes || is_shared                           ? "[0]"
                                                                                   : "");
}

/// Registers, or shared memory, that keep values from one loop over the columns to the next.
void NestText::write_held() {
  int64_t shared = 0;
  for (const ElementId id : nest_.elements.ids()) {
    const Element& e = element(id);
    if (nest_.is_held[id] != 0 && schedule_.shared_limit > 0) {
      const std::string type = concat("Vector<", memory_type(e.dtype), ", ", schedule_.vector_width, ">");
      out_.line(type, "* const ", text_.name_of(id), "_kept = reinterpret_cast<", type, "*>(shared_memory() + ", shared,
                ");");
      shared += schedule_.steps * schedule_.threads_x * schedule_.vector_width * (info(e.dtype).bits / 8);
    } else if (nest_.is_held[id] != 0 && keeps_vector(id)) {
      out_.line("Packed<", memory_type(e.dtype), ", ", schedule_.vector_width, "> ", text_.name_of(id), "_kept[",
                schedule_.steps, "];");
    } else if (nest_.is_held[id] != 0) {
      const bool is_lanes = nest_.is_per_lane(e.depends);
      const std::string_view type = is_kept_as_stored(e) ? memory_type(e.dtype) : register_type(e.dtype);
      out_.line(type, ' ', text_.name_of(id), "_kept[", schedule_.steps, ']',
                is_lanes ? concat('[', schedule_.vector_width, ']') : "", ";");
    }
    if (nest_.is_array[id] != 0 && e.kind != Element::Kind::kReduce) {
      out_.line(register_type(e.dtype), ' ', text_.name_of(id), '[', schedule_.vector_width, "];");
    }
  }
}

/// Places that the threads of a block need to exchange one value of each.
int64_t NestText::scratch_count() const {
  const bool is_block = schedule_.variant == Variant::kRowAcross && schedule_.threads_x > 32;
  const bool is_column = schedule_.variant == Variant::kColumnAcross && schedule_.threads_y > 1;
  if (is_column) return schedule_.threads_x * schedule_.threads_y;
  if (!is_block) return 0;
  // Blocks of a cluster leave their results behind those of the warps.
  return schedule_.threads_x / 32 + (schedule_.cluster > 1 ? schedule_.cluster : 0);
}

int64_t NestText::scratch_bytes() const {
  int64_t out = 0;
  for (const int64_t size : scratch_sizes_) out += size * scratch_count();
  return out;
}

void NestText::write_scratch() {
  if (scratch_count() == 0) return;
  for (size_t i = 0; i < scratch_types_.size(); ++i) {
    out_.line("__shared__ ", scratch_types_[i], " scratch_", i, '[', scratch_count(), "];");
  }
}

void NestText::write_vector_load(ElementId id) {
  const Element& e = element(id);
  const std::string type = concat("Vector<", memory_type(e.dtype), ", ", schedule_.vector_width, ">");
  const std::string read = concat("loaded<", schedule_.vector_width, ">(", state_text(e.state), " + ",
                                  text_.index(nest_.first_lane(e.place)), ");");
  if (e.guard.empty()) {
    out_.line("const ", type, ' ', text_.name_of(id), "_chunk = ", read);
  } else {
    std::vector<IndexGuard> guard = e.guard;
    for (IndexGuard& part : guard) part.place = nest_.first_lane(part.place);
    out_.line(type, ' ', text_.name_of(id), "_chunk{};");
    out_.line("if (", text_.guard_text(guard), ") ", text_.name_of(id), "_chunk = ", read);
  }
  if (nest_.is_held[id] == 0 || !keeps_vector(id)) return;
  const std::string chunk = text_.name_of(id) + "_chunk";
  out_.line(kept_place(id), " = ", schedule_.shared_limit > 0 ? chunk : concat("packed(", chunk, ')'), ";");
}

/// One more place of a running sum.
void NestText::write_scan(ElementId id) {
  const Element& e = element(id);
  lines_.begin(e.record);
  const std::string sum = text_.name_of(id) + "_so_far";
  out_.line(sum, " = ", text_.combine_name(e), "{}(", sum, ", ", text_.value_as(e.operands[0], e.dtype), ");");
  const std::string rounded = is_narrow(e.dtype) ? concat("rounded_to<", memory_type(e.dtype), ">(", sum, ')') : sum;
  out_.line("const ", register_type(e.dtype), ' ', text_.name_of(id), " = ", rounded, ";");
  lines_.end(e.record);
}

void NestText::write_element(ElementId id, bool in_lanes) {
  const Element& e = element(id);
  if (e.kind == Element::Kind::kScan) return write_scan(id);
  if (e.kind == Element::Kind::kConstant || e.kind == Element::Kind::kArgument) return;
  lines_.begin(e.record);
  const bool is_array = text_.is_lane_array(id);
  const std::string declared =
      is_array ? concat(text_.name_of(id), "[lane]") : concat("const ", register_type(e.dtype), ' ', text_.name_of(id));
  out_.line(declared, " = ", text_.expression(id), ";");
  if (nest_.is_held[id] != 0) {
    const std::string kept =
        is_kept_as_stored(e) ? concat("narrowed<", memory_type(e.dtype), ">(", text_.value(id), ')') : text_.value(id);
    out_.line(kept_text(id, in_lanes), " = ", kept, ";");
  }
  lines_.end(e.record);
}

bool NestText::is_vector_store(const NestStore& store) const {
  return nest_.is_per_lane(store.depends) && nest_.is_vector(store.place, schedule_.vector_width);
}

/// Vectors to be stored: declared before the lanes, stored behind them.
void NestText::write_vector_stores(const Section& section, bool is_declaration) {
  for (const size_t number : section.stores) {
    const NestStore& store = nest_.stores[number];
    if (!is_vector_store(store)) continue;
    const std::string_view type = memory_type(input_.types.tensor(store.target).dtype);
    if (is_declaration) {
      out_.line("Vector<", type, ", ", schedule_.vector_width, "> out_", number, ";");
      continue;
    }
    const std::string condition = store_condition(section);
    out_.line(condition, "stored(", state_text(store.target), " + ", text_.index(nest_.first_lane(store.place)),
              ", out_", number, ");");
  }
}

/// Who stores: a thread whose row is one, and for values of a row one thread of them all. Empty: all do.
std::string NestText::storing_threads(bool is_of_row) const {
  std::vector<std::string> parts;
  if (shares_rows() && is_of_row) {
    parts.push_back(concat(schedule_.variant == Variant::kRowAcross ? spread_.x : spread_.y, " == 0"));
    if (schedule_.cluster > 1) parts.emplace_back("part == 0");
  }
  if (has_row_check_) parts.emplace_back("is_row");
  return join(parts, " && ");
}

std::string NestText::store_condition(const Section& section) const {
  const std::string threads = storing_threads(!section.is_loop);
  return threads.empty() ? threads : concat("if (", threads, ") ");
}

void NestText::write_stores(const Section& section, bool in_lanes) {
  for (const size_t number : section.stores) {
    const NestStore& store = nest_.stores[number];
    if (nest_.is_per_lane(store.depends) != in_lanes) continue;
    const DType dtype = input_.types.tensor(store.target).dtype;
    const std::string text = text_.value_as(store.value, dtype);
    const std::string narrow = is_narrow(dtype) ? concat("narrowed<", memory_type(dtype), ">(", text, ')') : text;
    if (is_vector_store(store)) {
      out_.line("out_", number, "[lane] = ", narrow, ";");
    } else {
      const std::string place = concat(state_text(store.target), '[', text_.index(store.place), ']');
      const std::string sum = is_narrow(dtype)
                                  ? concat("narrowed<", memory_type(dtype), ">(widened(", place, ") + ", text, ")")
                              : is_boolean(dtype) ? concat(place, " | ", text)
                                                  : concat(place, " + ", text);
      const std::string change = store.is_atomic ? concat("add_in_one_step(", place, ", ", text, ")")
                                                 : concat(place, " = ", store.adds ? sum : narrow);
      out_.line(store_condition(section), change, ";");
    }
  }
}

void NestText::write_accumulation(ElementId id) {
  const Element& e = element(id);
  const Record& record = input_.definition.records[*e.record];
  lines_.begin(e.record);
  const std::string mine = text_.value(id);
  const std::string next = text_.value_as(e.operands[0], e.dtype);
  if (family(record.op) == OpFamily::kWelford) {
    out_.line(mine, " = with_value(", mine, ", ", next, ");");
  } else {
    out_.line(mine, " = ", text_.combine_name(e), "{}(", mine, ", ", next, ");");
  }
  lines_.end(e.record);
}

void NestText::write_accumulators(const Section& section) {
  for (const auto* list : {&section.once, &section.lanes}) {
    for (const ElementId id : *list) {
      const Element& e = element(id);
      if (e.kind != Element::Kind::kScan) continue;
      const Identity identity = info(input_.definition.records[*e.record].op).identity;
      out_.line(register_type(e.dtype), ' ', text_.name_of(id), "_so_far = ", identity_text(identity, e.dtype), ";");
    }
  }
  for (const ElementId id : section.reductions) {
    const Element& e = element(id);
    const bool is_lanes = nest_.is_per_lane(e.depends);
    const Record& record = input_.definition.records[*e.record];
    const bool is_welford = family(record.op) == OpFamily::kWelford;
    const std::string zero = is_welford ? "{0, 0, 0}" : identity_text(info(record.op).identity, e.dtype);
    const std::string type = text_.accumulator_type(e);
    if (!is_lanes) {
      out_.line(type, ' ', text_.name_of(id), is_welford ? "" : " = ", zero, ";");
      continue;
    }
    out_.line(type, ' ', text_.name_of(id), '[', schedule_.vector_width, "];");
    out_.line("#pragma unroll");
    out_.line("for (int lane = 0; lane < ", schedule_.vector_width, "; ++lane) ", text_.name_of(id), "[lane] = ", zero,
              ";");
  }
}

/// What the threads of a row have accumulated becomes one value that all of them have.
void NestText::write_combinations(const Section& section) {
  for (const ElementId id : section.reductions) {
    const Element& e = element(id);
    const auto place = std::find(scratch_types_.begin(), scratch_types_.end(), text_.accumulator_type(e));
    const auto scratch = place - scratch_types_.begin();
    const bool is_row = schedule_.variant == Variant::kRowAcross;
    const bool is_shared = (is_row ? spread_.threads_x : spread_.threads_y) > 1;
    const bool is_rounded = is_narrow(e.dtype) && !is_partial_;
    if (!is_shared && !is_rounded) continue;
    std::string call = concat(text_.value(id), ", ", text_.combine_name(e), "{}");
    if (schedule_.cluster > 1) {
      call = concat("combined_in_cluster<", spread_.threads_x, ", ", schedule_.cluster, ">(", call, ", scratch_",
                    scratch, ')');
    } else if (is_row && spread_.threads_x <= 32) {
      call = concat("combined_in_warp<", spread_.threads_x, ">(", call, ')');
    } else if (is_row) {
      call = concat("combined_in_block<", spread_.threads_x, ">(", call, ", scratch_", scratch, ')');
    } else {
      call = concat("combined_over_y<", spread_.threads_x, ", ", spread_.threads_y, ">(", call, ", scratch_", scratch,
                    ", ", spread_.x, ", ", spread_.y, ')');
    }
    lines_.begin(e.record);
    const bool is_lanes = nest_.is_per_lane(e.depends);
    if (is_lanes) {
      out_.line("#pragma unroll");
      out_.open("for (int lane = 0; lane < ", schedule_.vector_width, "; ++lane)");
    }
    if (is_shared) out_.line(text_.value(id), " = ", call, ";");
    if (is_rounded) {
      out_.line(text_.value(id), " = rounded_to<", memory_type(e.dtype), ">(", text_.value(id), ");");
    }
    if (is_lanes) out_.close();
    lines_.end(e.record);
  }
}

/// What an earlier loop has kept for this step.
void NestText::write_recalled(const Section& section, bool in_lanes) {
  for (const ElementId id : section.recalled) {
    const Element& e = element(id);
    const std::string again = text_.name_of(id) + "_again";
    if (keeps_vector(id) && !in_lanes) {
      const bool is_shared = schedule_.shared_limit > 0;
      out_.line("const Vector<", memory_type(e.dtype), ", ", schedule_.vector_width, "> ", again, " = ",
                is_shared ? kept_place(id) : concat("unpacked(", kept_place(id), ')'), ";");
    }
    if (nest_.is_per_lane(e.depends) != in_lanes) continue;
    const std::string kept = keeps_vector(id) ? again + "[lane]" : kept_text(id, in_lanes);
    out_.line("const ", register_type(e.dtype), ' ', text_.name_of(id), " = ",
              is_kept_as_stored(e) ? concat("widened(", kept, ')') : kept, ";");
  }
}

void NestText::write_lanes(const Section& section) {
  const auto has_lane_store = [&](size_t number) { return nest_.is_per_lane(nest_.stores[number].depends); };
  const auto has_lane = [&](ElementId id) {
    return nest_.is_per_lane(element(element(id).operands[0]).depends) || (nest_.lane_bit & nest_.loop_bits) != 0 ||
           nest_.is_per_lane(element(id).depends);
  };
  const bool is_needed = !section.lanes.empty() || !section.vector_loads.empty() || !section.recalled.empty() ||
                         std::any_of(section.stores.begin(), section.stores.end(), has_lane_store) ||
                         std::any_of(section.reductions.begin(), section.reductions.end(), has_lane) ||
                         !section.column_sums.empty();
  const bool is_one = schedule_.vector_width == 1;
  if (is_needed && !is_one) {
    out_.line("#pragma unroll");
    out_.open("for (int lane = 0; lane < ", schedule_.vector_width, "; ++lane)");
  }
  write_recalled(section, true);
  for (const ElementId id : section.vector_loads) {
    const Element& e = element(id);
    const std::string read = concat(text_.name_of(id), "_chunk[lane]");
    const std::string text = is_narrow(e.dtype) ? concat("widened(", read, ')') : read;
    if (nest_.is_array[id] != 0) {
      out_.line(text_.name_of(id), "[lane] = ", text, ";");
    } else {
      out_.line("const ", register_type(e.dtype), ' ', text_.name_of(id), " = ", text, ";");
    }
    if (nest_.is_held[id] != 0 && !keeps_vector(id)) out_.line(kept_text(id, true), " = ", read, ";");
  }
  for (const ElementId id : section.lanes) write_element(id, true);
  for (const ElementId id : section.reductions) {
    if (has_lane(id)) write_accumulation(id);
  }
  for (const size_t number : section.column_sums) write_column_sum(nest_.column_sums[number]);
  if (is_needed) write_stores(section, true);
  if (is_needed && !is_one) out_.close();
  for (const ElementId id : section.reductions) {
    if (!has_lane(id)) write_accumulation(id);
  }
}

void NestText::write_body(const Section& section) {
  // Places may be data that is read first.
  write_recalled(section, false);
  for (const ElementId id : section.once) write_element(id, false);
  for (const ElementId id : section.vector_loads) write_vector_load(id);
  write_vector_stores(section, true);
  write_lanes(section);
  write_stores(section, false);
  write_vector_stores(section, false);
}

/// Threads side by side make a running sum together.
bool NestText::shares_scan() const { return schedule_.work == LoopWork::kScan && spread_.threads_x > 1; }

/// One step of a running sum: as many places as threads, all of which take part, beyond the end with what changes
/// nothing.
void NestText::write_shared_scan(const Section& section) {
  const auto is_scan = [&](ElementId id) { return element(id).kind == Element::Kind::kScan; };
  const ElementId id = *std::find_if(section.once.begin(), section.once.end(), is_scan);
  const Element& e = element(id);
  const std::string type(register_type(e.dtype));
  const std::string name = text_.name_of(id);
  const bool is_exact = schedule_.steps * spread_.threads_x == schedule_.chunks;
  lines_.begin(e.record);
  out_.line(type, ' ', name, "_here = ", identity_text(info(input_.definition.records[*e.record].op).identity, e.dtype),
            ";");
  if (is_exact) {
    out_.open();
  } else {
    out_.open("if (chunk < ", schedule_.chunks, ")");
  }
  for (const ElementId other : section.once) {
    if (other.index < id.index) write_element(other, false);
  }
  out_.line(name, "_here = ", text_.value_as(e.operands[0], e.dtype), ";");
  out_.close();
  lines_.begin(e.record);
  const std::string combine = concat(text_.combine_name(e), "{}");
  const bool is_warp = spread_.threads_x <= kWarp;
  out_.line("const Running<", type, "> ", name, "_running = running_in_", is_warp ? "warp<" : "block<",
            spread_.threads_x, ">(", name, "_here, ", combine, is_warp ? "" : ", scratch_0", ");");
  const std::string sum = concat(combine, '(', name, "_so_far, ", name, "_running.upto)");
  out_.line("const ", type, ' ', name, " = ",
            is_narrow(e.dtype) ? concat("rounded_to<", memory_type(e.dtype), ">(", sum, ')') : sum, ";");
  out_.line(name, "_so_far = ", combine, '(', name, "_so_far, ", name, "_running.all);");
  lines_.end(e.record);
  if (!is_exact) out_.open("if (chunk < ", schedule_.chunks, ")");
  write_stores(section, false);
  if (!is_exact) out_.close();
}

void NestText::write_loop(const Section& section) {
  const bool is_row = schedule_.variant == Variant::kRowAcross;
  const int64_t threads = is_row ? spread_.threads_x : spread_.threads_y;
  const std::string variable = is_row ? "chunk" : "column";
  const std::string_view type = index_type();
  const int64_t parts = schedule_.splits * schedule_.cluster;
  const bool is_exact = schedule_.steps * threads * parts == schedule_.chunks;
  const bool is_whole = schedule_.is_persistent || !nest_.column_sums.empty();
  out_.line(is_whole ? "#pragma unroll" : "#pragma unroll 4");
  out_.open("for (", type, " step = 0; step < ", schedule_.steps, "; ++step)");
  const std::string turn = parts > 1 ? concat("(step * ", parts, " + part)") : "step";
  out_.line("const ", type, ' ', variable, " = ", turn, " * ", threads, " + ", is_row ? spread_.x : spread_.y, ";");
  if (shares_scan()) {
    write_shared_scan(section);
    return out_.close();
  }
  if (!is_exact) out_.open("if (", variable, " < ", schedule_.chunks, ")");
  write_body(section);
  if (!is_exact) out_.close();
  out_.close();
}

void NestText::write_section(const Section& section) {
  if (!section.is_loop) return write_body(section);
  write_accumulators(section);
  write_loop(section);
  write_combinations(section);
}

void NestText::write() {
  write_scratch();
  if (schedule_.splits > 1) return write_split();
  declare_column_sums();
  if (spread_.blocks > 0) {
    write_turns();
  } else {
    write_indices();
  }
  write_held();
  for (const Section& section : nest_.sections) {
    lines_.forget();
    write_section(section);
  }
  if (spread_.blocks > 0) out_.close();
  if (nest_.column_sums.empty()) return;
  write_column_partials();
  out_.line(spread_.barrier);
  write_column_totals();
}

}  // namespace cleave
