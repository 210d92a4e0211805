// Which bytes are moved only because there are cuts: what one kernel for everything would not write, and what it would
// not read again.
#pragma once

#include <cstdint>
#include <vector>

#include "core/api/compile.h"

namespace cleave {

struct MovedBytes {
  /// Bytes that all segments read and write, and those of them that one kernel would move too.
  int64_t bytes = 0;
  int64_t bytes_whole = 0;
  /// By segment: the bytes that it moves only because there are cuts.
  std::vector<int64_t> of_cuts;
};

MovedBytes count_moved_bytes(const Compilation& compilation);

}  // namespace cleave
