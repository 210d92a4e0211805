// All kernels of a segmented definition as machine code: compiled side by side by several threads, through the disk
// cache. What the compiler refuses becomes a diagnostic that names the segment, the record of the user's text that the
// refused line came from, and the line.
#pragma once

#include <optional>

#include "core/ir/source_map.h"
#include "core/kernel/segment_kernels.h"
#include "core/source/diagnostic.h"
#include "native/cuda/cached_compiler.h"

namespace cleave::cuda {

struct CompiledSegment {
  CompiledText text;
  bool is_from_cache = false;
};
/// Nothing where there is nothing to compile, or where a diagnostic says why not.
using CompiledSegments = Arena<SegmentId, std::optional<CompiledSegment>>;

/// What is compiled, and where the user wrote it.
struct KernelSources {
  const SegmentedDefinition& definition;
  const ValueLayouts& layouts;
  const Arena<SegmentId, ScheduledSegment>& kernels;
  /// Of the source definition that `definition` was rewritten from.
  const SourceMap& source_map;
};

/// For `architecture` (90 is sm_90). `threads` 0: one for each core. Diagnostics come in the order of the segments,
/// whichever thread finds them.
CompiledSegments compile_segments(const KernelSources& sources, const CachedCompiler& compiler, int architecture,
                                  unsigned threads, Diagnostics& diagnostics);

}  // namespace cleave::cuda
