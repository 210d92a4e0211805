// Diagnostic codes of segmentation options (E04xx, W04xx). Joined in diagnostic_codes.h.
#pragma once

#include <array>

#include "core/source/diagnostic.h"

namespace cleave::codes {

inline constexpr std::array kSegmentCodes{
    DiagnosticCodeInfo{"E0401", "cut_not_found", Severity::kError, "there is no value `{0}` to cut at or to keep",
                       "`--cut` and `--keep` take the name that the definition gives a value, or `#` and its index."},
    DiagnosticCodeInfo{"E0402", "cut_not_tensor", Severity::kError,
                       "`{0}` is no tensor; only tensors are cut at or kept",
                       "Scalars and vectors are computed again wherever they are needed, so they never cross a cut."},
    DiagnosticCodeInfo{
        "W0403", "keep_refused", Severity::kWarning,
        "`{0}` is stored between g{1} and g{2} although `keep` forbids it: {3}",
        "A value stays inside one kernel only where a rule lets one kernel hold its producer and its readers; "
        "`cleave explain` shows what would."},
    DiagnosticCodeInfo{
        "N0420", "keep_moved_cut", Severity::kNote, "keeping {0} inside a kernel moved the cut: {1} crosses instead",
        "Where no kernel holds the whole, a cut that is forbidden at one value stands at another. Without `--keep` the "
        "split moves the fewest bytes that Cleave finds."},
    DiagnosticCodeInfo{"E0414", "cut_and_keep", Severity::kError, "`{0}` is both to be cut at and to be kept",
                       "A value either crosses between two kernels or stays inside one. Ask for one of the two."},
    DiagnosticCodeInfo{
        "W0415", "boundary_at_input", Severity::kWarning,
        "`{0}` is an input: no kernel makes it, so there is nothing to cut at or to keep",
        "A cut stands behind a value that the definition computes. To cut before the readers of an input, cut at "
        "what the reader to separate gives."},
    DiagnosticCodeInfo{
        "W0416", "boundary_unread", Severity::kWarning,
        "no segment reads `{0}`, so there is nothing to cut at or to keep",
        "A cut separates the op that makes a value from those that read it; a value that only leaves, or that no "
        "output needs, has no reader."},
    DiagnosticCodeInfo{
        "E0404", "unknown_pass", Severity::kError, "there is no pass `{0}`; there are {1}",
        "`--passes` takes `none`, `nvfuser` or names with commas between; `-` before a name takes it away."},
    DiagnosticCodeInfo{"W0419", "pass_always_runs", Severity::kWarning, "the pass `{0}` runs all the same",
                       "Without it a kernel could write elements that other threads still have to read: results "
                       "depend on it, so it cannot be taken away."},
    DiagnosticCodeInfo{
        "W0417", "order_not_followed", Severity::kWarning,
        "the definition has more than {0} ops; nvFuser's order is not followed for so many",
        "nvFuser asks about the same ops again and again, which takes as long here. The segments are those of Cleave's "
        "own order."},
    DiagnosticCodeInfo{
        "W0418", "combinations_left_out", Severity::kWarning,
        "nvFuser's order was followed only in part: {0} pairs of reductions were tried to be joined and there are more",
        "nvFuser tries every two reductions of the same axes with what lies between them. The pairs left out were "
        "joined only as neighbours, so nvFuser may make fewer segments."},
};

}  // namespace cleave::codes
