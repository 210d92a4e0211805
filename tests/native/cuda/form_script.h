// A computation as text with its sizes and its floating type left open, and the script that it becomes at a size.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/ops/dtype.h"
#include "tests/golden/script_set.h"

namespace cleave {

struct TemplateCase {
  int64_t rows = 0;
  int64_t columns = 0;
  DType dtype = DType::kFloat;
};

struct FormInput {
  /// Of `R` rows, `C` columns, `H` heads (always the same number) and `1`.
  std::string_view axes;
  /// Numbers that name a column; else of the type in question.
  bool is_index = false;
};

inline constexpr int64_t kHeads = 32;

struct Form {
  std::string_view name;
  std::vector<FormInput> inputs;
  /// `$T` is the type, `$R` and `$C` are the extents, a line a statement. Inputs are T0, T1 …
  std::string_view lines;
};

/// Named `softmax BFloat16 32768x4096`.
ShownDefinition definition_of(const Form& form, const TemplateCase& of);

}  // namespace cleave
