// nvFuser's own copies of cheap ops: every reader of an upcast but the first gets an upcast of its own, and of a
// squeeze with two readers likewise, so that a cut stores the narrow value. A step from definition to definition;
// nothing is joined here.
#pragma once

#include <vector>

#include "core/rewrite/primitive.h"

namespace cleave {

struct PrivateDefinition {
  /// Definition and types only: what the rules read.
  Primitive primitive;
  /// By record of `primitive`: the record of the original that it is or copies.
  std::vector<RecordId> original;
};

PrivateDefinition with_private_copies(const Primitive& whole);

/// A cast to a wider type, and to a narrower one.
bool is_upcast(const Primitive& primitive, RecordId record);
bool is_downcast(const Primitive& primitive, RecordId record);

}  // namespace cleave
