// Diagnostic codes of the machine and the run: memory, devices, files, values that only the run knows (E09xx). Joined
// in diagnostic_codes.h.
#pragma once

#include <array>

#include "core/source/diagnostic.h"

namespace cleave::codes {

inline constexpr std::array kMachineCodes{
    DiagnosticCodeInfo{"E0901", "not_enough_memory", Severity::kError,
                       "the run needs about {0}, more than the limit of {1}",
                       "`--shrink` scales the extents down until the values fit; `--memory` changes the limit."},
    DiagnosticCodeInfo{"E0902", "op_without_meaning", Severity::kError,
                       "`{0}` has no meaning yet, so `{1}` cannot be computed",
                       "The op is known, so the definition can be read, split and printed, but it cannot be run."},
    DiagnosticCodeInfo{"E0903", "operands_without_meaning", Severity::kError,
                       "`{0}` is not defined for {1} operands, so `{2}` cannot be computed",
                       "The op has a meaning for other types only. A `cast` before it makes the operands one of them."},
    DiagnosticCodeInfo{"E0904", "index_value_out_of_range", Severity::kError,
                       "index {0} of `{1}` for `{2}` is outside of axis {3}, whose extent is {4}",
                       "An index counts from 0 and must be smaller than the extent of the axis it names a place of; "
                       "negative ones do not wrap."},
    DiagnosticCodeInfo{
        "E0905", "run_is_partial", Severity::kError,
        "`{0}` reads `{1}`, whose shape is not known, and was left out: the rest cannot be compared with the whole",
        "A run judges all outputs or none. `--segment` runs one segment that does not need the value."},
    DiagnosticCodeInfo{"N0906", "long_run", Severity::kNote,
                       "the run computes about {0} values, one after the other: that can take {1}",
                       "The reference evaluator is the definition of meaning, obvious and slow. `--shrink` with a "
                       "small `--memory` scales the "
                       "extents down; `check`, `segment` and `explain` compute nothing."},
    DiagnosticCodeInfo{"E0920", "bad_request", Severity::kError, "the request is not understood: {0}",
                       "The fields of a request and their types are listed in docs/api.schema.json."},
    DiagnosticCodeInfo{"E0921", "device_missing", Severity::kError, "the device `{0}` cannot be used: {1}",
                       "`run` executes on the CPU unless another device is asked for; nothing falls back by itself."},
    DiagnosticCodeInfo{"E0922", "unreadable_file", Severity::kError, "cannot read `{0}`: {1}",
                       "A file is read as a whole; `-` reads the standard input."},
    DiagnosticCodeInfo{"E0923", "file_too_large", Severity::kError, "`{0}` has more than the limit of {1}",
                       "Scripts are read up to this size; cut out the definition and its inputs."},
    DiagnosticCodeInfo{"E0924", "unknown_gpu", Severity::kError, "there is no GPU called `{0}`; there are {1}",
                       "`--gpu` takes a name of the device table, or `none` for no device limits."},
    DiagnosticCodeInfo{"E0925", "definition_not_found", Severity::kError,
                       "there is no definition `{0}`; the text has {1}",
                       "`--definition` takes the place of a definition in the text, from 0, or its name."},
    DiagnosticCodeInfo{"E0926", "inputs_not_found", Severity::kError, "there is no input list `{0}`; the text has {1}",
                       "`--inputs` takes the name of a list of inputs such as `inputs = [...]`."},
    DiagnosticCodeInfo{
        "E0927", "segment_not_found", Severity::kError, "there is no segment g{0}; {1}",
        "Segments are counted from 0, in run order: `--segment 0` and `--segment g0` are the first one."},
    DiagnosticCodeInfo{
        "E0928", "cannot_shrink", Severity::kError,
        "no extent can be scaled down further, and the run still needs about {0}, more than the limit of {1}",
        "`--shrink` halves extents that are bound by the inputs; extents written as numbers in the definition stay."},
    DiagnosticCodeInfo{"E0929", "unreadable_link", Severity::kError, "cannot read the link: {0}",
                       "A link of the page holds the text and the options behind its `#`; it is read without a network. Copy it whole, "
                       "or ask for the text."},
    DiagnosticCodeInfo{"E0930", "cannot_run_on_gpu", Severity::kError, "the segments cannot be run on the GPU: {0}",
                       "On the CPU, which is the device unless another is asked for, every definition runs."},
    DiagnosticCodeInfo{"E0931", "gpu_call_failed", Severity::kError, "the CUDA driver refuses `{0}`: {1}",
                       "The words are the driver's. Out of memory: other programs may use the same GPU, or the run "
                       "needs more than it has."},
};

}  // namespace cleave::codes
