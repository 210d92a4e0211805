// What the core asks of the program around it, because it has neither a screen nor a clock of its own. Both are
// optional: without a clock every duration is absent from the response. Tested with call.h.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "core/base/text.h"

namespace cleave {

/// Is given what is being worked on, as it begins: `parse`, `translate 3 of 12`.
using Progress = std::function<void(std::string_view phase)>;

/// Microseconds since any fixed moment.
using Clock = std::function<int64_t()>;

struct Host {
  Progress progress;
  Clock microseconds;

  void report(std::string_view phase) const {
    if (progress) progress(phase);
  }
  /// The `place`-th (from 0) of `total` steps of a phase.
  void report(std::string_view phase, size_t place, size_t total) const {
    if (progress) progress(concat(phase, ' ', place + 1, " of ", total));
  }
};

}  // namespace cleave
