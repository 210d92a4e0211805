// The table of reasons for a cut: one row a rule, with the sentence that explains the rule and what usually removes it.
// docs/reasons.md is generated from here; reason("R.CYCLE") names a row and is checked at compile time.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace cleave {

/// Index of a row of the reason table.
enum class ReasonCode : uint8_t {};

struct ReasonCodeInfo {
  /// `R.AXIS_UNCOVERED`.
  std::string_view code;
  /// What the rule says, for the reference page.
  std::string_view rule;
  /// What usually removes it.
  std::string_view remedy;
};

inline constexpr std::array kReasonTable{
    ReasonCodeInfo{"R.AXIS_UNCOVERED",
                   "A kernel has one loop nest, that of its reference tensor. A tensor with an axis that no loop of the nest "
                   "runs over cannot be computed there.",
                   "Read a tensor that has the loop's axes, or let the rule set `extended` give the axis a loop of its own."},
    ReasonCodeInfo{"R.REDUCE_AXES_DIFFER", "All reductions of one kernel must reduce the same axes and keep the same axes.",
                   "Reduce the same axes, or keep the two reductions apart."},
    ReasonCodeInfo{"R.KIND_MISMATCH",
                   "A kernel reduces either along the fastest axis (inner) or across it (outer). Both together need rows that "
                   "stay on chip and complementary axes.",
                   "Keep the two kinds apart, or let both read one tensor whose rows are used again after the inner reduction."},
    ReasonCodeInfo{"R.NEEDS_PERSISTENCE",
                   "A value is read again after a reduction over its axes, so it must stay on chip; a plain reduction kernel "
                   "keeps nothing.",
                   "None is needed where a persistent kernel takes the group."},
    ReasonCodeInfo{"R.NO_PERSISTENCE",
                   "A persistent kernel exists to keep a tensor on chip over a reduction. Here nothing that has all the reduced "
                   "axes is read again after the reduction.",
                   "Read a value from before the reduction again after it."},
    ReasonCodeInfo{"R.POST_REDUCE_NEW_INPUT",
                   "After an inner reduction a plain reduction kernel may read only what already went into the reduction.",
                   "Read a tensor that the reduction reads too, or leave the rest to a pointwise kernel."},
    ReasonCodeInfo{"R.BCAST_NOT_FROM_REDUCED",
                   "A persistent kernel loops over the axes of its reduction. The reduced value may be expanded again only along "
                   "an axis that existed before the reduction.",
                   "Combine the expanded value with a tensor from before the reduction, or use the rule set `extended`."},
    ReasonCodeInfo{"R.BUFFER_TOO_BIG",
                   "What must stay on chip over the reduction has to fit the registers of one multiprocessor (128 KiB), of a "
                   "cluster of them, or the shared memory of one block.",
                   "Use a device with larger clusters, a narrower element type or a shorter row."},
    ReasonCodeInfo{"R.HALF_DEVICE",
                   "One row may keep at most half of the multiprocessors of the device busy, or rows could not overlap.",
                   "Use a larger device or a shorter row."},
    ReasonCodeInfo{"R.TOO_FEW_BLOCKS",
                   "Long rows are kept on chip only where there are enough of them to fill an eighth of the device.",
                   "Use more rows; a plain reduction splits one row over many blocks."},
    ReasonCodeInfo{"R.RESHAPE_CONFLICT",
                   "One axis is split or merged in two ways that do not agree, so no loop nest serves both.",
                   "Cut between the two reshapes: a value that crosses a cut forgets how it was reshaped."},
    ReasonCodeInfo{"R.RESHAPE_CROSSES_REDUCTION",
                   "A reshape connects a reduced axis with a kept one, or a scanned axis with others, so the loop nest cannot "
                   "keep the two apart.",
                   "Cut at the reshape."},
    ReasonCodeInfo{"R.BCAST_TWO_SIZES", "One broadcast axis is expanded to two different axes in one kernel.",
                   "Broadcast the value separately for each use."},
    ReasonCodeInfo{"R.SELF_MAP",
                   "Two axes of one tensor would have to be the same loop, as in a square matrix plus its transpose.",
                   "Cut at the transpose."},
    ReasonCodeInfo{"R.INPUT_MUST_BE_GLOBAL",
                   "An op that reads its operand at other places than the thread's own needs it in global memory: the operand "
                   "must come from outside the kernel.",
                   "Cut before the op."},
    ReasonCodeInfo{"R.RESIZE_PLUS_INDEX", "One kernel holds either slices and pads or lookups by index, not both.",
                   "Cut between the two."},
    ReasonCodeInfo{"R.RESIZE_BROADCAST", "A resize kernel cannot slice or pad a broadcast axis, nor shrink an axis to one.",
                   "Cut before the resize."},
    ReasonCodeInfo{"R.RESIZE_SIZES_DIFFER",
                   "A resize kernel runs one loop nest over its reference; an output whose axis is resized to another length "
                   "does not fit it.",
                   "Give the outputs the same extents, or slice inputs instead of computed values."},
    ReasonCodeInfo{"R.OPAQUE_OP", "The op runs alone: a library computes it, or its meaning is not known.",
                   "None: its neighbours are fused without it."},
    ReasonCodeInfo{"R.NOT_GREEDY_OP", "A kernel with a scan, sort or scatter holds only element-wise and shape ops beside it.",
                   "Cut between the two."},
    ReasonCodeInfo{"R.ORDERED_AXES_DIFFER",
                   "All scans and sorts of one kernel run over rows; the other axes must be the same for all of them.",
                   "Scan or sort along the same axis."},
    ReasonCodeInfo{"R.NOT_A_VIEW", "Only ops that rename places in memory are free; this group computes values.",
                   "None: another template computes it."},
    ReasonCodeInfo{"R.HAS_REDUCTION", "The template has no loop for a reduction.", "None: a reduction template takes it."},
    ReasonCodeInfo{"R.MISSING_OP", "The template is for a kind of op that the group does not hold.",
                   "None: another template takes it."},
    ReasonCodeInfo{"R.NOT_CONNECTED", "A kernel holds only ops that are connected through tensors.",
                   "None: nothing would be saved."},
    ReasonCodeInfo{"R.CYCLE",
                   "Something between the two must run after the one and before the other, so joined they would wait for "
                   "themselves.",
                   "Let what lies between join first."},
    ReasonCodeInfo{"R.USER_BOUNDARY", "The definition or an option asks for a cut here.",
                   "Remove the `segment_set` or the `--cut`."},
    ReasonCodeInfo{"R.SEARCH_LIMIT", "The two were not joined because checking it would have taken too long.",
                   "None: very large definitions only."},
};

/// Never defined: naming it in a constant expression is the error message for an unknown reason.
void no_such_reason();

/// The reason called `code`; a name that is not in the table does not compile.
consteval ReasonCode reason(std::string_view code) {
  for (size_t i = 0; i < kReasonTable.size(); ++i) {
    if (kReasonTable[i].code == code) return static_cast<ReasonCode>(i);
  }
  no_such_reason();
  return {};
}

inline const ReasonCodeInfo& info(ReasonCode code) { return kReasonTable[static_cast<size_t>(code)]; }
inline std::span<const ReasonCodeInfo> all_reasons() { return kReasonTable; }

}  // namespace cleave
