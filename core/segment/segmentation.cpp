// Spellings of templates and schedulers, and which of them have a kernel.
#include "core/segment/segmentation.h"

#include <array>

namespace cleave {

std::string_view name(Template value) {
  constexpr std::array<std::string_view, 14> kNames{"no_op",     "alias",      "pointwise",   "transpose",   "resize",
                                                    "reduction", "persistent", "inner_outer", "row_program", "scan",
                                                    "sort",      "scatter",    "library",     "serial"};
  return kNames[static_cast<size_t>(value)];
}

std::string_view name(Scheduler value) { return enum_name(value); }

std::string_view name(std::optional<Scheduler> value) { return value ? name(*value) : "none"; }

bool launches_nothing(const Segment& segment) {
  return segment.kernel_template == Template::kAlias || segment.kernel_template == Template::kNoOp;
}

}  // namespace cleave
