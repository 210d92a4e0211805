// What a segmentation says of a definition, as text that does not depend on how the definition is written: to compare
// the segments of the same definition in other words.
#pragma once

#include <cstdint>
#include <string>

#include "core/rewrite/primitive.h"
#include "core/segment/segmentation.h"

namespace cleave {

enum class Naming : uint8_t {
  /// Records by their op and the source record they come from.
  kRecords,
  /// By their op only, without copies: for definitions whose records do not correspond one to one, or where equal
  /// branches may change places.
  kOps,
};

/// One line a segment: its template, scheduler and records. Sorted, because the order of independent segments is free.
std::string segments_as_text(const Primitive& primitive, const Segmentation& segmentation, Naming naming);

}  // namespace cleave
