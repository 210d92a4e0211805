// The table of diagnostic codes, joined from one list a stage, and code("unknown_op") to name one: checked at compile time.
// Every row needs a golden case that provokes it (a test demands it) and appears on the generated page docs/diagnostics.md.
#pragma once

#include <array>

#include "core/source/binding_codes.h"
#include "core/source/diagnostic.h"
#include "core/source/kernel_codes.h"
#include "core/source/machine_codes.h"
#include "core/source/parse_codes.h"
#include "core/source/rewrite_codes.h"
#include "core/source/segment_codes.h"

namespace cleave {

namespace diagnostic_detail {
template <size_t... Sizes>
constexpr auto joined(const std::array<DiagnosticCodeInfo, Sizes>&... tables) {
  std::array<DiagnosticCodeInfo, (Sizes + ...)> out{};
  size_t next = 0;
  const auto append = [&](const auto& table) {
    for (const DiagnosticCodeInfo& row : table) out[next++] = row;
  };
  (append(tables), ...);
  return out;
}
}  // namespace diagnostic_detail

inline constexpr auto kDiagnosticCodes =
    diagnostic_detail::joined(codes::kParseCodes, codes::kBindingCodes, codes::kRewriteCodes, codes::kSegmentCodes,
                              codes::kKernelCodes, codes::kMachineCodes);

/// Never defined: naming it in a constant expression is the error message for an unknown code.
void no_such_diagnostic();

/// The code called `name`; a name that is not in the table does not compile.
consteval DiagnosticCode code(std::string_view name) {
  for (size_t i = 0; i < kDiagnosticCodes.size(); ++i) {
    if (kDiagnosticCodes[i].name == name) return static_cast<DiagnosticCode>(i);
  }
  no_such_diagnostic();
  return {};
}

namespace diagnostic_detail {
constexpr bool codes_are_unique() {
  for (size_t i = 0; i < kDiagnosticCodes.size(); ++i) {
    for (size_t j = i + 1; j < kDiagnosticCodes.size(); ++j) {
      if (kDiagnosticCodes[i].code == kDiagnosticCodes[j].code) return false;
      if (kDiagnosticCodes[i].name == kDiagnosticCodes[j].name) return false;
    }
  }
  return true;
}
}  // namespace diagnostic_detail
static_assert(diagnostic_detail::codes_are_unique());

}  // namespace cleave
