// The one place where core writes to a stream: the last words before it stops.
#include "core/base/check.h"

#include <cstdio>
#include <cstdlib>

namespace cleave {

void check_failed(const char* condition, const char* why, const char* file, int line) {
  std::fprintf(stderr, "cleave: internal error: %s (%s) at %s:%d\n", why, condition, file, line);
  std::abort();
}

}  // namespace cleave
