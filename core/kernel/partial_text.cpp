// See nest_text.h: results that several blocks have parts of. Each block leaves its part in memory; when all are there,
// whoever needs the whole combines them.
#include <algorithm>

#include "core/kernel/c_text.h"
#include "core/kernel/nest_text.h"
#include "core/ops/op_table.h"

namespace cleave {
namespace {

std::string partial_name(const Definition& definition, StateId state) {
  return concat(state_name(definition, state), "_partial");
}

}  // namespace

/// Where this thread's row is in memory of one number a row; where the lanes have one value, the place of the first.
std::string NestText::row_place(bool is_lanes) const {
  if (schedule_.variant == Variant::kRowAcross) return "row";
  if (schedule_.vector_width == 1) return "chunk";
  return concat("(chunk * ", schedule_.vector_width, is_lanes ? " + lane)" : ")");
}

/// The part of the row that this block has seen.
void NestText::write_partials(const Section& section) {
  const std::string threads = storing_threads(true);
  if (!threads.empty()) out_.open("if (", threads, ")");
  for (const ElementId id : section.reductions) {
    const Element& e = element(id);
    const bool is_lanes = nest_.is_per_lane(e.depends);
    if (is_lanes) {
      out_.line("#pragma unroll");
      out_.open("for (int lane = 0; lane < ", schedule_.vector_width, "; ++lane)");
    }
    out_.line(partial_name(input_.definition, e.state), "[part * ", schedule_.domain.rows, " + ", row_place(is_lanes),
              "] = ", text_.value(id), ";");
    if (is_lanes) out_.close();
  }
  if (!threads.empty()) out_.close();
}

/// All parts of a row, by the threads that have it now.
void NestText::write_totals(const Section& section) {
  write_accumulators(section);
  const bool is_shared = shares_rows();
  const std::string_view type = index_type();
  out_.line("#pragma unroll 8");
  out_.open("for (", type, " part = ", is_shared ? spread_.x : "0", "; part < ", schedule_.splits,
            "; part += ", is_shared ? spread_.threads_x : 1, ")");
  for (const ElementId id : section.reductions) {
    const Element& e = element(id);
    lines_.begin(e.record);
    const bool is_lanes = nest_.is_per_lane(e.depends);
    if (is_lanes) {
      out_.line("#pragma unroll");
      out_.open("for (int lane = 0; lane < ", schedule_.vector_width, "; ++lane)");
    }
    out_.line(text_.value(id), " = ", text_.combine_name(e), "{}(", text_.value(id), ", ",
              partial_name(input_.definition, e.state), "[part * ", schedule_.domain.rows, " + ", row_place(is_lanes),
              "]);");
    if (is_lanes) out_.close();
    lines_.end(e.record);
  }
  out_.close();
  write_combinations(section);
}

/// First the parts, by all blocks; then a warp a row, or a thread where rows lie side by side, has the whole and goes
/// on with it.
void NestText::write_split() {
  is_partial_ = true;
  write_part_turns();
  write_held();
  for (Section section : nest_.sections) {
    lines_.forget();
    if (!section.is_loop) {
      section.stores.clear();
      if (section.phase == 0) write_body(section);
      continue;
    }
    write_accumulators(section);
    write_loop(section);
    write_combinations(section);
    write_partials(section);
  }
  out_.close();
  out_.line(spread_.barrier);
  is_partial_ = false;
  const int64_t threads = spread_.threads_x * spread_.threads_y;
  const bool is_row = schedule_.variant == Variant::kRowAcross;
  spread_.threads_x = is_row ? kWarp : threads;
  spread_.threads_y = is_row ? threads / kWarp : 1;
  spread_.x = is_row ? concat("(threadIdx.x % ", kWarp, ')') : "threadIdx.x";
  spread_.y = is_row ? concat("(threadIdx.x / ", kWarp, ')') : "0";
  write_turns();
  write_held();
  for (const Section& section : nest_.sections) {
    lines_.forget();
    if (section.is_loop) {
      write_totals(section);
    } else {
      write_body(section);
    }
  }
  out_.close();
}

std::string NestText::summed_name(StateId target) const { return lower_name(input_.definition, target) + "_summed"; }

/// One sum for every column that this thread has, over all the rows of its block.
void NestText::declare_column_sums() {
  for (const ColumnSum& sum : nest_.column_sums) {
    const std::string name = summed_name(sum.target);
    const std::string type(register_type(sum.dtype));
    out_.line(type, ' ', name, '[', schedule_.steps, "][", schedule_.vector_width, "];");
    out_.line("#pragma unroll");
    out_.open("for (int step = 0; step < ", schedule_.steps, "; ++step)");
    out_.line("#pragma unroll");
    out_.line("for (int lane = 0; lane < ", schedule_.vector_width, "; ++lane) ", name,
              "[step][lane] = ", identity_text(info(input_.definition.records[sum.record].op).identity, sum.dtype),
              ";");
    out_.close();
  }
}

void NestText::write_column_sum(const ColumnSum& sum) {
  lines_.begin(sum.record);
  const std::string here = concat(summed_name(sum.target), "[step][", schedule_.vector_width == 1 ? "0" : "lane", ']');
  const std::string_view combine = info(input_.definition.records[sum.record].op).spelling.real;
  out_.line(here, " = ", combine, "{}(", here, ", ", text_.value_as(sum.value, sum.dtype), ");");
  lines_.end(sum.record);
}

void NestText::write_column_partials() {
  const std::string_view type = index_type();
  out_.line("#pragma unroll");
  out_.open("for (int step = 0; step < ", schedule_.steps, "; ++step)");
  out_.line("const ", type, " chunk = step * ", spread_.threads_x, " + ", spread_.x, ";");
  out_.line("if (chunk >= ", schedule_.chunks, ") continue;");
  for (const ColumnSum& sum : nest_.column_sums) {
    out_.line("#pragma unroll");
    out_.line("for (int lane = 0; lane < ", schedule_.vector_width, "; ++lane) ",
              partial_name(input_.definition, sum.target), "[static_cast<", type, ">(blockIdx.x) * ",
              schedule_.domain.columns, " + chunk * ", schedule_.vector_width, " + lane] = ", summed_name(sum.target),
              "[step][lane];");
  }
  out_.close();
}

void NestText::write_column_totals() {
  const std::string_view type = index_type();
  const int64_t threads = spread_.threads_x * spread_.threads_y;
  out_.open("for (", type, " place = static_cast<", type, ">(blockIdx.x) * ", threads, " + threadIdx.x; place < ",
            schedule_.domain.columns, "; place += ", spread_.blocks * threads, ")");
  out_.line("const ", type, " chunk = place / ", schedule_.vector_width, ";");
  out_.line("const int lane = place % ", schedule_.vector_width, ";");
  for (const ColumnSum& sum : nest_.column_sums) {
    lines_.begin(sum.record);
    const OpInfo& row = info(input_.definition.records[sum.record].op);
    const std::string total = lower_name(input_.definition, sum.target) + "_total";
    out_.line(register_type(sum.dtype), ' ', total, " = ", identity_text(row.identity, sum.dtype), ";");
    out_.line("#pragma unroll 8");
    out_.line("for (int block = 0; block < ", spread_.blocks, "; ++block) ", total, " = ", row.spelling.real, "{}(",
              total, ", ", partial_name(input_.definition, sum.target), "[block * ", schedule_.domain.columns,
              " + place]);");
    const std::string text =
        is_narrow(sum.dtype) ? concat("narrowed<", memory_type(sum.dtype), ">(", total, ')') : total;
    out_.line(state_text(sum.target), '[', text_.index(sum.place), "] = ", text, ";");
    lines_.end(sum.record);
  }
  out_.close();
}

}  // namespace cleave
