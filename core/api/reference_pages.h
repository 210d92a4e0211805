// The reference pages that are tables of the program: diagnostics, reasons, ops. Written to docs/; a test compares.
#pragma once

#include <string>

namespace cleave {

/// docs/diagnostics.md: every code, its message, the rule behind it and what to do.
std::string diagnostics_page();
/// docs/reasons.md: every rule that can refuse a merge, and what usually removes the refusal.
std::string reasons_page();
/// docs/ops.md: every op with its operands, attributes and dtype rule.
std::string ops_page();

}  // namespace cleave
