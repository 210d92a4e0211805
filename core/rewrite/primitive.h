// The product of rewrite: a definition in primitive ops only, its types, and where everything comes from. Composite ops
// are decomposed (var_mean, keepdim, broadcast_in_dim, implicit casts and broadcasts …) and shapes are concretized with
// the bound inputs. Later stages read nothing else.
#pragma once

#include <optional>
#include <string>

#include "core/infer/binding.h"
#include "core/infer/types.h"
#include "core/ir/definition.h"
#include "core/ir/index_map.h"
#include "core/ir/source_map.h"
#include "core/source/diagnostic.h"

namespace cleave {

struct Primitive {
  /// Inputs in the order of the source. Outputs as the source's, by value; in-place updates as aliases.
  Definition definition;
  Types types;
  /// Primitive state → the source index it is known by; nothing for values that only exist after decomposition.
  IndexMap to_source;
  /// Source state → the primitive state that holds its value, where there is one (several source indices may share
  /// one).
  IndexMap from_source;
  /// Primitive record → the source record it was made from.
  IdMap<RecordId, std::optional<RecordId>> record_origin;
  /// Source names of the primitive states; for values with no source index a stable label naming the record they come
  /// from, e.g. `T5.var_mean.1`.
  IdMap<StateId, std::string> labels;
};

/// True of the result of a segment_set that the source does not have: a pass has put it there.
bool is_boundary_of_pass(const Primitive& primitive, StateId value);

/// Decomposes and concretizes. Records with errors are left out and their results stay UnknownType wherever they are
/// used.
Primitive rewrite(const Definition& source, const SourceMap& map, const Binding& binding, Diagnostics& diagnostics);

}  // namespace cleave
