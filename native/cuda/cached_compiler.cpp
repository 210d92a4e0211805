// See cached_compiler.h. Tested by tests/native/cuda.
#include "native/cuda/cached_compiler.h"

#include "core/base/text.h"

namespace cleave::cuda {

CachedAnswer CachedCompiler::compile(const std::string& text, const std::string& name, int architecture) const {
  const std::string setting = concat("sm_", architecture, " NVRTC ", nvrtc_.version(), ' ', Nvrtc::options());
  const CacheKey key{.text = text, .setting = setting};
  if (cache_ != nullptr) {
    if (const std::optional<std::string> found = cache_->find(key)) {
      if (std::optional<CompiledText> compiled = from_bytes(*found)) {
        return {.answer = std::move(*compiled), .is_from_cache = true};
      }
    }
  }
  CompileAnswer answer = nvrtc_.compile(text, name, architecture);
  const auto* compiled = std::get_if<CompiledText>(&answer);
  if (cache_ != nullptr && compiled != nullptr) cache_->store(key, to_bytes(*compiled));
  return {.answer = std::move(answer), .is_from_cache = false};
}

}  // namespace cleave::cuda
