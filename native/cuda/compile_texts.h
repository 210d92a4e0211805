// Several texts at once, compiled side by side by several threads, through the disk cache. Answers only; what they mean
// for whom is said by the callers.
#pragma once

#include <span>
#include <vector>

#include "native/cuda/cached_compiler.h"

namespace cleave::cuda {

/// A text that stands alone and the kernel in it; both outlive the call.
struct TextToCompile {
  const std::string& text;
  const std::string& entry;
};

/// One answer each, in order. `threads` 0: one for each core.
std::vector<CachedAnswer> compile_texts(std::span<const TextToCompile> texts, const CachedCompiler& compiler,
                                        int architecture, unsigned threads);

}  // namespace cleave::cuda
