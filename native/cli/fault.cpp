// See fault.h. A handler may only call what is safe in a signal: write and _exit.
#include "native/cli/fault.h"

#include <signal.h>
#include <unistd.h>

#include <array>
#include <cstddef>
#include <new>
#include <string_view>

#include "native/cli/exit_codes.h"

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define CLEAVE_SANITIZER_HANDLES_CRASHES
#endif
#elif defined(__SANITIZE_ADDRESS__)
#define CLEAVE_SANITIZER_HANDLES_CRASHES
#endif

namespace cleave::cli {
namespace {

constexpr size_t kHandlerStack = 64 * 1024;

void say_and_stop(std::string_view text, ExitCode code) {
  const ssize_t written = write(STDERR_FILENO, text.data(), text.size());
  // There is nobody left to tell that the message could not be written.
  static_cast<void>(written);
  _exit(static_cast<int>(code));
}

extern "C" void on_fault(int) {
  say_and_stop(
      "cleave: this is a fault of Cleave, not of your file. Please report it with the file and the lines above.\n",
      ExitCode::kOurFault);
}

void on_no_memory() {
  say_and_stop(
      "cleave: out of memory: the work needs more than there is (`cleave run` takes `--memory` and `--shrink`).\n",
      ExitCode::kWrongInput);
}

}  // namespace

void handle_faults() {
  // The handler of a stack that ran over needs a stack of its own.
  static std::array<char, kHandlerStack> handler_stack;
  stack_t stack{};
  stack.ss_sp = handler_stack.data();
  stack.ss_size = handler_stack.size();
  sigaltstack(&stack, nullptr);
  struct sigaction action {};
  action.sa_handler = on_fault;
  action.sa_flags = SA_ONSTACK;
  sigaction(SIGABRT, &action, nullptr);
#ifndef CLEAVE_SANITIZER_HANDLES_CRASHES
  for (const int crash : {SIGSEGV, SIGBUS, SIGFPE, SIGILL}) sigaction(crash, &action, nullptr);
#endif
  signal(SIGPIPE, SIG_IGN);
  std::set_new_handler(on_no_memory);
}

}  // namespace cleave::cli
