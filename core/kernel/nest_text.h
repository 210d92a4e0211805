// One loop nest as CUDA C++: what a thread does between the braces of a kernel, or of one pass of it. Knows nothing of
// parameters and launches.
#pragma once

#include <string>
#include <vector>

#include "core/kernel/element_text.h"
#include "core/kernel/record_lines.h"

namespace cleave {

/// How the threads of a kernel are spread over the loops of a nest.
struct ThreadSpread {
  /// The place of a thread among those side by side and above each other, as text, and how many there are of both.
  std::string x = "threadIdx.x";
  std::string y = "threadIdx.y";
  int64_t threads_x = 1;
  int64_t threads_y = 1;
  /// Blocks that take the rows of a pass in turns; 0 where every row has threads of its own.
  int64_t blocks = 0;
  /// The line at which all threads of the launch wait for each other.
  std::string barrier;
};

class NestText {
 public:
  NestText(const KernelInput& input, const Schedule& schedule, const LoopNest& nest, ThreadSpread spread,
           TextWriter& out, RecordLines& lines)
      : input_(input),
        schedule_(schedule),
        nest_(nest),
        spread_(std::move(spread)),
        text_(input, nest, schedule.is_wide),
        out_(out),
        lines_(lines) {
    find_scratch_types();
  }

  void write();
  /// Of static shared memory.
  int64_t scratch_bytes() const;

 private:
  void find_scratch_types();
  bool keeps_vector(ElementId id) const;
  std::string kept_place(ElementId id) const;
  std::string kept_text(ElementId id, bool is_lane) const;
  void write_indices();
  void write_cluster_indices();
  void write_turns();
  void write_part_turns();
  void write_split();
  void write_partials(const Section& section);
  void write_totals(const Section& section);
  void declare_column_sums();
  void write_column_sum(const ColumnSum& sum);
  void write_column_partials();
  void write_column_totals();
  std::string row_place(bool is_lanes) const;
  std::string summed_name(StateId target) const;
  int64_t units() const;
  int64_t units_at_once() const;
  std::string_view unit_name() const;
  const std::string& unit_thread() const;
  bool is_kept_as_stored(const Element& e) const;
  void write_held();
  int64_t scratch_count() const;
  void write_scratch();
  void write_section(const Section& section);
  void write_loop(const Section& section);
  void write_body(const Section& section);
  void write_vector_load(ElementId id);
  void write_recalled(const Section& section, bool in_lanes);
  void write_lanes(const Section& section);
  void write_element(ElementId id, bool in_lanes);
  void write_scan(ElementId id);
  bool shares_scan() const;
  void write_shared_scan(const Section& section);
  void write_accumulation(ElementId id);
  void write_accumulators(const Section& section);
  void write_combinations(const Section& section);
  void write_rounding(ElementId id);
  void write_stores(const Section& section, bool in_lanes);
  void write_vector_stores(const Section& section, bool is_declaration);
  bool is_vector_store(const NestStore& store) const;
  bool shares_rows() const;
  std::string storing_threads(bool is_of_row) const;
  std::string store_condition(const Section& section) const;

  const Element& element(ElementId id) const { return nest_.elements[id]; }
  std::string state_text(StateId state) const { return state_name(input_.definition, state); }
  std::string_view index_type() const { return schedule_.is_wide ? "long long" : "int"; }

  const KernelInput& input_;
  const Schedule& schedule_;
  const LoopNest& nest_;
  ThreadSpread spread_;
  ElementText text_;
  TextWriter& out_;
  RecordLines& lines_;
  /// A thread may stand beyond the last row.
  bool has_row_check_ = false;
  /// Partial results are not rounded to a narrow type.
  bool is_partial_ = false;
  /// Types that reductions accumulate in, each once: the threads exchange them through arrays of these.
  std::vector<std::string> scratch_types_;
  /// Bytes of one of each of them.
  std::vector<int64_t> scratch_sizes_;
};

}  // namespace cleave
