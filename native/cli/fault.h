// What happens when a promise of our own is broken: a plain sentence and the exit code 70, instead of a crash. Tested
// by tests/native/cli.
#pragma once

namespace cleave::cli {

/// Takes over aborts and, outside of sanitizer builds, the signals of a crash. A closed pipe is an error of the write,
/// not a signal.
void handle_faults();

}  // namespace cleave::cli
