// Diagnostic codes of the text: lexing, syntax, names, arity, keywords (E01xx, W01xx, N01xx). Joined in
// diagnostic_codes.h.
#pragma once

#include <array>

#include "core/source/diagnostic.h"

namespace cleave::codes {

inline constexpr std::array kParseCodes{
    DiagnosticCodeInfo{"E0101", "no_definition", Severity::kError, "the text holds no fusion definition",
                       "A definition is `def NAME(fd : FusionDefinition) -> None :` or `with FusionDefinition() as "
                       "fd:` with calls of `fd` "
                       "in its body."},
    DiagnosticCodeInfo{
        "E0102", "unknown_op", Severity::kError, "unknown op `{0}`",
        "The name after `fd.ops.` is not an op of the fusion language. The closest known name is suggested."},
    DiagnosticCodeInfo{
        "E0103", "syntax_error", Severity::kError, "expected {0}, found {1}",
        "The statement is not Python that a definition may hold; reading goes on at the next statement."},
    DiagnosticCodeInfo{"E0104", "unclosed_bracket", Severity::kError, "`{0}` is never closed",
                       "Brackets join lines, so an open one swallows what follows; reading goes on where a new "
                       "statement surely begins."},
    DiagnosticCodeInfo{"E0105", "unmatched_bracket", Severity::kError, "`{0}` closes nothing that is open",
                       "Each closing bracket needs an open one of its own kind."},
    DiagnosticCodeInfo{
        "E0106", "bad_character", Severity::kError, "{0} cannot stand in a definition",
        "The text holds a byte or character that is not part of Python; often a quote that an editor has replaced."},
    DiagnosticCodeInfo{"E0107", "unterminated_string", Severity::kError, "the string is never closed",
                       "A string ends with the quote that it begins with, on the same line unless tripled."},
    DiagnosticCodeInfo{"E0108", "nesting_limit", Severity::kError, "brackets nest deeper than the limit of {0}",
                       "No definition needs deep nesting; the limit keeps a damaged text from exhausting the machine."},
    DiagnosticCodeInfo{"E0109", "text_limit", Severity::kError, "the text has {0}, more than the limit of {1}",
                       "Larger texts are not read at all. Cut the script down to the definition and its inputs."},
    DiagnosticCodeInfo{"E0110", "statement_limit", Severity::kError, "the statement has more than {0} tokens",
                       "Statements longer than the limit are not read."},
    DiagnosticCodeInfo{"E0111", "record_limit", Severity::kError, "the definition has more than {0} records",
                       "The rest of the definition is not read."},
    DiagnosticCodeInfo{"E0112", "rank_limit", Severity::kError, "a tensor of {0} dimensions is over the limit of {1}",
                       "Tensors of a higher rank are not accepted."},
    DiagnosticCodeInfo{
        "E0113", "integer_overflow", Severity::kError, "`{0}` does not fit in 64 bits",
        "Integers of the language are 64 bits wide, and so must be what Python arithmetic gives for them."},
    DiagnosticCodeInfo{"E0114", "unknown_name", Severity::kError, "`{0}` is used before it is defined",
                       "A name must be assigned above its use."},
    DiagnosticCodeInfo{"E0115", "unknown_value", Severity::kError, "the value of `{0}` is not known",
                       "The definition uses a Python value that is not made of literals, arithmetic, lists and torch "
                       "calls. Write the value "
                       "itself."},
    DiagnosticCodeInfo{"E0116", "unsupported_statement", Severity::kError, "`{0}` is not supported in a definition",
                       "A definition is read, not run: loops and branches are not followed. Paste the printed "
                       "definition, or write the "
                       "lines out."},
    DiagnosticCodeInfo{"E0117", "unknown_keyword", Severity::kError, "`{0}` has no argument `{1}`",
                       "The keyword is not among the arguments of the call; they are listed in a note."},
    DiagnosticCodeInfo{"E0118", "missing_argument", Severity::kError, "`{0}` needs an argument `{1}`",
                       "The argument has no default."},
    DiagnosticCodeInfo{"E0119", "too_many_arguments", Severity::kError, "`{0}` takes at most {1} arguments, got {2}",
                       "The call has more positional arguments than the op has parameters."},
    DiagnosticCodeInfo{"E0120", "repeated_argument", Severity::kError, "`{0}` gets argument `{1}` twice",
                       "An argument is given once, by position or by keyword."},
    DiagnosticCodeInfo{"E0121", "wrong_kind", Severity::kError, "argument `{1}` of `{0}` must be {2}, not {3}",
                       "Each argument takes one kind of value: a tensor, a scalar, a list of integers, a dtype …"},
    DiagnosticCodeInfo{"E0122", "result_count", Severity::kError, "`{0}` gives {1} results, {2} names take them",
                       "The left side of `=` names every result, or `_` for one that is not used."},
    DiagnosticCodeInfo{
        "E0123", "shape_value", Severity::kError,
        "{0} at index {1} of the shape is none of symbolic (-1), empty (0), broadcast (1) and static (>1)",
        "Extents are -1, 0 or positive."},
    DiagnosticCodeInfo{"E0124", "contiguity_length", Severity::kError,
                       "contiguity has {0} entries, the shape has {1} dimensions",
                       "`contiguity` holds one entry a dimension, in memory order."},
    DiagnosticCodeInfo{
        "E0125", "contiguity_of_broadcast", Severity::kError,
        "contiguity at position {0} must be None, because its dimension has extent 1",
        "A dimension of declared extent 1 is a broadcast and has no stride to speak of. Positions are in memory order, "
        "outermost first."},
    DiagnosticCodeInfo{"E0126", "stride_order", Severity::kError,
                       "the stride order {0} is not a permutation of 0 … {1}",
                       "`stride_order` gives each dimension its rank by stride, 0 for the innermost; negative entries "
                       "count from the rank."},
    DiagnosticCodeInfo{"E0127", "cpu_tensor_rank", Severity::kError,
                       "a CPU tensor must have no dimensions, this one has {0}",
                       "`is_cpu=True` is for scalars in host memory that stand in a tensor of rank 0."},
    DiagnosticCodeInfo{"E0128", "strides_length", Severity::kError, "{0} sizes but {1} strides",
                       "`define_tensor(sizes, strides)` takes one stride a dimension."},
    DiagnosticCodeInfo{"E0129", "negative_layout", Severity::kError, "{0} {1} at index {2} is negative",
                       "Sizes and strides of real tensors are 0 or positive."},
    DiagnosticCodeInfo{"E0130", "unknown_dtype", Severity::kError, "unknown dtype `{0}`",
                       "The name after `DataType.` or `torch.` is not an element type of the language."},
    DiagnosticCodeInfo{"E0131", "unknown_attribute", Severity::kError, "{0} has no `{1}`",
                       "Tensors have `size`, `shape` and `ndim`, vectors `at` and `[]`; a definition has `define_*`, "
                       "`from_pytorch`, `ops` and "
                       "`add_output`."},
    DiagnosticCodeInfo{
        "E0132", "bad_arithmetic", Severity::kError, "`{0}` cannot be worked out for {1}",
        "Python arithmetic in a definition works on numbers and lists of them; on tensors and scalars it makes ops."},
    DiagnosticCodeInfo{
        "E0133", "expected_indent", Severity::kError, "the body of `{0}` is not indented",
        "The lines of a definition stand deeper than its head. The lines that use `{0}` were taken as its body."},
    DiagnosticCodeInfo{"E0134", "rank_unknown", Severity::kError, "`{0}` needs the rank of `{1}`, which is not known",
                       "The tensor comes from an op that is not built yet. Give the dims."},
    DiagnosticCodeInfo{"E0135", "index_out_of_range", Severity::kError, "index {0} is outside of {1} items",
                       "Lists and vectors are indexed from 0, or from the end with negative numbers."},
    DiagnosticCodeInfo{"E0136", "seed_without_offset", Severity::kError,
                       "`{0}` needs `rng_seed` and `rng_offset` together",
                       "A seeded random op names both its seed and its offset."},
    DiagnosticCodeInfo{"E0137", "item_limit", Severity::kError, "lists of more than {0} items altogether are made here",
                       "List arithmetic and `*` in lists and calls may make that many items in one definition; a list "
                       "that is doubled line after line would fill the memory."},
    DiagnosticCodeInfo{"E0138", "undefined_arithmetic", Severity::kError, "`{0}` has no value: {1}",
                       "Python raises an error here."},
    DiagnosticCodeInfo{"E0139", "dtype_not_allowed", Severity::kError, "`{0}` cannot make values of dtype {1}",
                       "`Null` stands for no dtype. `Float4_e2m1fn_x2` is a pair of values in a byte, which only "
                       "`define_tensor` takes, as twice as many `Float4_e2m1fn`."},
    DiagnosticCodeInfo{
        "W0141", "call_ignored", Severity::kWarning, "the call of `{0}` is not followed",
        "Only calls of the definition itself make records. If the function adds ops, paste them into the definition."},
    DiagnosticCodeInfo{"N0143", "definition_not_taken", Severity::kNote,
                       "the definition `{0}` is not taken; it has {1}",
                       "Only mistakes in the definition that is taken stop the work. `--definition` takes another one; "
                       "`check` without it reads them all."},
    DiagnosticCodeInfo{
        "W0142", "input_ignored", Severity::kWarning, "the input list `{0}` is not taken: {1}",
        "Items of an input list are torch calls (randn, rand, randint, ones, zeros, full, empty, tensor, arange, "
        "testing.make_tensor), numbers, and names of such. `append`, `extend`, `+=` and `name[0] = …` change a list; "
        "loops, comprehensions and functions of the script are not run."},
};

}  // namespace cleave::codes
