// The module's functions, as a table. Everything that is said and done here is said and done in core/api: JSON in, JSON
// out, so that nothing must be freed by hand in JavaScript.
#include <emscripten/bind.h>
#include <emscripten/emscripten.h>

#include <cstdint>
#include <string>
#include <string_view>

#include "core/api/call.h"

namespace {

/// As fine as the browser lets a page see, which may be a tenth of a millisecond.
int64_t microseconds() {
  constexpr double kPerMillisecond = 1000;
  return static_cast<int64_t>(emscripten_get_now() * kPerMillisecond);
}

/// `progress` is a function of the name of what is being worked on, or null.
std::string call(const std::string& request, emscripten::val progress) {
  if (progress.isNull() || progress.isUndefined()) return cleave::call(request, {}, microseconds);
  return cleave::call(
      request, [&](std::string_view phase) { progress(std::string(phase)); }, microseconds);
}

}  // namespace

EMSCRIPTEN_BINDINGS(cleave) {
  emscripten::function("call", &call);
  emscripten::function("version", emscripten::optional_override([] { return std::string(cleave::version()); }));
}
