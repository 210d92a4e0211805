// See render_cuda.h.
#include "core/kernel/render_cuda.h"

#include <algorithm>
#include <map>

#include "core/ir/print.h"
#include "core/kernel/c_text.h"
#include "core/kernel/element_text.h"
#include "core/kernel/text_writer.h"
#include "core/ops/op_table.h"

namespace cleave {
namespace {

class CudaRenderer {
 public:
  CudaRenderer(const KernelInput& input, const Schedule& schedule, const LoopNest& nest, SegmentId id)
      : input_(input), schedule_(schedule), nest_(nest), id_(id), text_(input, nest, schedule.is_wide) {
    name_entry();
    find_scratch_types();
  }

  Kernel run();

 private:
  void name_entry();
  void find_scratch_types();
  void declare_parameters();
  void write_head();
  void write_indices();
  void write_held();
  void write_scratch();
  void write_section(const Section& section);
  void write_loop(const Section& section);
  void write_body(const Section& section);
  void write_vector_load(ElementId id);
  void write_recalled(const Section& section, bool in_lanes);
  void write_lanes(const Section& section);
  void write_element(ElementId id, bool in_lanes);
  void write_accumulation(ElementId id);
  void write_accumulators(const Section& section);
  void write_combinations(const Section& section);
  void write_stores(const Section& section, bool in_lanes);
  void write_vector_stores(const Section& section, bool is_declaration);
  bool is_written(StateId state) const;
  bool is_vector_store(const NestStore& store) const;
  std::string store_condition(const Section& section) const;

  void begin_record(std::optional<RecordId> record);
  void end_record(std::optional<RecordId> record);

  const Element& element(ElementId id) const { return nest_.elements[id]; }
  std::string state_text(StateId state) const { return state_name(input_.definition, state); }
  std::string_view index_type() const { return schedule_.is_wide ? "long long" : "int"; }

