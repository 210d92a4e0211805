// Which loops a segment's kernel has: the axes of one tensor, the reference, in two groups. Kept axes name the rows,
// that is what is independent; reduced axes name the columns, that is what reductions combine. Each group is in memory
// order, so that its last axis is the fastest. A segment without reductions has rows only.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/infer/types.h"
#include "core/ir/definition.h"

namespace cleave {

struct LoopDomain {
  StateId reference{0U};
  /// Logical axes of the reference, outermost in memory first; those of extent 1 are left out.
  std::vector<uint32_t> kept;
  std::vector<uint32_t> reduced;
  int64_t rows = 1;
  int64_t columns = 1;
  bool has_reduction = false;
  /// The fastest axis of the reference is reduced.
  bool is_inner = false;
  /// Extent of the fastest axis.
  int64_t fastest_extent = 1;
};

/// The loops over `reference`, the marked axes as columns.
LoopDomain loop_domain_of(StateId reference, const TensorType& type, const std::vector<bool>& is_reduced);

/// The loops of the segment `definition`: those of the largest tensor that it reduces, else of its largest output.
/// Nothing where it has no output. Whether everything else of the segment fits into these loops is not asked here.
std::optional<LoopDomain> choose_loop_domain(const Definition& definition, const Types& types);

/// Lanes of a warp.
inline constexpr int64_t kWarp = 32;

/// `a` / `by`, rounded up; both at least 0, `by` not 0. Never overflows.
constexpr int64_t divided_up(int64_t a, int64_t by) { return a / by + (a % by != 0 ? 1 : 0); }

/// A reduction or a welford.
bool is_reduction(const Record& record);

/// Which of `rank` axes the dims of a primitive record name; those count from the front.
std::vector<bool> marked_dims(const std::vector<int64_t>& dims, size_t rank);

/// Which axes of its operand, of `rank`, a reduction or welford runs over.
std::vector<bool> reduced_axes(const Record& record, size_t rank);

}  // namespace cleave
