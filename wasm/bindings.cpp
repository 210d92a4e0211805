// The module's functions, as a table. Everything that is said and done here is said and done in core/api: JSON in, JSON
// out, so that nothing must be freed by hand in JavaScript.
#include <emscripten/bind.h>

#include <string>
#include <string_view>

#include "core/api/call.h"

namespace {

/// `progress` is a function of the name of what is being worked on, or null.
std::string call(const std::string& request, emscripten::val progress) {
  if (progress.isNull() || progress.isUndefined()) return cleave::call(request);
  return cleave::call(request, [&](std::string_view phase) { progress(std::string(phase)); });
}

}  // namespace

EMSCRIPTEN_BINDINGS(cleave) {
  emscripten::function("call", &call);
  emscripten::function("version", emscripten::optional_override([] { return std::string(cleave::version()); }));
}
