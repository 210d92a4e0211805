// Names that arguments have had in older versions of the language, and that scripts still use. One table; an exact name
// of the op's row always comes first.
#pragma once

#include <array>
#include <string_view>

namespace cleave {

struct ArgumentAlias {
  /// The op it is for; empty for every op that has `now` among its arguments.
  std::string_view op;
  std::string_view then;
  /// Empty: accepted and ignored.
  std::string_view now;
};

inline constexpr std::array kArgumentAliases{
    ArgumentAlias{"define_tensor", "symbolic_sizes", "shape"},
    ArgumentAlias{"define_tensor", "contiguous", "contiguity"},
    ArgumentAlias{"define_tensor", "data_type", "dtype"},
    ArgumentAlias{"define_scalar", "constant", "value"},
    ArgumentAlias{"add_output", "alias_of", "alias_input"},
    ArgumentAlias{"reshape", "original_shape", ""},
    ArgumentAlias{"reshape", "shape", "new_shape"},
    ArgumentAlias{"squeeze", "original_shape", ""},
    ArgumentAlias{"full", "size", "shape"},
    ArgumentAlias{"full", "arg", "fill_value"},
    ArgumentAlias{"full", "value", "fill_value"},
    ArgumentAlias{"broadcast_in_dim", "output_shape", "shape"},
    ArgumentAlias{"expand", "output_shape", "shape"},
    ArgumentAlias{"expand", "new_shape", "shape"},
    ArgumentAlias{"expand", "sizes", "shape"},
    ArgumentAlias{"slice", "start", "start_indices"},
    ArgumentAlias{"slice", "end", "end_indices"},
    ArgumentAlias{"triu", "input", "arg"},
    ArgumentAlias{"addcmul", "alpha", "value"},
    ArgumentAlias{"where", "arg1", "condition"},
    ArgumentAlias{"where", "arg2", "value1"},
    ArgumentAlias{"where", "arg3", "value2"},
    ArgumentAlias{"where", "cond", "condition"},
    ArgumentAlias{"where", "x", "value1"},
    ArgumentAlias{"where", "y", "value2"},
    ArgumentAlias{"", "axes", "dims"},
    ArgumentAlias{"", "axis", "dims"},
    ArgumentAlias{"", "axis", "dim"},
    ArgumentAlias{"", "dim", "dims"},
    ArgumentAlias{"", "dims", "dim"},
    ArgumentAlias{"", "keep_dim", "keepdim"},
    ArgumentAlias{"", "x", "arg1"},
    ArgumentAlias{"", "y", "arg2"},
    ArgumentAlias{"", "self", "arg1"},
    ArgumentAlias{"", "other", "arg2"},
    ArgumentAlias{"", "size", "shape"},
    ArgumentAlias{"", "is_cpu_tensor", "is_cpu"},
};

/// Names under which the first operand of any op is accepted.
inline constexpr std::array<std::string_view, 6> kFirstOperandNames{"arg", "arg1", "input", "x", "self", "a"};

/// Deprecated names of calls.
struct CallAlias {
  std::string_view then;
  std::string_view now;
};
inline constexpr std::array kCallAliases{CallAlias{"define_constant", "define_scalar"}, CallAlias{"view", "reshape"}};

}  // namespace cleave
