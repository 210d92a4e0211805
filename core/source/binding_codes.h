// Diagnostic codes of the inputs: sizes, strides, dtypes, scalars that do not fit the definition (E03xx, W03xx, N03xx).
// Joined in diagnostic_codes.h.
#pragma once

#include <array>

#include "core/source/diagnostic.h"

namespace cleave::codes {

inline constexpr std::array kBindingCodes{
    DiagnosticCodeInfo{"E0301", "input_rank", Severity::kError,
                       "input `{0}` has {1} dimensions, its tensor is declared with {2}",
                       "The number of sizes of an input must be the rank that define_tensor declares."},
    DiagnosticCodeInfo{
        "E0302", "input_dtype", Severity::kError, "input `{0}` is {1}, its tensor is declared {2}",
        "An input is never converted: give it the type that define_tensor declares, or declare the type it has."},
    DiagnosticCodeInfo{"E0303", "input_extent", Severity::kError,
                       "dim {1} of input `{0}` has size {2}, its tensor is declared with {3} there",
                       "A size above 1 in define_tensor is static, 1 is a broadcast and 0 is empty: the input must "
                       "have exactly that size. "
                       "Declare -1 for a size that may vary."},
    DiagnosticCodeInfo{"E0304", "input_stride", Severity::kError,
                       "dim {1} of input `{0}` has stride {2}, but is declared contiguous, which needs stride {3}",
                       "Contiguity True in define_tensor means that the stride is the next inner dimension's stride "
                       "times its size, or 1 "
                       "for the innermost. Declare False, or None for a dimension that is repeated with stride 0."},
    DiagnosticCodeInfo{
        "E0305", "input_expanded", Severity::kError,
        "dim {1} of input `{0}` has size {2} and stride {3}, but is declared without storage, which needs stride 0",
        "Contiguity None for a size other than 1 declares an expanded dimension: every element is the same one."},
    DiagnosticCodeInfo{
        "E0306", "input_kind", Severity::kError, "input `{0}` is a {1}, the definition declares a {2}",
        "Tensors and scalars cannot stand for each other; a single number as a tensor has the shape ()."},
    DiagnosticCodeInfo{"E0307", "scalar_category", Severity::kError,
                       "scalar input `{0}` is {1} number, the definition declares {2}",
                       "A scalar input must be of its declared category: integer, floating, complex or bool. An "
                       "integer is not taken for a "
                       "floating scalar."},
    DiagnosticCodeInfo{"E0308", "input_count", Severity::kError, "`{2}` has {0}, the definition takes {1}",
                       "Inputs are matched by position: one for each define_tensor and each define_scalar without a "
                       "value, unused ones included."},
    DiagnosticCodeInfo{"E0309", "input_negative", Severity::kError, "dim {1} of input `{0}` has the negative {2} {3}",
                       "Sizes and strides count elements; they are 0 or more."},
    DiagnosticCodeInfo{"E0310", "input_too_large", Severity::kError,
                       "input `{0}` would have more elements than can be addressed",
                       "A tensor has at most 2^40 elements, and its strides reach less than 2^58 elements far; of one "
                       "without elements the other extents multiply to a number of 63 bits."},
    DiagnosticCodeInfo{"E0311", "unknown_input", Severity::kError, "no input is called `{0}`",
                       "An input is named by its name in the script, by its kind and index (`T0`, `S1`), or by its "
                       "index alone (`#0`)."},
    DiagnosticCodeInfo{"E0312", "input_option", Severity::kError, "cannot read the input option `{0}`: {1}",
                       "The form is NAME=SIZES[@STRIDES][:TYPE], such as T0=2048x1024:BFloat16 or T0=4x8@8,1:Float, "
                       "and NAME=NUMBER for a scalar."},
    DiagnosticCodeInfo{"E0313", "input_twice", Severity::kError, "input `{0}` is given by two options",
                       "Each input takes one option."},
    DiagnosticCodeInfo{"E0314", "input_storage", Severity::kError,
                       "input `{0}` needs {1} of storage, the tensor that it is a view of has {2}",
                       "`as_strided` reads the storage of its tensor: the last element, at the sum of (size - 1) * "
                       "stride, must lie in it. "
                       "Make a larger tensor first."},
    DiagnosticCodeInfo{"E0315", "input_range", Severity::kError, "the random numbers of input `{0}` have no range: {1}",
                       "`low` must be less than `high`; PyTorch refuses it too."},
    DiagnosticCodeInfo{"E0316", "update_overlaps", Severity::kError, "input `{0}` is updated in place, but {1}",
                       "Which of several results such an element keeps is not defined, and PyTorch refuses it. Give "
                       "the input a stride of its "
                       "own for every dimension."},
    DiagnosticCodeInfo{
        "N0301", "inputs_assumed", Severity::kNote, "no sizes are given for {0}; assumed: {1}",
        "Extents that the definition forces to be equal are assumed equal, constants that it asks for are met, others "
        "are 256 "
        "for the innermost dimension, 128 for the one before and 8 for those further out, less where a tensor "
        "has many dimensions. Give sizes with `--input`."},
    DiagnosticCodeInfo{
        "N0302", "assumed_sizes_in_doubt", Severity::kNote,
        "the sizes are assumed: what does not fit them may fit those that are meant",
        "An error about sizes came up where nobody gave any. Give them, in the script or with `--input`, "
        "before anything is concluded from it."},
    DiagnosticCodeInfo{"N0303", "other_input_lists", Severity::kNote, "the text has other lists of inputs: {0}",
                       "A definition takes the list that it is seen to be executed with, else the nearest one behind "
                       "it. `--inputs NAME` takes "
                       "another one."},
    DiagnosticCodeInfo{
        "W0320", "stride_order_missing", Severity::kWarning,
        "the contiguity of input `{0}` fits its strides only with stride_order={1}, which is assumed",
        "Contiguity is listed in memory order, outermost first. Without a stride_order that order is the logical one; "
        "a tensor with another order says so in define_tensor."},
};

}  // namespace cleave::codes
