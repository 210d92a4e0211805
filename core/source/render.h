// Diagnostics → text for people: one block each, with the line of the source and a caret line under it. Plain or with
// terminal colours; the same words either way. Knows nothing of the language.
#pragma once

#include <string>

#include "core/source/diagnostic.h"
#include "core/source/source_text.h"

namespace cleave {

enum class RenderStyle : uint8_t { kPlain, kAnsi };

/// One diagnostic:
///
///   error[E0102]: unknown op `sumn`; did you mean `sum`?
///     --> file.py:5:17
///      |
///    5 |     T1 = fd.ops.sumn(T0)
///      |                 ^^^^
///      = note: …
std::string render(const Diagnostic& diagnostic, const SourceText& text, RenderStyle style = RenderStyle::kPlain);

/// All of them, a blank line after each, and at the end how many were not kept. Nothing for no diagnostics.
std::string render(const Diagnostics& diagnostics, const SourceText& text, RenderStyle style = RenderStyle::kPlain);

}  // namespace cleave
