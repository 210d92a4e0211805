// The table of reasons for a cut: one row a rule, with the sentence that explains the rule, what usually removes it,
// and the form of the sentence that is said of two groups. docs/reasons.md is generated from here; reason("R.CYCLE")
// names a row and is checked at compile time, and so is that every row has a sentence whose places are known.
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
  /// What is said of two groups; places in braces are those of kReasonPlaces.
  std::string_view sentence;
  /// The same where one op is at fault and no other; empty where there is always another.
  std::string_view alone = {};
  /// The refusal can disappear when the groups grow.
  bool cured_by_growth = false;
};

inline constexpr std::array kReasonTable{
    ReasonCodeInfo{
        .code = "R.AXIS_UNCOVERED",
        .rule = "A kernel has one loop nest, that of its reference tensor. A tensor with an axis that "
                "no loop of the nest runs over cannot be computed there. Two axes are one loop where an op "
                "takes them together, element by element; that their extents are equal does not make them one.",
        .remedy = "Read a tensor that has the loop's axes, or let the rule set `extended` give the "
                  "axis a loop of its own.",
        .sentence = "the kernel would loop over the axes of {other_tensor}; {axis} is none of them{namesake}",
        .cured_by_growth = true},
    ReasonCodeInfo{.code = "R.REDUCE_AXES_DIFFER",
                   .rule = "All reductions of one kernel must reduce the same axes and keep the same axes.",
                   .remedy = "Reduce the same axes, or keep the two reductions apart.",
                   .sentence = "{op} and {other_op} reduce or keep different axes",
                   .cured_by_growth = true},
    ReasonCodeInfo{.code = "R.KIND_MISMATCH",
                   .rule = "A kernel reduces either along the fastest axis (inner) or across it (outer). Both "
                           "together need rows that stay on chip and complementary axes.",
                   .remedy = "Keep the two kinds apart, or let both read one tensor whose rows are used again "
                             "after the inner reduction.",
                   .sentence = "one of {op} and {other_op} reduces along the fastest axis, the other across it",
                   .alone = "{op} reduces {direction}, the template the other way",
                   .cured_by_growth = true},
    ReasonCodeInfo{.code = "R.KINDS_MEET",
                   .rule =
                       "In a kernel with reductions along and across the fastest axis the two kinds share only what "
                       "both read. Neither may use what the other gives, and nothing in the kernel may use what those "
                       "across the axis give, which is complete only when all rows are done.",
                   .remedy = "Leave what uses both to a later kernel.",
                   .sentence = "{op} ties the two kinds of reduction together; they may share only what both read",
                   .cured_by_growth = true},
    ReasonCodeInfo{.code = "R.NEEDS_PERSISTENCE",
                   .rule = "A value is read again after a reduction over its axes, so it must stay on chip; a "
                           "plain reduction kernel keeps nothing.",
                   .remedy = "None is needed where a persistent kernel takes the group.",
                   .sentence = "{tensor} is read again after {other_op} and must stay on chip",
                   .cured_by_growth = true},
    ReasonCodeInfo{.code = "R.NO_PERSISTENCE",
                   .rule = "A persistent kernel exists to keep a tensor on chip over a reduction. Here nothing "
                           "that has all the reduced axes is read again after the reduction.",
                   .remedy = "Read a value from before the reduction again after it.",
                   .sentence = "nothing with all the axes that {op} reduces is read again after it",
                   .cured_by_growth = true},
    ReasonCodeInfo{.code = "R.POST_REDUCE_NEW_INPUT",
                   .rule = "After an inner reduction a plain reduction kernel may read only what already went "
                           "into the reduction.",
                   .remedy = "Read a tensor that the reduction reads too, or leave the rest to a pointwise "
                             "kernel.",
                   .sentence = "{tensor} is read after {other_op}, which does not read it",
                   .cured_by_growth = true},
    ReasonCodeInfo{.code = "R.POST_REDUCE_BCAST",
                   .rule = "A plain reduction kernel has its result when its loops over the reduced axes have "
                           "ended; it cannot run over such an axis again.",
                   .remedy = "Leave what expands the result to a pointwise kernel, or read a value from before "
                             "the reduction beside it.",
                   .sentence = "{op} expands the result of {other_op} again",
                   .cured_by_growth = true},
    ReasonCodeInfo{.code = "R.NO_ROWS",
                   .rule = "A row program gives each row, one place along the axes that its reductions keep, to a"
                           " block. A reduction of all axes leaves one row only.",
                   .remedy = "None: one block for everything would leave the device idle.",
                   .sentence = "{op} keeps no axis, so there are no rows to give to blocks",
                   .cured_by_growth = true},
    ReasonCodeInfo{.code = "R.NOT_PER_ROW",
                   .rule = "In a row program every tensor has the axes that the reductions keep: each block works"
                           " on its own row.",
                   .remedy = "Read a tensor that has the rows' axes.",
                   .sentence = "{tensor} lacks an axis of the rows of {op}, which has extent {0}",
                   .cured_by_growth = true},
    ReasonCodeInfo{.code = "R.BCAST_NOT_FROM_REDUCED",
                   .rule = "A persistent kernel loops over the axes of its reduction. The reduced value may be "
                           "expanded again only along an axis that existed before the reduction.",
                   .remedy = "Combine the expanded value with a tensor from before the reduction, or use the rule"
                             " set `extended`.",
                   .sentence = "{op} expands the result of {other_op} to an axis of extent {0} that did not exist"
                               " before it",
                   .cured_by_growth = true},
    ReasonCodeInfo{.code = "R.BUFFER_TOO_BIG",
                   .rule = "What must stay on chip over the reduction has to fit the registers of one "
                           "multiprocessor (128 KiB), of a cluster of them, or the shared memory of one block.",
                   .remedy = "Use a device with larger clusters, a narrower element type or a shorter row.",
                   .sentence = "a row of {op} needs {0} on chip; the device holds {1}"},
    ReasonCodeInfo{.code = "R.HALF_DEVICE",
                   .rule = "One row may keep at most half of the multiprocessors of the device busy, or rows "
                           "could not overlap.",
                   .remedy = "Use a larger device or a shorter row.",
                   .sentence = "a row of {op} needs {0}; at most half of the device works on one: {1}"},
    ReasonCodeInfo{.code = "R.TOO_FEW_BLOCKS",
                   .rule = "Long rows are kept on chip only where there are enough of them to fill an eighth of "
                           "the device.",
                   .remedy = "Use more rows; a plain reduction splits one row over many blocks.",
                   .sentence = "{op} has work for {0}; long rows are kept on chip from {1} on"},
    ReasonCodeInfo{.code = "R.RESHAPE_CONFLICT",
                   .rule = "One axis is split or merged in two ways that do not agree, so no loop nest serves "
                           "both.",
                   .remedy = "Cut between the two reshapes: a value that crosses a cut forgets how it was "
                             "reshaped.",
                   .sentence = "{op} and {other_op} reshape an axis of extent {0} in two ways",
                   .cured_by_growth = true},
    ReasonCodeInfo{.code = "R.RESHAPE_CROSSES_REDUCTION",
                   .rule = "A reshape connects a reduced axis with a kept one, or a scanned axis with others, so "
                           "the loop nest cannot keep the two apart.",
                   .remedy = "Cut at the reshape.",
                   .sentence = "{op} connects an axis that {other_op} runs over with one that it keeps"},
    ReasonCodeInfo{.code = "R.BCAST_TWO_SIZES",
                   .rule = "One broadcast axis is expanded to two different axes in one kernel.",
                   .remedy = "Broadcast the value separately for each use.",
                   .sentence = "one broadcast axis would be the axis of extent {0} of {tensor} and the one of "
                               "extent {1} of {other_tensor}",
                   .cured_by_growth = true},
    ReasonCodeInfo{.code = "R.SELF_MAP",
                   .rule = "Two axes of one tensor would have to be the same loop, as in a square matrix plus its"
                           " transpose.",
                   .remedy = "Cut at the transpose.",
                   .sentence = "axes {0} and {1} of {tensor} would be the same loop"},
    ReasonCodeInfo{.code = "R.INPUT_MUST_BE_GLOBAL",
                   .rule = "An op that reads its operand at other places than the thread's own needs it in global"
                           " memory: the operand must come from outside the kernel.",
                   .remedy = "Cut before the op.",
                   .sentence = "{op} reads {tensor} at other places than its own; it must come from outside"},
    ReasonCodeInfo{.code = "R.RESIZE_PLUS_INDEX",
                   .rule = "One kernel holds either slices and pads or lookups by index, not both.",
                   .remedy = "Cut between the two.",
                   .sentence = "{op} and {other_op} cannot share a kernel"},
    ReasonCodeInfo{.code = "R.RESIZE_BROADCAST",
                   .rule = "A resize kernel cannot slice or pad a broadcast axis, nor shrink an axis to one.",
                   .remedy = "Cut before the resize.",
                   .sentence = "{op} resizes a broadcast axis, or to one"},
    ReasonCodeInfo{.code = "R.RESIZE_SIZES_DIFFER",
                   .rule = "A resize kernel runs one loop nest over its reference; an output whose axis is "
                           "resized to another length does not fit it.",
                   .remedy = "Give the outputs the same extents, or slice inputs instead of computed values.",
                   .sentence = "{tensor} is {0} long where {other_tensor} is {1} long",
                   .cured_by_growth = true},
    ReasonCodeInfo{.code = "R.OPAQUE_OP",
                   .rule = "The op runs alone: a library computes it, or its meaning is not known.",
                   .remedy = "None: its neighbours are fused without it.",
                   .sentence = "{op} runs alone"},
    ReasonCodeInfo{.code = "R.NOT_GREEDY_OP",
                   .rule = "A kernel with a scan, sort or scatter holds only element-wise and shape ops beside "
                           "it.",
                   .remedy = "Cut between the two.",
                   .sentence = "a kernel of scans, sorts or scatters has no place for {op}"},
    ReasonCodeInfo{.code = "R.ORDERED_AXES_DIFFER",
                   .rule = "All scans and sorts of one kernel run over rows; the other axes must be the same for "
                           "all of them.",
                   .remedy = "Scan or sort along the same axis.",
                   .sentence = "the rows of {op} and {other_op} are not the same"},
    ReasonCodeInfo{.code = "R.NOT_A_VIEW",
                   .rule = "Only ops that rename places in memory are free; this group computes values.",
                   .remedy = "None: another template computes it.",
                   .sentence = "values are computed, not only renamed"},
    ReasonCodeInfo{.code = "R.HAS_REDUCTION",
                   .rule = "The template has no loop for a reduction.",
                   .remedy = "None: a reduction template takes it.",
                   .sentence = "{op} is a reduction",
                   .cured_by_growth = true},
    ReasonCodeInfo{.code = "R.MISSING_OP",
                   .rule = "The template is for a kind of op that the group does not hold.",
                   .remedy = "None: another template takes it.",
                   .sentence = "{missing}"},
    ReasonCodeInfo{.code = "R.OUTPUT_HAS_LOOP",
                   .rule = "The no-op scheduler is for outputs without elements, or with broadcast axes only.",
                   .remedy = "None: another template takes it.",
                   .sentence = "{axis} has to be looped over"},
    ReasonCodeInfo{.code = "R.PRODUCTS_OFF",
                   .rule = "nvFuser leaves products to a library unless it is told to generate them; Cleave never"
                           " tells it to.",
                   .remedy = "None: the product is a segment of its own.",
                   .sentence = "nvFuser generates no kernel for a product unless it is told to; a library runs it"},
    ReasonCodeInfo{.code = "R.LOOKUP_ALONG_FASTEST",
                   .rule = "A tiled kernel cannot look values up along the fastest axis of a tensor.",
                   .remedy = "None: a kernel without tiles takes it.",
                   .sentence = "{op} looks values up along the fastest axis of {tensor}"},
    ReasonCodeInfo{.code = "R.ONE_MEMORY_ORDER",
                   .rule = "Tiles go between two memory orders: of the tensors with each of two fastest axes one has"
                           " all the axes of the others, the one of the more frequent order has both fastest axes,"
                           " and neither is a mere broadcast of the other.",
                   .remedy = "None: a kernel without tiles takes it.",
                   .sentence = "no two tensors have fastest axes between which tiles could go"},
    ReasonCodeInfo{.code = "R.SMALL_TRANSPOSE",
                   .rule = "Tiles pay only where they fill the device, 32 x 32 elements for each multiprocessor, "
                           "and where the two fastest axes, with what lies between them, are long enough for one.",
                   .remedy = "None: a kernel without tiles takes it.",
                   .sentence = "there are {0} {what}; tiles pay from {1} on"},
    ReasonCodeInfo{.code = "R.NOT_CONNECTED",
                   .rule = "A kernel holds only ops that are connected through tensors.",
                   .remedy = "None: nothing would be saved.",
                   .sentence = "what the kernel would hold falls into parts that share no tensor",
                   .cured_by_growth = true},
    ReasonCodeInfo{.code = "R.CYCLE",
                   .rule = "Something between the two must run after the one and before the other, so joined they"
                           " would wait for themselves.",
                   .remedy = "Let what lies between join first.",
                   .sentence = "{path} must be computed between the two, from the one and for the other",
                   .cured_by_growth = true},
    ReasonCodeInfo{.code = "R.USER_BOUNDARY",
                   .rule = "The definition or an option asks for a cut here.",
                   .remedy = "Take the `segment_set` or the asked cut away.",
                   .sentence = "a cut is asked for behind {tensor}"},
    ReasonCodeInfo{.code = "R.PASS_BOUNDARY",
                   .rule = "A pass has put a boundary here: an input is updated that something reads at other places,"
                           " or the views behind it cost nothing when they stand alone.",
                   .remedy = "Leave the pass out, where results do not depend on it.",
                   .sentence = "a pass has put a boundary behind {tensor}; the list of passes says why"},
    ReasonCodeInfo{.code = "R.SEARCH_LIMIT",
                   .rule = "The definition is too large to be looked at to the end: whether something must run between"
                           " two groups, or everything that a rule asks of one kernel. What is not known does not"
                           " fit.",
                   .remedy = "None: very large definitions only.",
                   .sentence = "no rule refuses the two; whether something must run between them was not searched"
                               " to the end",
                   .alone = "there are more than {0} {what}, and the rules look at no more"},
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

/// What a sentence may name: ops and tensors of the refusal, the axis meant, its numbers by place and what the first
/// one counts, the op that a template misses, the direction in which `op` reduces, and the values computed between.
inline constexpr std::array<std::string_view, 12> kReasonPlaces{
    "op", "other_op", "tensor", "other_tensor", "axis", "namesake", "0", "1", "what", "missing", "direction", "path"};

constexpr bool has_known_places(std::string_view sentence) {
  for (size_t open = sentence.find('{'); open != std::string_view::npos; open = sentence.find('{', open + 1)) {
    const size_t close = sentence.find('}', open);
    if (close == std::string_view::npos) return false;
    const std::string_view place = sentence.substr(open + 1, close - open - 1);
    bool known = false;
    for (std::string_view name : kReasonPlaces) known = known || name == place;
    if (!known) return false;
  }
  return true;
}

constexpr bool every_reason_has_a_sentence() {
  for (const ReasonCodeInfo& row : kReasonTable) {
    if (row.code.empty() || row.rule.empty() || row.remedy.empty() || row.sentence.empty()) return false;
    if (!has_known_places(row.sentence) || !has_known_places(row.alone)) return false;
  }
  return true;
}
static_assert(every_reason_has_a_sentence());

inline const ReasonCodeInfo& info(ReasonCode code) { return kReasonTable[static_cast<size_t>(code)]; }
inline std::span<const ReasonCodeInfo> all_reasons() { return kReasonTable; }

}  // namespace cleave
