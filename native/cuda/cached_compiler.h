// NVRTC behind the disk cache: a text that any process of this machine has compiled before is read instead. May be used
// by several threads at once.
#pragma once

#include <string>

#include "native/cuda/kernel_cache.h"
#include "native/cuda/nvrtc.h"

namespace cleave::cuda {

struct CachedAnswer {
  CompileAnswer answer;
  bool is_from_cache = false;
};

class CachedCompiler {
 public:
  /// `cache` may be null: then everything is compiled.
  CachedCompiler(const Nvrtc& nvrtc, KernelCache* cache) : nvrtc_(nvrtc), cache_(cache) {}

  CachedAnswer compile(const std::string& text, const std::string& name, int architecture) const;

 private:
  const Nvrtc& nvrtc_;
  KernelCache* cache_;
};

}  // namespace cleave::cuda
