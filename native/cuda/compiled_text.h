// A compiled text: machine code with what the assembler said of each kernel in it, and the same as bytes for the disk.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "native/cuda/assembler_log.h"

namespace cleave::cuda {

struct CompiledText {
  /// Machine code, as the driver loads it.
  std::string cubin;
  /// One for each kernel of the text.
  std::vector<KernelResources> kernels;

  friend bool operator==(const CompiledText&, const CompiledText&) = default;
};

std::string to_bytes(const CompiledText& compiled);
/// Nothing where the bytes are not those of a compiled text.
std::optional<CompiledText> from_bytes(std::string_view bytes);

}  // namespace cleave::cuda
