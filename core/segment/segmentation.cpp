// Spellings of templates and schedulers.
#include "core/segment/segmentation.h"

#include <array>

namespace cleave {

std::string_view name(Template value) {
  constexpr std::array<std::string_view, 14> kNames{"no_op",     "alias",      "pointwise",   "transpose",   "resize",
                                                    "reduction", "persistent", "inner_outer", "row_program", "scan",
                                                    "sort",      "scatter",    "library",     "serial"};
  return kNames[static_cast<size_t>(value)];
}

std::string_view name(Scheduler value) {
  constexpr std::array<std::string_view, 11> kNames{
      "no_op",     "expr_eval", "matmul",           "reduction",        "resize",
      "transpose", "pointwise", "inner_persistent", "outer_persistent", "inner_outer_persistent",
      "greedy"};
  return kNames[static_cast<size_t>(value)];
}

}  // namespace cleave
