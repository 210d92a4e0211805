// The product of translate: one segment as a definition of its own, ready to run alone, and its index map to what the
// user wrote.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/infer/types.h"
#include "core/ir/definition.h"
#include "core/ir/index_map.h"
#include "core/translate/in_place.h"

namespace cleave {

/// What a state of a segment is to the whole.
enum class IndexRole : uint8_t { kIn, kOut, kExtent, kInner, kConst, kCopy };
std::string_view name(IndexRole role);

/// One line of the index map.
struct IndexMapEntry {
  StateId segment{0U};
  /// The source index; negative for an extent of an input: -(p+1) for the p-th extent over all tensor inputs. Nothing
  /// for a temporary: a value with no index in the source.
  std::optional<int64_t> original;
  IndexRole role = IndexRole::kInner;
  /// The user's name, or for a temporary the label of the record it came from.
  std::string label;
};

/// Where an input of the segment gets its value.
struct SegmentArgument {
  /// The primitive state to pass, or
  std::optional<StateId> state;
  /// the extent to pass: axis `dim` of the input tensor `tensor` of the primitive definition.
  std::optional<StateId> extent_tensor;
  int64_t extent_dim = 0;
};

struct Translation {
  Definition definition;
  /// Types of `definition`'s states, equal to the primitive's through the map.
  Types types;
  /// Segment state → primitive state, inner ones included.
  IndexMap to_primitive;
  /// For every input of `definition`, in order.
  std::vector<SegmentArgument> arguments;
  /// For every output of `definition`, in order: the primitive state it computes.
  std::vector<StateId> results;
  /// In-place updates that `definition` does, and those to do after it: primitive states.
  SegmentUpdates updates;
  /// Every state of `definition`, by index; boundary() keeps those of the public map.
  std::vector<IndexMapEntry> index_map;

  /// Inputs, outputs and extents: the public index map.
  std::vector<IndexMapEntry> boundary() const;
};

}  // namespace cleave
