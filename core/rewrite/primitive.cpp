// See primitive.h.
#include "core/rewrite/primitive.h"

#include "core/ops/op_table.h"

namespace cleave {

bool is_boundary_of_pass(const Primitive& primitive, StateId value) {
  const bool is_boundary = primitive.definition.producer(value).op == op("segment_set");
  return is_boundary && primitive.labels.contains(value) && !primitive.to_source.origin(value);
}

}  // namespace cleave
