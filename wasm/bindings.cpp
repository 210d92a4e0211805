// The module's functions, as a table. Everything that is said and done here is said and done in core/api: JSON in, JSON out,
// so that nothing must be freed by hand in JavaScript.
#include <emscripten/bind.h>

#include <string>

#include "core/api/call.h"

namespace {

/// `progress` is a function of a phase's name, how much of it is done and how much there is (0: not known), or null.
std::string call(const std::string& request, emscripten::val progress) {
  if (progress.isNull() || progress.isUndefined()) return cleave::call(request);
  cleave::Host host;
  host.progress = [&](const cleave::Progress& step) {
    progress(std::string(step.phase), static_cast<double>(step.done), static_cast<double>(step.total));
  };
  return cleave::call(request, host);
}

}  // namespace

EMSCRIPTEN_BINDINGS(cleave) {
  emscripten::function("call", &call);
  emscripten::function("version", emscripten::optional_override([] { return std::string(cleave::version()); }));
}
