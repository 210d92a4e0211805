// A broken promise of our own. CHECK stops the program in every build; it never reports a user's mistake (that is a
// diagnostic, core/source). Core is built without exceptions, so there is nothing to catch and nothing to recover.
#pragma once

namespace cleave {

/// Writes the broken promise to the error stream and aborts. Called through CHECK only.
[[noreturn]] void check_failed(const char* condition, const char* why, const char* file, int line);

}  // namespace cleave

#define CHECK(condition, why) \
  ((condition) ? static_cast<void>(0) : ::cleave::check_failed(#condition, why, __FILE__, __LINE__))