  const KernelInput& input_;
  const Schedule& schedule_;
  const LoopNest& nest_;
  SegmentId id_;
  Kernel kernel_;
  ElementText text_;
  TextWriter out_;
  /// Types that reductions accumulate in, each once: the threads exchange them through arrays of these.
  std::vector<std::string> scratch_types_;
  std::optional<RecordId> last_record_;
  std::map<uint32_t, KernelRange> ranges_;
  int64_t record_begin_ = 0;
};

/// What the kernel is, what it makes, and whose it is.
void CudaRenderer::name_entry() {
  kernel_.entry = std::string(name(schedule_.kernel_template));
  if (!input_.definition.outputs.empty()) kernel_.entry += concat('_', state_text(input_.definition.outputs[0].value));
  kernel_.entry += concat("_g", id_.index);
}

void CudaRenderer::find_scratch_types() {
  for (const Element& e : nest_.elements) {
    if (e.kind != Element::Kind::kReduce) continue;
    const std::string type = text_.accumulator_type(e);
    if (std::find(scratch_types_.begin(), scratch_types_.end(), type) == scratch_types_.end()) {
      scratch_types_.push_back(type);
    }
  }
}

bool CudaRenderer::is_written(StateId state) const {
  return std::any_of(nest_.stores.begin(), nest_.stores.end(),
                     [&](const NestStore& store) { return store.target == state; });
}

void CudaRenderer::declare_parameters() {
  using Kind = KernelParameter::Kind;
  for (const StateId state : input_.definition.inputs) {
    const bool is_tensor = input_.definition.is_tensor(state);
    const bool is_read = std::any_of(nest_.elements.begin(), nest_.elements.end(), [&](const Element& e) {
      return e.state == state && (e.kind == Element::Kind::kLoad || e.kind == Element::Kind::kArgument);
    });
    if (is_read || is_written(state)) kernel_.parameters.push_back({is_tensor ? Kind::kInput : Kind::kScalar, state});
  }
  for (const NestStore& store : nest_.stores) {
    if (store.target != store.state) continue;
    const bool is_known = std::any_of(kernel_.parameters.begin(), kernel_.parameters.end(),
                                      [&](const KernelParameter& known) { return known.state == store.state; });
    if (!is_known) kernel_.parameters.push_back({Kind::kOutput, store.state});
  }
}

void CudaRenderer::write_head() {
  declare_parameters();
  const auto text = [&](const KernelParameter& parameter) {
    if (parameter.kind == KernelParameter::Kind::kScalar) {
      return concat(register_type(input_.types.scalar(parameter.state).dtype), ' ',
                    lower_name(input_.definition, parameter.state));
    }
    const std::string_view type = memory_type(input_.types.tensor(parameter.state).dtype);
    return concat(is_written(parameter.state) ? "" : "const ", type, "* __restrict__ ", state_text(parameter.state));
  };
  out_.line("// ", name(schedule_.kernel_template), ", ", name(schedule_.variant), ", vectors of ",
            schedule_.vector_width, ", ", schedule_.is_wide ? "64" : "32", "-bit indices");
  for (const std::string& reason : schedule_.reasons) out_.line("// ", reason);
  out_.open("extern \"C\" __global__ void __launch_bounds__(", schedule_.threads_x * schedule_.threads_y, ") ",
            kernel_.entry, "(", join(kernel_.parameters, ", ", text), ")");
}

/// Which part of the loops this thread has.
void CudaRenderer::write_indices() {
  const std::string_view type = index_type();
  const int64_t width = schedule_.vector_width;
  const auto clamped = [&](std::string_view name, int64_t extent, int64_t threads, std::string_view thread) {
    if (extent <= 1) {
      out_.line("const bool is_row = blockIdx.x == 0 && ", thread, " == 0;");
      return;
    }
    out_.line("const ", type, ' ', name, "_here = static_cast<", type, ">(blockIdx.x) * ", threads, " + ", thread, ";");
    out_.line("const bool is_row = ", name, "_here < ", extent, ";");
    out_.line("const ", type, ' ', name, " = is_row ? ", name, "_here : ", extent - 1, ";");
  };
  switch (schedule_.variant) {
    case Variant::kFlat:
      out_.line("const ", type, " chunk = static_cast<", type, ">(blockIdx.x) * ", schedule_.threads_x,
                " + threadIdx.x;");
      out_.line("if (chunk >= ", schedule_.chunks, ") return;");
      break;
    case Variant::kRowAcross: clamped("row", schedule_.domain.rows, schedule_.threads_y, "threadIdx.y"); break;
    case Variant::kColumnAcross:
      clamped("chunk", schedule_.domain.rows / width, schedule_.threads_x, "threadIdx.x");
      break;
  }
}

/// Registers that keep values from one loop over the columns to the next.
void CudaRenderer::write_held() {
  for (const ElementId id : nest_.elements.ids()) {
    const Element& e = element(id);
    if (nest_.is_held[id] != 0) {
      const bool is_lanes = nest_.is_per_lane(e.depends);
      out_.line(register_type(e.dtype), ' ', text_.name_of(id), "_kept[", schedule_.steps, ']',
                is_lanes ? concat('[', schedule_.vector_width, ']') : "", ";");
    }
    if (nest_.is_array[id] != 0 && e.kind != Element::Kind::kReduce) {
      out_.line(register_type(e.dtype), ' ', text_.name_of(id), '[', schedule_.vector_width, "];");
    }
  }
}

void CudaRenderer::write_scratch() {
  const int64_t warps = schedule_.threads_x / 32;
  const bool is_block = schedule_.variant == Variant::kRowAcross && schedule_.threads_x > 32;
  const bool is_column = schedule_.variant == Variant::kColumnAcross && schedule_.threads_y > 1;
  if (!is_block && !is_column) return;
  const int64_t count = is_block ? warps : schedule_.threads_x * schedule_.threads_y;
  for (size_t i = 0; i < scratch_types_.size(); ++i) {
    out_.line("__shared__ ", scratch_types_[i], " scratch_", i, '[', count, "];");
  }
}

/// A comment with the record as the segment's definition prints it.
void CudaRenderer::begin_record(std::optional<RecordId> record) {
  record_begin_ = out_.line_count() + 1;
  if (!record || record == last_record_) return;
  out_.line("// ", record_text(input_.definition, *record));
  last_record_ = record;
}

void CudaRenderer::end_record(std::optional<RecordId> record) {
  if (!record) return;
  const int64_t last = out_.line_count();
  const auto [found, is_new] = ranges_.try_emplace(record->index, KernelRange{*record, record_begin_, last});
  if (!is_new) found->second.last_line = last;
}

void CudaRenderer::write_vector_load(ElementId id) {
  const Element& e = element(id);
  const std::string_view type = memory_type(e.dtype);
  out_.line("const Vector<", type, ", ", schedule_.vector_width, "> ", text_.name_of(id), "_chunk = loaded<",
            schedule_.vector_width, ">(", state_text(e.state), " + ", text_.index(nest_.first_lane(e.place)), ");");
}

void CudaRenderer::write_element(ElementId id, bool in_lanes) {
  const Element& e = element(id);
  if (e.kind == Element::Kind::kConstant || e.kind == Element::Kind::kArgument) return;
  begin_record(e.record);
  const std::string lane = in_lanes && nest_.is_per_lane(e.depends) ? "[lane]" : "";
  const bool is_array = text_.is_lane_array(id);
  const std::string declared =
      is_array ? concat(text_.name_of(id), "[lane]") : concat("const ", register_type(e.dtype), ' ', text_.name_of(id));
  out_.line(declared, " = ", text_.expression(id), ";");
  if (nest_.is_held[id] != 0) out_.line(text_.name_of(id), "_kept[step]", lane, " = ", text_.value(id), ";");
  end_record(e.record);
}

bool CudaRenderer::is_vector_store(const NestStore& store) const {
  return nest_.is_per_lane(store.depends) && nest_.is_vector(store.place, schedule_.vector_width);
}

/// Vectors to be stored: declared before the lanes, stored behind them.
void CudaRenderer::write_vector_stores(const Section& section, bool is_declaration) {
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

/// Who stores: a thread whose row is one, and for values of a row one thread of them all.
std::string CudaRenderer::store_condition(const Section& section) const {
  std::vector<std::string> parts;
  const bool is_shared = !section.is_loop && schedule_.variant != Variant::kFlat;
  if (is_shared) parts.push_back(schedule_.variant == Variant::kRowAcross ? "threadIdx.x == 0" : "threadIdx.y == 0");
  if (schedule_.variant != Variant::kFlat) parts.emplace_back("is_row");
  return parts.empty() ? "" : concat("if (", join(parts, " && "), ") ");
}

void CudaRenderer::write_stores(const Section& section, bool in_lanes) {
  for (const size_t number : section.stores) {
    const NestStore& store = nest_.stores[number];
    if (nest_.is_per_lane(store.depends) != in_lanes) continue;
    const DType dtype = input_.types.tensor(store.target).dtype;
    const std::string text = text_.value_as(store.value, dtype);
    const std::string narrow = is_half_like(dtype) ? concat("narrowed<", memory_type(dtype), ">(", text, ')') : text;
    if (is_vector_store(store)) {
      out_.line("out_", number, "[lane] = ", narrow, ";");
    } else {
      out_.line(store_condition(section), state_text(store.target), '[', text_.index(store.place), "] = ", narrow, ";");
    }
  }
}

void CudaRenderer::write_accumulation(ElementId id) {
  const Element& e = element(id);
  const Record& record = input_.definition.records[*e.record];
  begin_record(e.record);
  const std::string mine = text_.value(id);
  const std::string next = text_.value_as(e.operands[0], e.dtype);
  if (family(record.op) == OpFamily::kWelford) {
    out_.line(mine, " = with_value(", mine, ", ", next, ");");
  } else {
    out_.line(mine, " = ", text_.combine_name(e), "{}(", mine, ", ", next, ");");
  }
  end_record(e.record);
}

void CudaRenderer::write_accumulators(const Section& section) {
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
void CudaRenderer::write_combinations(const Section& section) {
  for (const ElementId id : section.reductions) {
    const Element& e = element(id);
    const auto place = std::find(scratch_types_.begin(), scratch_types_.end(), text_.accumulator_type(e));
    const auto scratch = place - scratch_types_.begin();
    const bool is_row = schedule_.variant == Variant::kRowAcross;
    std::string call;
    if (is_row && schedule_.threads_x == 1) continue;
    if (!is_row && schedule_.threads_y == 1) continue;
    if (is_row && schedule_.threads_x <= 32) {
      call =
          concat("combined_in_warp<", schedule_.threads_x, ">(", text_.value(id), ", ", text_.combine_name(e), "{})");
    } else if (is_row) {
      call = concat("combined_in_block<", schedule_.threads_x, ">(", text_.value(id), ", ", text_.combine_name(e),
                    "{}, scratch_", scratch, ')');
    } else {
      call = concat("combined_over_y<", schedule_.threads_x, ", ", schedule_.threads_y, ">(", text_.value(id), ", ",
                    text_.combine_name(e), "{}, scratch_", scratch, ')');
    }
    begin_record(e.record);
    if (nest_.is_per_lane(e.depends)) {
      out_.line("#pragma unroll");
      out_.open("for (int lane = 0; lane < ", schedule_.vector_width, "; ++lane)");
    }
    out_.line(text_.value(id), " = ", call, ";");
    if (is_half_like(e.dtype))
      out_.line(text_.value(id), " = rounded_to<", memory_type(e.dtype), ">(", text_.value(id), ");");
    if (nest_.is_per_lane(e.depends)) out_.close();
    end_record(e.record);
  }
}

/// What an earlier loop has kept for this step.
void CudaRenderer::write_recalled(const Section& section, bool in_lanes) {
  for (const ElementId id : section.recalled) {
    const Element& e = element(id);
    if (nest_.is_per_lane(e.depends) != in_lanes) continue;
    const std::string_view lane = in_lanes ? "[lane]" : "";
    out_.line("const ", register_type(e.dtype), ' ', text_.name_of(id), " = ", text_.name_of(id), "_kept[step]", lane,
              ";");
  }
}

void CudaRenderer::write_lanes(const Section& section) {
  const auto has_lane_store = [&](size_t number) { return nest_.is_per_lane(nest_.stores[number].depends); };
  const auto has_lane = [&](ElementId id) {
    return nest_.is_per_lane(element(element(id).operands[0]).depends) || (nest_.lane_bit & nest_.loop_bits) != 0 ||
           nest_.is_per_lane(element(id).depends);
  };
  const bool is_needed = !section.lanes.empty() || !section.vector_loads.empty() || !section.recalled.empty() ||
                         std::any_of(section.stores.begin(), section.stores.end(), has_lane_store) ||
                         std::any_of(section.reductions.begin(), section.reductions.end(), has_lane);
  const bool is_one = schedule_.vector_width == 1;
  if (is_needed && !is_one) {
    out_.line("#pragma unroll");
    out_.open("for (int lane = 0; lane < ", schedule_.vector_width, "; ++lane)");
  }
  write_recalled(section, true);
  for (const ElementId id : section.vector_loads) {
    const Element& e = element(id);
    const std::string read = concat(text_.name_of(id), "_chunk[lane]");
    const std::string text = is_half_like(e.dtype) ? concat("widened(", read, ')') : read;
    if (nest_.is_array[id] != 0) {
      out_.line(text_.name_of(id), "[lane] = ", text, ";");
    } else {
      out_.line("const ", register_type(e.dtype), ' ', text_.name_of(id), " = ", text, ";");
    }
    if (nest_.is_held[id] != 0) out_.line(text_.name_of(id), "_kept[step][lane] = ", text_.name_of(id), ";");
  }
  for (const ElementId id : section.lanes) write_element(id, true);
  for (const ElementId id : section.reductions) {
    if (has_lane(id)) write_accumulation(id);
  }
  if (is_needed) write_stores(section, true);
  if (is_needed && !is_one) out_.close();
  for (const ElementId id : section.reductions) {
    if (!has_lane(id)) write_accumulation(id);
  }
}

void CudaRenderer::write_body(const Section& section) {
  // Places may be data that is read first.
  write_recalled(section, false);
  for (const ElementId id : section.once) write_element(id, false);
  for (const ElementId id : section.vector_loads) write_vector_load(id);
  write_vector_stores(section, true);
  write_lanes(section);
  write_stores(section, false);
  write_vector_stores(section, false);
}

void CudaRenderer::write_loop(const Section& section) {
  const bool is_row = schedule_.variant == Variant::kRowAcross;
  const int64_t threads = is_row ? schedule_.threads_x : schedule_.threads_y;
  const std::string variable = is_row ? "chunk" : "column";
  const bool is_exact = schedule_.steps * threads == schedule_.chunks;
  out_.line(schedule_.is_persistent ? "#pragma unroll" : "#pragma unroll 4");
  out_.open("for (", index_type(), " step = 0; step < ", schedule_.steps, "; ++step)");
  out_.line("const ", index_type(), ' ', variable, " = step * ", threads, " + threadIdx.", is_row ? "x" : "y", ";");
  if (!is_exact) out_.open("if (", variable, " < ", schedule_.chunks, ")");
  write_body(section);
  if (!is_exact) out_.close();
  out_.close();
}

void CudaRenderer::write_section(const Section& section) {
  if (!section.is_loop) return write_body(section);
  write_accumulators(section);
  write_loop(section);
  write_combinations(section);
}

Kernel CudaRenderer::run() {
  write_head();
  write_scratch();
  write_indices();
  write_held();
  for (const Section& section : nest_.sections) {
    last_record_.reset();
    write_section(section);
  }
  out_.close();
  for (const auto& [record, range] : ranges_) kernel_.ranges.push_back(range);
  kernel_.text = out_.take();
  kernel_.blocks = schedule_.blocks;
  kernel_.threads_x = schedule_.threads_x;
  kernel_.threads_y = schedule_.threads_y;
  return std::move(kernel_);
}

}  // namespace

Kernel render_cuda(const KernelInput& input, const Schedule& schedule, const LoopNest& nest, SegmentId id) {
  return CudaRenderer(input, schedule, nest, id).run();
}

}  // namespace cleave
