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
  /// The threads of a block that share a row, and the rows of a block, as text: `threadIdx.x` and `threadIdx.y` where
  /// the block has that shape.
  std::string x = "threadIdx.x";
  std::string y = "threadIdx.y";
  /// Blocks that take the rows of a pass in turns; 0 where every row has a thread of its own.
  int64_t blocks = 0;
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

 private:
  void find_scratch_types();
  bool opens_rows();
  void write_indices();
  void write_turns();
  void write_held();
  void write_scratch();
  void write_section(const Section& section);
  void write_loop(const Section& section);
  void write_body(const Section& section);
  void write_vector_load(ElementId id);
  void write_recalled(const Section& section, bool in_lanes);
  void write_lanes(const Section& section);
  void write_element(ElementId id, bool in_lanes);
  void write_scan(ElementId id);
  void write_accumulation(ElementId id);
  void write_accumulators(const Section& section);
  void write_combinations(const Section& section);
  void write_rounding(ElementId id);
  void write_stores(const Section& section, bool in_lanes);
  void write_vector_stores(const Section& section, bool is_declaration);
  bool is_vector_store(const NestStore& store) const;
  bool shares_rows() const;
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
  /// Types that reductions accumulate in, each once: the threads exchange them through arrays of these.
  std::vector<std::string> scratch_types_;
};

/// The lines of a pass that sorts.
void write_rank_nest(const KernelInput& input, const Schedule& schedule, const RankNest& nest, int64_t blocks,
                     TextWriter& out, RecordLines& lines);

}  // namespace cleave
