// The passes that sort rows as CUDA C++: in shared memory, a block a row, where the row fits there; else every element
// counts those before it. Equal elements keep their order, NaN counts as larger than every number.
#pragma once

#include <string>

#include "core/kernel/loop_nest.h"
#include "core/kernel/record_lines.h"

namespace cleave {

class RankText {
 public:
  RankText(const KernelInput& input, const Schedule& schedule, const RankNest& nest, int64_t blocks, TextWriter& out,
           RecordLines& lines)
      : input_(input), schedule_(schedule), nest_(nest), blocks_(blocks), out_(out), lines_(lines) {}

  void write() const;
  /// Of static shared memory.
  int64_t shared_bytes() const;

 private:
  void write_counted() const;
  void write_sorted() const;
  void write_stores() const;
  std::string loaded(const IndexSum& place) const;
  bool is_descending() const;
  int64_t threads() const { return schedule_.threads_x * schedule_.threads_y; }
  const Record& record() const { return input_.definition.records[*schedule_.record]; }
  DType dtype() const { return input_.types.tensor(schedule_.domain.reference).dtype; }
  std::string_view index_type() const { return schedule_.is_wide ? "long long" : "int"; }

  const KernelInput& input_;
  const Schedule& schedule_;
  const RankNest& nest_;
  int64_t blocks_;
  TextWriter& out_;
  RecordLines& lines_;
};

}  // namespace cleave
