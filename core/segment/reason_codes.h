// The table of reasons for a cut: one row a rule, with the sentence that explains the rule. Rows and numbering follow the
// catalogue of the segmentation rules; docs/reasons.md is generated from here.
#pragma once

#include <array>
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
};

const ReasonCodeInfo& info(ReasonCode code);
std::span<const ReasonCodeInfo> all_reasons();

}  // namespace cleave
